"""The host of the cavern game: draws, announces, listens, judges, shares and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from assistant.games.cavern import bots
from assistant.games.cavern.deck import CHIEF, Alarm
from assistant.games.cavern.moves import (
    Command,
    Draw,
    OpenSesame,
    Recite,
    Rule,
    Take,
    begin,
    decide,
    evolve,
)
from assistant.games.cavern.recitation import Flaw, Judgement, Outcome
from assistant.games.cavern.risk import unseen
from assistant.games.cavern.scoring import Result
from assistant.games.cavern.settings import Adjectives, AliBaba, Naming, Settings
from assistant.games.cavern.state import (
    CardRevealed,
    Case,
    Event,
    GameEnded,
    OpenedSesame,
    Phase,
    Recited,
    RoundBegan,
    Ruled,
    SharingBegan,
    State,
    Took,
)
from assistant.games.cavern.tokens import Capture, Tokens
from assistant.games.cavern.views import TableView, own_collection, table_view
from assistant.games.kernel import Chance, NotAllowed, Seat
from assistant.hearing.turn import MOVE, Heard, Progress, Want
from assistant.hosting.ears import Answer, Question
from assistant.hosting.lines import counted, listing
from assistant.hosting.recital import Recital
from assistant.hosting.table import Context, Table
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.commands import match_heard
from assistant.understanding.deck_file import DeckFile


class Role(Enum):
    """Who sits on a seat."""

    PERSON = "person"
    HOST = "host"
    COMPUTER = "computer"
    CASSIM = "cassim"


@dataclass(frozen=True, slots=True)
class Player:
    """A seat's name and who fills it."""

    name: str
    role: Role = Role.PERSON


@dataclass(frozen=True, slots=True)
class Evening:
    """What is chosen before a game: who plays, the deck, the house rules and the luck.

    ``first``: the seat of the first Ali Baba, or None to draw lots. ``thinking_s``: seconds a
    thief may think between two treasures.
    """

    deck: DeckFile
    players: tuple[Player, ...]
    settings: Settings
    seed: int
    first: Seat | None
    temper: bots.Temper = bots.Temper.STEADY
    memory: bots.Memory = bots.Memory.ORDINARY
    thinking_s: float = 4.0


