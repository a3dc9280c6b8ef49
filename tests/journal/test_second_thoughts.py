"""Undo, corrections and disputes at the table, and what the journal keeps of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from assistant.games.cavern.settings import AliBaba, Settings
from assistant.games.cavern.state import Overruled, Phase, State
from assistant.hearing.turn import Heard, Samples
from assistant.hosting.book import JournalBook
from assistant.hosting.cavern import CavernHost, Evening
from assistant.hosting.ears import Answer, NoMoreAnswers, Question
from assistant.hosting.saving import header_of, saved_game
from assistant.journal.folder import Folder
from assistant.journal.story import Story
from tests.hosting.fakes import is_worded, spoken
from tests.journal.games import clock
from tests.playthroughs.director import Director, evening, seated

HOST = evening(Settings(ali=AliBaba.HOST), ["Ana", "Ben", "Caro"], 3)
PEOPLE = evening(Settings(), ["Ana", "Ben", "Caro"], 4)


Says = Callable[[State, Question], str | Answer | None]


class Script:
    """Says these lines from the first moment that fits, then breaks off."""

    def __init__(self, when: Callable[[State, Question], bool], *lines: str | Answer) -> None:
        self._when = when
        self._lines = list(lines)
        self._begun = False

    def __call__(self, state: State, question: Question) -> str | Answer | None:
        self._begun = self._begun or self._when(state, question)
        if not self._begun:
            return None
        if not self._lines:
            raise NoMoreAnswers
        return self._lines.pop(0)


def picking(state: State, question: Question) -> bool:
    """The first of several open treasures is to be picked, and nobody disputes anything."""
    return state.phase is Phase.SHARE and not question.silence_agrees and len(state.hand) > 4


def offered(state: State, question: Question) -> bool:
    return question.silence_agrees


class Room:
    """An evening in a journal, with what was said and played."""

    def __init__(self, path: Path, chosen: Evening, script: Says, *, keep_audio: bool = False):
        self.folder = Folder(path, clock())
        game = self.folder.new(header_of(chosen))
        book = JournalBook(game, lambda sentence: None, keep_audio=keep_audio)
        self.host, voice = seated(Director(script), chosen, book)
        self.played: list[int] = []
        self._listen_to_recordings(self.host, self.played)
        self.said = voice.said
        with closing(game), suppress(NoMoreAnswers):
            self.host.play()

    @staticmethod
    def _listen_to_recordings(host: CavernHost, played: list[int]) -> None:
        def play(samples: Samples, rate: int) -> None:
            played.append(len(samples))

        host._table.playback = play

    @property
    def story(self) -> Story:
        return self.folder.story(1)

    def kinds(self) -> list[str]:
        return [row.event["event"] for row in self.story.content.events]


@pytest.mark.parametrize("say", ["undo", "u", "take it back"])
def test_undo_gives_the_pick_back_as_an_event(say: str, tmp_path: Path) -> None:
    before: list[State] = []

    def note(state: State, question: Question) -> bool:
        if picking(state, question) and not before:
            before.append(state)
        return bool(before)

    Room(tmp_path / "1", PEOPLE, Script(note))
    room = Room(tmp_path / "2", PEOPLE, Script(picking, f"the {before[0].hand[0]}", say))
    assert room.host.state == before[0], "the generator included (report 79)"
    assert room.kinds()[-2:] == ["Took", "WentBack"]
    picker = PEOPLE.players[before[0].to_move or 0].name
    assert f"Taken back. {picker} decides again." in room.said
    assert room.story.state == before[0]


def test_undo_is_refused_across_a_reveal_with_the_reason_said(tmp_path: Path) -> None:
    def reciting(state: State, question: Question) -> bool:
        return state.phase is Phase.RECITE and len(state.hand) == 2

    room = Room(tmp_path, PEOPLE, Script(reciting, "undo"))
    assert "A treasure has been revealed since. So it cannot be taken back." in room.said
    assert "WentBack" not in room.kinds()


def test_undo_is_refused_across_anothers_move(tmp_path: Path) -> None:
    """With the host as Ali Baba, who picks right after the first thief."""

    def host_has_picked(state: State, question: Question) -> bool:
        picked = [len(pile) for pile in state.piles]
        return picking(state, question) and state.to_move == 0 and picked[3] > 0 and sum(picked) > 3

    room = Room(tmp_path, HOST, Script(host_has_picked, "undo"))
    refusals = [line for line in room.said if line.endswith("So it cannot be taken back.")]
    assert refusals
    assert "WentBack" not in room.kinds()


def test_no_i_said_corrects_a_misheard_pick_and_is_no_undo(tmp_path: Path) -> None:
    hands: list[tuple[str, ...]] = []

    def note(state: State, question: Question) -> bool:
        if picking(state, question) and not hands:
            hands.append(state.hand)
        return bool(hands)

    room = Room(tmp_path / "1", PEOPLE, Script(note))
    heard, meant = list(dict.fromkeys(hands[0]))[:2]
    picker = room.host.state.to_move
    assert picker is not None
    script = Script(picking, f"the {heard}", spoken(f"no i said the {meant}"))
    corrected = Room(tmp_path / "2", PEOPLE, script)
    assert corrected.host.state.piles[picker] == (meant,)
    assert corrected.host.state.hand.count(heard) == hands[0].count(heard)
    names = [name for name in corrected.kinds() if name in ("Took", "WentBack")]
    assert names == ["Took", "WentBack", "Took"]
    why = [row.event.get("why") for row in corrected.story.content.events]
    assert "correction" in why and "undo" not in why
    assert corrected.story.state == corrected.host.state


def test_no_i_said_the_same_or_what_is_not_there_changes_nothing(tmp_path: Path) -> None:
    hands: list[tuple[str, ...]] = []

    def note(state: State, question: Question) -> bool:
        if picking(state, question) and not hands:
            hands.append(state.hand)
        return bool(hands)

    Room(tmp_path / "1", PEOPLE, Script(note))
    kind = hands[0][0]
    lines = (f"the {kind}", f"no, I said the {kind}", "no, I said the chief thief", "no I said")
    room = Room(tmp_path / "2", PEOPLE, Script(picking, *lines))
    assert "That is what I noted." in room.said
    assert "There is no chief thief left to take." in room.said
    assert "Say the right words right after that, as in: no, I said the crown." in room.said
    assert "WentBack" not in room.kinds()


def test_after_a_miss_no_i_said_is_about_the_question_that_is_open(tmp_path: Path) -> None:
    hands: list[tuple[str, ...]] = []

    def note(state: State, question: Question) -> bool:
        if picking(state, question) and not hands:
            hands.append(state.hand)
        return bool(hands)

    Room(tmp_path / "1", PEOPLE, Script(note))
    first, second = hands[0][:2]
    lines = (f"the {first}", "xyz", f"no, I said the {second}")
    room = Room(tmp_path / "2", PEOPLE, Script(picking, *lines))
    assert "WentBack" not in room.kinds()
    assert room.kinds()[-2:] == ["Took", "Took"]
    assert sorted(card for pile in room.host.state.piles for card in pile) == sorted(
        (first, second)
    )


def wrong_by_voice(state: State, question: Question) -> str | Answer | None:
    """The thief of the second card recites in a recording, and wrongly."""
    if state.phase is Phase.RECITE and len(state.hand) == 2:
        heard = spoken("in the cavern there is a chief thief")
        return Answer(None, Heard(heard.heard.words, 0.0), heard.end, np.ones(800, np.int16), 16000)
    return None


class Dispute(Script):
    """A wrong list by voice, and then these lines."""

    def __init__(self, *lines: str) -> None:
        super().__init__(offered, *lines)

    def __call__(self, state: State, question: Question) -> str | Answer | None:
        return wrong_by_voice(state, question) or super().__call__(state, question)


def test_challenge_plays_the_recording_shows_what_was_matched_and_overrules(tmp_path: Path) -> None:
    room = Room(tmp_path, HOST, Dispute("challenge", "overruled"))
    at = next(at for at, line in enumerate(room.said) if "no chief thief" in line)
    assert room.said[at + 1 : at + 7] == [
        "If I misheard you, Ben, challenge my verdict now. Otherwise we go on, Ben.",
        "This is what Ben said.",
        "I heard: in the cavern there is a chief thief.",
        "I understood the chief thief.",
        "Does it stand, or is it overruled? Your decision, everybody.",
        "Overruled: the list of Ben counts as right.",
    ]
    assert room.played == [800]
    assert is_worded(room.said[at + 7], "next_treasure")
    overrulings = [m.event for m in room.story.moments if isinstance(m.event, Overruled)]
    assert overrulings == [Overruled(1, correct=True)]
    assert room.story.state == room.host.state
    assert not list(tmp_path.rglob("*.wav")), "recordings are kept only when asked for"


@pytest.mark.parametrize("line", ["stands", "the verdict stands", "it was wrong"])
def test_the_table_can_let_a_verdict_stand(line: str, tmp_path: Path) -> None:
    room = Room(tmp_path, HOST, Dispute("challenge", line))
    at = room.said.index("Good, the verdict stays as it was.")
    assert room.said[at + 1].startswith("Now the treasures are shared")
    assert "Overruled" not in room.kinds()


@pytest.mark.parametrize("line", ["", "no", "continue"])
def test_without_a_challenge_the_sharing_begins(line: str, tmp_path: Path) -> None:
    room = Room(tmp_path, HOST, Dispute(line))
    assert any(said.startswith("Now the treasures are shared") for said in room.said)
    assert not room.played


def test_a_right_list_can_be_challenged_while_ali_baba_decides(tmp_path: Path) -> None:
    def deciding(state: State, question: Question) -> bool:
        return state.phase is Phase.DECIDE

    room = Room(tmp_path, PEOPLE, Script(deciding, "challenge", "overruled"))
    assert "Overruled: the list of Ben counts as wrong." in room.said
    assert "SharingBegan" in room.kinds()


def test_a_right_list_that_is_challenged_is_not_played_to_who_recites_next(tmp_path: Path) -> None:
    """ALI-40: it is the closed hand."""

    def right_by_voice(state: State, question: Question) -> str | Answer | None:
        if state.phase is Phase.RECITE:
            heard = spoken(f"there is the {state.hand[0]}")
            return replace(heard, sound=np.ones(800, np.int16), rate=16000)
        return script(state, question)

    script = Script(lambda state, _: state.phase is Phase.DECIDE, "challenge", "stands")
    room = Room(tmp_path, PEOPLE, right_by_voice)
    at = next(at for at, line in enumerate(room.said) if line.startswith("As long as the cavern"))
    assert room.said[at + 1] == "Does it stand, or is it overruled? Your decision, everybody."
    assert not room.played
    assert not any(line.startswith("I heard") for line in room.said)


def test_nothing_to_challenge_is_said(tmp_path: Path) -> None:
    def reciting(state: State, question: Question) -> bool:
        return state.phase is Phase.RECITE

    room = Room(tmp_path, HOST, Script(reciting, "challenge"))
    assert "There is no verdict to look at again." in room.said


def test_kept_recordings_can_be_heard_after_going_on(tmp_path: Path) -> None:
    """With --keep-audio a dispute outlives the process."""
    room = Room(tmp_path, HOST, Dispute(), keep_audio=True)
    game, story = room.folder.open(1)
    with closing(game), suppress(NoMoreAnswers):
        saved = saved_game(story, game.sounds)
        script = Script(offered, "challenge", "overruled")
        host, voice = seated(Director(script), HOST, JournalBook(game, lambda s: None), saved)
        played: list[int] = []
        Room._listen_to_recordings(host, played)
        host.play()
    assert played == [800]
    assert "I heard: in the cavern there is a chief thief." in voice.said
    assert "Overruled: the list of Ben counts as right." in voice.said


def test_beside_each_answer_stands_what_was_heard_and_made_of_it(tmp_path: Path) -> None:
    room = Room(tmp_path, HOST, Dispute("challenge", "overruled"))
    rows = room.story.content.answers
    recited = next(row for row in rows if row.heard and row.heard["words"])
    assert recited.who == "Ben" and is_worded(recited.asked, "recite")
    assert recited.heard is not None and recited.understood is not None
    assert recited.heard["words"][0] == {
        "text": "in", "start": 0.0, "end": 0.4, "confidence": 1.0
    }  # fmt: skip
    assert recited.heard["segments"] == [[0.0, recited.heard["words"][-1]["end"]]]
    assert recited.understood["verdict"] == "mistake"
    assert recited.understood["items"][0]["kind"] == "chief thief"
    assert [row.understood for row in rows if row.typed in ("challenge", "overruled")] == [
        {"command": "challenge"},
        {"command": "overruled"},
    ]
