"""Asking a player of the letter-card game for a move: the prompt, what it costs, why not, help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from assistant.games.kernel import NotAllowed
from assistant.games.letters import (
    Command,
    Discard,
    Draw,
    PlaceAliBaba,
    Swap,
    Take,
    View,
    legal_commands,
)
from assistant.games.letters.cards import ALI_BABA, Card
from assistant.games.letters.state import Table
from assistant.games.letters.steps import Step, ali_babas_at_risk, step
from assistant.hosting.letters_answers import answer, could_become
from assistant.hosting.letters_names import Naming
from assistant.hosting.lines import Lines
from assistant.hosting.moves import MoveQuestion, Stakes
from assistant.understanding.letter_words import Asked, LetterWords, NotHeld, OnlyNamed, Said


@dataclass(frozen=True)
class LettersAsking:
    """Makes the questions of one match."""

    words: LetterWords
    naming: Naming
    lines: Lines

    def question(
        self,
        seen: View,
        refusal: Callable[[Command], NotAllowed | None],
        *,
        new_turn: bool,
        warned: bool,
    ) -> MoveQuestion[Said]:
        """What the player on turn is asked. ``refusal``: why a command is not allowed now;
        ``warned``: that Ali Babas would be lost has been said.
        """
        return MoveQuestion(
            name=self.naming.players[seen.turn],
            prompt=self._prompt(seen, new_turn=new_turn),
            legal=self.words.legal(seen),
            refused=self.words.refused(seen),
            decoys=self.words.typical,
            describe=lambda said: self.naming.move(said, seen),
            why_not=lambda said: self._why_not(said, refusal),
            narrowing=self.words.ordinals,
            stakes=lambda said: stakes(said, seen, warned=warned),
            aside=lambda said: self._aside(said, seen),
            begun=lambda said: (
                (self.naming.the(said.card), could_become(said.card, seen))
                if isinstance(said, OnlyNamed)
                else None
            ),
            invited=("pile",) if step(seen) is Step.DRAW else (),
            help_lines=self._help(seen),
        )

    def _prompt(self, seen: View, *, new_turn: bool) -> str:
        name = self.naming.players[seen.turn]
        if step(seen) is Step.DRAW:
            assert seen.discard_top is not None
            return self.lines("draw_from", card=self.naming.the(seen.discard_top), name=name)
        return self.lines("your_turn" if new_turn else "play_on", name=name)

    def _aside(self, said: Said, seen: View) -> Sequence[str] | None:
        if isinstance(said, Asked):
            return answer(said, seen, self.naming, self.lines)
        return () if isinstance(said, OnlyNamed) else None

    def _why_not(
        self, said: Sequence[Said], refusal: Callable[[Command], NotAllowed | None]
    ) -> str:
        """The rules' own reason; nothing but that the door stays shut after a shout (SES-31)."""
        for each in said:
            if isinstance(each, NotHeld):
                return self.lines("not_held", card=self.naming.the(each.card))
            if each == PlaceAliBaba(shouted=True):
                return self.lines("no_effect")
            if not isinstance(each, Asked | OnlyNamed) and (reason := refusal(each)) is not None:
                return reason.reason
        return ""

    def _help(self, seen: View) -> tuple[str, ...]:
        if step(seen) is Step.DRAW:
            return (self.lines("help_draw"),)
        example = self.naming.move(self.words.legal(seen)[0].move, seen)
        other = self.naming.players[(seen.turn + 1) % len(self.naming.players)]
        return (
            self.lines("help_play", example=example),
            self.lines("help_kinds"),
            self.lines("help_ask", other=other),
        )


def stakes(said: Said, seen: View, *, warned: bool) -> Stakes:
    """Swaps and takes can be taken back; after a build a card is drawn, a discard ends the turn.

    A swap or take is named all the same where it could be done to another player, whose name may
    have been said. A discard that needs a warning (SES-26) is named there. Nobody is asked about
    the shout: to ask would be to remind (SES-30).
    """
    match said:
        case Discard(card=card) if needs_warning(card, seen) and not warned:
            return Stakes.LIGHT
        case Take(_, card, owner, _, taken):
            twins = {
                each.owner
                for each in legal_commands(seen)
                if isinstance(each, Take) and (each.card, each.taken) == (card, taken)
            }
            return Stakes.LIGHT if twins == {owner} else Stakes.ORDINARY
        case Swap(_, card, row):
            twins = {
                each.row
                for each in legal_commands(seen)
                if isinstance(each, Swap) and each.card == card
            }
            return Stakes.LIGHT if twins == {row} else Stakes.ORDINARY
        case Draw() | PlaceAliBaba():
            return Stakes.LIGHT
        case _:
            return Stakes.ORDINARY


def needs_warning(discarded: Card, table: Table) -> bool:
    """Whether a discard costs an Ali Baba that is not the card discarded (SES-26)."""
    return ali_babas_at_risk(table) > (discarded == ALI_BABA)