class CavernHost:
    """Plays one game at a table."""

    def __init__(
        self,
        table: Table,
        evening: Evening,
        words: CavernWords,
        record: Callable[[Event], None] = lambda event: None,
    ) -> None:
        self._table = table
        self._evening = evening
        self._words = words
        self._record = record
        self._deck = evening.deck
        self._luck = Chance.seeded(evening.seed ^ 0xA11BABA)  # computer players have their own
        self._recital: Recital | None = None
        table.context = Context(self._standings, self._own_cards, self._turn, self._matched)
        opening = begin(
            evening.deck.deck, evening.settings, len(evening.players), evening.first, evening.seed
        )
        first, *rest = opening
        record(first)
        self.state: State = evolve(None, first)
        self._opening = tuple(rest)

    def play(self) -> Result:
        """The whole game, from the welcome to the result. Raises what :meth:`Table.ask` raises."""
        self._welcome()
        self._happen(self._opening)
        while self.state.phase is not Phase.OVER:
            self._happen(decide(self.state, self._next_command()))
        result = self.state.result
        assert result is not None
        return result

    # What to do next

    def _next_command(self) -> Command:
        state = self.state
        seat = state.to_move
        assert seat is not None
        player = self._evening.players[seat]
        match state.phase:
            case Phase.RECITE:
                return self._recitation(player)
            case Phase.RULE:
                return self._ruling(player)
            case Phase.SHARE:
                return self._pick(seat, player)
            case _:
                return self._ali_decides(player)

    def _ali_decides(self, ali: Player) -> Command:
        first = self.state.phase is Phase.DRAW_FIRST
        if ali.role is not Role.PERSON:
            if first:
                return Draw()
            view = table_view(self.state)
            return bots.leave_or_draw(view, unseen(self.state), self._evening.temper)
        key = "first_draw" if first else "draw_or_leave"
        prompt = self._table.lines(key, name=ali.name, round=self.state.round_number)
        own = self._table.named("draw") if first else self._table.named("open_sesame", "draw")
        command = self._table.choose(prompt, ali.name, own)
        return Draw() if command.name == "draw" else OpenSesame()

    def _recitation(self, thief: Player) -> Command:
        state, settings = self.state, self.state.settings
        if thief.role is not Role.PERSON:
            mentions, self._luck = bots.recite(
                state.hand, state.adjectives, state.deck, settings, self._evening.memory, self._luck
            )
            said = [self._deck.phrase(m.kind, m.count, m.adjective) for m in mentions]
            self._table.tell("computer_recites", name=thief.name, list=listing(said) or "...")
            return Recite(mentions)
        self._recital = Recital(
            self._table, self._words, state, thief.name, self._ruler(), self._evening.thinking_s
        )
        newest = state.hand[-1]
        if settings.adjectives is Adjectives.THIEVES and newest not in state.adjectives:
            idea, self._luck = self._luck.choose(state.deck.named[newest].adjectives)
            prompt = self._table.lines(
                "recite_adjective", name=thief.name, treasure=newest, adjective=idea
            )
        else:
            prompt = self._table.lines("recite", name=thief.name)
        return self._recital.hear(prompt)

    def _ruler(self) -> str | None:
        ali = self._evening.players[self.state.ali]
        return ali.name if ali.role is Role.PERSON else None

    def _ruling(self, ali: Player) -> Command:
        if ali.role is not Role.PERSON:
            judged = self.state.recitation
            return Rule(judged is not None and judged.outcome is Outcome.COMPLETE)
        own = self._table.named("it_was_right", "it_was_wrong")
        prompt = self._table.lines("ali_rules", name=ali.name)
        return Rule(self._table.choose(prompt, ali.name, own).name == "it_was_right")

    def _pick(self, seat: Seat, player: Player) -> Command:
        state = self.state
        kinds = tuple(dict.fromkeys(state.hand))
        if player.role is not Role.PERSON:
            return Take(bots.choose_card(state.hand, state.piles[seat], state.deck, state.settings))
        if len(kinds) == 1:
            return Take(kinds[0])
        prompt = self._table.lines("take", name=player.name, left=self._open_hand())
        question = Question((*self._words.names(), *self._take_phrases()), self._hear_pick, MOVE)
        asked, misses = prompt, 0
        while True:
            answer = self._table.ask(asked, question, (self._table.lines("help_take"),), ())
            wanted = self._kinds_in(answer)
            if len(wanted) == 1:
                refusal = None if wanted[0] in state.hand else wanted[0]
                if refusal is None:
                    return Take(wanted[0])
                self._table.voice.say(self._table.lines("not_left", treasure=refusal))
            misses += 1
            if misses % 3 == 2:
                asked = self._table.lines(
                    "choices",
                    choices=self._open_hand(),
                    example=f"I take the {kinds[0]}",
                    name=player.name,
                )
            else:
                asked = self._table.retry(prompt, player.name, misses, answer, ())

    def _take_phrases(self) -> tuple[str, ...]:
        opening = ("i take the", "i want the", "i'll take the", "give me the")
        knows = self._table.knows or (lambda _word: True)
        return tuple(each for each in opening if all(knows(word) for word in each.split()))

    def _hear_pick(self, heard: Heard) -> Progress:
        found = self._words.kinds_named(heard.words) or match_heard(
            heard.words, self._table.anywhere
        )
        return Progress(Want.PAUSE if found else Want.MORE, 1 if found else 0)

    def _kinds_in(self, answer: Answer) -> tuple[str, ...]:
        if answer.typed is not None:
            return self._words.kinds_named(self._words.typed(answer.typed))
        return self._words.kinds_surely_named(answer.heard.words)

    # What happened

    def _happen(self, events: Iterable[Event]) -> None:
        """Every event is recorded before it is announced."""
        for event in events:
            self._record(event)
            before, self.state = self.state, evolve(self.state, event)
            self._announce(event, before)

    def _announce(self, event: Event, before: State) -> None:
        tell = self._table.tell
        match event:
            case RoundBegan(number, ali, _):
                self._announce_round(number, ali)
            case CardRevealed():
                self._announce_card(event)
            case Recited(_, _, _, judgement):
                if self.state.phase is not Phase.RULE:
                    self._announce_verdict(judgement, before)
            case Ruled(_, correct):
                tell("ruled_right" if correct else "ruled_wrong")
            case OpenedSesame(ali):
                size = len(self.state.hand)
                tell("open_sesame", name=self._name(ali), **self._treasures(size))
            case SharingBegan(case, _, _):
                if case is Case.SESAME and not before.pile:
                    size = len(self.state.hand)
                    tell("pile_empty", name=self._name(before.ali), **self._treasures(size))
                tell("sharing", left=self._open_hand())
            case Took(seat, card, _):
                self._announce_pick(seat, card, before)
            case GameEnded(result):
                self._announce_result(result)
            case _:
                pass

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

    def _announce_round(self, number: int, ali: Seat) -> None:
        if self._evening.settings.ali is AliBaba.HOST:
            self._table.tell("round_host", round=number)
        else:
            self._table.tell("round", round=number, ali=self._name(ali))

    def _announce_card(self, event: CardRevealed) -> None:
        phrase = self._deck.phrase(event.card, 1, event.adjective)
        if self._evening.settings.naming is Naming.PICTURE:
            self._table.tell("shown_treasure")
            self._table.show(phrase)
        else:
            key = "first_treasure" if len(self.state.hand) == 1 else "next_treasure"
            self._table.tell(key, treasure=phrase)
        if event.alarm is not None:
            count = event.tokens.of(event.alarm)
            self._table.tell(
                "alarm",
                alarm=event.alarm.value,
                count=counted(count, "", "").strip(),
                alarm_word="alarm" if count == 1 else "alarms",
            )
        if event.card == CHIEF:
            self._table.tell("chief_revealed")
        if event.capture is Capture.THREE_ALIKE and event.alarm is not None:
            self._table.tell("captured_alike", alarm=event.alarm.value)
        elif event.capture is Capture.ALL_DIFFERENT:
            self._table.tell("captured_different")

    def _announce_verdict(self, judged: Judgement, before: State) -> None:
        tell, deck = self._table.tell, self._deck
        if judged.outcome is Outcome.COMPLETE:
            key = "right_reminder" if judged.reminders else "right"
            tell(key, **self._treasures(len(before.hand)))
            return
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

    def _announce_pick(self, seat: Seat, card: str, before: State) -> None:
        player = self._evening.players[seat]
        treasure = f"the {card}"
        if player.role is Role.HOST:
            self._table.tell("i_take", treasure=treasure)
        elif player.role is Role.PERSON and len(set(before.hand)) == 1:
            self._table.tell("takes_last", name=player.name, treasure=treasure)
        else:
            self._table.tell("takes", name=player.name, treasure=treasure)

    def _announce_result(self, result: Result) -> None:
        tell = self._table.tell
        tell("game_over")
        for seat, player in enumerate(self._evening.players):
            if player.role is Role.CASSIM:
                continue
            kinds = [f"the {kind}" for kind in dict.fromkeys(self.state.piles[seat])]
            if not kinds:
                tell("score_none", name=player.name)
                continue
            tell(
                "score",
                name=player.name,
                treasures=listing(kinds),
                **self._treasures(result.scores[seat]),
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

    # What can be asked at any time

    def _standings(self) -> str:
        view = table_view(self.state)
        counts = [self._holds(seat, view) for seat in range(len(self._evening.players))]
        return self._table.lines(
            "standings",
            counts=listing(counts),
            hand=counted(view.hand_size, "card", "cards"),
            alarms=_alarms(view.tokens) or self._table.lines("no_alarms").lower(),
        )

    def _turn(self) -> str:
        seat = self.state.to_move
        return "" if seat is None else self._table.lines("turn", name=self._name(seat))

    def _matched(self) -> str:
        opinion = self._recital.opinion if self._recital else None
        if opinion is None or not opinion.items:
            return ""
        items = [self._deck.phrase(i.kind, i.count, i.adjective) for i in opinion.items]
        return self._table.lines("understood", items=listing(items))

    def _own_cards(self) -> str:
        """What the player on turn has collected, or why that is not told (ALI-25)."""
        seat = self.state.to_move
        if seat is None:
            return ""
        try:
            cards = own_collection(self.state, seat)
        except NotAllowed as refusal:
            view = table_view(self.state)
            return f"{refusal.reason} {self._holds(seat, view)}."
        held = Counter(cards)
        named = [self._deck.phrase(kind, number) for kind, number in held.items()]
        cards_named = listing(named) or counted(0, "card", "cards")
        return self._table.lines("own_cards", name=self._name(seat), cards=cards_named)

    def _holds(self, seat: Seat, view: TableView) -> str:
        return f"{self._name(seat)} has {counted(view.collected[seat], 'card', 'cards')}"

    # Words

    def _name(self, seat: Seat) -> str:
        return self._evening.players[seat].name

    def _open_hand(self) -> str:
        left = Counter(self.state.hand)
        return listing([self._deck.phrase(kind, number) for kind, number in left.items()])

    @staticmethod
    def _treasures(number: int) -> dict[str, object]:
        word = counted(number, "", "").strip()
        return {"count": word, "treasure_word": "treasure" if number == 1 else "treasures"}


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _alarms(tokens: Tokens) -> str:
    parts: Sequence[str] = [
        f"{counted(tokens.of(alarm), '', '').strip()} {alarm.value}"
        for alarm in Alarm
        if tokens.of(alarm)
    ]
    return listing(parts)
