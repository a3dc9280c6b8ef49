"""Asking for a move: listen, match, read out choices, say why not, confirm by consequence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar, cast

from assistant.hearing.turn import MOVE, Budget, End
from assistant.hearing.words import UNKNOWN, Word
from assistant.hosting.ears import Answer, Question
from assistant.hosting.lines import either
from assistant.hosting.table import NOT_UNDERSTOOD, WRONG, Table, by_number
from assistant.understanding.commands import Command
from assistant.understanding.move_phrases import (
    SURE,
    Ambiguous,
    NotUnderstood,
    Phrase,
    Reading,
    Refused,
    Understood,
    Wording,
    listen_for,
    match,
    recogniser_phrases,
    typed,
)

M = TypeVar("M")

GRACE = Budget(silence=1.5, pause=0.5, limit=6.0)
"""After a move was named: the time in which "no" still takes it back."""

HALF_SURE = 2 * SURE
"""A reading that costs more is asked back whatever hangs on the move."""

_MOST_CHOICES = 6


class Stakes(Enum):
    """What hangs on a move, and so how a spoken one is confirmed."""

    LIGHT = "light"
    """It can be taken back: not at all."""
    ORDINARY = "ordinary"
    """It is named, and a moment is left in which to say no."""
    GRAVE = "grave"
    """A round or the game ends with it: yes or no is asked for."""


@dataclass(frozen=True)
class MoveQuestion(Generic[M]):
    """All that it takes to ask one player for one move."""

    name: str
    prompt: str
    """Must not end with a word that is an answer."""
    legal: Sequence[Phrase[M]]
    describe: Callable[[M], str]
    """A move's name, as choices and confirmations read it: "the blue carpet"."""
    why_not: Callable[[Sequence[M]], str]
    """The sentence that refuses what was said, of ``refused``."""
    refused: Sequence[Phrase[M]] = ()
    decoys: Sequence[str] = ()
    """Phrases that are listened for only so that they are not heard as others."""
    narrowing: Callable[[Sequence[M]], Sequence[Phrase[M]]] = lambda _choices: ()
    """Further ways to name one of several choices just read out: "the second one"."""
    stakes: Callable[[M], Stakes] = lambda _move: Stakes.ORDINARY
    commands: Mapping[Command, Callable[[], None]] = field(default_factory=dict)
    """What else may be said, and what it does; the question stays open unless it raises."""
    aside: Callable[[M], Sequence[str] | None] = lambda _move: None
    """The lines that answer what is no move but a question about the game."""
    begun: Callable[[M], tuple[str, Sequence[M]] | None] = lambda _move: None
    """For an aside that only begins a move: what was named, and the moves that it may become."""
    invited: Collection[str] = ()
    """Single words that the prompt asks for: they need no others beside them to be sure."""
    help_lines: Sequence[str] = ()
    secret: bool = False
    """Whether the moves tell what is secret: then choices are shown, not said."""


