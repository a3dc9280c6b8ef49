"""What the host of the cavern says of what happened. It never names a card of a closed hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from assistant.games.cavern.deck import CHIEF, Alarm
from assistant.games.cavern.recitation import Flaw, Judgement, Outcome
from assistant.games.cavern.scoring import Result
from assistant.games.cavern.settings import AliBaba, Naming
from assistant.games.cavern.state import (
    CardRevealed,
    Case,
    Event,
    GameBegan,
    GameEnded,
    OpenedSesame,
    Overruled,
    Phase,
    Recited,
    RoundBegan,
    Ruled,
    SharingBegan,
    State,
    Took,
)
from assistant.games.cavern.tokens import Capture, Tokens
from assistant.games.cavern.views import table_view
from assistant.games.kernel import Seat
from assistant.hosting.evening import Evening, Role
from assistant.hosting.lines import counted, either, listing
from assistant.hosting.table import ALARM, CAPTURED, COUNTED, WRONG, Table

LONG, VERY_LONG = 6, 9
"""From so many treasures on a right list is praised."""


class Announcer:
    """Tells one evening's events at a table."""

    def __init__(self, table: Table, evening: Evening) -> None:
        self._table = table
        self._evening = evening
        self._deck = evening.deck

    def announce(self, event: Event, before: State, after: State) -> None:
        """Says what happened, between the states ``before`` and ``after``."""
        tell = self._table.tell
        match event:
            case GameBegan():
                self._welcome()
            case RoundBegan(number, ali, _):
                self._round(number, ali)
            case CardRevealed():
                self._card(event, after)
            case Recited():
                self._recited(event, before, after)
            case Ruled(_, correct):
                self._table.earcon(COUNTED if correct else WRONG)
                tell("ruled_right" if correct else "ruled_wrong")
            case Overruled(thief, correct):
                tell("overruled_right" if correct else "overruled_wrong", name=self._name(thief))
            case OpenedSesame(ali):
                size = len(after.hand)
                tell("open_sesame", name=self._name(ali), **_treasures(size))
            case SharingBegan(case, _, _):
                if case is Case.SESAME and not before.pile:
                    size = len(after.hand)
                    tell("pile_empty", name=self._name(before.ali), **_treasures(size))
                tell("sharing", left=self.open_hand(after))
            case Took(seat, card, _):
                self._pick(seat, card, before)
            case GameEnded(result):
                self._result(result, after)

    def _welcome(self) -> None:
        people = [player.name for player in self._evening.players if player.role is not Role.HOST]
        if self._evening.settings.ali is AliBaba.HOST:
            several = len(people) > 1
            self._table.tell(
                "welcome_host",
                thieves=listing(people),
                are="are" if several else "is",
                thief_word="thieves" if several else "thief",
                cards=self._deck.deck.size,
            )
        else:
            self._table.tell("welcome_rotate", players=listing(people))

    def _round(self, number: int, ali: Seat) -> None:
        if self._evening.settings.ali is AliBaba.HOST:
            self._table.tell("round_host", round=number)
        else:
            self._table.tell("round", round=number, ali=self._name(ali))

    def _card(self, event: CardRevealed, after: State) -> None:
        phrase = self._deck.phrase(event.card, 1, event.adjective)
        self._table.veil()  # the treasures before this one are for the memory alone
        if self._evening.settings.naming is Naming.PICTURE:
            self._table.tell("shown_treasure")
            self._table.show(phrase)
        else:
            key = "first_treasure" if len(after.hand) == 1 else "next_treasure"
            self._table.tell(key, treasure=phrase)
        if event.alarm is not None:
            count = event.tokens.of(event.alarm)
            self._table.earcon(ALARM)
            self._table.tell(
                "alarm",
                alarm=event.alarm.value,
                count=counted(count, "", "").strip(),
                alarm_word="alarm" if count == 1 else "alarms",
            )
        if event.card == CHIEF:
            self._table.tell("chief_revealed")
        if event.alarm is not None:
            self._danger(event.tokens, event.capture, event.alarm, self._is(after.ali))

    def _danger(self, tokens: Tokens, capture: Capture | None, alarm: Alarm, ali: str) -> None:
        """What the alarms have come to. ``ali``: "Ana is"."""
        dangers = [each.value for each in Alarm if tokens.captured_by(each)]
        if capture is not None:
            self._table.earcon(CAPTURED)
        if capture is Capture.THREE_ALIKE:
            self._table.tell("captured_alike", alarm=alarm.value, ali=ali)
        elif capture is Capture.ALL_DIFFERENT:
            self._table.tell("captured_different", ali=ali)
        elif dangers:
            self._table.tell("danger", dangers=either(dangers), ali=ali)

    def _is(self, ali: Seat) -> str:
        """Ali Baba as the subject of a sentence."""
        if self._evening.players[ali].role is Role.HOST:
            return self._table.lines.part("i_am")
        return self._table.lines.part("somebody_is", name=self._name(ali))

    def _recited(self, event: Recited, before: State, after: State) -> None:
        thief = self._evening.players[event.thief]
        if thief.role is not Role.PERSON:
            said = [self._deck.phrase(m.kind, m.count, m.adjective) for m in event.mentions]
            self._table.tell("computer_recites", name=thief.name, list=listing(said) or "...")
        if after.phase is not Phase.RULE:
            self._verdict(event.judgement, before, thief.name)

    def _verdict(self, judged: Judgement, before: State, name: str) -> None:
        tell, deck = self._table.tell, self._deck
        if judged.outcome is Outcome.COMPLETE:
            self._table.earcon(COUNTED)
            self._right(len(before.hand), name, reminded=bool(judged.reminders))
            return
        self._table.earcon(WRONG)
        held = Counter(before.hand)
        kind = judged.kind or ""
        adjective = before.adjectives.get(kind)
        group = deck.phrase(kind, held[kind], adjective) if held[kind] else ""
        match judged.flaw:
            case Flaw.EXTRA:
                tell("wrong_extra", treasure=kind)
            case Flaw.TOO_MANY:
                tell("wrong_too_many", held=group, **{"is": _is(held[kind])})
            case Flaw.TOO_FEW:
                tell("wrong_too_few", held=group)
            case Flaw.SPLIT:
                tell("wrong_split", held=group)
            case Flaw.WRONG_ADJECTIVE if adjective:
                tell("wrong_adjective", held=group)
            case Flaw.WRONG_ADJECTIVE:
                tell("wrong_adjective_missing", treasure=kind)
            case Flaw.WRONG_ORDER:
                tell("wrong_order", treasure=f"the {kind}")
            case _:
                gone = judged.missing
                missing = [
                    deck.phrase(each, n, before.adjectives.get(each)) for each, n in gone.items()
                ]
                many = sum(gone.values()) > 1
                tell("wrong_unfinished", missing=listing(missing), was="were" if many else "was")

    def _right(self, number: int, name: str, *, reminded: bool) -> None:
        """A long list is a feat."""
        key = "right"
        if reminded:
            key = "right_reminder"
        elif number >= VERY_LONG:
            key = "right_very_long"
        elif number >= LONG:
            key = "right_long"
        self._table.tell(key, name=name, **_treasures(number))

    def _pick(self, seat: Seat, card: str, before: State) -> None:
        player = self._evening.players[seat]
        treasure = f"the {card}"
        if player.role is Role.HOST:
            self._table.tell("i_take", treasure=treasure)
        elif player.role is Role.PERSON and len(set(before.hand)) == 1:
            self._table.tell("takes_last", name=player.name, treasure=treasure)
        else:
            self._table.tell("takes", name=player.name, treasure=treasure)

    def _result(self, result: Result, after: State) -> None:
        tell = self._table.tell
        tell("game_over")
        for seat, player in enumerate(self._evening.players):
            if player.role is Role.CASSIM:
                continue
            kinds = [f"the {kind}" for kind in dict.fromkeys(after.piles[seat])]
            if not kinds:
                tell("score_none", name=player.name)
                continue
            tell(
                "score",
                name=player.name,
                treasures=listing(kinds),
                **_treasures(result.scores[seat]),
            )
        names = [self._name(seat) for seat in result.winners]
        best = result.scores[result.winners[0]]
        tied = sum(score == best for score in result.scores) > 1
        if len(names) > 1:
            tell("shared_victory", names=listing(names))
        elif tied:
            tell("winner_tie_break", name=names[0], ones=result.ones[result.winners[0]])
        else:
            tell("winner", name=names[0])

    def recap(self, state: State) -> str:
        """Where a game stands that is gone on with, from what everybody may know (ALI-41)."""
        view, lines = table_view(state), self._table.lines
        if view.open_hand:
            left = counted(len(view.open_hand), "card", "cards")
            return lines("recap_sharing", round=view.round_number, cards=left)
        key = "recap_host" if self._evening.settings.ali is AliBaba.HOST else "recap"
        return lines(
            key,
            round=max(1, view.round_number),
            ali=self._name(view.ali),
            hand=counted(view.hand_size, "card", "cards"),
            alarms=self.alarms(view.tokens),
        )

    def alarms(self, tokens: Tokens) -> str:
        """The alarms so far, as a list of numbers."""
        parts: Sequence[str] = [
            f"{counted(tokens.of(alarm), '', '').strip()} {alarm.value}"
            for alarm in Alarm
            if tokens.of(alarm)
        ]
        return listing(parts) or self._table.lines("no_alarms").lower()

    def open_hand(self, state: State) -> str:
        """The cards that lie open, as a list."""
        return listing(self.open_cards(state))

    def open_cards(self, state: State) -> list[str]:
        """The cards that lie open, equal ones together, in the order in which they came."""
        left = Counter(state.hand)
        return [self._deck.phrase(kind, number) for kind, number in left.items()]

    def _name(self, seat: Seat) -> str:
        return self._evening.players[seat].name


def _treasures(number: int) -> dict[str, object]:
    word = counted(number, "", "").strip()
    return {"count": word, "treasure_word": "treasure" if number == 1 else "treasures"}


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
