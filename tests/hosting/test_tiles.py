"""The tile game at the table: turns, magic, confirmation, questions, secrets, the end."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from assistant.games.kernel import Chance, NotAllowed, replay
from assistant.games.tiles import (
    Command,
    Event,
    Forbid,
    KeepLamp,
    LeaveNeighbours,
    Restriction,
    Settings,
    State,
    Step,
    SwapLamp,
    Take,
    Treasure,
    Variant,
    View,
    decide,
    evolve,
    legal_commands,
)
from assistant.games.tiles.bots import Strength
from assistant.games.tiles.events import Taken, TurnedUp
from assistant.games.tiles.state import Phase
from assistant.hosting.course import Past, Saved
from assistant.hosting.ears import Answer, NoMoreAnswers, Question
from assistant.hosting.lines import Lines
from assistant.hosting.move_host import Player
from assistant.hosting.table import Stopped, Table
from assistant.hosting.tiles import TilesEvening, TilesHost
from assistant.understanding.tile_words import TileWords
from tests.games.tiles.scenes import layer, scene, tile
from tests.hosting.fakes import SILENCE, FakeVoice, ScriptedEars, is_worded, spoken

WORDS = TileWords()
NAMES = ("Ana", "Ben", "Caro", "Dan")


def hosted(
    state: State, answers: Iterable[str | Answer], computers: int = 0
) -> tuple[TilesHost, FakeVoice, ScriptedEars]:
    """A host that goes on from ``state``, what it says, and who answers."""
    voice, ears = FakeVoice(), ScriptedEars(answers)
    table = Table(voice, ears, voice.said.append, lines=Lines("tiles"))
    people = [Player(name) for name in NAMES[: state.players - computers]]
    players = (
        *people,
        *(Player(name, Strength.MEDIUM) for name in NAMES[len(people) : state.players]),
    )
    evening = TilesEvening(players, state.settings, seed=1, start=0)
    saved: Saved[State, Event] = Saved(state, Chance.seeded(1), (), ())
    return TilesHost(table, evening, WORDS, saved=saved), voice, ears


def played(state: State, *answers: str | Answer, computers: int = 0) -> tuple[TilesHost, list[str]]:
    """The host after these answers, and what was said."""
    host, voice, _ = hosted(state, answers, computers)
    with pytest.raises((NoMoreAnswers, Stopped)):
        host.play()
    return host, voice.said


def top(**more: object) -> State:
    board = {
        (3, 0, 0): "blue carpet", (3, 0, 1): "green ring",
        (3, 1, 0): "pink carpet", (3, 1, 1): "white crown",
    }  # fmt: skip
    return replace(scene(board=board, present=layer(Settings(), 0, 1, 2)), **more)  # type: ignore[arg-type]


def test_a_typed_move_is_played_and_told_in_order() -> None:
    host, said = played(top(), "blue carpet")
    assert host.state.screens[0] == (tile("blue carpet"),)
    at = said.index("Ana takes the blue carpet.")
    assert said[at + 1].startswith("Turned up: the ")
    assert said[at + 2 :] == ["Blue: one turned up, two points.", "Your turn, Ben."]


def test_a_spoken_move_is_named_and_stands_if_nobody_says_no() -> None:
    """BABA-40."""
    host, said = played(top(), spoken("the blue carpet"), SILENCE)
    assert host.state.screens[0] == (tile("blue carpet"),)
    assert "The blue carpet, Ana." in said
    assert "Ana takes the blue carpet." not in said  # named already


@pytest.mark.parametrize("no", ["no", "nope", "that is wrong", "no thanks"])
def test_no_takes_a_named_move_back(no: str) -> None:
    host, said = played(
        top(), spoken("the blue carpet"), spoken(no), spoken("the pink carpet"), SILENCE
    )
    assert host.state.screens[0] == (tile("pink carpet"),)
    assert "Good, not that. What instead, Ana?" in said


def test_other_words_after_a_named_move_make_the_host_ask_outright() -> None:
    host, said = played(top(), spoken("the blue carpet"), spoken("the pink"), spoken("no"))
    assert "Do you mean the blue carpet? Yes or no, Ana." in said
    assert host.state.screens[0] == ()


@pytest.mark.parametrize("unsure", ["crown", "the white ?crown", "[unk] white crown"])
def test_what_was_heard_poorly_or_rests_on_one_word_is_asked_outright(unsure: str) -> None:
    host, said = played(
        top(),
        spoken(unsure),
        spoken("yes"),
    )
    assert "Do you mean the white crown? Yes or no, Ana." in said
    assert host.state.taken == tile("white crown")


def test_a_slip_of_typing_is_asked_back_and_a_clean_line_is_not() -> None:
    host, said = played(top(), "blue carpt", "yes")
    assert "Do you mean the blue carpet? Yes or no, Ana." in said
    assert host.state.screens[0] == (tile("blue carpet"),)


def test_a_name_that_fits_two_tiles_is_a_choice_read_out() -> None:
    host, said = played(top(), "the carpet", "the pink one")
    assert "Which one: the blue carpet or the pink carpet? Tell me, Ana." in said
    assert host.state.screens[0] == (tile("pink carpet"),)


def test_what_cannot_be_taken_is_refused_with_the_reason() -> None:
    host, said = played(top(), "the yellow sword", "a diamond")
    assert "The yellow sword is not face up on the board." in said
    assert "There is no diamond to take." in said
    assert host.state.screens[0] == ()


def test_misses_escalate_and_never_repeat_a_sentence_three_times() -> None:
    _, said = played(top(), *[spoken("abracadabra")] * 3)
    again, choices, keyboard = said[-3:]
    assert is_worded(again, "again") and again.endswith(" Your turn, Ana.")
    assert "the blue carpet" in choices
    assert "type your answer" in keyboard


def test_a_restriction_is_told_when_it_binds_and_refused_by_name() -> None:
    named = {1: Restriction(treasure=Treasure.CARPET)}
    state = scene(
        board={(3, 0, 0): "blue carpet", (3, 0, 1): "green ring"},
        present=layer(Settings(), 0, 1, 2),
        named=named,
    )
    host, said = played(state, "blue carpet", "who must not take what", "what can I take")
    assert "Your turn, Ana. You must not take carpets. Which tile, Ana?" in said
    assert "The blue carpet is forbidden, because carpets were named." in said
    assert "Ben forbids carpets to Ana." in said
    assert any("Not allowed are blue carpet." in line for line in said)
    assert host.state.screens[0] == ()


def test_where_everything_is_forbidden_anything_may_be_taken() -> None:
    """BABA-21."""
    named = {1: Restriction(treasure=Treasure.CARPET)}
    state = scene(board={(0, 0, 0): "blue carpet", (0, 0, 1): "pink carpet"}, named=named)
    host, said = played(state, "blue carpet")
    assert "Every tile is forbidden, so for once you may take any, Ana." in said
    assert host.state.screens[0] == (tile("blue carpet"),)


def test_green_asks_which_neighbour_and_takes_the_only_one_unasked() -> None:
    """BABA-6."""
    host, said = played(top(), "green ring", "the blue carpet")
    assert "Green: you also take the blue carpet or the white crown. Which one, Ana?" in said
    assert host.state.screens[0] == (tile("green ring"), tile("blue carpet"))
    state = scene(board={(0, 0, 0): "green ring", (0, 0, 1): "pink ring", (0, 4, 4): "blue ring"})
    host, said = played(state, "green ring")
    assert "Green: Ana also takes the pink ring." in said
    assert host.state.turn == 1


def test_yellow_has_everybody_show_a_tile_of_their_choice_and_one_is_taken() -> None:
    """BABA-14 to BABA-17."""
    state = scene(
        board={(0, 0, 0): "yellow ring", (0, 4, 4): "blue ring"},
        screens=("", "pink sword, blue sword", "white statue"),
    )
    host, said = played(state, "yellow ring", "pink sword", "the statue")
    assert "Yellow: Ben and Caro show Ana one tile." in said
    assert "Which of your tiles do you show to Ana, Ben?" in said
    assert "Shown: the pink sword by Ben and the white statue by Caro." in said
    assert "Ana takes the white statue from Caro." in said
    assert host.state.screens[0] == (tile("yellow ring"), tile("white statue"))


def test_a_tile_one_does_not_have_cannot_be_shown() -> None:
    state = scene(
        board={(0, 0, 0): "yellow ring", (0, 4, 4): "blue ring"},
        screens=("", "pink sword, blue sword"),
    )
    _, said = played(state, "yellow ring", "white sword")
    assert "You do not have the white sword." in said


def test_white_forbids_what_is_named() -> None:
    """BABA-18, BABA-19."""
    host, said = played(top(), "white crown", "rings")
    assert "White: name a treasure or a colour that the others may not take, Ana." in said
    assert "Until Ana is on turn again, the others may not take rings." in said
    assert host.state.restrictions[0] == Restriction(treasure=Treasure.RING)


def test_lamps_are_kept_or_swapped() -> None:
    """BABA-31."""
    lamp = Settings(variant=Variant.LAMP)
    state = scene(
        board={(0, 0, 0): "pink lamp", (0, 4, 4): "blue ring"},
        beside="brown sword, blue sword",
        settings=lamp,
    )
    host, said = played(state, "the lamp", "swap it for the brown sword")
    assert any(line.startswith("A lamp: keep it") and "brown sword or" in line for line in said)
    assert "Ana swaps the pink lamp for the brown sword." in said
    assert host.state.track[0] == 2


def test_the_take_that_brings_the_end_is_asked_outright() -> None:
    state = scene(board={(1, 0, 0): "pink ring"}, present=[(0, 0, 0)])
    host, said = played(state, spoken("the pink ring"), spoken("yes"))
    assert "Do you mean the pink ring? Yes or no, Ana." in said
    assert any(line.startswith("No tile is face down any more") for line in said)
    assert host.state.phase is Phase.FINISH_ROUND


def test_the_result_names_everybody_and_the_winner() -> None:
    """BABA-25, BABA-27."""
    state = scene(
        board={(0, 0, 0): "pink ring"}, screens=("blue ring", "pink sword"), track=(3, 20)
    )
    host, voice, _ = hosted(state, ["pink ring"])
    results = host.play()
    assert [result.seat for result in results] == [1, 0]
    assert voice.said[-4:] == [
        "The board is empty. The game is over.",
        "Ana has 11 points: 8 on the track and 3 for two tiles.",
        "Ben has 21 points: 20 on the track and 1 for one tile.",
        "Ben wins!",
    ]


def test_fewer_tiles_win_a_tie() -> None:
    state = scene(
        board={(0, 0, 0): "pink ring"}, screens=("", "pink sword, blue lamp"), track=(0, 4)
    )
    host, voice, _ = hosted(state, ["pink ring"])
    host.play()
    assert voice.said[-1] == "Ana wins, having fewer tiles."


def test_undo_takes_back_a_choice_that_revealed_nothing() -> None:
    """BABA-40."""
    state = scene(board={(0, 0, 0): "white ring", (0, 4, 4): "pink ring"})
    host, said = played(state, "white ring", "undo", "pink ring")
    assert "Taken back. Ana decides again." in said
    assert host.state.screens[0] == (tile("pink ring"),)


def test_undo_is_refused_across_a_reveal() -> None:
    _, said = played(top(), "blue carpet", "undo")
    assert "Tiles have been revealed since. So it cannot be taken back." in said


def test_computer_players_take_their_turns() -> None:
    host, said = played(top(), "blue carpet", computers=1)
    assert any(line.startswith("Ben takes the ") for line in said)
    assert host.state.turn == 0


def test_every_event_is_recorded_before_it_is_told() -> None:
    order: list[str] = []
    host, voice, _ = hosted(top(), ["blue carpet"])
    host._record = lambda event: order.append(type(event).__name__)
    voice.say = order.append  # type: ignore[assignment, method-assign]
    with pytest.raises(NoMoreAnswers):
        host.play()
    assert order.index(Taken.__name__) + 1 == order.index("Ana takes the blue carpet.")
    assert order.index(TurnedUp.__name__) > order.index("Ana takes the blue carpet.")


def test_a_table_that_no_game_is_for_is_refused() -> None:
    table = Table(FakeVoice(), ScriptedEars([]), lambda _line: None, lines=Lines("tiles"))
    evening = TilesEvening((Player("Ana"),), Settings(), seed=1)
    with pytest.raises(NotAllowed, match="two to four"):
        TilesHost(table, evening, WORDS)


class Anybody:
    """Types a legal choice, drawn at random, whenever asked."""

    def __init__(self, seed: int) -> None:
        self.host: TilesHost | None = None
        self._rng = random.Random(seed)

    def listen(self, question: Question, quiet_from: float) -> Answer:
        assert self.host is not None
        return Answer.of_line(_typed(self._rng.choice(legal_commands(self.host.state))))


def _typed(command: Command) -> str:
    match command:
        case SwapLamp(_, wanted):
            return f"swap it for the {wanted}"
        case Forbid(_, restriction):
            return str(restriction)
        case KeepLamp():
            return "keep it"
        case LeaveNeighbours():
            return "nothing"
        case _:
            return f"the {command.tile}"


@pytest.mark.parametrize(
    ("settings", "people", "computers"),
    [
        (Settings(), 2, 0),
        (Settings(variant=Variant.LAMP, open_tiles=False), 3, 0),
        (Settings(variant=Variant.SMALL, announce_brown_count=False), 1, 1),
        (Settings(variant=Variant.EQUAL, green_optional=True), 2, 2),
    ],
)
def test_whole_games_of_every_variant_end_well(
    settings: Settings, people: int, computers: int
) -> None:
    anybody, voice = Anybody(5), FakeVoice()
    shown: list[View] = []
    table = Table(voice, anybody, voice.said.append, lines=Lines("tiles"))
    players = (
        *(Player(name) for name in NAMES[:people]),
        *(Player(name, Strength.EASY) for name in NAMES[people : people + computers]),
    )
    evening = TilesEvening(players, settings, seed=5, start=0)
    anybody.host = TilesHost(table, evening, WORDS, shown.append)
    results = anybody.host.play()
    assert len(results) == people + computers
    assert voice.said[-1].endswith(("wins!", "fewer tiles.", "the victory."))
    assert not any("did not understand" in line for line in voice.said)
    assert all(view.step is Step.TAKE and view.seat == view.turn for view in shown)


def test_with_hidden_tiles_nothing_taken_is_told_again() -> None:
    """BABA-29."""
    state = replace(
        scene(board={(0, 0, 0): "pink ring", (0, 4, 4): "blue ring"}, screens=("", "white sword")),
        settings=Settings(open_tiles=False),
    )
    _, said = played(state, "what do the others have", "score", "what do I have")
    assert "What lies behind the screens is secret. Ben has one tile." in said
    assert not any("sword" in line for line in said)
    assert "Look at the screen, Ana, and nobody else." in said


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("what can I take",
         "You can take four tiles: pink carpet; blue carpet; green ring; white crown."),
        ("where is the blue carpet",
         "The blue carpet lies on the top layer, top left. Beside it lie the green ring and the "
         "pink carpet. Taking it turns up one tile."),
        ("what is on top of the blue carpet",
         "Nothing lies on the blue carpet. Taking it turns up one tile."),
        ("what is under the blue carpet",
         "Under the blue carpet lie four tiles. Taking it turns up one tile."),
        ("what is on the middle of the third layer",
         "On the middle of the third layer lie the blue carpet, the green ring, the pink carpet "
         "and the white crown."),
        ("what is on top of the top left of the third layer",
         "On the top left of the third layer lies the blue carpet."),
        ("what changed", "Nothing happened since your last turn."),
        ("what do I have", "Ana has no tile yet."),
        ("who must not take what", "Nothing is forbidden."),
        ("whose turn is it", "It is the turn of Ana."),
        ("score",
         "Ana has no points on the track and none for sets so far. Ben has no points on the track "
         "and none for sets so far."),
    ],
)  # fmt: skip
def test_questions_are_answered_shortly(asked: str, told: str) -> None:
    _, said = played(top(), asked)
    assert told in said


def test_the_board_is_described_from_the_top_down_with_the_essential_first() -> None:
    _, said = played(top(), "describe the board")
    at = said.index("Four tiles can be taken.")
    assert said[at + 1 : at + 5] == [
        "Top layer: top left blue carpet, top right green ring, bottom left pink carpet, "
        "bottom right white crown.",
        "Third layer: nine tiles face down.",
        "Second layer: 16 tiles face down.",
        "Bottom layer: 25 tiles face down.",
    ]


def test_what_changed_tells_what_others_did_since_ones_last_turn() -> None:
    state = top()
    _, said = played(state, "blue carpet", "pink carpet", "what changed")
    told = next(line for line in said if line.startswith("Since your last turn:"))
    assert "Ben takes the pink carpet." in told and "Pink: five points." in told
    assert "blue carpet" not in told


def test_the_rules_are_taught_with_an_example_turn() -> None:
    _, said = played(top(), "teach me")
    lessons = list(Lines("tiles").lessons)
    at = said.index(lessons[0])
    assert said[at : at + len(lessons)] == lessons
    assert any("Here is a turn." in line and "You say: the blue carpet." in line for line in said)


def test_help_names_a_move_that_can_be_made_and_every_question() -> None:
    _, said = played(top(), "help")
    assert any("such as the blue carpet" in line for line in said)
    for question in WORDS.questions.values():
        assert any(f"Say {question.say[0]} to" in line for line in said)


def test_stop_and_pause_hold_in_every_choice_of_magic() -> None:
    _, said = played(top(), "white crown", "pause", "continue", "stop", "yes")
    assert "On we go." in said


def test_with_hidden_tiles_a_choice_among_them_is_shown_and_not_said() -> None:
    """BABA-29."""
    state = replace(
        scene(
            board={(0, 0, 0): "yellow ring", (0, 4, 4): "blue ring"},
            screens=("", "pink sword, blue sword"),
        ),
        settings=Settings(open_tiles=False),
    )
    voice = FakeVoice()
    shown: list[str] = []
    ears = ScriptedEars(["yellow ring", "the sword", "what can I take", "abracadabra"])
    table = Table(voice, ears, shown.append, lines=Lines("tiles"))
    evening = TilesEvening((Player("Ana"), Player("Ben")), state.settings, seed=1, start=0)
    saved: Saved[State, Event] = Saved(state, Chance.seeded(1), (), ())
    with pytest.raises(NoMoreAnswers):
        TilesHost(table, evening, WORDS, saved=saved).play()
    assert not any("sword" in line for line in voice.said)
    assert "the pink sword or the blue sword" in shown
    assert "That fits several, which the screen shows. Which one, Ben?" in voice.said


def test_a_game_gone_on_with_tells_what_was_not_told_and_knows_what_changed() -> None:
    before = top()
    taken = decide(before, Take(0, tile("pink carpet")))
    middle = replay(evolve, before, taken)
    brown = decide(middle, legal_commands(middle)[0])
    luck = Chance.seeded(1)
    steps = (Past(1, before, luck, taken, 0), Past(2, middle, luck, brown, 1))
    after = replay(evolve, middle, brown)
    voice, ears = FakeVoice(), ScriptedEars(["what changed"])
    table = Table(voice, ears, voice.said.append, lines=Lines("tiles"))
    evening = TilesEvening((Player("Ana"), Player("Ben")), before.settings, seed=1, start=0)
    saved: Saved[State, Event] = Saved(after, Chance.seeded(1), steps, brown)
    with pytest.raises(NoMoreAnswers):
        TilesHost(table, evening, WORDS, saved=saved).play()
    assert not any("Ana takes" in line for line in voice.said)
    told = f"Ben takes the {legal_commands(middle)[0].tile}."  # type: ignore[union-attr]
    assert told in voice.said
    assert any(line.startswith("Since your last turn:") and told in line for line in voice.said)


QUIET = {
    (0, 0, 0): "pink ring",
    (0, 0, 2): "blue lamp",
    (0, 2, 2): "white ruby",
    (0, 4, 4): "pink lamp",
}
HOW = "Say the right words right after that, as in: no, I said the crown."


@pytest.mark.parametrize(
    "correction", ["no, I said the blue lamp", spoken("no i said the blue lamp")]
)
def test_no_i_said_corrects_the_last_move_where_nothing_was_revealed(
    correction: str | Answer,
) -> None:
    """BABA-40."""
    answers = [correction] if isinstance(correction, str) else [correction, SILENCE]
    host, said = played(scene(board=QUIET), "pink ring", *answers, "what changed")
    assert host.state.screens[0] == (tile("blue lamp"),)
    assert host.state.track[0] == 2
    assert "I correct that." in said
    told = next(line for line in said if line.startswith("Since your last turn:"))
    assert "blue lamp" in told and "pink ring" not in told
    assert said[-1] == "What else, Ben?"


def test_no_i_said_is_listened_for_with_the_moves_it_may_name() -> None:
    host, _, ears = hosted(
        scene(board={(0, 0, 0): "white ring", (0, 4, 4): "pink ring"}), ["white ring", "rings"]
    )
    with pytest.raises(NoMoreAnswers):
        host.play()
    heard = " ".join(ears.questions[-1].phrases)
    assert "nobody may take" in heard  # Ana may have said something else than rings
    assert "no i said" in ears.questions[-1].phrases


@pytest.mark.parametrize(
    ("correction", "answer"),
    [
        ("no, I said the pink ring", "That is what I noted."),
        ("no, I said the yellow sword", "The yellow sword is not face up on the board."),
        ("no, I said the sea", HOW),
        ("no, I said where is the pink lamp",
         HOW),
    ],
)  # fmt: skip
def test_a_correction_that_changes_nothing_is_no_move_of_the_next_player(
    correction: str, answer: str
) -> None:
    host, said = played(scene(board=QUIET), "pink ring", correction)
    assert said[-1] == answer
    assert host.state.screens == ((tile("pink ring"),), ())


def test_no_i_said_is_refused_across_a_reveal() -> None:
    """BABA-40."""
    host, said = played(top(), "blue carpet", "no, I said the pink carpet")
    assert said[-1] == "Tiles have been revealed since. So it cannot be taken back."
    assert host.state.screens == ((tile("blue carpet"),), ())


def test_a_correction_that_was_heard_poorly_is_asked_back_and_answers_nothing_else() -> None:
    faint = spoken("no i said the blue ?lamp")
    host, said = played(scene(board=QUIET), "pink ring", faint, "no", "what do the others have")
    assert "Do you mean the blue lamp? Yes or no, Ana." in said
    assert "Good, we go on." in said
    assert host.state.screens == ((tile("pink ring"),), ())


def test_no_i_said_right_after_a_move_was_named_corrects_that_one() -> None:
    host, said = played(
        top(), spoken("the blue carpet"), "no, I said the pink carpet", "what do I have"
    )
    assert "I correct that." in said
    assert host.state.screens == ((tile("pink carpet"),), ())
    host, said = played(  # in that moment it listens for yes and no, not for tiles
        top(),
        spoken("the blue carpet"),
        spoken("no i said [unk]"),
        spoken("the pink carpet"),
        SILENCE,
    )
    assert "Good, not that. What instead, Ana?" in said
    assert host.state.screens == ((tile("pink carpet"),), ())


def test_after_a_miss_no_i_said_is_about_the_question_that_is_open() -> None:
    host, _ = played(
        scene(board=QUIET), "pink ring", "the yellow sword", "no, I said the blue lamp"
    )
    assert host.state.screens == ((tile("pink ring"),), (tile("blue lamp"),))


def test_a_question_in_between_is_no_answer_so_the_move_before_can_be_corrected() -> None:
    asked = ("where is the white ruby", "what can I take", SILENCE)
    host, _ = played(scene(board=QUIET), "pink ring", *asked, "no, I said the blue lamp")
    assert host.state.screens == ((tile("blue lamp"),), ())


def test_what_was_taken_back_has_changed_nothing() -> None:
    _, said = played(scene(board=QUIET), "pink ring", "undo", "blue lamp", "what changed")
    told = next(line for line in said if line.startswith("Since your last turn:"))
    assert "pink ring" not in told
