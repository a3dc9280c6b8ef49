"""``alibaba`` by itself: an evening of games, set up by question and answer."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from assistant.cli.keeping import (
    data_option,
    day_of,
    folder_of,
    go_on,
    keep_audio_option,
    new_book,
    offer_open_game,
)
from assistant.cli.known_players import remembered, treat_as_they_like
from assistant.cli.night_games import OFFERS, start
from assistant.cli.play_letters import LETTERS
from assistant.cli.play_moves import go_on_with
from assistant.cli.play_tiles import TILES
from assistant.cli.room import (
    device_options,
    open_hearing,
    open_table,
    push_to_talk_option,
)
from assistant.data import data_path
from assistant.hearing.models import Model
from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.lines import Lines
from assistant.hosting.night_setup import Given, Plan, SetUp
from assistant.hosting.night_talk import last_time, tonight
from assistant.hosting.opening import BadTable, read_names
from assistant.hosting.table import Context, Nobody, Stopped, Table
from assistant.journal.evenings import Evening, evenings, last_finished, points
from assistant.journal.folder import Folder, Listed
from assistant.journal.gamefile import Clock, utc_now
from assistant.journal.problems import JournalProblem
from assistant.understanding.commands import read_commands
from assistant.understanding.names import NameWords, read_names_to_choose_from

_RULES = tuple(dict.fromkeys(rule for offer in OFFERS.values() for rule in offer.rules))
_TEMPERS = tuple(dict.fromkeys(each for offer in OFFERS.values() for each in offer.tempers))


@click.command()
@click.option("--game", type=click.Choice(list(OFFERS)), help="Which game, first.")
@click.option("--count", type=click.IntRange(1, 5), help="How many people play.")
@click.option("--players", "names", metavar="NAMES", help="Who plays, like Ana,Ben,Caro.")
@click.option("--rules", type=click.Choice(_RULES), help="A variant; which, depends on the game.")
@click.option("--temper", type=click.Choice(_TEMPERS), help="How the laptop plays.")
@click.option("--ali", type=click.Choice(["host", "rotate"]), help="Who is Ali Baba in the cavern.")
@click.option("--keyboard", is_flag=True, help="Type the answers; the microphone stays off.")
@click.option("--no-tts", is_flag=True, help="Print only, do not speak.")
@click.option(
    "--plain", is_flag=True, envvar="ALIBABA_PLAIN", help="Boards as sentences, nothing drawn."
)
@device_options
@push_to_talk_option
@click.option("--model", type=click.Path(path_type=Path), help="A folder with another Vosk model.")
@click.option("--seed", type=int, help="Play this very shuffle.")
@click.option("--new", is_flag=True, help="Do not offer to go on with an open game.")
@data_option
@keep_audio_option
@click.option("--or-demo", is_flag=True, hidden=True)
def night(
    game: str | None,
    count: int | None,
    names: str | None,
    rules: str | None,
    temper: str | None,
    ali: str | None,
    keyboard: bool,
    no_tts: bool,
    plain: bool,
    mic: str | None,
    loudspeaker: str | None,
    push_to_talk: bool,
    model: Path | None,
    seed: int | None,
    new: bool,
    data: Path | None,
    keep_audio: bool,
    or_demo: bool,
) -> None:
    """An evening of games: the host asks which one, who plays and how, and keeps the standings.

    This is what "alibaba" does by itself. Every question can be answered by voice, by a typed
    line, or beforehand by an option.
    """
    given = Given(
        game=game,
        count=count,
        names=None if names is None else read_names(names),
        rules=rules,
        temper=temper,
        in_turn=None if ali is None else ali == "rotate",
    )
    by_voice = not keyboard and not (or_demo and not sys.stdin.isatty())
    hearing = open_hearing(mic, model, data, keyboard=not by_voice)
    if or_demo and not keyboard and hearing.microphone is None:
        from assistant.cli.demo import demo_instead

        demo_instead(hearing.problem, folder_of(data))
        return
    with open_table(
        hearing,
        tts=not no_tts,
        lines=Lines("night"),
        loudspeaker=loudspeaker,
        push_to_talk=push_to_talk,
        data=data,
    ) as table:
        sitting = Sitting(table, folder_of(data), hearing.model, plain, keep_audio, seed)
        try:
            sitting.hold(given, offers_open_game=not new and seed is None)
        except (Stopped, NoMoreAnswers):
            table.tell("goodbye")


@dataclass
class Sitting:
    """One evening at one table."""

    table: Table
    folder: Folder
    model: Model | None
    plain: bool
    keep_audio: bool = False
    seed: int | None = None
    clock: Clock = utc_now

    def __post_init__(self) -> None:
        moment = self.clock()
        self._began = moment.isoformat(timespec="milliseconds")
        self._luck = int(moment.timestamp())
        self._words = read_commands(data_path("grammars", "night.toml"))

    def hold(self, given: Given, *, offers_open_game: bool) -> None:
        """The evening from the welcome to the good night, game after game.

        Raises what :meth:`Table.ask` raises, and BadTable for what is ``given`` and cannot be.
        """
        self._sit_down()
        self.table.tell("good_evening")
        plan = None
        if not (offers_open_game and self._go_on()):
            plan = self._play(self._set_up(given), given)
        while True:
            own = [self._words[each] for each in ("same_again", "something_else", "enough")]
            wish = self.table.choose(self.table.lines("another_game"), "everybody", own).name
            if wish == "enough":
                break
            again = wish == "same_again" and plan is not None
            plan = self._play(plan if again and plan else self._set_up(Given()), Given())
        self.table.tell("good_night")

    def _sit_down(self) -> None:
        """The table as it is between the games."""
        self.table.take_lines(Lines("night"))
        self.table.lines.vary(self._luck)
        self.table.witness = Nobody()
        self.table.context = Context(
            score=lambda: self._standings(self._tonight()),
            asides={self._words["last_time"]: self._last_time},
        )

    def _go_on(self) -> bool:
        offered = offer_open_game(self.table, self.folder)
        if offered is None:
            return False
        game, story = offered
        header = story.content.header
        treat_as_they_like(self.table, self.folder, header.people)
        self._began = header.host.get("evening", self._began)  # that evening goes on
        self.table.take_lines(Lines(header.game))
        table, model, keep = self.table, self.model, self.keep_audio
        match header.game:
            case "cavern":
                go_on(table, game, story, model, keep_audio=keep)
            case "tiles":
                go_on_with(TILES, table, game, story, model, plain=self.plain, keep_audio=keep)
            case _:
                go_on_with(LETTERS, table, game, story, model, plain=self.plain, keep_audio=keep)
        self._after_game()
        return True

    def _set_up(self, given: Given) -> Plan:
        known = [each.name for each in remembered(self.table, self.folder)]
        names = (*known, *read_names_to_choose_from(data_path("grammars", "names.toml")))
        words = NameWords(names, self.table.knows)
        return SetUp(self.table, self._words, OFFERS, words).ask(given)

    def _play(self, plan: Plan, given: Given) -> Plan:
        """Plays a game, and returns the plan that was played by in the end."""
        while True:
            treat_as_they_like(self.table, self.folder, plan.names, told=True)
            try:
                header, play = start(self.table, plan, self.model, plain=self.plain, seed=self.seed)
                break
            except BadTable as problem:
                if given.names is not None and given.rules is not None:
                    raise
                self.table.voice.say(str(problem))
                plan = self._set_up(replace(given, rules=None, count=None, names=None))
        self.table.take_lines(Lines(plan.game))
        header = replace(header, host={**header.host, "evening": self._began})
        with new_book(self.table, self.folder, header, keep_audio=self.keep_audio) as book:
            play(self.table, book)
        self._after_game()
        return plan

    def _after_game(self) -> None:
        self._sit_down()
        if (held := self._tonight()).finished:
            self.table.voice.say(self._standings(held))

    def _tonight(self) -> Evening:
        """This evening so far; without any game where the folder cannot be read."""
        nothing = Evening(self._began, ())
        try:
            held = evenings(self.folder)
        except JournalProblem:
            return nothing
        return next((each for each in held if each.began == self._began), nothing)

    def _standings(self, held: Evening) -> str:
        return tonight(self.table.lines, held.finished, self._points(held.games))

    def _last_time(self) -> str:
        try:
            last = last_finished(self.folder)
        except JournalProblem as problem:
            return str(problem)
        game = last.summary if last else None
        day = day_of(game.last if game else None)
        return last_time(self.table.lines, game, day, self._points([last] if last else ()))

    def _points(self, games: Sequence[Listed]) -> Mapping[str, Mapping[str, int]]:
        """What was scored; nothing where a game cannot be read any more: who won is told anyway."""
        try:
            return points(self.folder, games)
        except JournalProblem:
            return {}
