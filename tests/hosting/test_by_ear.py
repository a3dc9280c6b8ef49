"""Whole games, from the welcome to the final score, by players who see nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from assistant.cli.practice import practise
from assistant.games.cavern.settings import AliBaba, Settings
from assistant.games.kernel import Strength
from assistant.games.letters import Settings as LetterSettings
from assistant.games.tiles import Settings as TileSettings
from assistant.hearing.models import Model
from assistant.hosting.cavern import CavernHost, Evening, Player, Role
from assistant.hosting.letters import LettersEvening, LettersHost
from assistant.hosting.lines import Lines
from assistant.hosting.move_host import Player as Seated
from assistant.hosting.table import Stopped
from assistant.hosting.tiles import TilesEvening, TilesHost
from assistant.journal.folder import Folder
from assistant.understanding.cavern_words import CavernWords
from assistant.understanding.letter_words import LetterWords
from assistant.understanding.tile_words import TileWords
from tests.hosting.by_ear import Listener, found, table_by_ear
from tests.hosting.fakes import is_worded, shipped_deck, worded
from tests.rendered import needs_voices

pytestmark = needs_voices("flite-slt")


def cavern(player: Listener) -> str | None:
    """Recites what was named in this round, equal ones together, but no more than five of them;
    takes the first treasure that is offered.
    """
    if worded(player.last, "recite", "go_on"):
        lines = player.since("Round ")
        named = [worded(line, "first_treasure", "next_treasure") for line in lines]
        kinds = Counter(each["treasure"].split(" ", 1)[1] for each in named if each)
        said = [shipped_deck().phrase(*each) for each in kinds.items()]
        forgets = kinds.total() > 5
        return f"in the cavern there is {' and '.join(said[:3] if forgets else said)}, that's all"
    if offered := found(r"Left: (?:\w+) (?P<first>[\w ]+?)(?:,| and|\.)", player.last):
        return f"I take the {offered['first']}"
    return None


def test_the_cavern(model: Model) -> None:
    table, player = table_by_ear(model, cavern, most=60)
    deck = shipped_deck()
    others = ("Cassim", "Zobeide", "Morgiana", "Hakim")
    computers = (Player(each, Role.COMPUTER) for each in others)
    seats = (Player("Ana"), *computers, Player("Ali Baba", Role.HOST))
    evening = Evening(deck, seats, Settings(ali=AliBaba.HOST), seed=CAVERN_SEED, first=5)
    CavernHost(table, evening, CavernWords(deck, knows=model.knows), book=None).play()
    assert "in the cavern there is" in player.said[0]
    assert any(is_worded(line, "right") for line in player.lines)
    assert any(re.match("Ana has .* treasures?: ", line) for line in player.lines)
    assert "wins" in player.last or "share" in player.last
    assert not any(is_worded(line, "again") for line in player.lines)


def agrees(player: Listener) -> str | None:
    """Yes to any question of yes or no, in more words if one was not enough."""
    if "es or no" in player.last:
        return "yes" if player.last.startswith(("Do you mean", "To ")) else "yes please"
    return "yes please" if "say: yes and no" in player.last else None


def tiles(player: Listener) -> str | None:
    """Asks what can be taken, and takes what is named first; the same for magic."""
    if told := found(r"You can take [\w ]+: (?P<colour>\w+) (?P<treasure>\w+)", player.lines[-2]):
        return f"the {told['colour']} {told['treasure']}"
    if told := found(r"You can choose the (?P<tile>\w+ \w+)", player.lines[-2]):
        return f"the {told['tile']}"
    if told := found(r"also take the (?P<tile>\w+ \w+)", player.last):
        return f"the {told['tile']}"
    if player.last.startswith("White: name a treasure"):
        return "carpets"
    if agreeing := agrees(player):
        return agreeing
    if re.fullmatch(
        r".*(?:Your turn|What else|Which of|you may take any|Which tile).*", player.last
    ):
        return "what can I take"
    return ""  # the move was named rightly: no need to object


def test_the_tile_game(model: Model) -> None:
    table, player = table_by_ear(model, tiles, most=60)
    table.lines = Lines("tiles")
    seats = (
        Seated("Ana"),
        *(Seated(each, Strength.EASY) for each in ("Cassim", "Zobeide", "Morgiana")),
    )
    evening = TilesEvening(seats, TileSettings(), seed=TILES_SEED, start=0)
    results = TilesHost(table, evening, TileWords()).play()
    ana = next(each for each in results if each.seat == 0)
    assert any(line.startswith(f"Ana has {ana.total} points") for line in player.lines) or any(
        line.startswith("Ana has ") and " on the track and " in line for line in player.lines
    )
    assert "wins" in player.last or "share" in player.last


def letters(player: Listener) -> str | None:
    """Asks what can be done and does the first of it, or ends the turn with the first card."""
    if "another game of this match" in player.last:
        return "no thanks"
    if agreeing := agrees(player):
        return agreeing
    if told := found(r"You can build (?P<move>.+?)(?:,| or |\. )", player.lines[-2]):
        return f"build {told['move']}"
    if player.lines[-2].startswith("You can"):
        return "discard card one"
    if "Draw from the pile" in player.last:
        return "pile"
    if re.search("And now|What else", player.last):
        return "discard card one"
    if "our turn" in player.last:
        return "what can I do"
    return ""


def test_a_game_of_letters(model: Model) -> None:
    table, player = table_by_ear(model, letters, most=60)
    table.lines = Lines("letters")
    names = ("Ana", "Hakim", "Sarah", "Amir")
    seats = (Seated("Ana"), *(Seated(each, Strength.HARD) for each in names[1:]))
    evening = LettersEvening(seats, LetterSettings(first_dealer=3), seed=LETTERS_SEED)
    words = LetterWords(names, model.knows, model.vocabulary())
    with pytest.raises(Stopped):
        LettersHost(table, evening, words).play()
    assert player.last == "Shall we play another game of this match? Yes or no, everybody."
    told = " ".join(player.lines)
    assert re.search(r"wins the game and \w+ points|Nobody wins|nobody wins", told)


def practice(player: Listener) -> str | None:
    """Says back what was shown last."""
    if "Who practises" in player.last:
        return "somebody new"
    if "What shall we practise" in player.last:
        return "plain list"
    if player.last.startswith("What was there"):
        return f"{player.lines[-2]}, that's all"
    return None


def test_practice(model: Model, tmp_path: Path) -> None:
    table, player = table_by_ear(model, practice, most=12)
    table.lines = Lines("practice")

    def present(items: Sequence[str], _every_s: float) -> None:
        table.voice.say(" and ".join(items))

    practise(
        table, Folder(tmp_path), None, None, shipped_deck(), model, present=present, lists=3, seed=4
    )
    assert sum(line.startswith("All ") for line in player.lines) == 3
    assert player.last.startswith("Your mean span at this task today is ")


CAVERN_SEED = 1
TILES_SEED = 16
LETTERS_SEED = 1
