"""The host of the letter-card game: whole games by typed answers, and each of its manners."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

from assistant.games.kernel import Chance, replay
from assistant.games.letters import (
    Event,
    Phase,
    PlaceAliBaba,
    Settings,
    Source,
    State,
    begin,
    evolve,
    view,
)
from assistant.games.letters.bots import BOTS, Strength
from assistant.games.letters.cards import ALI_BABA, SEQUENCE, Card, Colour, Kind
from assistant.games.letters.events import (
    Built,
    Discarded,
    Drew,
    GameWon,
    ShoutForgotten,
    Swapped,
    ThiefPlayed,
    Took,
)
from assistant.hosting.course import Saved
from assistant.hosting.ears import Answer, NoMoreAnswers, Question
from assistant.hosting.letters import LettersEvening, LettersHost
from assistant.hosting.letters_names import Naming
from assistant.hosting.letters_screen import draw, tell
from assistant.hosting.lines import Lines
from assistant.hosting.move_host import Player
from assistant.hosting.table import Stopped, Table
from assistant.understanding.letter_words import LetterWords
from tests.hosting.fakes import SILENCE, FakeVoice, ScriptedEars, spoken

NAMES = ("Ana", "Ben", "Cara", "Dan")
LINES = Lines("letters")


class Typists:
    """People who want what a computer player would want, and type it as the host would say it."""

    def __init__(self, seed: int) -> None:
        self.host: LettersHost
        self.typed: list[str] = []
        self._luck = Chance.seeded(seed)

    def listen(self, question: Question, quiet_from: float) -> Answer:
        state = self.host.state
        if state.phase is Phase.READY:
            return Answer.of_line("no")
        if "yes" in question.phrases and "my hand" not in question.phrases:
            return Answer.of_line("yes")
        seen = view(state, state.turn)
        command, self._luck = BOTS[Strength.MEDIUM](seen, self._luck)
        naming = Naming(LetterWords(NAMES), NAMES)
        shout = isinstance(command, PlaceAliBaba)
        self.typed.append(naming.move(command, seen))
        return Answer.of_line("open sesame" if shout else self.typed[-1])


@pytest.mark.parametrize(("people", "computers", "seed"), [(2, 0, 1), (1, 2, 2)])
def test_a_whole_game_is_played_as_it_is_typed(people: int, computers: int, seed: int) -> None:
    voice, typists = FakeVoice(), Typists(seed)
    understood: list[str] = []
    table = Table(
        voice, typists, voice.said.append, explain=understood.append, lines=Lines("letters")
    )
    players = [Player(name) for name in NAMES[:people]]
    players += [Player(name, Strength.MEDIUM) for name in NAMES[people : people + computers]]
    events: list[Event] = []
    host = LettersHost(
        table,
        LettersEvening(tuple(players), Settings(), seed),
        LetterWords([player.name for player in players]),
        record=events.append,
    )
    typists.host = host
    with pytest.raises(Stopped):
        host.play()
    assert replay(evolve, begin(len(players), seed), events) == host.state
    assert understood == [f"understood: {line}" for line in typists.typed]
    assert any("wins the game" in line or "Nobody wins" in line for line in voice.said)


def letter(colour: Colour, name: str) -> Card:
    return Card(Kind.LETTER, name, colour)


B, G, P = Colour.BLUE, Colour.GREEN, Colour.PURPLE
GREEN_ROW = tuple(letter(G, each) for each in SEQUENCE)
BRIDGE_E, TAKE_S, THIEF_M = Card(Kind.BRIDGE, "E"), Card(Kind.TAKE, "S"), Card(Kind.THIEF, "M")
HAND = (letter(B, "O"), letter(B, "P"), BRIDGE_E, TAKE_S, ALI_BABA, letter(G, "E"))
BENS = (letter(P, "S"), THIEF_M, letter(P, "M"))


def standing(**changes: object) -> State:
    """Ana is on turn against Ben."""
    state = State(
        settings=Settings(),
        chance=Chance.seeded(1),
        scores=(120, 0),
        phase=Phase.PLAYING,
        game=2,
        dealer=1,
        turn=0,
        hands=(HAND, BENS),
        rows=((letter(G, "O"), letter(G, "P"), BRIDGE_E), (letter(P, "O"),)),
        draw=(letter(P, "P"), letter(P, "E")) * 6,
        discard=(TAKE_S,),
    )
    return replace(state, **changes)  # type: ignore[arg-type]


class Evening:
    """What was said and what happened until the answers ran out."""

    def __init__(
        self,
        state: State,
        *answers: str | Answer,
        names: Iterable[str] = NAMES,
        numbered: bool = False,
    ) -> None:
        voice, self.ears = FakeVoice(), ScriptedEars(answers)
        self.events: list[Event] = []
        players = tuple(Player(name) for name, _ in zip(names, state.scores, strict=False))
        table = Table(voice, self.ears, voice.said.append, lines=Lines("letters"))
        table.numbered = numbered
        saved: Saved[State, Event] = Saved(state, Chance.seeded(0), (), ())
        words = LetterWords([player.name for player in players])
        evening = LettersEvening(players, state.settings, 1)
        self.host = LettersHost(table, evening, words, record=self.events.append, saved=saved)
        with pytest.raises(NoMoreAnswers):
            self.host.play()
        self.said = voice.said
        self.heard = " ".join(self.said)


def kinds(evening: Evening) -> list[type]:
    return [type(event) for event in evening.events]


def test_ses_26_ali_baba_is_not_lost_without_one_warning() -> None:
    evening = Evening(standing(), "discard card one", "no", "discard card one")
    warning = "To discard the blue O oasis loses one Ali Baba. Do it all the same? Yes or no, Ana."
    assert evening.said.count(warning) == 1
    assert "One Ali Baba goes to the discard pile." in evening.said
    assert Discarded(0, 0, HAND[0]) in evening.events


def test_ses_26_to_discard_ali_baba_himself_needs_no_warning() -> None:
    evening = Evening(standing(), "discard Ali Baba")
    assert "loses" not in evening.heard
    assert Discarded(0, 4, ALI_BABA) in evening.events


def test_ses_26_the_warning_names_a_spoken_discard_which_is_then_not_named_again() -> None:
    evening = Evening(standing(), spoken("discard card one"), spoken("yes"))
    assert "Discard the blue O oasis, Ana." not in evening.said
    assert "Ana discards the blue O oasis." not in evening.said
    assert "To discard the blue O oasis loses one Ali Baba" in evening.heard
    assert "One Ali Baba goes to the discard pile." in evening.said
    assert Discarded(0, 0, HAND[0]) in evening.events


def test_ses_28_the_shout_alone_wins_when_nothing_is_missing() -> None:
    evening = Evening(standing(rows=(GREEN_ROW, ())), spoken("open sesame"))
    assert GameWon(0, 60) in evening.events
    assert "Open sesame! Ana wins the game and 60 points." in evening.said
    assert "Ben: 60 for the hand, 0 for the row." in evening.said
    assert "Ana has 180 and Ben has 0 points." not in evening.heard


def test_ses_30_a_forgotten_shout_has_its_price_and_nobody_reminds() -> None:
    evening = Evening(standing(rows=(GREEN_ROW, ())), spoken("place ali baba"))
    assert ShoutForgotten(0) in evening.events and not any(
        isinstance(event, GameWon) for event in evening.events
    )
    assert "sure" not in evening.heard and "Do you mean" not in evening.heard
    assert "Ana places Ali Baba, but did not shout. The door stays shut!" in evening.said


def test_ses_30_the_family_may_be_reminded() -> None:
    state = standing(rows=(GREEN_ROW, ()), settings=Settings(remind_shout=True))
    evening = Evening(state, spoken("place ali baba"))
    assert evening.events == []
    assert "Shout open sesame before you place Ali Baba." in evening.said


def test_ses_29_a_faint_shout_is_asked_back() -> None:
    evening = Evening(standing(rows=(GREEN_ROW, ())), spoken("open ?sesame place ali baba"), "yes")
    assert any(line.startswith("Do you mean the shout open sesame") for line in evening.said)
    assert GameWon(0, 60) in evening.events


def test_ses_t14_without_ten_letters_ali_baba_is_refused_at_no_cost() -> None:
    evening = Evening(standing(), "place ali baba")
    assert evening.events == []
    assert "Your row is not ten letter cards of one colour yet." in evening.said


def test_ses_31_a_false_shout_changes_nothing_and_tells_nothing() -> None:
    evening = Evening(standing(), spoken("open sesame"))
    assert evening.events == []
    assert "The door stays shut." in evening.said
    assert "letter cards" not in evening.heard


def test_ses_21_a_forced_thief_is_played_unasked() -> None:
    thief = Card(Kind.THIEF, "O")
    evening = Evening(standing(hands=((*HAND[:5], thief), BENS)))
    assert ThiefPlayed(0, 5, thief) in evening.events
    assert "Forty thieves! Ana must play O oasis, number one of ten." in evening.said
    assert evening.ears.questions  # and then Ben is asked


def test_an_ordinary_move_is_named_and_may_still_be_taken_back() -> None:
    state = standing(rows=((), (letter(P, "O"),)))
    no = Evening(state, spoken("build the blue o on my row"), spoken("no"))
    assert "Build the blue O oasis on your row, Ana." in no.said
    assert no.events == []
    silent = Evening(state, spoken("build the blue o on my row"), SILENCE)
    assert kinds(silent)[:2] == [Built, Drew]
    assert "Ana's row needs P pearl next." in silent.said


@pytest.mark.parametrize("verb", ["build", "put", "play"])
def test_ses_10_a_card_for_somebody_else_is_named_with_a_moment_to_say_no(verb: str) -> None:
    state = standing(rows=((), ()))
    said = spoken(f"{verb} the blue o on ben's row")
    evening = Evening(state, said, SILENCE)
    assert "Build the blue O oasis on Ben's row, Ana." in evening.said
    assert Built(0, 0, HAND[0], 1) in evening.events
    assert Evening(state, said, spoken("no")).events == []


def test_ses_10_a_card_for_somebody_else_heard_poorly_is_asked_outright() -> None:
    state = standing(rows=((), ()))
    evening = Evening(state, spoken("build the ?blue o on ben's row"), spoken("yes"))
    assert "Do you mean build the blue O oasis on Ben's row? Yes or no, Ana." in evening.said
    assert Built(0, 0, HAND[0], 1) in evening.events


def test_doubt_about_what_can_be_taken_back_is_no_more_than_a_moment_to_say_no() -> None:
    doubtful = spoken("swap the bridge four my green e", confidence=0.9)
    kept = Evening(standing(), doubtful, SILENCE)
    named = "Swap the bridge E emerald on your row for your green E emerald, Ana."
    assert named in kept.said and kinds(kept) == [Swapped]
    assert kinds(Evening(standing(), doubtful, spoken("no"))) == []
    faint = Evening(standing(), spoken("swap the bridge four my green ?e"), spoken("yes"))
    assert any(line.startswith("Do you mean swap the bridge E") for line in faint.said)


def test_ses_41_letters_that_sound_alike_are_asked_for_by_code_word() -> None:
    hand = (letter(B, "E"), letter(B, "P"), *HAND[2:4], HAND[5], letter(B, "S"))
    state = standing(hands=(hand, BENS))
    evening = Evening(state, spoken("discard blue e"), spoken("the second one"), SILENCE)
    choice = (
        "Which one, Ana: discard the blue E emerald or discard the blue P pearl? Please choose."
    )
    assert choice in evening.said
    assert Discarded(0, 1, letter(B, "P")) in evening.events


def test_a_card_without_a_verb_is_answered_with_what_can_become_of_it() -> None:
    evening = Evening(standing(), spoken("card six"))
    (answer,) = [line for line in evening.said if line.startswith("What shall become of")]
    assert "swap the bridge E emerald on your row for your green E emerald" in answer
    assert "discard the green E emerald" in answer
    assert evening.events == []


@pytest.mark.parametrize("chosen", ["1", spoken("the first one")])
def test_what_can_become_of_a_card_is_told_and_chosen_by_number(chosen: str | Answer) -> None:
    evening = Evening(standing(), "card six", chosen, SILENCE, numbered=True)
    (told,) = [line for line in evening.said if line.startswith("What shall become of")]
    assert "Ana: 1 swap the bridge E emerald" in told and "2 discard the green E" in told
    assert kinds(evening) == [Swapped]


def test_a_refusal_gives_the_rules_reason_or_names_what_is_not_held() -> None:
    evening = Evening(standing(), "build the bridge E", "discard the blue moon", "build card one")
    assert "The next letter of that row is N." in evening.heard
    assert "You do not have the blue M moon." in evening.said


def test_ses_12_a_swap_can_be_taken_back_until_a_card_is_drawn() -> None:
    swap = spoken("swap the bridge four my green e as in emerald")
    evening = Evening(standing(), swap, "undo", "my row")
    assert kinds(evening) == [Swapped]
    assert (
        "Ana swaps the bridge E emerald out of Ana's row for the green E emerald." in evening.said
    )
    assert "Taken back. Ana decides again." in evening.said
    assert evening.host.state == standing()
    state = standing(rows=((), ()))
    late = Evening(state, "build the blue oasis", "undo")
    assert "A card has been drawn since. So it cannot be taken back." in late.said


def test_ses_17_where_two_have_the_card_the_owner_is_named() -> None:
    state = standing(
        scores=(0, 0, 0),
        hands=(HAND, BENS, (letter(P, "S"),)),
        rows=((), (), ()),
    )
    take = spoken("take ben's purple sand with my take card")
    evening = Evening(state, take, SILENCE)
    assert "Take the purple S sand from Ben's hand with your take S sand, Ana." in evening.said
    assert kinds(Evening(state, take, spoken("no"))) == []
    assert Took(0, 3, TAKE_S, 1, 0, letter(P, "S")) in evening.events


def test_ses_4_each_draw_may_choose_its_source() -> None:
    state = standing(hands=(HAND[:5], BENS), discard=(letter(B, "N"),))
    evening = Evening(state, spoken("take the blue night"))
    assert any(
        line.startswith("The blue N night lies on the discard pile.") for line in evening.said
    )
    assert "Ana takes the blue N night from the discard pile." in evening.said
    pile = Evening(state, spoken("pile"))  # a single word, but the prompt asks for it
    assert Drew(0, Source.PILE, letter(P, "E")) in pile.events
    assert Evening(state, spoken("?pile"), spoken("no")).events == []


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("my hand", "Ana has one, blue O oasis; two, blue P pearl; three, bridge E emerald; four, "
         "take S sand; five, Ali Baba; six, green E emerald."),
        ("Ben's hand", "Ben has one, purple S sand; two, forty thieves M moon; three, purple M "
         "moon."),
        ("Ben's row", "Ben's row: one card, purple. Next is P pearl."),
        ("Bens row", "Ben's row: one card, purple. Next is P pearl."),
        ("the rows", "Ana's row: three cards, green. Next is N night. Not letters: bridge E "
         "emerald at place three. Ben's row: one card, purple. Next is P pearl."),
        ("what do I need", "Your row needs N night next, in green. Swap letters in for the bridge "
         "E emerald at place three."),
        ("thieves", "No thief is out yet. The first is O oasis."),
        ("the discard pile", "On top of the discard pile lies the take S sand."),
        ("score", "Ana has 120 and Ben has 0 points. Game two. No thief is out yet. The first is O "
         "oasis. Twelve cards are left to draw."),
        ("whose turn is it", "It is the turn of Ana."),
    ],
)  # fmt: skip
def test_what_can_be_asked_is_answered_briefly(asked: str, answer: str) -> None:
    evening = Evening(standing(), asked)
    assert answer in evening.said
    assert evening.events == []


def test_what_can_i_do_tells_the_best_first() -> None:
    (told,) = [each for each in Evening(standing(), "what can i do").said if "discard any" in each]
    swap = told.index("You can swap the bridge E emerald on your row for your green E emerald.")
    assert told.index("You can build Ali Baba on your row") < swap < told.index("You can take")
    assert told.index("Ali Baba on your row") < told.index("Ali Baba on Ben's row")
    able = Evening(standing(rows=(GREEN_ROW, ())), "what can i do", "what do i need")
    assert "You can win: shout, and place Ali Baba." in able.heard
    assert "You have all you need to win." in able.said


def test_the_rules_are_taught_with_an_example_turn() -> None:
    said = Evening(standing(), "teach me").said
    lessons = list(LINES.lessons)
    at = said.index(lessons[0])
    assert said[at : at + len(lessons)] == lessons
    assert any("Here is a turn." in line and "you say: " in line for line in lessons)


def test_house_rules_are_told_and_strangers_get_a_number() -> None:
    voice, ears = FakeVoice(), ScriptedEars(())
    table = Table(voice, ears, voice.said.append, lines=Lines("letters"))
    words = LetterWords(("Ana", "Xqzt"), lambda word: word != "xqzt")
    evening = LettersEvening((Player("Ana"), Player("Xqzt")), Settings(open_discard=True), 1)
    with pytest.raises(NoMoreAnswers):
        LettersHost(table, evening, words).play()
    assert "House rules: the discard pile lies open." in voice.said
    assert "The name Xqzt is hard for me to hear. You can also say player two." in voice.said


def test_after_a_game_the_match_goes_on_if_the_table_wants_it() -> None:
    evening = Evening(standing(rows=(GREEN_ROW, ())), "open sesame", "yes")
    assert any(line.startswith("Game three. Ana deals") for line in evening.said)


def test_no_prompt_ends_with_a_word_of_this_game() -> None:
    words = LetterWords(NAMES)
    seen = view(standing(), 0)
    own = {word for each in (*words.legal(seen), *words.refused(seen)) for word in each.words}
    names = {name.lower() for name in NAMES}
    prompts = Lines("letters").own["prompts"].values()
    for line in (line for wordings in prompts for line in wordings):
        last = line.rstrip(".?!").split()[-1].lower()
        assert last == "{name}" or last not in own - names


def test_rows_and_hands_are_drawn_with_colour_and_letter() -> None:
    naming = Naming(LetterWords(NAMES[:2]), NAMES[:2])
    console = Console(width=80, record=True, force_terminal=True, file=StringIO())
    draw(console, view(standing(), 0), naming)
    text = console.export_text()
    assert max(map(len, text.splitlines())) <= 80
    assert "gre O" in text and "bri E" in text and "1 blue O" in text and "5 Ali Baba" in text
    assert "* Ana: 120 points, next N" in text and "thieves none" in text


def test_the_same_in_plain_sentences_has_no_escape() -> None:
    shown: list[str] = []
    tell(shown.append, view(standing(), 0), Naming(LetterWords(NAMES[:2]), NAMES[:2]), LINES)
    assert len(shown) == 6
    assert not any("\x1b" in line or "\r" in line for line in shown)
    assert shown[2].startswith("Ana has one, blue O oasis")


SWAP = "swap the bridge for my green E"


@pytest.mark.parametrize("by_voice", [False, True])
def test_no_i_said_corrects_a_swap_that_can_be_taken_back(by_voice: bool) -> None:
    """SES-6."""
    meant = "no, I said take Ben's purple S with my take card"
    heard = spoken("no i said take ben's purple s with my take card")
    evening = Evening(standing(), SWAP, heard if by_voice else meant)
    assert kinds(evening) == [Swapped, Took]
    assert "I correct that." in evening.said
    assert evening.host.state.rows == standing().rows
    assert letter(P, "S") in evening.host.state.hands[0]


def test_no_i_said_is_refused_once_a_card_was_drawn() -> None:
    """SES-5."""
    said = ("build the blue oasis", "no, I said build the blue oasis on Ben's row")
    evening = Evening(standing(rows=((), ())), *said)
    assert evening.said[-1] == "A card has been drawn since. So it cannot be taken back."
    assert kinds(evening) == [Built, Drew]


def test_ses_26_a_correction_into_a_discard_is_warned_about_too() -> None:
    refused = Evening(standing(), SWAP, "no, I said discard card one", "no")
    assert "To discard the blue O oasis loses one Ali Baba." in refused.heard
    assert "Good, we go on." in refused.said and kinds(refused) == [Swapped]
    agreed = Evening(standing(), SWAP, "no, I said discard card one", "yes")
    assert Discarded(0, 0, HAND[0]) in agreed.events
    assert agreed.host.state.rows == standing().rows
