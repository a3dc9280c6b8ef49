"""The host of the cavern game: draws, announces, listens, judges, shares and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from assistant.games.cavern import bots
from assistant.games.cavern.moves import (
    Command,
    Draw,
    OpenSesame,
    Overrule,
    Recite,
    Rule,
    Take,
    begin,
    consequences,
    decide,
    evolve,
    verify,
)
from assistant.games.cavern.recitation import Outcome
from assistant.games.cavern.risk import unseen
from assistant.games.cavern.scoring import Result
from assistant.games.cavern.settings import Adjectives
from assistant.games.cavern.state import Event, Phase, RoundBegan, State
from assistant.games.cavern.undoing import verify_undo
from assistant.games.cavern.views import TableView, own_collection, table_view
from assistant.games.kernel import NotAllowed, Seat
from assistant.hearing.turn import MOVE, Heard, Progress, Want
from assistant.hosting import course
from assistant.hosting.book import Book
from assistant.hosting.cavern_announcer import Announcer
from assistant.hosting.course import Course, Rules
from assistant.hosting.dispute import Dispute
from assistant.hosting.ears import Answer, Question
from assistant.hosting.evening import Evening, Player, Role, first_luck
from assistant.hosting.game_host import GameHost
from assistant.hosting.lines import counted, listing
from assistant.hosting.recital import Recital
from assistant.hosting.table import AskAgain, Context, Table, by_number
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.commands import match_heard

__all__ = ["CavernHost", "Evening", "Player", "Role", "Saved"]


@dataclass(frozen=True, slots=True)
class Saved(course.Saved[State, Event]):
    """Where a game stands that is gone on with."""

    dispute: Dispute | None


class CavernHost(GameHost[State, Event, Command]):
    """Plays one game at a table.

    ``record`` is told each event right before it is announced, ``book`` writes them down before
    that. With ``saved`` a game is gone on with where it stood.
    """

    def __init__(
        self,
        table: Table,
        evening: Evening,
        words: CavernWords,
        record: Callable[[Event], None] = lambda event: None,
        *,
        book: Book | None = None,
        saved: Saved | None = None,
    ) -> None:
        names = tuple(player.name for player in evening.players)
        first, *_ = begin(
            evening.deck.deck, evening.settings, len(names), evening.first, evening.seed
        )
        start, luck = evolve(None, first), first_luck(evening.seed)
        super().__init__(table, names, Course(start, luck, _RULES, names, book, saved), record)
        table.lines.vary(evening.seed)
        self._first = first
        self._evening = evening
        self._words = words
        self._deck = evening.deck
        self._announcer = Announcer(table, evening)
        self._recital: Recital | None = None
        self._misses = 0
        self._saved = saved
        table.context = Context(
            self._standings,
            self._own_cards,
            self._turn,
            self._matched,
            self._undo,
            self._challenge,
            self._correct,
            self._withheld,
            self._on_turn_name,
            things=[kind.name for kind in self._deck.deck.kinds],
            names=names,
        )
        self._drawn = self._course.luck
        self._dispute = saved.dispute if saved else None

    def play(self) -> Result:
        """The whole game, from the welcome to the result. Raises what :meth:`Table.ask` raises."""
        if self._saved is None:
            self._happen([self._first], None)
        else:
            self._go_on(self._saved)
        while self.state.phase is not Phase.OVER:
            with suppress(AskAgain):
                self._next()
        result = self.state.result
        assert result is not None
        return result

    def _go_on(self, saved: Saved) -> None:
        self._table.voice.say(self._announcer.recap(saved.state))
        if saved.untold:
            state = saved.past[-1].before
            for event in saved.untold:
                before, state = state, evolve(state, event)
                self._record(event)
                self._announce(event, before, state, None)
            self._course.book.told()

    def _next(self) -> None:
        self._drawn, self._misses = self._course.luck, 0
        due = consequences(self.state)
        if due:
            self._offer_challenge()
            self._happen(due, None)
            return
        seat = self.state.to_move
        assert seat is not None
        with self._table.speaking_to(self._names[seat]):
            command = self._next_command()
        person = self._evening.players[seat].role is Role.PERSON
        self._happen(decide(self.state, command)[:1], seat if person else None, self._drawn)

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
            self._dispute = None
            memory = self._evening.memory
            mentions, self._drawn = bots.recite(
                state.hand, state.adjectives, state.deck, settings, memory, self._drawn
            )
            return Recite(mentions)
        thinking_s = max(self._evening.thinking_s, self._table.thinking_time(thief.name))
        self._recital = Recital(
            self._table, self._words, state, thief.name, self._ruler(), thinking_s
        )
        newest = state.hand[-1]
        if settings.adjectives is Adjectives.THIEVES and newest not in state.adjectives:
            idea, self._drawn = self._drawn.choose(state.deck.named[newest].adjectives)
            prompt = self._table.lines(
                "recite_adjective", name=thief.name, treasure=newest, adjective=idea
            )
        else:
            prompt = self._table.lines("recite", name=thief.name)
        command = self._recital.hear(prompt)
        self._dispute = Dispute(thief.name, tuple(self._recital.answers), self._matched())
        return command

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
        prompt = self._table.lines("take", name=player.name, left=self._announcer.open_hand(state))
        question = Question((*self._words.names(), *self._take_phrases()), self._hear_pick, MOVE)
        asked, misses = prompt, 0
        told: Sequence[str] = ()
        while True:
            self._misses = misses
            answer = self._table.ask(asked, question, (self._table.lines("help_take"),), ())
            numbered = by_number(answer, told)
            wanted = self._kinds_in(answer) if numbered is None else (numbered,)
            self._table.witness.understood({"treasures": list(wanted)})
            if len(wanted) == 1:
                refusal = None if wanted[0] in state.hand else wanted[0]
                if refusal is not None:
                    self._table.tell("not_left", treasure=refusal)
                elif self._table.is_meant(f"the {wanted[0]}", answer, player.name):
                    return Take(wanted[0])
            misses += 1
            if self._table.tells_choices(misses):
                told = kinds
                asked = self._table.lines(
                    "choices",
                    choices=listing(self._table.choices(self._announcer.open_cards(state))),
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

    def _announce(self, event: Event, before: State, after: State, seat: Seat | None) -> None:
        if isinstance(event, RoundBegan) and event.number > 1:
            self._table.early = None  # what was typed ahead for the sharing is void
        self._announcer.announce(event, before, after)

    def _on_turn(self) -> Seat | None:
        return self.state.to_move

    # Taking back

    def _correct(self, meant: Answer) -> str | None:
        """ "No, I said ...": the last decision was misheard, and is made anew (ALI-11)."""
        lines, past = self._table.lines, self._course.last_decision
        if past is None or self._misses:
            return None  # it is about the question that is still open
        command = self._meant(meant, past.before)
        if command is None:
            return None
        if refusal := self._course.verify_undo():
            return lines("cannot_undo", reason=refusal.reason)
        if refusal := verify(past.before, command):
            return refusal.reason
        corrected = decide(past.before, command)[:1]
        if corrected == past.events:
            return lines("noted_already")
        self._go_back("correction")
        self._table.tell("corrected")
        self._happen(corrected, past.seat)
        raise AskAgain

    def _meant(self, answer: Answer, before: State) -> Command | None:
        """The command that an answer would have been in the state ``before``."""
        if before.phase is Phase.SHARE:
            kinds = self._kinds_in(answer)
            return Take(kinds[0]) if len(kinds) == 1 else None
        names: dict[str, Command] = {
            "draw": Draw(),
            "open_sesame": OpenSesame(),
            "it_was_right": Rule(True),
            "it_was_wrong": Rule(False),
        }
        said = self._table.command_in(answer, self._table.named(*names))
        return None if said is None else names[said.name]

    # Disputes

    def _offer_challenge(self) -> None:
        """After a wrong list, and before the hand is laid open (ALI-16, ALI-18)."""
        if self._dispute is None or verify(self.state, Overrule()) is not None:
            return
        own = self._table.named("challenge", "resume", "no", "stands")
        prompt = self._table.lines("offer_challenge", name=self._dispute.name)
        command = self._table.offer(prompt, own)
        if command is not None and command.name == "challenge":
            self._table.voice.say(self._challenge())

    def _challenge(self) -> str:
        """Plays back what the judge heard and lets the table decide. A list that counted as right
        is not played: it tells the closed hand to whoever recites next (ALI-40), and those who
        object have just heard it.
        """
        dispute = self._dispute
        if dispute is None:
            return ""
        refusal = verify(self.state, Overrule())
        if refusal is not None and self.state.phase is Phase.RECITE:
            return ""  # the list of the turn is still to come
        withheld = self._withheld()
        if withheld:
            self._table.voice.say(withheld)
        else:
            dispute.show(self._table)
        if refusal is not None:
            return self._table.lines("too_late", reason=refusal.reason)
        own = self._table.named("stands", "overruled", "it_was_right", "it_was_wrong")
        right = self.state.phase is Phase.DECIDE
        prompt = self._table.lines("stands_or_overruled")
        command = self._table.choose(prompt, "everybody", own)
        agreed = {"stands": True, "it_was_right": right, "it_was_wrong": not right}
        if agreed.get(command.name, False):
            return self._table.lines("verdict_stands")
        self._dispute = None
        self._happen(decide(self.state, Overrule())[:1], None)
        raise AskAgain

    # What can be asked at any time

    def _standings(self) -> str:
        view = table_view(self.state)
        counts = [self._holds(seat, view) for seat in range(len(self._evening.players))]
        return self._table.lines(
            "standings",
            counts=listing(counts),
            hand=counted(view.hand_size, "card", "cards"),
            alarms=self._announcer.alarms(view.tokens),
        )

    def _matched(self) -> str:
        opinion = self._recital.opinion if self._recital else None
        if opinion is None or not opinion.items:
            return ""
        items = [self._deck.phrase(i.kind, i.count, i.adjective) for i in opinion.items]
        return self._table.lines("understood", items=listing(items))

    def _withheld(self) -> str:
        """A right list is the closed hand: whoever recites next must not hear it again (ALI-40)."""
        recital, phase = self._recital, self.state.phase
        reciting = phase is Phase.RECITE and recital is not None and bool(recital.answers)
        if reciting or phase not in (Phase.RECITE, Phase.RULE, Phase.DECIDE):
            return ""
        return self._table.lines("list_closed")

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
        return self._table.lines("own_cards", name=self._names[seat], cards=cards_named)

    def _holds(self, seat: Seat, view: TableView) -> str:
        return f"{self._names[seat]} has {counted(view.collected[seat], 'card', 'cards')}"


def _winners(state: State) -> Sequence[Seat] | None:
    return None if state.result is None else state.result.winners


_RULES: Rules[State, Event, Command] = Rules(decide, evolve, verify_undo, _winners)
