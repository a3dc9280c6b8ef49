"""One table: the host's voice, the players' answers, and what can be said at any time."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from assistant.data import data_path
from assistant.hearing.turn import MOVE, Budget, End, Heard, Progress, Samples
from assistant.hosting.ears import Answer, Disturbed, Ears, Question
from assistant.hosting.lines import Lines, listing
from assistant.hosting.manner import Detail, Manner, manner_for
from assistant.hosting.spelling_out import letters_of, to_spell
from assistant.journal.players import Profile
from assistant.understanding.commands import (
    FAINT,
    Command,
    heard_enough,
    match_answer,
    match_heard,
    match_typed,
    phrases_of,
    read_commands,
)
from assistant.understanding.typed import typed_words

T = TypeVar("T")

OFFER = Budget(silence=4.0, pause=0.5, limit=15.0)
"""For a question that silence answers too."""

YOUR_TURN, COUNTED, NOT_UNDERSTOOD = "your turn", "counted", "not understood"
WRONG, ALARM, CAPTURED = "wrong", "alarm", "captured"
"""The earcons, by what they tell."""

_RETRIES = ("again", "choices", "keyboard")
_SLOWEST = 2.0  # times the usual pause after an answer: longer would only be waiting

THINKING_S = 4.0
"""Seconds that a player may usually think between two treasures."""

LONGEST_THINKING_S = 12.0

UNHURRIED_S = 600.0
"""Seconds of silence after which an unhurried table listens anew, without a word."""

_UNHURRIED_LIMIT_S = 7200.0
_UNHURRIED_BREATH_S = 4.0  # after words that are no answer: then the question is asked again

ANYWHERE = (
    "repeat", "help", "score", "my_cards", "whose_turn", "what_heard", "challenge", "undo",
    "correction", "pause", "stop",
    "slower", "faster", "louder", "softer", "briefer", "fuller", "spell",
)  # fmt: skip

_NARROW = ("repeat", "help", "pause", "stop")  # what is listened for even beside names

_NOTHING = {"undo": "nothing_to_undo", "challenge": "nothing_to_challenge"}

_ASPECTS = {
    **dict.fromkeys(("slower", "faster"), "rate"),
    **dict.fromkeys(("louder", "softer"), "volume"),
    **dict.fromkeys(("briefer", "fuller"), "detail"),
}
"""Commands about the host's manner, and what of it they change."""


class Stopped(Exception):
    """The players ended the game before its end."""


class AskAgain(Exception):
    """The game has changed while a question was open: the question is void."""


class Voice(Protocol):
    """What the table needs of a speaker (``speaking.Speaker``)."""

    @property
    def sound_ended_at(self) -> float: ...

    rate: int
    volume: int

    @property
    def said(self) -> Sequence[str]: ...

    def say(self, text: str) -> object: ...

    def earcon(self, name: str, *, printed: bool = ...) -> object: ...

    def slower(self) -> bool: ...

    def faster(self) -> bool: ...

    def louder(self) -> bool: ...

    def softer(self) -> bool: ...


class Witness(Protocol):
    """Told of every answer, before anything follows from it."""

    def heard(self, asked: str, answer: Answer) -> None:
        """An answer to a question came in."""

    def understood(self, how: Mapping[str, object], *, latest_only: bool = False) -> None:
        """What was made of the answers that came in since the last time, or of the latest one."""


class Nobody:
    """A witness who keeps nothing."""

    def heard(self, asked: str, answer: Answer) -> None:
        """Nothing."""

    def understood(self, how: Mapping[str, object], *, latest_only: bool = False) -> None:
        """Nothing."""


@dataclass
class Context:
    """What a game can tell or do at any moment, for the commands that hold everywhere. Help is
    silent about what is None.

    ``undo``, ``challenge`` and ``correct`` return a sentence to say when nothing changes, and raise
    :class:`AskAgain` when the game has changed. ``correct`` is given what follows on "no, I said";
    None means that it corrects nothing, so it may be an ordinary answer.
    """

    score: Callable[[], str] = lambda: ""
    cards: Callable[[], str] | None = None
    turn: Callable[[], str] | None = None
    matched: Callable[[], str] = lambda: ""
    undo: Callable[[], str] | None = None
    challenge: Callable[[], str] | None = None
    correct: Callable[[Answer], str | None] = lambda _answer: None
    withheld: Callable[[], str] = lambda: ""
    """A sentence in place of what was heard last, where that would tell what is secret."""
    on_turn: Callable[[], str | None] = lambda: None
    """Whose answer is awaited."""
    asides: Mapping[Command, Callable[[], str]] = field(default_factory=dict)
    """What else may be asked at any moment, and what tells the answer."""
    things: Collection[str] = ()
    """What the game is about, to be spelled when asked for."""
    names: Collection[str] = ()
    """Who plays."""


