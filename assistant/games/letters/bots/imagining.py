"""A state that fits what a seat sees, for thinking ahead without peeking."""

from __future__ import annotations

from collections import Counter

from assistant.games.kernel import Chance
from assistant.games.letters.cards import SEQUENCE, Card, Kind, deck
from assistant.games.letters.state import State
from assistant.games.letters.views import View


def unseen_cards(view: View) -> tuple[Card, ...]:
    """The cards that lie in no hand, in no row and not openly on a pile, in deck order."""
    left = Counter(deck(len(view.hands), view.settings.left_out))
    for cards in (*view.hands, *view.rows, view.discard or (view.discard_top,)):
        left.subtract(card for card in cards if card is not None)
    left.subtract(Card(Kind.THIEF, letter) for letter in SEQUENCE[: view.thieves])
    return tuple(left.elements())


def imagine(view: View, chance: Chance) -> tuple[State, Chance]:
    """A state that ``view`` cannot tell from the true one, the unseen cards in random order."""
    unseen, chance = chance.shuffled(unseen_cards(view))
    draw, buried = unseen[: view.draw_count], unseen[view.draw_count :]
    top = () if view.discard_top is None else (view.discard_top,)
    state = State(
        settings=view.settings,
        chance=chance,
        scores=view.scores,
        phase=view.phase,
        game=view.game,
        multiplier=view.multiplier,
        dealer=view.dealer,
        turn=view.turn,
        hands=view.hands,
        rows=view.rows,
        thieves=view.thieves,
        draw=draw,
        discard=view.discard or (*buried, *top),
        placed=view.placed,
        removed=view.removed,
    )
    return state, chance
