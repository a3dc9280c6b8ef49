"""Decks of treasures from TOML files, refused with file and line when something is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assistant.games.cavern.deck import CHIEF, Alarm, Deck, Kind
from assistant.understanding.english import article_of, plural_of

CARDS = 45
"""Treasure cards in a deck, the Chief Thief not counted (A2 in the rules page)."""

MOST_COPIES = 9
"""Cards of one treasure."""

_TREASURE_KEYS = {
    "name", "plural", "article", "copies", "alarm", "adjectives", "aliases", "spoken",
}  # fmt: skip
_CHIEF_KEYS = {"name", "plural", "article", "adjectives", "aliases", "mishearings", "spoken"}
_ALARMS = {alarm.value: alarm for alarm in Alarm}
WORDS = re.compile(r"[^\W\d_]+(?:[' -][^\W\d_]+)*")
"""What can be listened for: one or more words, such as "jack-in-the-box"."""

_HEADER = re.compile(r"\s*\[{1,2}\s*[\w\"'.-]+\s*\]{1,2}\s*(?:#.*)?")
"""A line that begins a table, unlike a line of a list such as ``["knife", "knives"],``."""


class DeckProblem(Exception):
    """A deck file that cannot be used; the message is one sentence beginning ``file:line:``."""

    def __init__(self, path: Path, line: int, sentence: str) -> None:
        super().__init__(f"{path}:{line}: {sentence}")
        self.line = line
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to name a treasure: a single one and several of it (the same word for both if so)."""

    one: str
    several: str


@dataclass(frozen=True, slots=True)
class Treasure:
    """The words for one kind of treasure. ``line`` is where the deck file begins to speak of it."""

    kind: str
    wording: Wording
    article: str
    adjectives: Mapping[str, str]
    """Adjective to the article it takes."""
    aliases: tuple[Wording, ...]
    spoken: Wording | None
    line: int
    lines: Mapping[str, int] = field(default_factory=dict)
    """The lines of single keys, such as "name", as far as they are known."""

    def line_of(self, key: str) -> int:
        """The line of ``key`` in the deck file, or of the whole treasure."""
        return self.lines.get(key, self.line)

    def wordings(self) -> tuple[Wording, ...]:
        """All accepted ways to name it when typed, the shown one first."""
        return (self.wording, *((self.spoken,) if self.spoken else ()), *self.aliases)


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A deck for the rules and the words for its treasures, the Chief Thief among them."""

    path: Path
    deck: Deck
    treasures: Mapping[str, Treasure]
    mishearings: tuple[str, ...]
    """Word runs that a recogniser is known to hear for the Chief Thief."""

    def phrase(self, kind: str, count: int = 1, adjective: str | None = None) -> str:
        """``count`` of ``kind`` as the host says it: "a lion", "two soft cushions"."""
        treasure = self.treasures[kind]
        between = f" {adjective} " if adjective else " "
        if count > 1:
            return f"{number_word(count)}{between}{treasure.wording.several}"
        article = treasure.adjectives.get(adjective, "a") if adjective else treasure.article
        return f"{article}{between}{treasure.wording.one}"


NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip


def number_word(number: int) -> str:
    """``number`` in words up to twelve, in digits beyond."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else str(number)


