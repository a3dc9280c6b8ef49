"""One turn of listening with Vosk: blocks of samples in, words with times out.

Vosk has traps that were measured on version 0.3.45; this adapter stands between them and the rest:
an empty word list crashes it, changing the list in mid-utterance aborts it, words that the model
lacks vanish from the list, digital silence makes it slow, and its own endpoint may fall into the
middle of a word. Hence a new recogniser for each turn (it takes 1 to 5 ms), and it is the caller
who says when it is quiet enough to :meth:`~Recogniser.drain`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import numpy as np

from assistant.hearing.hush import Samples, hush, without_zeros
from assistant.hearing.models import Model
from assistant.hearing.words import Alternative, Word

LOWEST_RATE = 16_000
"""Hertz. Below this too much of speech is missing."""

TAIL_S = 0.5
"""Seconds of quiet after the last word without which Vosk loses it."""

_LAG_S = 0.4  # a word shows in the partial text this long after its end (median; 0.1 to 0.8)
_SHORT_WORD_S = 0.25
_LEAD_S = 0.2


class Recogniser:
    """Hears the words of a closed list in the sound of one turn.

    ``phrases`` are words or phrases of words, spelled as the model spells them. Words of a phrase
    are likelier next to each other, but any word may follow any other. The model's unknown symbol
    is always added, so other speech becomes that symbol instead of the nearest listed word (a model
    without such a symbol was warned of when it was loaded).

    ``rate`` is the true rate of the samples in hertz, from 16000 upwards; Vosk resamples.

    Raises ``ValueError`` for an empty list, for words the model does not know (all are named) and
    for a rate that is too low. Memory is freed when the recogniser is dropped.
    """

    def __init__(self, model: Model, phrases: Sequence[str], rate: int) -> None:
        import vosk

        if rate < LOWEST_RATE:
            raise ValueError(f"the rate must be {LOWEST_RATE} Hz or more, not {rate}")
        listed = _checked(model, phrases)
        self._engine = vosk.KaldiRecognizer(model.engine, float(rate), json.dumps(listed))
        self._engine.SetWords(True)
        self._rate = rate
        self._fed = 0
        self._lead = 0
        self._recent: Samples = np.empty(0, dtype=np.int16)
        self._seen: list[Word] = []
        self._random = np.random.default_rng(rate)
        self._finished = False

    @property
    def position(self) -> float:
        """Seconds of sound fed so far."""
        return self._fed / self._rate

    def feed(self, block: Samples) -> bool:
        """Takes the next samples (shape ``(n,)``, int16, at the given rate).

        Returns whether Vosk thinks the utterance is over. That is a hint only: after about 20 s of
        unbroken sound it says so in the middle of a word.
        """
        if self._finished:
            raise RuntimeError("this turn is finished; make a new Recogniser")
        if block.dtype != np.int16 or block.ndim != 1:
            raise ValueError(f"a block is one row of int16, not {block.ndim} of {block.dtype}")
        if len(block) == 0:
            return False
        self._fed += len(block)
        sound = without_zeros(block, self._random)
        self._recent = np.concatenate([self._recent, sound])[-round(_LEAD_S * self._rate) :]
        over = bool(self._engine.AcceptWaveform(sound.tobytes()))
        self._note_new_words()
        return over

    def partial(self) -> tuple[Word, ...]:
        """The words since the last drain as they look now; later sound may still change them.

        They follow speech by about 0.4 s. Times are estimates from when a word first showed (0.4 s
        either way); confidence is 0.0.
        """
        return tuple(self._seen)

    def drain(self) -> tuple[Word, ...]:
        """The words since the last drain, settled; call it only where it is quiet.

        In the middle of speech it would cut a word in two. Without it, each second of sound costs
        more than the one before. All sound so far is decoded (``FinalResult``; ``Result`` would
        leave the last third of a second, and so the last word, for later), and Vosk goes on with
        a fresh utterance whose times still count from the start of the turn. It is given the last
        moment of quiet once more, for a word right at the start of an utterance is often lost.
        """
        words = self._settled(self._engine.FinalResult())
        self._engine.AcceptWaveform(self._recent.tobytes())
        self._lead += len(self._recent)
        return words

    def finish(self) -> tuple[Word, ...]:
        """Ends the turn: the words since the last drain, all sound included.

        Half a second of hush is added first, so a last word cut off short is still heard; to
        :attr:`position` it does not count.
        """
        if self._finished:
            return ()
        tail = hush(int(TAIL_S * self._rate), self._random)
        self._engine.AcceptWaveform(tail.tobytes())
        self._finished = True
        return self._settled(self._engine.FinalResult())

    def _note_new_words(self) -> None:
        # Not Vosk's own partial words with times: they come 1 to 2 s late and print warnings.
        texts = json.loads(self._engine.PartialResult())["partial"].split()
        known = 0
        for seen, text in zip(self._seen, texts, strict=False):
            if seen.text != text:
                break
            known += 1
        del self._seen[known:]
        for text in texts[known:]:
            before = self._seen[-1].end if self._seen else 0.0
            end = max(before, self.position - _LAG_S)
            self._seen.append(Word(text, max(before, end - _SHORT_WORD_S), end, 0.0))

    def _settled(self, answer: str) -> tuple[Word, ...]:
        self._seen = []
        return tuple(_words(json.loads(answer).get("result", ()), self._lead / self._rate))


def hear_again(
    model: Model,
    phrases: Sequence[str],
    sound: Samples,
    rate: int,
    speed: float = 1.0,
    most: int = 20,
) -> tuple[Alternative, ...]:
    """A whole answer heard a second time: the ``most`` likeliest ways to hear it, best first.

    ``sound`` has shape ``(n,)``, int16, at ``rate`` hertz; it is decoded as if played at ``speed``,
    faster and higher above 1, but words keep their true times. Unlike the first hearing it is not
    cut at pauses, and it tells how far the other ways are behind (Vosk cannot give that and the
    confidence of words at once). How far behind they may be is the model's ``lattice-beam``. Costs
    0.02 s to 0.1 s of processor time for a second of sound. One of the ways may be that nothing was
    said.
    """
    import vosk

    random = np.random.default_rng(rate)
    listed = json.dumps(_checked(model, phrases))
    engine = vosk.KaldiRecognizer(model.engine, rate * speed, listed)
    engine.SetMaxAlternatives(most)
    engine.SetWords(True)
    for piece in (without_zeros(sound, random), hush(int(TAIL_S * rate), random)):
        engine.AcceptWaveform(piece.tobytes())
    rows = json.loads(engine.FinalResult())["alternatives"]
    best = max(row["confidence"] for row in rows)
    return tuple(
        Alternative(
            tuple(
                Word(word["word"], word["start"] * speed, word["end"] * speed, 1.0)
                for word in row.get("result", ())
            ),
            best - row["confidence"],
        )
        for row in rows
    )


def _checked(model: Model, phrases: Sequence[str]) -> list[str]:
    if isinstance(phrases, str):
        raise ValueError("phrases is a list of phrases, not one string")
    listed = list(dict.fromkeys(" ".join(phrase.split()) for phrase in phrases))
    if not any(listed) or "" in listed:
        raise ValueError("the word list is empty or has an empty phrase")
    missing = {word: None for phrase in listed for word in phrase.split() if not model.knows(word)}
    if missing:
        raise ValueError("the model does not know: " + ", ".join(missing))
    if model.unknown_symbol is not None and model.unknown_symbol not in listed:
        listed.append(model.unknown_symbol)
    return listed


def _words(rows: Iterable[dict[str, object]], lead_s: float) -> Iterable[Word]:
    """``lead_s``: seconds of sound that Vosk was given twice, and so counts twice."""
    for row in rows:
        start, end, confidence = (float(str(row[key])) for key in ("start", "end", "conf"))
        yield Word(str(row["word"]), max(0.0, start - lead_s), end - lead_s, confidence)
