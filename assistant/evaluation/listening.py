"""One clip through one turn: sound in blocks of 0.1 s, as a microphone would bring it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from assistant.evaluation.noise import Noise
from assistant.games.cavern.settings import Adjectives, Settings
from assistant.hearing.hush import Samples, hush
from assistant.hearing.models import Model
from assistant.hearing.recordings import Recording
from assistant.hearing.turn import (
    MOVE,
    YES_NO,
    Budget,
    Heard,
    Listener,
    Outcome,
    Progress,
    Turn,
    recitation_budget,
)
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.commands import Command, heard_enough, match_answer, phrases_of
from assistant.understanding.recitation import Opinion, judge_items, judge_reading, progress
from assistant.understanding.second_hearing import reconsidered, ways_of

BLOCK_S = 0.1
"""Seconds of sound in one block."""

AFTER_S = 2.5
"""Seconds of quiet (with the noise, if any) that follow a clip before its sound is over; longer
than the longest pause that ends a complete recitation."""

_SHORT_ANSWERS = frozenset({"yes", "no", "yeah", "nope"})


@dataclass(frozen=True, slots=True)
class Sound:
    """A clip made ready for listening: ``samples`` at ``rate`` hertz, the quiet after it and any
    noise included."""

    samples: Samples
    rate: int

    def blocks(self) -> list[Samples]:
        """The samples in blocks of :data:`BLOCK_S` seconds."""
        size = round(BLOCK_S * self.rate)
        return [self.samples[at : at + size] for at in range(0, len(self.samples), size)]


@dataclass(frozen=True, slots=True)
class Listened:
    """A finished turn: its outcome, ``compute_s`` processor seconds for hearing and judging, and
    ``lag_s`` of them that passed after the last block had come (see :class:`Workbench`)."""

    outcome: Outcome
    compute_s: float
    lag_s: float

    @property
    def text(self) -> str:
        """The heard words."""
        return " ".join(word.text for word in self.outcome.heard.words)


class Workbench:
    """How far behind the sound the work on it is, if blocks come as they are spoken and each waits
    for the work on those before it.

    Counts processor time, so that it does not depend on what else the machine does.
    """

    def __init__(self) -> None:
        self.compute_s = 0.0
        """Processor seconds of all work so far."""
        self._done_at = 0.0

    @contextmanager
    def work(self, arrived_s: float) -> Iterator[None]:
        """Work on what is there ``arrived_s`` seconds into the sound."""
        begun = time.process_time()
        yield
        spent = time.process_time() - begun
        self.compute_s += spent
        self._done_at = max(self._done_at, arrived_s) + spent

    def lag_s(self, position_s: float) -> float:
        """Seconds from that place in the sound until all work is done."""
        return max(0.0, self._done_at - position_s)


def prepared(recording: Recording, noise: Noise | None, number: int) -> Sound:
    """The clip and the quiet after it; ``number`` fixes which stretch of the noise is used."""
    after = hush(round(AFTER_S * recording.rate), np.random.default_rng(0))
    samples = np.concatenate([recording.samples, after])
    if noise is not None:
        samples = noise.mixed(samples, recording.rate, number)
    return Sound(samples, recording.rate)


def listen(
    sound: Sound, model: Model, phrases: Sequence[str], listener: Listener, budget: Budget
) -> Listened:
    """Plays ``sound`` into a turn until the turn is over."""
    bench = Workbench()
    with bench.work(0.0):
        turn = Turn(model, phrases, sound.rate, listener, budget)
    outcome = None
    for block in sound.blocks():
        with bench.work(turn.position_s + len(block) / sound.rate):
            outcome = turn.feed(block)
        if outcome is not None:
            break
    if outcome is None:
        with bench.work(turn.position_s):
            outcome = turn.finish()
    return Listened(outcome, bench.compute_s, bench.lag_s(outcome.position_s))


def hear_recitation(
    sound: Sound,
    model: Model,
    vocabulary: tuple[CavernWords, tuple[str, ...]],
    hand: Mapping[str, int],
    adjectives: Mapping[str, str] | None,
) -> tuple[Opinion, Listened]:
    """A recitation of ``hand`` (treasure: count) and what the judge says of it.

    ``adjectives`` are those bound in the round; None where the variant is off.
    """
    words, phrases = vocabulary
    cards = list(Counter(hand).elements())
    settings = Settings(adjectives=Adjectives.OFF if adjectives is None else Adjectives.HOST)

    def judged(heard: Heard, ended: bool) -> Opinion:
        return judge_reading(
            words.read(heard.words),
            cards,
            settings,
            adjectives or {},
            ended=ended,
            unheard_s=heard.unheard_s,
            noisy=heard.noisy,
        )

    def listener(heard: Heard) -> Progress:
        return progress(judged(heard, False), words.read(heard.words), heard.noisy)

    listened = listen(sound, model, phrases, listener, recitation_budget(len(cards)))
    heard = listened.outcome.heard
    opinion = reconsidered(
        judged(heard, True),
        ways_of(heard, words.read),
        lambda reading: judge_items(reading, cards, settings, adjectives or {}, True),
        contrast_db=heard.contrast_db,
    )
    return opinion, listened


def hear_command(
    sound: Sound, model: Model, commands: Sequence[Command]
) -> tuple[Command | None, Listened]:
    """An answer from a closed list, and which of ``commands`` it was (None: ask again)."""
    phrases = phrases_of(commands)
    budget = YES_NO if _SHORT_ANSWERS.issuperset(phrases) else MOVE
    listened = listen(sound, model, phrases, lambda heard: heard_enough(heard, commands), budget)
    heard = listened.outcome.heard
    return match_answer(heard, commands), listened


def hearable(commands: Sequence[Command], knows: Callable[[str], bool]) -> tuple[Command, ...]:
    """The commands with only the phrases that the model can hear; those with none are left out."""
    kept = []
    for command in commands:
        say = tuple(phrase for phrase in command.say if all(knows(word) for word in phrase.split()))
        if say:
            kept.append(Command(command.name, say, command.help, command.typed))
    return tuple(kept)
