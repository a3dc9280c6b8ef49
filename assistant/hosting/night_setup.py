"""Setting up a game by questions: which one, how many, who, under which rules, how daring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assistant.hearing.turn import Budget, Heard, Progress, Want
from assistant.hosting.ears import Answer, Question
from assistant.hosting.lines import either, listing
from assistant.hosting.opening import BadTable, numbered, player_numbers, read_names
from assistant.hosting.table import Table
from assistant.understanding.commands import Command, listed, match_heard
from assistant.understanding.deck_file import number_word
from assistant.understanding.names import NameWords, Said
from assistant.understanding.sounds import sound_alike
from assistant.understanding.typed import as_words, typed_words

NAMES = Budget(silence=10.0, pause=1.5, limit=45.0, unfinished=3.0)
"""For names said one after the other."""

_WHOLE_S = 0.6  # of quiet after as many names as there are players
_MISSES = 3  # answers without a name until another way is tried
_TRIES = 2  # names taken for a player's until the player is called by number


@dataclass(frozen=True)
class Offer:
    """A game that can be chosen. All strings but ``computers`` are commands of ``night.toml``."""

    game: str
    most: int
    rules: tuple[str, ...]
    """The usual ones first."""
    tempers: tuple[str, ...]
    usual_temper: str
    role_changes: bool = False
    """Whether people can take turns in the host's part."""
    plays_along: int = 1
    """Up to so many people the computer plays along."""


@dataclass(frozen=True)
class Plan:
    """What was settled. ``in_turn``: whether people take turns in the host's part."""

    game: str
    names: tuple[str, ...]
    rules: str
    temper: str
    in_turn: bool = False


@dataclass(frozen=True)
class Given:
    """What the command line settles already, and is not asked for."""

    game: str | None = None
    count: int | None = None
    names: tuple[str, ...] | None = None
    rules: str | None = None
    temper: str | None = None
    in_turn: bool | None = None