@dataclass
class Table:
    """Says lines, asks questions, and handles the commands that hold everywhere."""

    voice: Voice
    ears: Ears
    show: Callable[[str], None]
    """Prints a line that is not spoken."""
    knows: Callable[[str], bool] | None = None
    """Whether the speech model knows a word; None when everything is typed."""
    explain: Callable[[str], None] = lambda _line: None
    """Told how an answer was understood and judged, where that is to be shown."""
    lines: Lines = field(default_factory=Lines)
    context: Context = field(default_factory=Context)
    commands: Mapping[str, Command] = field(
        default_factory=lambda: read_commands(data_path("grammars", "commands.toml"))
    )
    last_answer: Answer | None = None
    witness: Witness = field(default_factory=Nobody)
    playback: Callable[[Samples, int], None] = lambda _samples, _rate: None
    """Plays a recording of so many hertz to the table."""
    profiles: dict[str, Profile] = field(default_factory=dict)
    """How players like to be treated, by their names."""
    usual: Manner = field(default_factory=Manner)
    """How the host speaks where no player's profile says otherwise."""
    keep_usual: Callable[[Manner], None] = lambda _manner: None
    """Told of another usual manner."""
    keep_profiles: Callable[[Iterable[Profile]], None] = lambda _profiles: None
    """Told of players who want to be spoken to in another manner."""
    veil: Callable[[], None] = lambda: None
    """Takes from the screen what was there; nothing where that cannot be."""
    early: Answer | None = None
    """An answer that was typed before its question was asked."""
    numbered: bool = False
    """Whether choices are told with their numbers."""
    thinking_s: float = THINKING_S
    """Seconds to think between two treasures, for which all other questions wait in proportion;
    infinity: every question waits for its answer for ever, and silence agrees to nothing.
    """
    keys: str = ""
    """The sentence that tells which single keys work."""
    _answered: int = 0
    """How many lines had been said when the last answer came."""
    _helped: tuple[str, ...] = ()
    """The help that was told last without being asked for."""
    _partner: str | None = None
    """Whom the host speaks to; None: all."""

    @contextmanager
    def speaking_to(self, name: str | None) -> Iterator[None]:
        """Meanwhile the host speaks as the player of this name likes it; to all with None."""
        before, self._partner = self._partner, name
        self.adopt_manner()
        try:
            yield
        finally:
            self._partner = before
            self.adopt_manner()

    def adopt_manner(self) -> None:
        """From now on the host speaks as those like it whom he speaks to."""
        own = self.profiles.get(self._partner or "")
        manner = manner_for([own] if own else self.profiles.values(), self.usual)
        self.voice.rate, self.voice.volume = manner.rate, manner.volume
        self.lines.detail = manner.detail

    def take_lines(self, lines: Lines) -> None:
        """From now on the host has these lines."""
        self.lines = lines
        self.adopt_manner()

    def tell(self, key: str, /, **parts: object) -> None:
        """Says one line of ``host.toml``."""
        self.voice.say(self.lines(key, **parts))

    def earcon(self, name: str) -> None:
        """Sounds a tone. The sentence beside it, which tells the same, is its printed twin."""
        self.voice.earcon(name, printed=False)

    def ask(
        self, prompt: str, question: Question, help_lines: Sequence[str], own: Sequence[Command]
    ) -> Answer:
        """Says ``prompt`` and returns an answer that is none of the commands of everywhere.

        ``help_lines`` and ``own`` (the commands of this question) are what help reads out. Raises
        :class:`Stopped` when the players end the game.
        """
        if self.lines.detail is Detail.LONG:
            self._help_unasked(help_lines, own)
        self.voice.say(prompt)
        anywhere = self.anywhere
        if question.narrow:
            besides = tuple(each.say[0] for each in self.named(*_NARROW))
        else:
            besides = self.hearable(anywhere)
        phrases = (*question.phrases, *besides)
        asked = self._waiting(replace(question, phrases=tuple(dict.fromkeys(phrases))))
        if not asked.silence_agrees:
            self.earcon(YOUR_TURN)
        latest, repeated = list(self.voice.said[self._answered :]), False
        while True:
            answer, self.early = self.early, None
            if answer is None:
                answer = self._listened(prompt, asked)
                self.witness.heard(prompt, answer)
            command = self.command_in(answer, (*own, *anywhere))
            if command is not None:
                self.witness.understood({"command": command.name}, latest_only=True)
            if command is None and (remark := self._corrected(answer)) is not None:
                self.voice.say(remark)
                continue
            if command is None or command in own:
                self.last_answer = answer
                self._answered = len(self.voice.said)
                return answer
            if command.name == "repeat":
                for line in latest if repeated else (prompt,):
                    self.voice.say(line)
                repeated = True
                continue
            repeated = False
            self._everywhere(command, help_lines, own)
            if command.name in ("pause", "stop"):
                self.voice.say(prompt)

    def _listened(self, prompt: str, question: Question) -> Answer:
        while True:
            try:
                answer = self.ears.listen(question, self.voice.sound_ended_at)
                if not (self.unhurried and answer.is_mere_silence):
                    return answer
            except Disturbed as trouble:
                self.tell(trouble.key)
                if trouble.asks_again:
                    self.voice.say(prompt)

    @property
    def unhurried(self) -> bool:
        """Whether every question waits for ever."""
        return self.thinking_s == math.inf

    def thinking_time(self, name: str) -> float:
        """Seconds that a player may think between two treasures, as far as silence tells."""
        profile = self.profiles.get(name)
        longest = max(self.thinking_s, profile.thinking_s if profile else 0.0)
        return min(longest, LONGEST_THINKING_S)

    def _waiting(self, question: Question) -> Question:
        """The question with the time that is given here; a recitation has its own."""
        budget, profile = question.budget, self.profiles.get(self.context.on_turn() or "")
        if self.unhurried:
            budget = replace(
                budget,
                silence=UNHURRIED_S,
                limit=_UNHURRIED_LIMIT_S,
                unfinished=budget.unfinished and _UNHURRIED_BREATH_S,
            )
            return replace(question, budget=budget, silence_agrees=False)
        own = profile.thinking_s / THINKING_S if profile else 1.0
        longer = max(own, self.thinking_s / THINKING_S)
        if budget.rhythm or longer == 1.0:
            return question
        budget = replace(
            budget,
            silence=budget.silence * longer,
            pause=budget.pause * min(own, _SLOWEST),
            limit=budget.limit * longer,
            unfinished=budget.unfinished and budget.unfinished * longer,
        )
        return replace(question, budget=budget)

    def choose(
        self,
        prompt: str,
        name: str,
        own: Sequence[Command],
        help_lines: Sequence[str] = (),
        silence: Command | None = None,
        numbered: bool = False,
    ) -> Command:
        """Asks until one of ``own`` is said; misses escalate from a short re-ask to the keyboard.
        What was heard faintly is believed the second time in a row, but not in noise.

        ``name``: whom to address. ``silence``: what it means to say nothing. ``numbered``: whether
        the numbers of the choices can be said, and are told when they are listed.
        """
        question = Question(self.hearable(own), self.listener_for(own), MOVE)
        asked, misses = prompt, 0
        faint: Command | None = None
        while True:
            answer = self.ask(asked, question, help_lines, own)
            command = self.command_in(answer, own) or by_number(answer, own)
            before, faint = faint, _faintly(answer, own)
            if command is None and faint is before and not answer.heard.noisy:
                command = faint
            if command is None and answer.end is End.SILENCE and not answer.heard.words:
                command = silence
            if command is not None and (
                command.name in ("yes", "no") or self.is_meant(command.say[0], answer, name)
            ):
                return command
            misses += 1
            asked = self.retry(prompt, name, misses, answer, own, numbered=numbered)

    def is_hard_to_hear(self, name: str) -> bool:
        """Whether the voice of the player of this name is."""
        profile = self.profiles.get(name)
        return profile is not None and profile.careful

    def needs_care(self, name: str, answer: Answer) -> bool:
        """Whether an answer is asked about before it holds: it was spoken by somebody whose voice
        is hard to hear.
        """
        return self.is_hard_to_hear(name) and answer.typed is None

    def is_meant(self, what: str, answer: Answer, name: str) -> bool:
        """Whether ``what`` was understood rightly, which is asked where care is needed."""
        if not self.needs_care(name, answer):
            return True
        return self.yes_or_no(self.lines("sure_of_move", move=what, name=name), name)

    def offer(self, prompt: str, own: Sequence[Command]) -> Command | None:
        """Asks once and takes silence for None. A typed line that is no answer to the offer is
        kept for the next question. An unhurried table asks until it is answered.
        """
        if self.unhurried:
            self._help_unasked((), own)
        question = Question(self.hearable(own), self.listener_for(own), OFFER, silence_agrees=True)
        answer = self.ask(prompt, question, (), own)
        command, misses = self.command_in(answer, own), 0
        while command is None and self.unhurried and answer.typed is None:
            misses += 1
            answer = self.ask(
                self.retry(prompt, "everybody", misses, answer, own), question, (), own
            )
            command = self.command_in(answer, own)
        if command is None and answer.typed:
            self.early = answer
        return command

    def retry(
        self,
        prompt: str,
        name: str,
        misses: int,
        answer: Answer,
        own: Sequence[Command],
        *,
        numbered: bool = False,
    ) -> str:
        """The next way to ask: short, then with choices and an example, then the keyboard.
        ``numbered`` choices come first: a number is the surest answer.
        """
        if answer.end is End.SILENCE and not answer.heard.words:
            return self.lines("nobody", name=name, prompt=prompt)
        self.earcon(NOT_UNDERSTOOD)
        kinds = ("choices", "again", "keyboard") if numbered else _RETRIES
        kind = kinds[(misses - 1) % len(kinds)]
        if kind == "keyboard" and answer.typed is not None:
            kind = "again"
        choices = listing(self.choices([command.say[0] for command in own], numbered=numbered))
        example = own[-1].say[0] if own else ""
        return self.lines(kind, prompt=prompt, name=name, choices=choices, example=example)

    def tells_choices(self, misses: int) -> bool:
        """Whether :meth:`retry` reads out the choices after so many misses."""
        return _RETRIES[(misses - 1) % len(_RETRIES)] == "choices"

    def choices(self, named: Sequence[str], *, numbered: bool = False) -> Sequence[str]:
        """``named``, each with its number where numbers are wanted."""
        if not (self.numbered or numbered):
            return named
        return [f"{number} {each}" for number, each in enumerate(named, 1)]

    def command_in(self, answer: Answer, commands: Sequence[Command]) -> Command | None:
        """The command that an answer is, if it is one."""
        if answer.typed is not None:
            return match_typed(answer.typed, commands)
        return match_answer(answer.heard, commands)

    def listener_for(self, commands: Sequence[Command]) -> Callable[[Heard], Progress]:
        """A listener that has heard enough at a pause after one of ``commands``, or one of those
        that hold everywhere.
        """
        known = (*commands, *self.anywhere)
        return lambda heard: heard_enough(heard, known)

    def hearable(self, commands: Sequence[Command]) -> tuple[str, ...]:
        """The phrases of ``commands`` that the speech model can hear."""
        knows = self.knows or (lambda _word: True)
        return tuple(
            phrase for phrase in phrases_of(commands) if all(knows(word) for word in phrase.split())
        )

    @property
    def anywhere(self) -> tuple[Command, ...]:
        """The commands that hold at any prompt."""
        return (*self.named(*ANYWHERE), *self.context.asides)

    @property
    def _of_game(self) -> Mapping[str, Callable[[], str] | None]:
        """The commands that only a game can answer."""
        context = self.context
        return {
            "score": context.score,
            "my_cards": context.cards,
            "whose_turn": context.turn,
            "undo": context.undo,
            "challenge": context.challenge,
        }

    def yes_or_no(self, prompt: str, name: str = "everybody") -> bool:
        """Asks a question that is answered with yes or no."""
        return self.choose(prompt, name, self.named("yes", "no")).name == "yes"

    def named(self, *names: str) -> tuple[Command, ...]:
        """Commands of ``commands.toml`` by their names."""
        return tuple(self.commands[name] for name in names)

    def _everywhere(
        self, command: Command, help_lines: Sequence[str], own: Sequence[Command]
    ) -> None:
        if (aside := self.context.asides.get(command)) is not None:
            self.voice.say(aside())
            return
        if command.name in self._of_game:
            tell = self._of_game[command.name]
            told = tell() if tell else ""
            self.voice.say(told or self.lines(_NOTHING.get(command.name, "nothing_to_tell")))
            return
        match command.name:
            case "help":
                self._help(help_lines, own)
            case "what_heard":
                self._what_heard()
            case "correction":
                self.tell("how_to_correct")
            case "pause":
                self.choose(self.lines("paused"), "everybody", self.named("resume"))
                self.tell("back")
            case "stop":
                if self.yes_or_no(self.lines("really_stop")):
                    raise Stopped
                self.tell("going_on")
            case change if change in _ASPECTS:
                self._change_manner(change)
            case "spell":
                self._spell()

    def _change_manner(self, change: str) -> None:
        """What was asked for holds, and is remembered, for the player who is spoken to; else for
        all, and for the table. Whoever plays alone is the table.
        """
        aspect = _ASPECTS[change]
        if aspect == "detail":
            changed = self.lines.change_detail(1 if change == "fuller" else -1)
        else:
            changed = getattr(self.voice, change)()
        if not changed:
            self.tell("manner_limit")
            return
        now = Manner(self.voice.rate, self.voice.volume, self.lines.detail)
        chosen = {aspect: getattr(now, aspect)}
        own = [name for name in self.profiles if name == self._partner]
        for name in own or list(self.profiles):
            self.profiles[name] = replace(self.profiles[name], **chosen)
        self.keep_profiles(self.profiles.values())
        if not own or len(self.profiles) == 1:
            self.usual = replace(self.usual, **chosen)
            self.keep_usual(self.usual)
        self.tell(change)

    def _corrected(self, answer: Answer) -> str | None:
        """What to say to "no, I said ...", or None if it is no correction."""
        meant = self.meant_by(answer)
        return None if meant is None else self.context.correct(meant)

    def meant_by(self, answer: Answer) -> Answer | None:
        """What follows on "no, I said" in an answer; None where it does not begin with that."""
        typed = None if answer.typed is None else typed_words(answer.typed)
        texts = typed if typed is not None else [word.text for word in answer.heard.words]
        for prefix in sorted(self.commands["correction"].say, key=len, reverse=True):
            length = len(prefix.split())
            if texts[:length] != prefix.split() or len(texts) == length:
                continue
            if typed is not None:
                return replace(answer, typed=" ".join(typed[length:]))
            return replace(answer, heard=replace(answer.heard, words=answer.heard.words[length:]))
        return None

    def _help(self, help_lines: Sequence[str], own: Sequence[Command]) -> None:
        for line in self._help_of(help_lines, own):
            self.voice.say(line)
        game = self._of_game
        useful = (each for each in self.anywhere if game.get(each.name, each) is not None)
        choices = listing([command.say[0] for command in useful])
        self.tell("help_anywhere", choices=choices)
        if self.keys:
            self.voice.say(self.keys)

    def _help_of(self, help_lines: Sequence[str], own: Sequence[Command]) -> tuple[str, ...]:
        entries = (
            self.lines("help_entry", phrase=command.say[0], help=command.help)
            for command in own
            if command.help
        )
        return (*help_lines, *entries)

    def _help_unasked(self, help_lines: Sequence[str], own: Sequence[Command]) -> None:
        """The help of a question before it, unless it is what was told last."""
        told = tuple(help_lines) or self._help_of((), own)
        if told != self._helped:
            self._helped = told
            for line in told:
                self.voice.say(line)

    def _spell(self) -> None:
        said = [*self.voice.said[self._answered :]]
        found = to_spell(said, self.context.things, self.context.names)
        if found is None:
            self.tell("nothing_to_spell")
        else:
            self.tell("spelled", word=found, letters=letters_of(found))

    def _what_heard(self) -> None:
        if self.last_answer is None or not self.last_answer.text:
            self.tell("heard_nothing")
            return
        if withheld := self.context.withheld():
            self.voice.say(withheld)
            return
        self.tell("heard", words=self.last_answer.text.rstrip(" .!?"))
        if matched := self.context.matched():
            self.voice.say(matched)


def by_number(answer: Answer, choices: Sequence[T]) -> T | None:
    """The one of ``choices``, as they were told, whose number was typed."""
    typed = (answer.typed or "").strip()
    if not (typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= len(choices)):
        return None
    return choices[int(typed) - 1]


def _faintly(answer: Answer, own: Sequence[Command]) -> Command | None:
    """What was said, if not clearly."""
    return match_heard(answer.heard.words, own, answer.heard.unheard_s, FAINT)
