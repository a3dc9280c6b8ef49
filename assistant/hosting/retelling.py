"""A finished or broken-off game told again from its journal, with every secret shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from assistant.games.cavern.recitation import Judgement
from assistant.games.cavern.state import (
    CardRevealed,
    GameBegan,
    GameEnded,
    OpenedSesame,
    Overruled,
    Recited,
    RoundBegan,
    Ruled,
    SharingBegan,
    Took,
)
from assistant.games.kernel import to_plain
from assistant.hosting.lines import counted, listing
from assistant.hosting.saving import deck_of
from assistant.journal.gamefile import WENT_BACK, AnswerRow
from assistant.journal.story import Moment, Story
from assistant.understanding.deck_file import DeckFile


def retold(story: Story) -> Iterator[tuple[str, str]]:
    """Time and sentence of everything that was heard and that happened, in order."""
    header = story.content.header
    deck = deck_of(header) if header.game == "cavern" else None
    answers = list(story.content.answers)
    for moment in story.moments:
        while answers and answers[0].step < moment.row.step:
            yield answers[0].time, _heard(answers.pop(0))
        yield moment.row.time, _happened(moment, header.names, deck)
    for answer in answers:
        yield answer.time, _heard(answer)


def _heard(answer: AnswerRow) -> str:
    who = answer.who or "Somebody"
    if answer.heard is None:
        said = f'{who} typed "{answer.typed}"' if answer.typed else f"{who} typed nothing"
    else:
        words = " ".join(word["text"] for word in answer.heard["words"])
        said = f'{who} was heard: "{words}"' if words else f"{who} was not heard"
    return f"{said}{_made_of(answer.understood)}."


def _made_of(understood: Mapping[str, Any] | None) -> str:
    match understood:
        case {"command": str(command)}:
            return f" -> {command.replace('_', ' ')}"
        case {"treasures": list(kinds)} if kinds:
            return f" -> {listing(kinds)}"
        case {"verdict": str(verdict)}:
            return f" -> {verdict}"
    return ""


def _happened(moment: Moment, names: tuple[str, ...], deck: DeckFile | None) -> str:
    if moment.row.event["event"] == WENT_BACK:
        why = "corrected what was misheard" if moment.row.event["why"] == "correction" else "undo"
        return f"Back to before step {moment.row.event['to']}: {why}."
    if deck is None:
        return _in_general(moment.event, moment.row.who)
    return _in_the_cavern(moment, names, deck)


def _in_the_cavern(moment: Moment, names: tuple[str, ...], deck: DeckFile) -> str:
    event, after = moment.event, moment.after
    match event:
        case GameBegan(pile=pile):
            return f"The pile, from the top: {listing(pile)}."
        case RoundBegan(number, ali, thief):
            return f"Round {number}: Ali Baba is {names[ali]}, {names[thief]} recites first."
        case CardRevealed(card=card, alarm=alarm, adjective=adjective, capture=capture):
            sentence = f"Revealed: {deck.phrase(card, 1, adjective)}"
            if alarm is not None:
                sentence += f", {alarm.value}"
            if capture is not None:
                sentence += f"; Ali Baba is caught by alarms {capture.value}"
            return f"{sentence}. In hand: {_cards(after.hand, deck)}."
        case Recited(thief, mentions, _, judgement):
            said = [deck.phrase(m.kind, m.count, m.adjective) for m in mentions]
            recited = listing(said) or "nothing"
            return f"{names[thief]} recited {recited}: {_verdict(judgement)}."
        case Ruled(thief, correct):
            return f"The list of {names[thief]} was ruled {'right' if correct else 'wrong'}."
        case Overruled(thief, correct):
            word = "right" if correct else "wrong"
            return f"Overruled: the list of {names[thief]} counts as {word}."
        case OpenedSesame(ali):
            return f"{names[ali]} said open sesame."
        case SharingBegan(case, order, _):
            turns = ", ".join(names[seat] for seat in order)
            return f"Case {case.value}: {_cards(after.hand, deck)} are shared. Picks: {turns}."
        case Took(seat, card, _):
            own = _cards(after.piles[seat], deck)
            return f"{names[seat]} took the {card}, and has {own}."
        case GameEnded(result):
            scores = [f"{names[s]} {score}" for s, score in enumerate(result.scores)]
            winners = listing([names[seat] for seat in result.winners])
            return f"The end: {listing(scores)}. Won by {winners}."
    return _in_general(event, moment.row.who)


def _verdict(judgement: Judgement) -> str:
    if judgement.flaw is None:
        return judgement.outcome.value
    return f"{judgement.outcome.value}, {judgement.flaw.value} ({judgement.kind})"


def _cards(cards: tuple[str, ...], deck: DeckFile) -> str:
    held = Counter(cards)
    named = [deck.phrase(kind, number) for kind, number in held.items()]
    return listing(named) or counted(0, "card", "cards")


def _in_general(event: Any, who: str | None) -> str:
    """Any game's event by its own name and fields."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).lower()
    fields = to_plain(event)
    shown = "; ".join(
        f"{key.replace('_', ' ')} {_short(value)}"
        for key, value in fields.items()
        if key != "chance"
    )
    by = f"{who}: " if who else ""
    return f"{by}{name}{f' ({shown})' if shown else ''}."


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(_short(item) for item in value.values())
    if isinstance(value, list):
        return ", ".join(_short(item) for item in value) or "none"
    return "none" if value is None else str(value)