class SetUp:
    """Asks at one table. ``words``: the commands of ``night.toml``."""

    def __init__(
        self,
        table: Table,
        words: Mapping[str, Command],
        offers: Mapping[str, Offer],
        names: NameWords,
    ) -> None:
        self._table = table
        self._words = words
        self._offers = offers
        self._names = names

    def ask(self, given: Given) -> Plan:
        """A plan that everybody agrees to. What is ``given`` is not asked for.

        Raises :class:`BadTable` if that cannot be, and what :meth:`Table.ask` raises.
        """
        while True:
            plan = self._plan(given)
            prompt = self._table.lines(
                "all_set",
                game=self._table.lines(f"night_{plan.game}"),
                names=listing(plan.names),
                how=", ".join(self._table.lines.part(f"how_{each}") for each in self._how(plan)),
            )
            if self._table.yes_or_no(prompt):
                return plan

    def _plan(self, given: Given) -> Plan:
        offer = self._offers[given.game or self._choose("which_game", tuple(self._offers))]
        if given.names is not None:
            _check(offer, given.names)
        names = given.names or self._ask_names(given.count or self._count(offer))
        in_turn = False
        if offer.role_changes and len(names) > 1:
            in_turn = given.in_turn or (
                given.in_turn is None and self._choose("who_is_ali", ("laptop", "turns")) == "turns"
            )
        rules = given.rules or self._of(offer.rules, "which_rules", offer.rules[0])
        temper = offer.usual_temper
        if len(names) <= offer.plays_along or (offer.role_changes and not in_turn):
            temper = given.temper or self._of(offer.tempers, "which_temper", temper)
        for chosen, possible in ((rules, offer.rules), (temper, offer.tempers)):
            if chosen not in possible:
                raise BadTable(f"In {offer.game} you can choose {either(possible)}, not {chosen}.")
        return Plan(offer.game, names, rules, temper, in_turn)

    def _how(self, plan: Plan) -> Sequence[str]:
        """The choices of a plan that are worth saying again."""
        offer = self._offers[plan.game]
        parts = [plan.rules]
        if offer.role_changes:
            parts.append("turns" if plan.in_turn else "laptop")
        if len(plan.names) <= offer.plays_along or (offer.role_changes and not plan.in_turn):
            parts.append(plan.temper)
        return parts

    def _of(self, names: Sequence[str], key: str, usual: str) -> str:
        """One of the choices of these names; silence means the usual one."""
        choices = either([self._words[name].say[0] for name in names])
        return self._choose(key, names, usual, choices=choices)

    def _choose(
        self, key: str, names: Sequence[str], usual: str | None = None, **parts: object
    ) -> str:
        own = [
            replace(each, say=(*each.say, number_word(at), f"number {number_word(at)}"))
            for at, each in enumerate((self._words[name] for name in names), 1)
        ]
        silence = None if usual is None else self._words[usual]
        prompt = self._table.lines(key, **parts)
        return self._table.choose(prompt, "everybody", own, silence=silence, numbered=True).name

    def _count(self, offer: Offer) -> int:
        prompt = self._table.lines("how_many_play", least="one", most=number_word(offer.most))
        numbers = player_numbers(1, offer.most)
        return int(self._table.choose(prompt, "everybody", numbers).name)

    # Names

    def _ask_names(self, count: int) -> tuple[str, ...]:
        names = self._together(count) if count > 1 else ()
        if names is None:
            return numbered(count)
        if len(names) == count:
            prompt = self._table.lines("names_right", names=listing(names))
            if self._table.yes_or_no(prompt):
                return self._told_apart(names)
            names = ()
        while len(names) < count:
            name = self._one_name(len(names) + 1, names)
            if name is None:
                return numbered(count)
            names += (name,)
        return self._told_apart(names)

    def _together(self, count: int) -> tuple[str, ...] | None:
        """Names said one after the other, as far as they are understood; None: just numbers."""
        lines = self._table.lines
        names: tuple[str, ...] = ()
        while len(names) < count:
            key = lines("who_else", names=listing(names)) if names else lines("who")
            more = self._some_names(key, count - len(names), names)
            if more is None:
                return None
            if not more:
                break
            names += more
        return names

    def _one_name(self, number: int, before: Sequence[str]) -> str | None:
        """The name of one player, who is asked whether it is right. What was refused is not heard
        again, and who is not understood is called by number. None: just numbers.
        """
        table, refused = self._table, list[str]()
        while len(refused) < _TRIES:
            prompt = table.lines("who_is", number=number_word(number))
            names = self._some_names(prompt, 1, before, (*before, *refused))
            if names is None:
                return None
            if not names:
                break
            asked = table.lines("name_right", number=number_word(number), name=names[0])
            if table.yes_or_no(asked):
                return names[0]
            refused.append(names[0])
        return self._called(number, before, refused)

    def _called(self, number: int, before: Sequence[str], refused: Sequence[str] = ()) -> str:
        """What to call a player whose name was not understood: by number, unless a name is typed
        now, or another one said.
        """
        table, called = self._table, f"Player {number_word(number)}"
        own = (*table.named("yes"), self._words["numbers"])
        while True:
            words = self._names.without((*before, *refused))
            question = replace(self._names_question(words, 1, own), silence_agrees=True)
            prompt = table.lines("name_missed", name=called)
            answer = table.ask(prompt, question, (), own)
            try:
                names = _fresh(self._said(answer, words).names, before)
            except BadTable as problem:
                table.voice.say(str(problem))
                continue
            if len(names) != 1 or table.command_in(answer, own):
                table.tell("called_by_number", name=called)
                return called
            asked = table.lines("name_right", number=number_word(number), name=names[0])
            if answer.typed is not None or table.yes_or_no(asked):
                return names[0]
            refused = (*refused, names[0])

    def _some_names(
        self, prompt: str, most: int, before: Sequence[str], refused: Sequence[str] = ()
    ) -> tuple[str, ...] | None:
        """Up to ``most`` names that are not there yet; none if none was understood several times;
        None for players without names. ``refused``: what is not listened for. Where nothing but
        names were heard that are there already, these are not listened for any more.
        """
        table, own = self._table, (self._words["numbers"],)
        others = {each.casefold() for each in before}
        asked, misses = prompt, 0
        while misses < _MISSES:
            words = self._names.without(refused)
            answer = table.ask(asked, self._names_question(words, most, own), (), own)
            if table.command_in(answer, own):
                return None
            try:
                said = self._said(answer, words)
                if answer.typed is None:
                    fresh = tuple(each for each in said.names if each.casefold() not in others)
                    refused = refused if fresh else (*refused, *said.names)
                    said = Said(fresh, said.stranger)
                names = _fresh(said.names, before)
            except BadTable as problem:
                table.voice.say(str(problem))
                names, said = (), Said(())
            if said.stranger:
                table.tell("unknown_name")
            if 0 < len(names) <= most:
                return names
            if len(names) > most:
                wanted = number_word(len(before) + most)
                count = number_word(len(before) + len(names))
                table.tell("too_many_names", count=count, players=wanted)
            misses += not answer.is_mere_silence
            examples = listed(list(self._names.by_phrase.values())[:3])
            asked = table.retry(prompt, "everybody", max(misses, 1), answer, (*own, *examples))
        return ()

    def _names_question(self, words: NameWords, most: int, own: Sequence[Command]) -> Question:
        table = self._table
        known = table.listener_for(own)

        def listen(heard: Heard) -> Progress:
            if match_heard(heard.words, (*own, *table.anywhere), heard.unheard_s):
                return known(heard)
            said = words.heard(heard.words)
            want = Want.PAUSE if said.names and not said.stranger else Want.MORE
            whole = len(said.names) >= most
            return Progress(want, len(said.names), _WHOLE_S if whole else None)

        phrases = (*words.phrases(several=most > 1), *table.hearable(own))
        return Question(phrases, listen, NAMES, narrow=True)

    def _said(self, answer: Answer, words: NameWords) -> Said:
        if answer.typed is None:
            return words.heard(answer.heard.words)
        known = self._names.heard(as_words(typed_words(answer.typed)))
        if known.names and not known.stranger:
            return known
        written = self._names.by_phrase
        return Said(tuple(written.get(each.casefold(), each) for each in read_names(answer.typed)))

    def _told_apart(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The names, after a warning of each two that sound alike."""
        for at, other in enumerate(names):
            for one in names[:at]:
                if not sound_alike(one, other):
                    continue
                prompt = self._table.lines("keep_both", one=one, other=other)
                if self._table.yes_or_no(prompt):
                    continue
                others = (*names[:at], *names[at + 1 :])
                prompt = self._table.lines("other_name", name=other)
                (new,) = self._some_names(prompt, 1, others) or (self._called(at + 1, others),)
                return self._told_apart((*names[:at], new, *names[at + 1 :]))
        return names


def _fresh(names: Sequence[str], before: Sequence[str]) -> tuple[str, ...]:
    """``names`` that clash neither with each other nor with those before. Raises BadTable."""
    return read_names(",".join((*before, *names)))[len(before) :]


def _check(offer: Offer, names: Sequence[str]) -> None:
    if not 1 <= len(names) <= offer.most:
        raise BadTable(
            f"In {offer.game} one to {number_word(offer.most)} people can play, not {len(names)}."
        )