class MoveAsker:
    """Asks at one table, with one game's wording. ``vocabulary`` mends slips of typing."""

    def __init__(self, table: Table, wording: Wording, vocabulary: Collection[str]) -> None:
        self._table = table
        self._wording = wording
        self._vocabulary = vocabulary
        self.untouched = False
        """Whether nothing has been said yet to the open question: then "no, I said ..." is about
        the move before.
        """
        self._told: Sequence[object] = ()
        """The choices that were told last, with their numbers."""

    def ask(self, question: MoveQuestion[M], correctable: Sequence[Phrase[M]] = ()) -> M:
        """The move that the player wants and has not taken back. ``correctable``: what may be named
        to correct the move before.

        Raises what :meth:`Table.ask` and the question's commands raise.
        """
        lines = self._table.lines
        prompt = question.prompt
        legal, misses = question.legal, 0
        self.untouched, self._told = True, ()
        while True:
            reading, answer, command = self._hear(prompt, question, legal, correctable)
            prompt = lines("your_move", name=question.name)
            if command is not None:
                question.commands[command]()
                continue
            if isinstance(reading, Understood):
                told = question.aside(reading.move)
                if told is not None:
                    for line in told:
                        self._table.voice.say(line)
                    if begun := question.begun(reading.move):
                        what, choices = begun
                        legal = (*question.narrowing(choices), *question.legal)
                        prompt = self._choice(question, choices, "what_with", what=what)
                    continue
            if answer.text:
                self.untouched, correctable = False, ()
            match reading:
                case Understood(move):
                    if self.agreed(question, reading, answer):
                        return move
                    corrected = self._table.early is not None
                    prompt = lines("corrected" if corrected else "taken_back", name=question.name)
                    legal, misses = question.legal, 0
                case Ambiguous(moves):
                    choices = moves[:_MOST_CHOICES]
                    legal = (*question.narrowing(choices), *question.legal)
                    prompt = self._choice(question, choices)
                case Refused(moves):
                    self._table.earcon(WRONG)
                    self._table.voice.say(question.why_not(moves))
                case NotUnderstood():
                    misses += 1
                    prompt = self._again(question, misses, answer)

    def read(self, answer: Answer, question: MoveQuestion[M]) -> Reading[M]:
        """What an answer means as an answer to ``question``."""
        return self._read(answer, question.legal, question.refused)

    def _read(
        self, answer: Answer, legal: Sequence[Phrase[M]], refused: Sequence[Phrase[M]]
    ) -> Reading[M]:
        if answer.typed is None:
            return match(answer.heard.words, legal, self._wording, refused)
        words = typed(answer.typed, self._vocabulary)
        return match(words, legal, self._wording.in_print, refused)

    def _hear(
        self,
        prompt: str,
        question: MoveQuestion[M],
        legal: Sequence[Phrase[M]],
        correctable: Sequence[Phrase[M]],
    ) -> tuple[Reading[M], Answer, Command | None]:
        table, own = self._table, tuple(question.commands)

        def is_enough(words: Sequence[Word]) -> bool:
            reading = match(words, legal, self._wording, question.refused)
            return isinstance(reading, Understood | Refused)

        in_words = listen_for(is_enough)
        in_commands = table.listener_for(own)
        knows = table.knows or (lambda _word: True)
        phrases = recogniser_phrases((*legal, *question.refused, *correctable), knows)
        decoys = [each for each in question.decoys if all(knows(word) for word in each.split())]
        answer = table.ask(
            prompt,
            Question(
                (*phrases, *decoys, *table.hearable(own)),
                lambda heard: in_commands(heard) if in_commands(heard).counted else in_words(heard),
                MOVE,
            ),
            question.help_lines,
            own,
        )
        reading = self._read(table.meant_by(answer) or answer, legal, question.refused)
        if table.numbered and (chosen := by_number(answer, self._told)) is not None:
            reading = Understood(cast(M, chosen), 0.0)
        command = table.command_in(answer, own)
        return reading, answer, None if isinstance(reading, Understood) else command

    def agreed(self, question: MoveQuestion[M], reading: Understood[M], answer: Answer) -> bool:
        """Whether the move stands. A line that was typed without a slip needs no confirmation.

        After "no, I said ..." the right words are kept for the next question.
        """
        if answer.typed is not None and reading.cost == 0:
            return True
        was_untouched, self.untouched = self.untouched, False
        try:
            return self._confirmed(question, reading, answer)
        finally:
            self.untouched = was_untouched

    def _confirmed(self, question: MoveQuestion[M], reading: Understood[M], answer: Answer) -> bool:
        table, named = self._table, question.describe(reading.move)
        stakes = _raised(question.stakes(reading.move), reading, answer, question.invited)
        if table.needs_care(question.name, answer):
            stakes = Stakes.ORDINARY if stakes is Stakes.LIGHT else Stakes.GRAVE
        if stakes is Stakes.LIGHT:
            return True
        sure_question = table.lines("sure_of_move", move=named, name=question.name)
        if stakes is Stakes.GRAVE or table.unhurried:
            return table.yes_or_no(sure_question, question.name)
        own = table.named("yes", "no")
        objection = table.ask(
            table.lines("move_named", move=named, name=question.name),
            Question(table.hearable(own), table.listener_for(own), GRACE, silence_agrees=True),
            (),
            own,
        )
        command = table.command_in(objection, own)
        if command is not None:
            return command.name == "yes"
        if all(word.text in UNKNOWN for word in objection.heard.words) and not objection.typed:
            return True
        if (meant := table.meant_by(objection)) is not None:
            table.early = meant if self._says_a_move(meant, question) else None
            return False
        return table.yes_or_no(sure_question, question.name)

    def _says_a_move(self, answer: Answer, question: MoveQuestion[M]) -> bool:
        return not isinstance(self.read(answer, question), NotUnderstood)

    def _choice(
        self, question: MoveQuestion[M], moves: Sequence[M], key: str = "which_one", **parts: str
    ) -> str:
        self._told = moves
        choices = either(self._table.choices([question.describe(move) for move in moves]))
        if question.secret:
            self._table.show(choices)
            return self._table.lines("which_on_screen", name=question.name)
        return self._table.lines(key, choices=choices, name=question.name, **parts)

    def _again(self, question: MoveQuestion[M], misses: int, answer: Answer) -> str:
        lines, name = self._table.lines, question.name
        if answer.end is End.SILENCE and not answer.heard.words:
            return lines("nobody", name=name, prompt=question.prompt)
        moves = tuple(dict.fromkeys(phrase.move for phrase in question.legal))
        real = [move for move in moves if question.aside(move) is None][:_MOST_CHOICES]
        named = [question.describe(move) for move in real]
        if question.secret or self._table.tells_choices(misses):
            self._told = real
        if question.secret:
            self._table.earcon(NOT_UNDERSTOOD)
            self._table.show(either(self._table.choices(named)))
            return lines("again", prompt=question.prompt)
        choices = [Command(each, (each,), "") for each in named]
        return self._table.retry(question.prompt, name, misses, answer, choices)


def _raised(
    stakes: Stakes, reading: Understood[M], answer: Answer, invited: Collection[str]
) -> Stakes:
    """Doubt raises the stakes: by one degree where a move can be taken back, else to the utmost."""
    alone = reading.alone and not any(word.text in invited for word in answer.heard.words)
    if reading.cost <= SURE and not alone:
        return stakes
    slight = stakes is Stakes.LIGHT and reading.cost <= HALF_SURE and not alone
    return Stakes.ORDINARY if slight else Stakes.GRAVE
