"""Recording examples: each sentence is read out, said by the player, checked and kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assistant.evaluation.examples import Examples, Sentence
from assistant.hearing.levels import Level, level_of
from assistant.hearing.turn import Budget, Heard, Progress, Want
from assistant.hosting.ears import Answer, Disturbed, Ears, Question
from assistant.hosting.lines import Lines, counted
from assistant.hosting.table import Voice

_TRIES = 3
_BUDGET = Budget(silence=8.0, pause=1.2, limit=60.0)


class ReadingAloud:
    """One sitting. ``phrases``: what the recogniser listens for, to tell the end of a sentence."""

    def __init__(
        self, voice: Voice, ears: Ears, examples: Examples, deck: Path, phrases: Sequence[str]
    ) -> None:
        self._voice = voice
        self._ears = ears
        self._examples = examples
        self._deck = deck
        self._question = Question(tuple(phrases), _whole, _BUDGET)
        self._lines = Lines("examples")

    def record(self, wanted: Sequence[Sentence], again: Sequence[int] = ()) -> None:
        """Records the sentences that are not recorded yet, or those numbered ``again`` (from 1).

        A microphone that is lost is waited for.
        """
        open_ = [number - 1 for number in again] or [
            at for at, sentence in enumerate(wanted) if not self._examples.has(sentence)
        ]
        self._say(
            "welcome",
            player=self._examples.player,
            left=counted(len(open_), "sentence", "sentences"),
        )
        if done := self._done(wanted):
            self._say("resumed", done=done, all=len(wanted))
        at = 0
        while at < len(open_):
            number = open_[at]
            typed = self._one(wanted[number], number + 1, len(wanted))
            if typed == "stop":
                break
            if typed == "again":
                if at == 0:
                    self._say("nothing_before")
                at = max(at - 1, 0)
            else:
                at += 1
        self._say(
            "finished",
            done=self._done(wanted),
            all=len(wanted),
            player=self._examples.player,
        )

    def _one(self, sentence: Sentence, number: int, of: int) -> str:
        """What was typed instead of saying the sentence, if anything."""
        self._say("sentence", number=number, all=of, text=sentence.text)
        for left in reversed(range(_TRIES)):
            answer = self._listened(sentence)
            if answer.typed is not None:
                return answer.typed.lower()
            complaint = _complaint(answer)
            if complaint is None and answer.sound is not None:
                end = answer.heard.words[-1].end
                self._examples.keep(sentence, answer.sound, answer.rate, end, self._deck)
                self._say("thanks")
                return ""
            self._say(complaint if left and complaint else "left_out", text=sentence.text)
        return ""

    def _listened(self, sentence: Sentence) -> Answer:
        while True:
            try:
                return self._ears.listen(self._question, self._voice.sound_ended_at)
            except Disturbed as trouble:
                self._say(trouble.key)
                if trouble.asks_again:
                    self._voice.say(sentence.text)

    def _done(self, wanted: Sequence[Sentence]) -> int:
        return sum(map(self._examples.has, wanted))

    def _say(self, line: str, **parts: object) -> None:
        self._voice.say(self._lines(line, **parts))


def _whole(heard: Heard) -> Progress:
    """Whatever is said is enough once the speaker stops, understood or not."""
    words = len(heard.words)
    return Progress(Want.PAUSE if words else Want.MORE, words)


def _complaint(answer: Answer) -> str | None:
    """The line that asks for a sentence once more; None if the recording is good."""
    assert answer.sound is not None, "what was not typed has sound"
    level = level_of(answer.sound, answer.rate)
    if level is Level.CLIPPED:
        return "clipped"
    heard = answer.heard
    if level is Level.TOO_QUIET and (heard.words or heard.unheard_s):
        return "too_quiet"
    return None if heard.words else "nothing_heard"
