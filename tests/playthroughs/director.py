"""People who type: what they say follows from the state of the game alone, so that any part of an
evening can be played again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from assistant.games.cavern.settings import Adjectives, AliBaba, Grouping, Settings
from assistant.games.cavern.state import Phase, State
from assistant.games.kernel import fingerprint
from assistant.hosting.book import Book
from assistant.hosting.cavern import CavernHost, Evening, Saved
from assistant.hosting.ears import Answer, NoMoreAnswers, Question
from assistant.hosting.opening import seat_players
from assistant.hosting.table import Table
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.deck_file import DeckFile
from tests.hosting.fakes import SILENCE, FakeVoice, shipped_deck

DECK = shipped_deck()

Special = Callable[[State, Question], "str | Answer | None"]
"""What somebody says at a certain moment instead of the usual."""


class Director:
    """Answers for everybody. ``most``: the number of answers after which the evening breaks off."""

    def __init__(
        self, special: Special | None = None, most: int | None = None, deck: DeckFile = DECK
    ) -> None:
        self.host: CavernHost
        self._deck = deck
        self.answered = 0
        self._special = special or (lambda _state, _question: None)
        self._most = most

    def listen(self, question: Question, quiet_from: float) -> Answer:
        """The next answer."""
        if self._most is not None and self.answered >= self._most:
            raise NoMoreAnswers
        self.answered += 1
        state = self.host.state
        said = self._special(state, question)
        if said is None:
            said = SILENCE if question.silence_agrees else usual(state, self._deck)
        return Answer.of_line(said) if isinstance(said, str) else said


def usual(state: State, deck: DeckFile = DECK) -> str:
    """What somebody with a good, but not perfect memory says."""
    rng = Random(fingerprint(state))
    match state.phase:
        case Phase.DRAW_FIRST:
            return "draw"
        case Phase.DECIDE:
            return "open sesame" if len(state.hand) > 5 else "draw"
        case Phase.RULE:
            return "it was right" if rng.random() < 0.7 else "it was wrong"
        case Phase.SHARE:
            own = state.piles[state.to_move or 0]
            kinds = list(dict.fromkeys(state.hand))
            return f"I take the {next((kind for kind in kinds if kind not in own), kinds[0])}"
    return recitation(state, rng, deck)


def recitation(state: State, rng: Random, deck: DeckFile = DECK) -> str:
    """The list of the hand, mostly whole, in an order that is allowed."""
    kinds = list(dict.fromkeys(state.hand))
    if not state.settings.order:
        rng.shuffle(kinds)
    wrong = len(kinds) > 3 and rng.random() < 0.25
    if wrong:
        kinds.pop()
    parts = []
    for kind in kinds:
        adjective = state.adjectives.get(kind)
        if state.settings.adjectives is not Adjectives.OFF and adjective is None:
            adjective = rng.choice(state.deck.named[kind].adjectives)
        number = state.hand.count(kind)
        if number > 1 and state.settings.grouping is Grouping.LENIENT:
            parts += [deck.phrase(kind, 1, adjective)] * number
        else:
            parts.append(deck.phrase(kind, number, adjective))
    done = " That's all." if wrong or state.settings.say_done else ""
    return f"In the cavern there is {', '.join(parts)}.{done}"


def evening(settings: Settings, names: Sequence[str], seed: int, deck: DeckFile = DECK) -> Evening:
    """An evening at which the first player is Ali Baba first, unless the host is."""
    players = seat_players(names, settings.ali, cassim=settings.cassim)
    first = len(players) - 1 if settings.ali is AliBaba.HOST else 0
    return Evening(deck, players, settings, seed, first)


def seated(
    director: Director, chosen: Evening, book: Book | None = None, saved: Saved | None = None
) -> tuple[CavernHost, FakeVoice]:
    """A host at a table with this director, and all that is said and shown there."""
    voice = FakeVoice()
    table = Table(voice, director, voice.said.append)
    settings = chosen.settings
    words = CavernWords(
        chosen.deck,
        adjectives=settings.adjectives is not Adjectives.OFF,
        correction=settings.correction_grace,
    )
    director.host = CavernHost(table, chosen, words, book=book, saved=saved)
    return director.host, voice
