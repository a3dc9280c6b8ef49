"""Small sums between a list and its recall, and the numbers that answers are."""

from __future__ import annotations

from collections.abc import Callable

from assistant.hearing.turn import MOVE, Heard, Progress, Want
from assistant.hosting.ears import Answer, Question
from assistant.hosting.table import Table
from assistant.understanding.deck_file import NUMBER_WORDS
from assistant.understanding.typed import typed_words


def number_heard(heard: Heard) -> int | None:
    """The last number word that was heard, from one to twelve."""
    numbers = [word.text for word in heard.words if word.text in NUMBER_WORDS[1:]]
    return NUMBER_WORDS.index(numbers[-1]) if numbers else None


def number_in(answer: Answer) -> int | None:
    """The number that an answer is, in words or digits."""
    if answer.typed is None:
        return number_heard(answer.heard)
    for text in typed_words(answer.typed):
        if text.isascii() and text.isdecimal() and len(text) < 3:
            return int(text) or None
        if text in NUMBER_WORDS[1:]:
            return NUMBER_WORDS.index(text)
    return None


def ask_sum(table: Table, first: int, second: int, name: str) -> int | None:
    """Asks for a sum once; None if no number came back."""
    prompt = table.lines("sum", first=NUMBER_WORDS[first], second=NUMBER_WORDS[second], name=name)
    known: Callable[[str], bool] = table.knows or (lambda _word: True)
    commands = table.listener_for(())

    def listen(heard: Heard) -> Progress:
        return Progress(Want.PAUSE, 1) if number_heard(heard) is not None else commands(heard)

    question = Question(tuple(filter(known, NUMBER_WORDS[1:])), listen, MOVE)
    return number_in(table.ask(prompt, question, (), ()))
