"""What it takes to play by ear alone: safe prompts, true help, and answers to all that is shown."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from rich.console import Console

from assistant.data import data_path
from assistant.games import letters as letter_game
from assistant.games import tiles as tile_game
from assistant.games.kernel import Chance
from assistant.games.letters.bots import BOTS as LETTER_BOTS
from assistant.games.letters.bots import Strength
from assistant.hearing.turn import End, Heard, Want
from assistant.hearing.words import Word
from assistant.hosting import letters_answers, tile_answers
from assistant.hosting.ears import Answer, NoMoreAnswers, Question
from assistant.hosting.letters_names import Naming
from assistant.hosting.letters_screen import draw as draw_letters
from assistant.hosting.lines import Lines, counted
from assistant.hosting.table import Table
from assistant.hosting.tile_board import describe
from assistant.hosting.tile_screen import LETTERS, draw
from assistant.understanding.commands import (
    Command,
    match_heard,
    match_typed,
    read_commands,
)
from assistant.understanding.deck_file import NUMBER_WORDS
from assistant.understanding.letter_words import LetterWords
from assistant.understanding.tile_words import TileWords
from tests.hosting import test_by_ear
from tests.hosting.by_ear import Decide, Listener
from tests.hosting.fakes import FakeVoice

TABLES = ("commands.toml", "practice.toml")
HELP = re.compile(r"Say (?!what to do)(?P<phrase>.+?) to (?P<help>.+)\.")


class Auditor(Listener):
    """Types what a player by ear would say; before that, at each new kind of question, something
    that is no answer, and help. Every question that was asked is kept with the words before it.
    """

    def __init__(self, voice: FakeVoice, decide: Decide, most: int) -> None:
        self._voice = voice
        self._decide = decide
        self._most = most
        self.said = []
        self.asked: list[tuple[str, Question, str]] = []
        """The last line, the question, and what was answered."""
        self.helped: list[tuple[Question, list[str]]] = []
        self._kinds: dict[tuple[str, ...], int] = {}
        self._help_from: tuple[Question, int] | None = None

    def listen(self, question: Question, quiet_from: float) -> Answer:
        if self._help_from is not None:
            helped, at = self._help_from
            self._help_from = None
            self.helped.append((helped, self.lines[at:]))
            del self.lines[at:]  # the player has heard the question before it
            self.lines.extend(self._before)
        self.asked.append((self.last, question, ""))
        text = self._decide(self)
        if question.silence_agrees and not text:
            return Answer(None, Heard((), 0.0), End.SILENCE)
        kind = (re.sub(r"\W.*", "", self.last), *question.phrases[-3:], str(question.budget))
        tried = self._kinds[kind] = self._kinds.get(kind, 0) + 1
        if tried == 1:
            self._before: list[str] = []
            self._help_from = question, len(self.lines)
            return Answer.of_line("help")
        if tried == 2 and not question.budget.rhythm:
            return Answer.of_line("xyzzy")
        if len(self.asked) > 6 * self._most:
            raise NoMoreAnswers
        if text is None:
            return Answer(None, Heard((), 0.0), End.SILENCE)
        self.said.append(text)
        return Answer.of_line(text)


class Everything:
    """A speech model that knows every word."""

    def knows(self, _word: str) -> bool:
        return True

    def vocabulary(self) -> tuple[str, ...]:
        return ()


PLAYED: dict[str, Callable[..., object]] = {
    "cavern": test_by_ear.test_the_cavern,
    "tiles": test_by_ear.test_the_tile_game,
    "letters": test_by_ear.test_a_game_of_letters,
    "practice": test_by_ear.test_practice,
}


@pytest.fixture(params=PLAYED, scope="module")
def audited(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Auditor]:
    """A game that was played to its end with the keyboard, by one who does not look."""
    auditors: list[Auditor] = []

    def table(_model: object, decide: Decide, most: int) -> tuple[Table, Auditor]:
        voice = FakeVoice()
        auditors.append(Auditor(voice, decide, most))
        return Table(voice, auditors[0], lambda _line: None), auditors[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(test_by_ear, "table_by_ear", table)
        more = [tmp_path_factory.mktemp("data")] if request.param == "practice" else []
        with suppress(AssertionError):  # what is said of misses is looked at here, not there
            PLAYED[request.param](Everything(), *more)
    yield auditors[0]


def test_no_question_ends_with_a_word_that_is_listened_for(audited: Auditor) -> None:
    assert len(audited.asked) > 8
    for prompt, question, _ in audited.asked:
        last = re.findall(r"[\w']+", prompt.casefold())[-1]
        listened = {word for phrase in question.phrases for word in phrase.casefold().split()}
        assert last not in listened, prompt


def test_help_promises_nothing_but_what_is_listened_for_and_understood(audited: Auditor) -> None:
    assert audited.helped
    for question, lines in audited.helped:
        promised = [match["phrase"] for line in lines if (match := HELP.fullmatch(line))]
        anywhere = next(line for line in lines if line.startswith("And at any time: "))
        promised += re.split(", | and ", anywhere.removeprefix("And at any time: ").rstrip("."))
        assert len(promised) > 10
        for phrase in promised:
            assert phrase in question.phrases, phrase
            heard = Heard(as_heard(phrase), 0.0)
            enough = question.listener(heard).want is not Want.MORE
            assert enough or phrase == "no i said", phrase


def every_command() -> list[tuple[tuple[Command, ...], Command]]:
    """Each command with those of its table."""
    tables = [tuple(read_commands(data_path("grammars", file)).values()) for file in TABLES]
    tables.append(tuple(TileWords().questions.values()))
    return [(table, command) for table in tables for command in table]


@pytest.mark.parametrize(("table", "command"), every_command(), ids=lambda each: str(each)[:40])
def test_every_spoken_command_has_a_typed_twin(
    table: tuple[Command, ...], command: Command
) -> None:
    for phrase in command.say:
        assert match_heard(as_heard(phrase), table) is command
        assert match_typed(phrase, table) is command
        assert match_typed(f"{phrase.upper()}!", table) is command
    for short in command.typed:
        assert match_typed(short, table) is command


def as_heard(phrase: str) -> tuple[Word, ...]:
    """The words of ``phrase`` as if they had been heard well."""
    return tuple(Word(text, at / 2, at / 2 + 0.4, 1.0) for at, text in enumerate(phrase.split()))


def drawn(show: Callable[[Console], None]) -> str:
    """What a wide screen without colours shows."""
    out = io.StringIO()
    show(Console(file=out, width=200, no_color=True))
    return out.getvalue()


@pytest.mark.parametrize("seed", range(4))
def test_every_tile_on_the_screen_can_be_asked_for(seed: int) -> None:
    state, lines = tile_game.UNDEALT, Lines("tiles")
    for event in tile_game.begin(tile_game.Settings(), 3, seed, 0):
        state = tile_game.evolve(state, event)
    luck = Chance.seeded(seed)
    for _ in range(5 * seed):
        seat = tile_game.to_act(state)
        assert seat is not None
        command, luck = tile_game.bots.BOTS[Strength.EASY](tile_game.view(state, seat), luck)
        for event in tile_game.decide(state, command):
            state = tile_game.evolve(state, event)
    seen = tile_game.view(state, tile_game.to_act(state))
    screen = drawn(lambda console: draw(console, seen))
    colours = {letter: colour.value for colour, letter in LETTERS.items()}
    cells = re.findall(r"([* ])([A-Z]) \S+ ([a-z]+)", screen.rpartition("\n* may")[0])
    told = " ".join(describe(seen, lines))
    shown = sorted(f"{colours[letter]} {treasure}" for _, letter, treasure in cells)
    named = re.findall(rf"({'|'.join(colours.values())}) ([a-z]+)( \(forbidden\))?", told)
    assert sorted(f"{colour} {treasure}" for colour, treasure, _ in named) == shown
    may = sorted(f"{colours[letter]} {treasure}" for star, letter, treasure in cells if star == "*")
    assert sorted(f"{one} {two}" for one, two, barred in named if not barred) == may
    down = sum(map(number, re.findall(r"(\w+) tiles? face down", told)))
    assert down == screen.rpartition("\n* may")[0].count("##")
    if seen.step is tile_game.Step.TAKE:
        assert number(found_in(r"You can take (\w+)", tile_answers.choices(seen, lines))) == len(
            may
        )


def found_in(pattern: str, text: str) -> str:
    """The first part of ``text`` that is so."""
    match = re.search(pattern, text)
    assert match is not None, text
    return match[1]


def number(word: str) -> int:
    """A number as the host says it."""
    return int(word) if word.isdecimal() else NUMBER_WORDS.index(word)


@pytest.mark.parametrize("seed", range(4))
def test_everything_on_the_table_of_letters_can_be_asked_for(seed: int) -> None:
    names = ("Ana", "Ben", "Caro")
    naming, lines = Naming(LetterWords(names), names), Lines("letters")
    state, luck = letter_game.begin(3, seed, letter_game.Settings()), Chance.seeded(seed)
    for _ in range(2 + 9 * seed):
        if state.phase is letter_game.Phase.READY:
            events = letter_game.decide(state, letter_game.legal_commands(state)[0])
        else:
            bot = LETTER_BOTS[Strength.EASY]
            command, luck = bot(letter_game.view(state, state.turn), luck)
            events = letter_game.decide(state, command)
        for event in events:
            state = letter_game.evolve(state, event)
    seen = letter_game.view(state, state.turn)
    screen = drawn(lambda console: draw_letters(console, seen, naming)).splitlines()
    points = letters_answers.standings(seen, naming, lines)
    for seat, name in enumerate(names):
        at = next(at for at, line in enumerate(screen) if f"{name}:" in line)
        assert f"{name} has {found_in(rf'{name}: ([0-9]+) points', screen[at])}" in points
        held = re.findall(r"[0-9]+ ([a-z]+ [A-Z]|Ali Baba)", screen[at + 2])
        told = letters_answers.hand(seen, seat, naming, lines)
        said = re.split("; ", told.partition(" has ")[2].rstrip(".")) if seen.hands[seat] else []
        assert [of_voice(card) for card in said] == held
        row = letters_answers.row(seen, seat, naming, lines)
        shown = re.findall(r"(blu|gre|pur|ora|bri) ([A-Z])|(ali) ", screen[at + 1])
        count = number(found_in(r": (\w+) card", row)) if "cards," in row or "card," in row else 0
        assert count == len(shown)
        for place, (kind, _, ali) in enumerate(shown, 1):
            odd = re.search(rf"(bridge|Ali Baba)[\w ]* at place {NUMBERS[place]}\b", row)
            expected = "bri" if odd and odd[1] == "bridge" else "ali" if odd else colour_in(row)
            assert (kind or ali) == expected
        if wanted := re.search(r"next ([A-Z])", screen[at]):
            assert f" {wanted[1]} " in row or f" {wanted[1]}." in row
    bottom = " ".join(screen[-2:])
    top = found_in(r"discard pile ((?:\w+ )+?)  ", bottom)
    assert of_voice(f"one, {told_top(letters_answers.discard_pile(seen, naming, lines))}") == (
        top.strip()
    )
    assert str(seen.draw_count) == found_in(r"draw pile (\d+)", bottom)
    assert f"{counted(seen.draw_count, 'card is', 'cards are')} left" in points
    out = found_in(r"thieves (\w+)", bottom)
    assert (0 if out == "none" else len(out)) == seen.thieves
    thieves = letters_answers.thieves(seen, naming, lines)
    assert ("No thief" in thieves) if out == "none" else (NUMBERS[len(out)] in thieves.casefold())


NUMBERS = (
    "none",
    *[
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ],
)


def colour_in(row: str) -> str:
    """The colour of a row's letters, as short as the screen has it."""
    return found_in("(blue|green|purple|orange)", row)[:3]


def of_voice(card: str) -> str:
    """A card as the screen names it, from how the host says it with its number."""
    words = card.partition(", ")[2].replace("forty thieves", "thief").split()
    return " ".join(words[:2])


def told_top(line: str) -> str:
    """The card on top, as it is said."""
    match = re.search(r"lies (?:the )?(.+)\.", line)
    return match[1] if match else "nothing"
