"""The turn on real speech: thinking pauses, at once when complete, endings, budgets, no lost word.

What only the clock and the words decide is also tested with a recogniser that hears what a test
says (``scripted``), beside the same on the real one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from assistant.data import data_path
from assistant.games.cavern.settings import Settings
from assistant.hearing import turn as turn_module
from assistant.hearing.hush import Samples
from assistant.hearing.models import Model
from assistant.hearing.recogniser import Recogniser
from assistant.hearing.turn import (
    MOVE,
    YES_NO,
    Budget,
    End,
    Heard,
    Listener,
    Outcome,
    Progress,
    Turn,
    Want,
    recitation_budget,
)
from assistant.hearing.words import Word
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.commands import (
    heard_enough,
    listed,
    match_answer,
    match_heard,
    phrases_of,
)
from assistant.understanding.deck_file import read_deck
from assistant.understanding.recitation import Verdict, judge_reading, progress
from tests.hearing.sounds import RATE, clip, feed, quiet, texts

CLIPS = Path(__file__).parent / "clips" / "turn"
BLOCK = RATE // 10


def noise(seconds: float, level: float = 400.0) -> Samples:
    """Noise of a loud room (``level`` is its standard deviation)."""
    random = np.random.default_rng(7)
    return random.normal(0, level, round(seconds * RATE)).astype(np.int16)


def said(*parts: str | float) -> Samples:
    """Clips, and pauses in seconds between them; half a second of quiet before all."""
    return np.concatenate([quiet(0.5), *(_part(part) for part in parts)])


@cache
def spoken(name: str) -> Samples:
    """A clip of the turn, without silence around it."""
    samples: Any = soundfile.read(str(CLIPS / f"{name}.flac"), dtype="int16")[0]
    return np.asarray(samples, dtype=np.int16)


def _part(part: str | float) -> Samples:
    return spoken(part) if isinstance(part, str) else quiet(part)


@pytest.fixture(scope="module")
def words(model: Model) -> CavernWords:
    return CavernWords(read_deck(data_path("grammars", "cavern.toml")), knows=model.knows)


@dataclass
class Thief:
    """Listens to a recitation of ``hand`` as hosting does, and keeps each verdict."""

    words: CavernWords
    hand: list[str]
    verdicts: list[Verdict]

    def __call__(self, heard: Heard) -> Progress:
        reading = self.words.read(heard.words)
        opinion = judge_reading(
            reading, self.hand, Settings(), {}, ended=False, unheard_s=heard.unheard_s
        )
        self.verdicts.append(opinion.verdict)
        return progress(opinion, reading, heard.noisy)


def played(turn: Turn, sound: Samples) -> Outcome:
    """The outcome of ``sound`` in blocks of a tenth of a second."""
    for start in range(0, len(sound), BLOCK):
        outcome = turn.feed(sound[start : start + BLOCK])
        if outcome is not None:
            return outcome
    return turn.finish()


def recited(
    model: Model, words: CavernWords, hand: str, sound: Samples, silence: float = 4.0
) -> tuple[Outcome, Thief]:
    """A recitation and who listened to it."""
    thief = Thief(words, hand.split(", "), [])
    budget = recitation_budget(len(thief.hand), silence)
    turn = Turn(model, words.phrases(), RATE, thief, budget)
    return played(turn, sound), thief


def kinds(words: CavernWords, outcome: Outcome) -> list[str]:
    """Treasures of an outcome with their numbers."""
    return [f"{item.count} {item.kind}" for item in words.read(outcome.heard.words).items]


# Recitations


def test_pauses_to_think_do_not_end_a_recitation(model: Model, words: CavernWords) -> None:
    """Bug reports 18 and 69: three seconds between items, one turn."""
    sound = said("start", 3.0, "lion", 3.0, "books", 3.0, "hourglass", 4.5)
    outcome, thief = recited(model, words, "lion, book, hourglass, cushion, book", sound)
    assert kinds(words, outcome) == ["1 cushion", "1 lion", "2 book", "1 hourglass"]
    assert outcome.end is End.ENOUGH
    assert thief.verdicts[-1] is Verdict.COMPLETE
    assert outcome.position_s < len(sound) / RATE - 2.0  # not only when the budget was spent


def test_complete_and_right_is_confirmed_at_once(model: Model, words: CavernWords) -> None:
    said_at_once = said("start", 0.1, "lion", 0.1, "books")
    sound = np.concatenate([said_at_once, quiet(5)])
    outcome, thief = recited(model, words, "cushion, lion, book, book", sound)
    assert (outcome.end, thief.verdicts[-1]) == (End.ENOUGH, Verdict.COMPLETE)
    assert outcome.position_s - len(said_at_once) / RATE <= 0.6


def test_an_extra_item_after_a_short_pause_is_still_heard(model: Model, words: CavernWords) -> None:
    """ALI-12, ALI-15: who pauses between items may have one more to say."""
    sound = said("start", 0.6, "lion", 0.6, "books", 0.6, "dagger", 5.0)
    outcome, thief = recited(model, words, "cushion, lion, book, book", sound)
    assert kinds(words, outcome)[-1] == "1 dagger"
    assert (outcome.end, thief.verdicts[-1]) == (End.ENOUGH, Verdict.MISTAKE)


def test_a_mistake_ends_the_turn_as_it_is_said(model: Model, words: CavernWords) -> None:
    sound = said("start", 0.6, "dagger", 0.8, "lion", 5.0)
    outcome, thief = recited(model, words, "cushion, lion", sound)
    assert (outcome.end, thief.verdicts[-1]) == (End.ENOUGH, Verdict.MISTAKE)
    assert kinds(words, outcome) == ["1 cushion", "1 dagger"]


def test_a_mistake_in_fluent_speech_ends_the_turn_at_the_next_dip(
    model: Model, words: CavernWords
) -> None:
    """Dips of 0.2 s are too short to settle words that decide nothing."""
    dip = 0.2
    mistaken = said("start", dip, "dagger", dip, "lion", dip)
    sound = np.concatenate(
        [mistaken, said("books", dip, "hourglass", dip, "books", 3.0)[RATE // 2 :]]
    )
    outcome, thief = recited(model, words, "cushion, lion, hourglass, book, book", sound)
    assert (outcome.end, thief.verdicts[-1]) == (End.ENOUGH, Verdict.MISTAKE)
    assert kinds(words, outcome)[1] == "1 dagger"
    assert outcome.position_s <= len(mistaken) / RATE + 0.5


@pytest.mark.parametrize("ending", ["thats_all", "give_up"])
def test_saying_so_ends_an_unfinished_list(model: Model, words: CavernWords, ending: str) -> None:
    """ALI-15."""
    sound = said("start", 0.5, ending, 5.0)
    outcome, _ = recited(model, words, "cushion, lion", sound)
    reading = words.read(outcome.heard.words)
    assert (outcome.end, reading.ended) == (End.ENOUGH, True)
    assert reading.gave_up == (ending == "give_up")
    assert outcome.position_s < 4.5


@pytest.mark.parametrize("silence", [4.0, 6.0])
def test_silence_ends_the_turn_at_its_budget(
    model: Model, words: CavernWords, silence: float
) -> None:
    sound = said("start", 10.0)
    outcome, thief = recited(model, words, "cushion, lion", sound, silence)
    last_word = outcome.heard.words[-1].end
    assert (outcome.end, thief.verdicts[-1]) == (End.SILENCE, Verdict.SO_FAR_SO_GOOD)
    assert outcome.position_s - last_word == pytest.approx(silence, abs=0.2)


def test_saying_nothing_ends_the_turn_at_its_budget(model: Model, words: CavernWords) -> None:
    outcome, _ = recited(model, words, "lion", quiet(6))
    assert (outcome.end, outcome.heard.words) == (End.SILENCE, ())
    assert outcome.position_s == pytest.approx(4.0, abs=0.15)


@pytest.mark.parametrize("level", [60.0, 400.0, 3000.0])
def test_noise_does_not_renew_the_budget(model: Model, words: CavernWords, level: float) -> None:
    """Bug report 70."""
    sound = np.concatenate([said("start"), noise(45, level)])
    outcome, _ = recited(model, words, "cushion", sound)
    assert outcome.end is not End.SOUND_OVER
    unfinished, _ = recited(model, words, "cushion, lion", sound)
    assert unfinished.end in (End.SILENCE, End.LIMIT)
    assert unfinished.position_s <= 40.0 + 10.0 + 0.1


def test_a_list_is_confirmed_in_a_noisy_room(model: Model, words: CavernWords) -> None:
    """Loudness never grows quiet there; the words do."""
    sound = said("start", 0.3, "lion", 0.3, "books", 4.0)
    noisy = (sound + noise(len(sound) / RATE, 120)).astype(np.int16)
    outcome, thief = recited(model, words, "cushion, lion, book, book", noisy)
    assert (outcome.end, thief.verdicts[-1]) == (End.ENOUGH, Verdict.COMPLETE)
    assert outcome.position_s < len(sound) / RATE - 1.5


_ORDER = ["hourglass", "tambourine", "lion", "books", "dagger"]


@pytest.mark.parametrize("shift", [0, 1])
def test_no_word_is_lost_or_split_where_speech_goes_on_for_more_than_20_seconds(
    model: Model, words: CavernWords, shift: int
) -> None:
    """Vosk fact 3, bug report 17: at 20 s Vosk calls an utterance over, in mid word."""
    names = [_ORDER[(3 * at + shift + at // 5) % 5] for at in range(29)]
    sound = said(*names, 1.0)
    assert len(sound) > 22 * RATE
    one_piece = Recogniser(model, words.phrases(), RATE)
    feed(one_piece, sound)
    turn = Turn(model, words.phrases(), RATE, lambda _: Progress(Want.MORE), Budget(4, 1, 60))
    outcome = played(turn, sound)
    assert texts(outcome.heard.words) == texts(one_piece.finish())
    named = {"lion": "1 lion", "books": "2 book", "dagger": "1 dagger"}
    expected = [named.get(name, f"1 {name}") for name in names]
    assert kinds(words, outcome) == expected


def test_what_is_not_complete_is_heard_again(model: Model, words: CavernWords) -> None:
    """The whole at once, and in noise at three speeds, with the ways to hear it in order."""
    sound = said("start", 0.3, "lion", 0.3, "dagger", 5.0)
    hiss = (sound + noise(len(sound) / RATE, 130)).astype(np.int16)
    for heard_in, times in ((sound, 1), (hiss, 3)):
        wrong, thief = recited(model, words, "cushion, lion, book, book", heard_in)
        assert thief.verdicts[-1] is Verdict.MISTAKE
        assert len(wrong.heard.hearings) == times
        for ways in wrong.heard.hearings:
            assert texts(ways[0].words) == texts(wrong.heard.words)
            assert ways[0].behind == 0.0
            assert [each.behind for each in ways] == sorted(each.behind for each in ways)
            for again, word in zip(ways[0].words, wrong.heard.words, strict=True):
                assert again.start == pytest.approx(word.start, abs=0.2)
    right, _ = recited(model, words, "cushion, lion, dagger", sound)
    assert right.heard.hearings == ()


def test_words_that_stand_alone_and_are_faint_are_the_room_s_where_it_is_loud(
    model: Model, words: CavernWords
) -> None:
    """Babble says words, too. In a quiet room a faint word is somebody's who sits far away."""
    faint = (spoken("dagger") // 12).astype(np.int16)
    sound = np.concatenate([quiet(1), spoken("start"), spoken("lion"), quiet(1), faint, quiet(2)])
    hiss = (sound + noise(len(sound) / RATE, 130)).astype(np.int16)
    for heard_in, named in ((sound, True), (hiss, False)):
        outcome, _ = recited(model, words, "cushion, lion, book, book, key", heard_in)
        assert outcome.heard.noisy is not named
        assert ("1 dagger" in kinds(words, outcome)) is named


def test_the_sound_of_the_turn_is_returned_whole(model: Model, words: CavernWords) -> None:
    sound = said("start", 0.2, "lion", 3.0)
    kept = sound.copy()
    outcome, _ = recited(model, words, "cushion, lion", sound)
    assert outcome.rate == RATE
    assert outcome.position_s == pytest.approx(len(outcome.sound) / RATE)
    assert np.array_equal(outcome.sound, kept[: len(outcome.sound)])
    assert np.array_equal(sound, kept)


def test_a_recording_that_stops_right_after_the_last_word_keeps_it(
    model: Model, words: CavernWords
) -> None:
    """Bug report 12."""
    outcome, thief = recited(model, words, "cushion, lion", said("start", 0.1, "lion"))
    assert (outcome.end, thief.verdicts[-1]) == (End.SOUND_OVER, Verdict.COMPLETE)


def test_speech_from_the_first_sample_is_heard(model: Model, words: CavernWords) -> None:
    sound = np.concatenate([spoken("hourglass"), quiet(3.0)])
    outcome, thief = recited(model, words, "hourglass", sound)
    assert (outcome.end, thief.verdicts) == (End.ENOUGH, [Verdict.COMPLETE])


# Other answers


@pytest.mark.parametrize(("budget", "wait"), [(MOVE, 0.6), (YES_NO, 0.6)])
def test_a_command_is_taken_soon_after_its_last_word(
    model: Model, budget: Budget, wait: float
) -> None:
    """Bug report 19: within 600 ms of its end."""
    commands = listed(("pause the game", "stop"))

    def listen(heard: Heard) -> Progress:
        found = match_heard(heard.words, commands)
        return Progress(Want.PAUSE if found else Want.MORE, 1 if found else 0)

    order = said("pause_the_game")
    turn = Turn(model, ["pause the game", "stop"], RATE, listen, budget)
    outcome = played(turn, np.concatenate([order, quiet(3)]))
    assert match_heard(outcome.heard.words, commands) == commands[0]
    assert outcome.position_s - len(order) / RATE <= wait


def test_speech_without_a_word_of_the_game_is_told(model: Model, words: CavernWords) -> None:
    sound = np.concatenate([quiet(0.5), clip("other_speech"), quiet(6)])
    outcome, thief = recited(model, words, "lion", sound)
    strange = words.read(outcome.heard.words).unknown or outcome.heard.unheard_s > 0.3
    assert strange
    assert Verdict.COMPLETE not in thief.verdicts


# With a recogniser that hears what the test says


class Scripted:
    """Hears each of ``script`` once its end has been fed, or never if it is not settled."""

    script: Sequence[Word] = ()
    hints: Callable[[float], bool] = staticmethod(lambda _position: False)
    drained: list[float]

    def __init__(self, model: object, phrases: Sequence[str], rate: int) -> None:
        self._fed, self._rate, self._told = 0, rate, 0
        type(self).drained = []

    @property
    def position(self) -> float:
        return self._fed / self._rate

    def feed(self, block: Samples) -> bool:
        self._fed += len(block)
        return self.hints(self.position)

    def partial(self) -> tuple[Word, ...]:
        return tuple(self._ready())

    def drain(self) -> tuple[Word, ...]:
        type(self).drained.append(self.position)
        words = tuple(self._ready())
        self._told += len(words)
        return words

    finish = drain

    def _ready(self) -> Iterator[Word]:
        for word in self.script[self._told :]:
            if word.end <= self.position:
                yield word


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> type[Scripted]:
    class Fresh(Scripted):
        pass

    monkeypatch.setattr(turn_module, "Recogniser", Fresh)
    return Fresh


def tone(*spans: tuple[float, float], total: float) -> Samples:
    """Quiet with loud stretches."""
    sound = quiet(total)
    for start, end in spans:
        at = slice(round(start * RATE), round(end * RATE))
        sound[at] = noise(total, 4000)[at]
    return sound


def turned(listener: Listener, budget: Budget) -> Turn:
    unused: Any = None
    return Turn(unused, ["a"], RATE, listener, budget)


def counting(heard: Heard) -> Progress:
    """Each word counts."""
    return Progress(Want.MORE, len(heard.words))


def test_each_accepted_word_renews_the_budget_once(scripted: type[Scripted]) -> None:
    """Twelve items five seconds apart are one turn (bug report 69)."""
    starts = [1.0 + 5.0 * at for at in range(12)]
    scripted.script = [Word("a", start, start + 0.5, 1.0) for start in starts]
    sound = tone(*((start, start + 0.5) for start in starts), total=70)
    outcome = played(turned(counting, recitation_budget(12, 6.0)), sound)
    assert len(outcome.heard.words) == 12
    assert outcome.end is End.SILENCE
    assert outcome.position_s == pytest.approx(starts[-1] + 0.5 + 6.0, abs=0.11)


NUMBERS = listed(("one", "two", "three", "four"))


def answering(model: Model) -> Turn:
    return Turn(model, phrases_of(NUMBERS), RATE, lambda h: heard_enough(h, NUMBERS), YES_NO)


def test_a_short_answer_in_which_no_word_was_heard_is_sought_in_the_sound(
    scripted: type[Scripted], model: Model
) -> None:
    """The first hearing is scripted and hears nothing; the further ones are the real ones."""
    sound = np.concatenate([quiet(1), clip("two"), quiet(8)])
    outcome = played(answering(model), sound)
    assert outcome.heard.words == ()
    found = match_answer(outcome.heard, NUMBERS)
    assert found is not None
    assert found.name == "two"
    assert outcome.end is End.ENOUGH
    spoken = 1 + len(clip("two")) / RATE
    assert YES_NO.unfinished is not None
    assert outcome.position_s < spoken + YES_NO.unfinished + 0.2


@pytest.mark.parametrize("length", [0.06, 0.3])
def test_a_knock_is_sought_in_vain_and_the_turn_goes_on(
    scripted: type[Scripted], model: Model, length: float
) -> None:
    """Noise neither answers nor ends the turn nor renews its budget."""
    outcome = played(answering(model), tone((1.0, 1.0 + length), (3.5, 3.5 + length), total=12))
    assert outcome.end is End.SILENCE
    assert match_answer(outcome.heard, NUMBERS) is None
    assert outcome.position_s == pytest.approx(YES_NO.silence, abs=0.11)


@pytest.mark.parametrize(
    ("heard_words", "settled_at"), [("a b", 1.6), ("a", 2.5), ("[unk] a b", 2.5)]
)
def test_a_dip_settles_what_decides_all_but_no_half_said_word(
    scripted: type[Scripted], heard_words: str, settled_at: float
) -> None:
    """ALI-11: the last word before the dip may go on after it. Strange speech may go on, too."""
    scripted.script = [
        Word(text, 1.0 + 0.15 * at, 1.15 + 0.15 * at, 1.0)
        for at, text in enumerate(heard_words.split())
    ]
    sound = tone((1.0, 1.5), (1.7, 2.2), total=4)

    def listener(heard: Heard) -> Progress:
        return Progress(Want.NOTHING if heard.words else Want.MORE)

    outcome = played(turned(listener, Budget(4, 0.5, 9)), sound)
    assert outcome.position_s == pytest.approx(settled_at, abs=0.11)


def test_a_word_that_is_not_accepted_renews_nothing(scripted: type[Scripted]) -> None:
    scripted.script = [Word("a", at, at + 0.5, 1.0) for at in (1.0, 3.0, 5.0)]
    sound = tone((1.0, 1.5), (3.0, 3.5), (5.0, 5.5), total=20)
    outcome = played(turned(lambda _: Progress(Want.MORE), Budget(4, 0.5, 60)), sound)
    assert outcome.end is End.SILENCE
    assert outcome.position_s == pytest.approx(4.0, abs=0.11)


def test_who_speaks_when_the_budget_is_spent_may_finish_the_word(
    scripted: type[Scripted],
) -> None:
    scripted.script = [Word("a", 3.6, 3.9, 1.0), Word("b", 4.0, 4.6, 1.0)]
    outcome = played(turned(counting, Budget(4, 0.5, 60)), tone((3.6, 4.6), total=12))
    assert texts(outcome.heard.words) == ["a", "b"]
    assert outcome.position_s == pytest.approx(8.6, abs=0.11)


def test_loud_sound_without_words_ends_at_the_budget(scripted: type[Scripted]) -> None:
    outcome = played(turned(counting, Budget(4, 0.5, 9)), tone((1.0, 20.0), total=20))
    assert outcome.end is End.SILENCE
    assert outcome.position_s == pytest.approx(4.0, abs=0.11)
    assert outcome.heard.unheard_s == pytest.approx(3.0, abs=0.11)


@pytest.mark.parametrize(("below_db", "unheard_s"), [(8.0, 1.0), (12.0, 0.0)])
def test_sound_far_fainter_than_the_words_is_the_room_s_though_it_is_quiet(
    scripted: type[Scripted], below_db: float, unheard_s: float
) -> None:
    scripted.script = [Word("a", 1.0, 2.0, 1.0)]
    sound = tone((1.0, 2.0), total=7)
    sound[3 * RATE : 4 * RATE] = noise(1.0, 4000 / 10 ** (below_db / 20))
    heard = played(turned(counting, Budget(4, 0.5, 9)), sound).heard
    assert not heard.noisy
    assert heard.unheard_s == pytest.approx(unheard_s, abs=0.11)


def test_talking_without_end_ends_at_the_limit(scripted: type[Scripted]) -> None:
    scripted.script = [Word("a", at / 2, at / 2 + 0.4, 1.0) for at in range(1, 60)]
    outcome = played(turned(counting, Budget(4, 0.5, 9)), tone((0.5, 30.0), total=30))
    assert outcome.end is End.LIMIT
    assert outcome.position_s == pytest.approx(9.0, abs=0.11)
    assert len(outcome.heard.words) == 17


def test_the_pause_grows_with_the_speaker_s_own_rhythm(scripted: type[Scripted]) -> None:
    """A slow speaker gets longer to add one more item."""
    waits = []
    for gap in (0.3, 1.0, 3.0):
        starts = [1.0 + at * (0.5 + gap) for at in range(4)]
        scripted.script = [Word("a", start, start + 0.5, 1.0) for start in starts]
        sound = tone(*((start, start + 0.5) for start in starts), total=20)
        enough: Listener = lambda heard: Progress(  # noqa: E731
            Want.PAUSE if len(heard.words) == 4 else Want.MORE, len(heard.words)
        )
        outcome = played(turned(enough, recitation_budget(4)), sound)
        assert outcome.end is End.ENOUGH
        waits.append(outcome.position_s - starts[-1] - 0.5)
        assert played(
            turned(enough, replace(recitation_budget(4), rhythm=False)), sound
        ).position_s == pytest.approx(starts[-1] + 0.5 + 0.4, abs=0.11)
    assert waits == pytest.approx([0.4, 1.25, 2.0], abs=0.15)


def test_a_hint_at_20_seconds_settles_nothing_in_the_middle_of_speech(
    scripted: type[Scripted],
) -> None:
    scripted.hints = staticmethod(lambda position: position >= 20.0)
    scripted.script = [Word("a", at * 1.0, at + 0.3, 1.0) for at in range(1, 30)]
    syllables = tone(*((at / 2, at / 2 + 0.4) for at in range(1, 50)), total=27)
    outcome = played(turned(counting, Budget(4, 0.5, 60)), syllables)
    assert [at for at in scripted.drained if at < 24.9] == []
    assert len(outcome.heard.words) == 26


def test_sound_heard_twice_is_no_word_twice(scripted: type[Scripted]) -> None:
    """Bug report 11: each settled part once, in order."""
    scripted.script = [Word(text, at, at + 0.5, 1.0) for at, text in enumerate("abcdef", 1)]
    sound = tone(*((at, at + 0.5) for at in range(1, 7)), total=9)
    outcome = played(turned(counting, Budget(4, 0.4, 60)), sound)
    assert "".join(texts(outcome.heard.words)) == "abcdef"


# Budgets


@pytest.mark.parametrize("silence", [3.9, 12.1, 0.0, -4.0, math.nan, math.inf])
def test_the_thinking_time_is_four_to_twelve_seconds(silence: float) -> None:
    with pytest.raises(ValueError, match="4 to 12 seconds"):
        recitation_budget(5, silence)


def test_longer_lists_may_take_longer() -> None:
    assert recitation_budget(10).limit > recitation_budget(1).limit >= 30
    assert recitation_budget(3, 12.0).silence == 12.0


@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan, math.inf])
def test_budgets_are_seconds_above_zero(bad: float) -> None:
    for name in ("silence", "pause", "limit"):
        with pytest.raises(ValueError, match="seconds above 0"):
            replace(MOVE, **{name: bad})  # type: ignore[arg-type]


def test_nothing_fed_nothing_heard(model: Model) -> None:
    outcome = Turn(model, ["lion"], RATE, counting, MOVE).finish()
    assert (outcome.heard, outcome.position_s, len(outcome.sound)) == (Heard((), 0.0), 0.0, 0)


@pytest.mark.parametrize(("text", "wait"), [("the", 1.5), ("[unk]", 8.0)])
def test_words_that_are_no_answer_end_a_move_sooner_than_silence(
    scripted: type[Scripted], text: str, wait: float
) -> None:
    """An unfinished move is asked for again after 1.5 s; what is no word of the game is nobody's
    answer and changes nothing.
    """
    scripted.script = [Word(text, 1.0, 1.5, 1.0)]
    deaf_ears = turned(lambda heard: Progress(Want.MORE), MOVE)
    outcome = played(deaf_ears, tone((1.0, 1.5), total=12))
    assert outcome.end is End.SILENCE
    assert outcome.position_s == pytest.approx(wait if text == "[unk]" else 1.5 + wait, abs=0.2)