def read_deck(path: Path) -> DeckFile:
    """The deck in the TOML file ``path``. Raises :class:`DeckProblem`."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors put a mark in front
    except OSError as problem:
        reason = problem.strerror or "it cannot be read"
        raise DeckProblem(path, 1, f"the deck file cannot be opened: {reason}.") from problem
    except UnicodeDecodeError as problem:
        raise DeckProblem(path, 1, "the deck file is not UTF-8 text.") from problem
    return parse_deck(text, path)


def parse_deck(text: str, path: Path) -> DeckFile:
    """The deck whose file holds ``text``; ``path`` is what problems name. Raises as `read_deck`."""
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # tomllib lets some of int() and str through
        place = re.search(r"at line (\d+)", str(problem))
        line = int(place.group(1)) if place else _last_line(text)
        what = str(problem).split(" (at ")[0]
        raise DeckProblem(path, line, f"this is not TOML: {what}.") from problem
    return _Reader(path, text).deck(content)


def _last_line(text: str) -> int:
    return max(1, text.count("\n") + (not text.endswith("\n")))


class _Reader:
    """Checks one file's content and knows on which line each thing stands."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.lines = text.split("\n")[: _last_line(text)]
        self.headers = [
            number for number, line in enumerate(self.lines, 1) if _HEADER.fullmatch(line)
        ]

    def deck(self, content: Mapping[str, Any]) -> DeckFile:
        unknown = set(content) - {"name", "chief", "treasure"}
        if unknown:
            key = sorted(unknown)[0]
            line = self.line_of(f"[{key}]", self.line_of(f"[[{key}]]", self.line_of(key, 1)))
            raise self.problem(line, f'"{key}" is not something a deck has.')
        rows = content.get("treasure")
        if not isinstance(rows, list) or not rows:
            raise self.problem(1, "there is no [[treasure]] in this deck.")
        starts = [n for n in self.headers if re.match(r"\s*\[\[\s*treasure", self.lines[n - 1])]
        if len(starts) != len(rows):  # inline tables: no line of their own to name
            starts = [starts[0] if starts else 1] * len(rows)
        treasures: dict[str, Treasure] = {}
        kinds: list[Kind] = []
        for start, row in zip(starts, rows, strict=True):
            if not isinstance(row, dict):
                raise self.problem(start, "each treasure must be a table that begins [[treasure]].")
            treasure, kind = self.treasure(row, start)
            if kind.name == CHIEF:
                raise self.problem(start, f'"{CHIEF}" belongs in [chief]: every deck has one.')
            if kind.name in treasures:
                first = treasures[kind.name].line
                raise self.problem(
                    treasure.line_of("name"),
                    f'"{kind.name}" is already the treasure of line {first}: '
                    "raise its copies instead, or name this one differently.",
                )
            treasures[kind.name] = treasure
            kinds.append(kind)
        row = content.get("chief", {})
        if not isinstance(row, dict):
            line = self.line_of("chief", self.line_of("[[chief]]", 1))
            raise self.problem(line, "the Chief Thief must be a table that begins [chief].")
        chief = self.chief(row)
        treasures[CHIEF] = chief
        self.check_no_wording_twice(treasures)
        cards = sum(kind.copies for kind in kinds)
        if cards != CARDS:
            raise self.problem(
                starts[-1],
                f"the deck has {cards} treasure cards, but it must have {CARDS}: "
                f"{'add' if cards < CARDS else 'take away'} {abs(CARDS - cards)} by changing "
                "the copies.",
            )
        line = self.line_of("mishearings", chief.line)
        mishearings = self.words(row.get("mishearings", []), line, "mishearings")
        name = content.get("name", self.path.stem)
        if not isinstance(name, str):
            raise self.problem(self.line_of("name", 1), "the name of the deck must be in quotes.")
        deck = Deck(
            name=name,
            kinds=tuple(kinds),
            chief_adjectives=tuple(chief.adjectives),
        )
        return DeckFile(self.path, deck, treasures, tuple(mishearings))

    def treasure(self, row: Mapping[str, Any], start: int) -> tuple[Treasure, Kind]:
        for key in row:
            if key not in _TREASURE_KEYS:
                raise self.problem(
                    self.line_of(key, start), f'"{key}" is not something a treasure has.'
                )
        name = self.word(row, "name", start)
        plural = self.word_or(plural_of, row, "plural", start, name)
        article = self.word_or(article_of, row, "article", start, name)
        if article not in ("a", "an"):
            raise self.problem(
                self.line_of("article", start), f'the article of "{name}" must be "a" or "an".'
            )
        copies = row.get("copies")
        if (
            not isinstance(copies, int)
            or isinstance(copies, bool)
            or not 1 <= copies <= MOST_COPIES
        ):
            raise self.problem(
                self.line_of("copies", start),
                f'"{name}" needs copies = a whole number from 1 to {MOST_COPIES}.',
            )
        alarm = row.get("alarm")
        if alarm is not None and (not isinstance(alarm, str) or alarm not in _ALARMS):
            raise self.problem(
                self.line_of("alarm", start),
                f'the alarm of "{name}" must be "shiny", "noisy" or "encumbering", or be left out.',
            )
        treasure = Treasure(
            kind=name,
            wording=Wording(name, plural),
            article=article,
            adjectives=self.adjectives(row.get("adjectives", []), start, name),
            aliases=self.wordings(row.get("aliases", []), start, "aliases"),
            spoken=self.spoken(row, start),
            line=start,
            lines={key: self.line_of(key, start) for key in row},
        )
        kind = Kind(name, copies, _ALARMS[alarm] if alarm else None, tuple(treasure.adjectives))
        return treasure, kind

    def chief(self, row: Mapping[str, Any]) -> Treasure:
        start = self.line_of("[chief]", 1)
        for key in row:
            if key not in _CHIEF_KEYS:
                raise self.problem(self.line_of(key, start), f'"{key}" is not for the [chief].')
        name = self.word({"name": CHIEF, **row}, "name", start)
        article = row.get("article", "the")
        if article not in ("a", "an", "the"):
            raise self.problem(
                self.line_of("article", start), f'the article of "{name}" must be "a" or "the".'
            )
        return Treasure(
            kind=CHIEF,
            wording=Wording(name, self.word({"plural": f"{name}s", **row}, "plural", start)),
            article=article,
            adjectives=self.adjectives(row.get("adjectives", []), start, name),
            aliases=self.wordings(row.get("aliases", []), start, "aliases"),
            spoken=self.spoken(row, start),
            line=start,
            lines={key: self.line_of(key, start) for key in row},
        )

    def spoken(self, row: Mapping[str, Any], start: int) -> Wording | None:
        if "spoken" not in row:
            return None
        return self.wordings([row["spoken"]], start, "spoken")[0]

    def adjectives(self, entries: Any, start: int, name: str) -> dict[str, str]:
        line = self.line_of("adjectives", start)
        found: dict[str, str] = {}
        for entry in self.words(entries, line, "adjectives"):
            article, _, adjective = entry.partition(" ")
            if article not in ("a", "an") or not adjective or " " in adjective:
                raise self.problem(
                    line,
                    f'the adjective "{entry}" of "{name}" must be written with its article, '
                    'like "a soft".',
                )
            found[adjective] = article
        return found

    def wordings(self, entries: Any, start: int, key: str) -> tuple[Wording, ...]:
        line = self.line_of(key, start)
        if not isinstance(entries, list):
            raise self.problem(line, f"{key} must be a list in square brackets.")
        found = []
        for entry in entries:
            pair = [entry, entry] if isinstance(entry, str) else entry
            if not isinstance(pair, list) or len(pair) != 2:
                raise self.problem(line, f'each of {key} must be like ["knife", "knives"].')
            one, several = self.words(pair, line, key)
            found.append(Wording(one, several))
        return tuple(found)

    def word(self, row: Mapping[str, Any], key: str, start: int, of: str = "") -> str:
        value = row.get(key)
        whose = f' of "{of}"' if of else ""
        if value is None:
            raise self.problem(start, f'the {key}{whose} is missing: add {key} = "...".')
        return self.words([value], self.line_of(key, start), f"{key}{whose}")[0]

    def word_or(
        self, usual: Callable[[str], str], row: Mapping[str, Any], key: str, start: int, name: str
    ) -> str:
        return self.word(row, key, start, of=name) if key in row else usual(name)

    def words(self, entries: Any, line: int, what: str) -> list[str]:
        if not isinstance(entries, list):
            raise self.problem(line, f"{what} must be a list in square brackets.")
        found = []
        for entry in entries:
            plain = " ".join(entry.lower().split()) if isinstance(entry, str) else ""
            if not WORDS.fullmatch(plain):
                raise self.problem(
                    line, f"{what} must be made of words in quotation marks, not {entry!r}."
                )
            found.append(plain)
        return found

    def check_no_wording_twice(self, treasures: Mapping[str, Treasure]) -> None:
        owners: dict[str, str] = {}
        for treasure in treasures.values():
            for wording in treasure.wordings():
                for words in {wording.one, wording.several}:
                    owner = owners.setdefault(words, treasure.kind)
                    if owner != treasure.kind:
                        raise self.problem(
                            treasure.line, f'"{words}" names both "{owner}" and "{treasure.kind}".'
                        )
        for treasure in treasures.values():
            for adjective in treasure.adjectives:
                if adjective in owners:
                    raise self.problem(
                        treasure.line_of("adjectives"),
                        f'the adjective "{adjective}" of "{treasure.kind}" is also a treasure.',
                    )

    def line_of(self, key: str, start: int) -> int:
        """The line of ``key``, or of a header, in the table that begins on line ``start`` (1 means
        the whole file); ``start`` itself if it is not to be found, as with an inline table."""
        for number in self.table(start):
            line = self.lines[number - 1].strip()
            if line == key or re.match(rf"{re.escape(key)}\s*=", line):
                return number
        return start

    def table(self, start: int) -> Iterator[int]:
        ends = [header for header in self.headers if header > start]
        whole_file = start == 1
        end = len(self.lines) if whole_file or not ends else ends[0] - 1
        yield from range(start, end + 1)

    def problem(self, line: int, sentence: str) -> DeckProblem:
        return DeckProblem(self.path, line, sentence)
