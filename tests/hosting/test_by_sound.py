"""Games by sound in both directions: the host's lines are rendered and heard, as answers are."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import pairwise

from assistant.games import letters as letter_game
from assistant.games import tiles as tile_game
from assistant.games.cavern.settings import AliBaba, Settings
from assistant.games.kernel import Strength
from assistant.games.letters.cards import Colour as CardColour
from assistant.games.letters.events import Discarded
from assistant.games.tiles.events import Taken
from assistant.games.tiles.treasures import Colour, Treasure
from assistant.hearing.models import Model
from assistant.hosting.cavern import CavernHost, Evening, Player, Role
from assistant.hosting.ears import NoMoreAnswers
from assistant.hosting.letters import LettersEvening, LettersHost
from assistant.hosting.lines import Lines
from assistant.hosting.manner import Detail, Manner
from assistant.hosting.move_host import Player as Seated
from assistant.hosting.tiles import TilesEvening, TilesHost
from assistant.speaking import EngineVoice
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.letter_words import LetterWords
from assistant.understanding.tile_words import TileWords
from tests.hosting.by_sound import SoundListener, table_by_sound, text_of
from tests.hosting.fakes import shipped_deck
from tests.rendered import needs_voices

pytestmark = needs_voices("flite-slt")

DECK = shipped_deck()
WORDS = CavernWords(DECK)
NO_NEWS = {"says", "left", "takes", "no", "missing"}
"""Words of lines that name a treasure which is not a new one in the cavern."""


OTHERS_CARD = {"takes", "builds", "discards", "lies", "swaps", "goes"}
"""Words of lines that name a card which is no longer, or not, in the player's hand."""


def cavern(player: SoundListener) -> str | None:
    """Recites what was heard of in this round, but no more than five treasures; takes the first
    that is offered.
    """
    if "choose" in text_of(player.heard[-1]):
        return f"I take the {WORDS.kinds_named(player.heard[-1])[0]}"
    kinds: Counter[str] = Counter()
    for line in player.heard:
        named = WORDS.kinds_named(line)
        if text_of(line).startswith("round "):
            kinds.clear()
        elif len(named) == 1 and not NO_NEWS & {word.text for word in line}:
            kinds.update(named)
    said = [DECK.phrase(*each) for each in kinds.items()]
    forgets = kinds.total() > 5
    return f"in the cavern there is {' and '.join(said[:3] if forgets else said)}, that's all"


def test_a_whole_game_of_the_cavern_in_brief(model: Model, engine: EngineVoice) -> None:
    names = [DECK.phrase(kind.name, number) for kind in DECK.deck.kinds for number in (1, 2)]
    names += ["one", "two", "three", "four", "five", "ana"]
    table, player = table_by_sound(model, engine, cavern, 60, Lines(), names)
    table.usual = Manner(detail=Detail.SHORT)
    table.adopt_manner()
    others = (Player(each, Role.COMPUTER) for each in ("Cassim", "Zobeide", "Morgiana", "Hakim"))
    seats = (Player("Ana"), *others, Player("Ali Baba", Role.HOST))
    evening = Evening(DECK, seats, Settings(ali=AliBaba.HOST), seed=32, first=5)
    CavernHost(table, evening, CavernWords(DECK, knows=model.knows)).play()
    lists = [each for each in player.said if each.startswith("in the cavern")]
    right = sum(line.startswith("Right, ") for line in player.lines)
    assert len(lists) >= 4 and right >= 4
    assert not any(line.startswith(("Pardon", "One word was not clear")) for line in player.lines)
    last = player.last_line()
    assert "wins" in last or "share" in last


def tiles(player: SoundListener) -> str | None:
    """Asks what can be taken, and names the first tile that was heard of since."""
    colours = [each.value for each in Colour]
    treasures = [each.value for each in Treasure]
    heard = " ".join(map(text_of, player.latest)).split()
    for colour, treasure in pairwise(heard):
        if colour in colours and treasure in treasures and "can" in heard:
            return f"the {colour} {treasure}"
    return "what can I take"


def test_tiles_are_heard_of_and_taken(model: Model, engine: EngineVoice) -> None:
    names = [f"{colour.value} {each.value}" for colour in Colour for each in Treasure]
    table, player = table_by_sound(model, engine, tiles, 6, Lines("tiles"), names)
    seats = (Seated("Ana"), Seated("Cassim", Strength.EASY))
    evening = TilesEvening(seats, tile_game.Settings(), seed=16, start=0)
    events: list[tile_game.Event] = []
    with suppress(NoMoreAnswers):
        TilesHost(table, evening, TileWords(), record=events.append).play()
    named = [each for each in player.said if each.startswith("the ")]
    taken = [
        f"the {each.tile.colour.value} {each.tile.treasure.value}"
        for each in events
        if isinstance(each, Taken) and each.seat == 0
    ]
    assert len(taken) >= 2
    assert taken == list(dict.fromkeys(named))[: len(taken)]


def test_cards_are_heard_of_and_discarded(model: Model, engine: EngineVoice) -> None:
    words = LetterWords(("Ana", "Hakim"), model.knows, model.vocabulary())
    codes = {words.code(letter): letter for letter in letter_game.cards.SEQUENCE}
    colours = [each.value for each in CardColour]
    names = [f"{colour} {letter} {code}" for colour in colours for code, letter in codes.items()]

    def player_says(player: SoundListener) -> str | None:
        if "draw from the pile" in text_of(player.latest[-1]):
            return "pile"
        for line in reversed(player.latest):
            heard = text_of(line).split()
            for colour, code in zip(heard, heard[2:], strict=False):
                if colour in colours and code in codes and not OTHERS_CARD & {*heard}:
                    return f"discard the {colour} {codes[code]} {code}"
        return "my hand"

    table, player = table_by_sound(model, engine, player_says, 8, Lines("letters"), names)
    seats = (Seated("Ana"), Seated("Hakim", Strength.HARD))
    evening = LettersEvening(seats, letter_game.Settings(first_dealer=1), seed=1)
    events: list[letter_game.Event] = []
    with suppress(NoMoreAnswers):
        LettersHost(table, evening, words, record=events.append).play()
    discarded = [each.card for each in events if isinstance(each, Discarded) and each.seat == 0]
    named = [each.split()[2:4] for each in player.said if each.startswith("discard")]
    assert discarded
    assert [[str(card.colour), card.letter] for card in discarded] == named[: len(discarded)]
