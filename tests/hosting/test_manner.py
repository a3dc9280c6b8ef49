"""How fast, how loud and how much the host speaks, and how long he waits."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from assistant.hearing.turn import MOVE, Budget
from assistant.hosting.ears import Answer, Question
from assistant.hosting.lines import Lines
from assistant.hosting.manner import Detail, Manner, RememberedManner
from assistant.hosting.spelling_out import letters_of, to_spell
from assistant.hosting.table import OFFER, Context, Table
from assistant.journal.players import Profile
from assistant.speaking.speaker import GAINS, WORDS_PER_MINUTE
from tests.hosting.fakes import SILENCE, FakeVoice, spoken, table_with

PROMPT = "Ana: draw, or open sesame? Your choice, Ana."


@pytest.mark.parametrize(
    ("less", "more"), [("be brief", "tell me more"), ("keep it short", "explain more")]
)
def test_there_are_three_levels_of_detail_by_voice_and_by_keyboard(less: str, more: str) -> None:
    kept: list[str] = []
    answers: list[str | Answer] = [spoken(less), less, spoken(more), more, more, "draw"]
    table, voice, _ = table_with(answers)
    table.keep_usual = lambda manner: kept.append(manner.detail.name)
    table.choose(PROMPT, "Ana", table.named("draw"))
    assert kept == ["SHORT", "NORMAL", "LONG"]
    assert voice.said.count("That is as far as it goes.") == 2


def test_the_host_has_five_rates_and_five_volumes() -> None:
    assert len(WORDS_PER_MINUTE) == len(GAINS) == 5
    changes: list[str | Answer] = [
        spoken("slower"),
        "slower",
        "slower",
        spoken("louder"),
        "louder",
        "softer",
    ]
    table, voice, _ = table_with([*changes, "draw"])
    table.choose(PROMPT, "Ana", table.named("draw"))
    assert voice.steps == {"rate": 1, "volume": 4}


def test_brief_lines_are_shorter_and_say_the_same_things() -> None:
    for game in (None, "tiles", "letters", "practice"):
        lines = Lines(game)
        everything = {
            key: wordings
            for own in (lines.tables, lines.own)
            for table in own.values()
            for key, wordings in table.items()
        }
        for key, short in lines.short.items():
            if key in everything:
                assert len(short[0]) <= max(map(len, everything[key])), key
                assert parts(short[0]) <= parts(everything[key][0]), key


def parts(line: str) -> set[str]:
    """The curly parts of a line."""
    return {piece.partition("}")[0] for piece in line.split("{")[1:]}


def test_at_length_help_comes_before_the_question_and_not_twice_in_a_row() -> None:
    table, voice, _ = table_with(["hm", "draw"])
    table.lines.detail = Detail.LONG
    table.choose(PROMPT, "Ana", table.named("draw"))
    assert voice.said[:2] == ["Say draw to reveal the next treasure.", PROMPT]
    assert voice.said.count("Say draw to reveal the next treasure.") == 1


def test_again_repeats_the_question_and_once_more_all_since_the_last_answer() -> None:
    table, voice, _ = table_with(["draw", spoken("again"), "again", "draw"])
    table.choose(PROMPT, "Ana", table.named("draw"))
    voice.say("Next comes a lion.")
    table.choose(PROMPT, "Ben", table.named("draw"))
    assert voice.said == [PROMPT, "Next comes a lion.", *[PROMPT] * 2, "Next comes a lion.", PROMPT]


def test_what_was_named_last_is_spelled() -> None:
    table, voice, _ = table_with([spoken("spell it"), "spell that word", "draw"])
    table.context = Context(things=["lion", "chief thief"], names=["Ana"])
    voice.say("Next comes a lion.")
    table.choose(PROMPT, "Ana", table.named("draw"))
    assert voice.said[2:] == ["Lion: L, I, O, N."] * 2


def test_treasures_are_spelled_before_names_and_names_before_other_words() -> None:
    assert to_spell(["Ben takes the chief thief, Ana."], ["chief thief"], ["Ana"]) == "chief thief"
    assert to_spell(["Ben is next, Ana."], ["lion"], ["Ana", "Ben"]) == "Ana"
    assert to_spell(["On we go now, then."], [], []) == "then"
    assert to_spell([], ["lion"], ["Ana"]) is None
    assert letters_of("chief thief") == "C, H, I, E, F; T, H, I, E, F"


def two_at_a_table(*answers: str | Answer) -> tuple[Table, FakeVoice]:
    """Ana and Ben; Ben wants the host slow, loud and at length."""
    table, voice, _ = table_with([*answers, "draw"])
    table.profiles = {"Ana": Profile("Ana"), "Ben": Profile("Ben", rate=1, volume=5, detail=3)}
    table.adopt_manner()
    return table, voice


def manner_now(table: Table) -> Manner:
    return Manner(table.voice.rate, table.voice.volume, table.lines.detail)


def test_each_is_spoken_to_as_they_like_it_and_all_as_any_of_them_needs_it() -> None:
    table, _ = two_at_a_table()
    assert manner_now(table) == Manner(1, 5, Detail.LONG)
    with table.speaking_to("Ana"):
        assert manner_now(table) == Manner()
        with table.speaking_to(None):
            assert manner_now(table) == Manner(1, 5, Detail.LONG)
        with table.speaking_to("a computer player"):
            assert manner_now(table) == Manner(1, 5, Detail.LONG)
        assert manner_now(table) == Manner()
    table.profiles["Ben"] = Profile("Ben", rate=5, volume=1, detail=1)
    with table.speaking_to("Ben"):
        assert manner_now(table) == Manner(5, 1, Detail.SHORT)
    table.take_lines(Lines("tiles"))  # Ana chose nothing: for her all is as usual
    assert manner_now(table) == Manner()


def test_what_is_asked_for_in_a_turn_is_that_players_own() -> None:
    table, _ = two_at_a_table(spoken("slower"), "softer", "be brief")
    kept: list[Profile] = []
    table.keep_usual = lambda _manner: pytest.fail("Ben is there too")
    table.keep_profiles = lambda profiles: kept.extend(profiles)
    with table.speaking_to("Ana"):
        table.choose(PROMPT, "Ana", table.named("draw"))
        assert manner_now(table) == Manner(2, 3, Detail.SHORT)
    assert kept[-2:] == [
        Profile("Ana", rate=2, volume=3, detail=1),
        Profile("Ben", rate=1, volume=5, detail=3),
    ]


def test_what_is_asked_for_in_nobodys_turn_holds_for_all_and_the_table() -> None:
    table, _ = two_at_a_table("faster", "softer")
    kept: list[Manner] = []
    table.keep_usual = kept.append
    table.choose(PROMPT, "everybody", table.named("draw"))
    assert manner_now(table) == Manner(2, 4, Detail.LONG)
    assert kept[-1] == Manner(2, 4)
    assert [each.rate for each in table.profiles.values()] == [2, 2]


def test_whoever_plays_alone_is_the_table() -> None:
    table, _, _ = table_with(["louder", "draw"])
    table.profiles = {"Ana": Profile("Ana")}
    kept: list[Manner] = []
    table.keep_usual = kept.append
    with table.speaking_to("Ana"):
        table.choose(PROMPT, "Ana", table.named("draw"))
    assert kept == [Manner(volume=5)]
    assert table.profiles["Ana"].volume == 5


def test_a_manner_is_remembered_and_a_broken_file_holds_none(tmp_path: Path) -> None:
    remembered = RememberedManner(tmp_path / "new")
    assert remembered.get() == Manner()
    remembered.keep(Manner(1, 5, Detail.SHORT))
    assert RememberedManner(tmp_path / "new").get() == Manner(1, 5, Detail.SHORT)
    for broken in ("{", "[]", '{"rate": 9, "volume": 1, "detail": 1}', '{"rate": 1}'):
        (tmp_path / "new" / "manner.json").write_text(broken)
        assert remembered.get() == Manner()
    with pytest.raises(ValueError, match="steps from 1 to 5"):
        Manner(rate=6)


def test_without_a_limit_silence_decides_nothing() -> None:
    table, voice, ears = table_with([SILENCE] * 50 + [spoken("draw")])
    table.thinking_s = math.inf
    assert table.choose(PROMPT, "Ana", table.named("draw")).name == "draw"
    assert voice.said == [PROMPT]  # nobody was hurried
    assert ears.questions[0].budget.silence > 60 * OFFER.silence


def test_without_a_limit_an_offer_waits_for_its_answer_too() -> None:
    table, _, ears = table_with([SILENCE, spoken("hm"), spoken("no")])
    table.thinking_s = math.inf
    command = table.offer(PROMPT, table.named("yes", "no"))
    assert command is not None and command.name == "no"
    assert not any(question.silence_agrees for question in ears.questions)


def test_more_time_to_think_lengthens_every_wait_but_a_recitation() -> None:
    table, _, ears = table_with(["draw"] * 2)
    table.thinking_s = 12.0
    recital = Budget(silence=12.0, pause=0.4, limit=50.0, rhythm=True)
    for budget in (MOVE, recital):
        table.ask(PROMPT, Question((), table.listener_for(()), budget), (), table.named("draw"))
    longer, same = (question.budget for question in ears.questions)
    assert (longer.silence, longer.limit, longer.unfinished) == (24.0, 90.0, 4.5)
    assert same == recital


def test_a_number_that_is_typed_chooses_and_plain_choices_have_numbers() -> None:
    table, voice, _ = table_with(["hm", "hm", "2"])
    table.numbered = True
    assert table.choose(PROMPT, "Ana", table.named("open_sesame", "draw")).name == "draw"
    assert any("You can say: 1 open sesame and 2 draw." in line for line in voice.said)


def test_help_tells_the_keys_where_there_are_some() -> None:
    table, voice, _ = table_with(["help", "draw"])
    table.keys = table.lines("keys")
    table.choose(PROMPT, "Ana", table.named("draw"))
    told = " ".join(voice.said)
    assert all(key in told for key in ("space bar", "R repeats", "Escape pauses"))
