"""The search graph: the whole dictionary as a tree of phones, and an unknown-word path.

    python -m training.graph --work WORK --out FOLDER [--words 110000]

Writes graph/HCLr.fst, Gr.fst, words.txt and disambig_tid.int. The graph is written as text
and only sorted and indexed by OpenFst's tools. Vosk composes it with a grammar at run time.

Shape: from LOOP_c (c: class of the phone said last) an arc enters each phone that begins a
word; a node has its phone's self-loop; a word's last node has an arc that leads to LOOP_c
again, with or without a pause. The word is said on the first arc behind which no other is
possible; from there on words with the same phones to come share their nodes, which makes the
graph less than half as large. `[unk]` is a loop of any phones, each at a cost, so no model of
rubbish is needed.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import tempfile
from pathlib import Path

from .lexicon import BY_HAND, Lexicon, Pronunciation, read_lexicon
from .parts import frequent_words, given_names, lookahead_plugin_folder
from .phones import ARPABET, LEFT_CLASS_COUNT, SILENCE, left_class, transition_ids
from .vocabulary import game_words, grammar_words

UNKNOWN = "[unk]"
UNKNOWN_ENTRY = 3.0
UNKNOWN_PHONE = 2.0
"""Costs (natural log) of an unknown word and of each of its phones. Cheaper phones let [unk]
swallow a recitation, dearer ones let talk that is not for us through as words."""
PAUSE = math.log(2)
FREE_WORDS = 20000
"""Words of the grammar that is used when none is given at run time."""


Way = tuple[tuple[str, ...], str]
"""Phones with their place in the word that are still to come, and the word."""


def positioned(pronunciation: Pronunciation) -> list[str]:
    """Phones with their place in the word: `AA_B`, `L_I`, `IY_E`, or `AY_S`."""
    if len(pronunciation) == 1:
        return [f"{pronunciation[0]}_S"]
    middle = [f"{phone}_I" for phone in pronunciation[1:-1]]
    return [f"{pronunciation[0]}_B", *middle, f"{pronunciation[-1]}_E"]


class GraphText:
    """Collects states and arcs in OpenFst's text form."""

    def __init__(self) -> None:
        self.states = 0
        self.lines: list[str] = []

    def state(self) -> int:
        """A new state."""
        self.states += 1
        return self.states - 1

    def arc(self, source: int, target: int, inside: int, out: int = 0, cost: float = 0.0) -> None:
        """An arc with a transition id (0: none), a word (0: none) and a cost."""
        weight = f" {cost:.4f}" if cost else ""
        self.lines.append(f"{source} {target} {inside} {out}{weight}\n")

    def node(self, form: str, left: int) -> int:
        """A state with the self-loop of a phone.

        Self-loops score alike behind every left class, so one state serves all of them.
        """
        state = self.state()
        self.arc(state, state, transition_ids(form, left)[0])
        return state


def build_graph(lexicon: Lexicon, word_ids: dict[str, int]) -> str:
    """The text of the graph over transition ids and word ids (`[unk]` among them)."""
    text = GraphText()
    start = text.state()
    loops = [text.state() for _ in range(LEFT_CLASS_COUNT)]
    ends = [text.state() for _ in range(LEFT_CLASS_COUNT)]
    quiet = left_class(SILENCE)
    silence = text.node(SILENCE, quiet)
    text.arc(start, loops[quiet], 0, cost=PAUSE)
    text.arc(start, silence, transition_ids(SILENCE, quiet)[1], cost=PAUSE)
    text.arc(silence, loops[quiet], 0)
    for left in range(LEFT_CLASS_COUNT):
        text.arc(ends[left], loops[left], 0, cost=PAUSE)
        text.arc(ends[left], silence, transition_ids(SILENCE, left)[1], cost=PAUSE)

    tails: dict[tuple[str, ...], int] = {}

    def tail(forms: tuple[str, ...], left: int) -> int:
        """The state of the first of these phones, behind which all the others follow."""
        key = (str(left), *forms)
        if key not in tails:
            tails[key] = state = text.node(forms[0], left)
            own = left_class(forms[0].partition("_")[0])
            if rest := forms[1:]:
                text.arc(state, tail(rest, own), transition_ids(rest[0], own)[1])
            else:
                text.arc(state, ends[own], 0)
        return tails[key]

    def enter(places: list[int], lefts: list[int], ways: list[Way]) -> None:
        """Arcs from a place (one for each class of the phone said there) into what may follow."""
        by_form: dict[str, list[Way]] = {}
        for way in ways:
            by_form.setdefault(way[0][0], []).append(way)
        for form, behind in by_form.items():
            (forms, word), alone = behind[0], len(behind) == 1
            state = tail(forms, lefts[-1]) if alone else text.node(form, lefts[-1])
            for place, left in zip(places, lefts, strict=True):
                said = word_ids[word] if alone else 0
                text.arc(place, state, transition_ids(form, left)[1], said)
            if alone:
                continue
            own = left_class(form.partition("_")[0])
            for forms, word in behind:
                if len(forms) == 1:
                    text.arc(state, ends[own], 0, word_ids[word])
            enter([state], [own], [(forms[1:], word) for forms, word in behind if forms[1:]])

    ways = {(tuple(positioned(p)), word): None for word, said in lexicon.items() for p in said}
    enter(loops, list(range(LEFT_CLASS_COUNT)), list(ways))

    _add_unknown(text, loops, ends, word_ids[UNKNOWN])
    text.lines.insert(0, text.lines.pop(_first_arc_of(start, text.lines)))
    text.lines += [f"{loop}\n" for loop in loops]
    return "".join(text.lines)


def _first_arc_of(state: int, lines: list[str]) -> int:
    """OpenFst takes the source of the first line as the start state."""
    return next(i for i, line in enumerate(lines) if line.startswith(f"{state} "))


def _add_unknown(text: GraphText, loops: list[int], ends: list[int], word: int) -> None:
    """The path of `[unk]`: a first phone, any number of inner ones, a last one."""
    quiet = left_class(SILENCE)
    nodes = {
        form: text.node(form, quiet)
        for place in ("B", "I", "E")
        for form in (f"{phone}_{place}" for phone in ARPABET)
    }
    hubs = [text.state() for _ in range(LEFT_CLASS_COUNT)]
    entries = [text.state() for _ in range(LEFT_CLASS_COUNT)]
    for left in range(LEFT_CLASS_COUNT):
        text.arc(loops[left], entries[left], 0, word, UNKNOWN_ENTRY)
        for phone in ARPABET:
            places = ((entries[left], "B"), (hubs[left], "I"), (hubs[left], "E"))
            for source, place in places:
                form = f"{phone}_{place}"
                forward = transition_ids(form, left)[1]
                text.arc(source, nodes[form], forward, cost=UNKNOWN_PHONE)
    for phone in ARPABET:
        left = left_class(phone)
        text.arc(nodes[f"{phone}_B"], hubs[left], 0)
        text.arc(nodes[f"{phone}_I"], hubs[left], 0)
        text.arc(nodes[f"{phone}_E"], ends[left], 0)


def free_grammar(words: list[str], ids: dict[str, int]) -> str:
    """One state, any word any time; rarer words cost more (`words` is ordered)."""
    lines = [f"0 0 {ids[w]} {ids[w]} {math.log(i + 10):.3f}\n" for i, w in enumerate(words)]
    return "".join([*lines, "0\n"])


def choose_words(lexicon: Lexicon, must: set[str], frequent: list[str], count: int) -> Lexicon:
    """The `must` words, then frequent ones, then the rest by length, up to `count` words."""
    rank = {word: i for i, word in enumerate(frequent)}
    order = sorted(lexicon, key=lambda w: (w not in must, rank.get(w, len(rank)), len(w), w))
    return {word: lexicon[word] for word in sorted(order[:count])}


def compile_graph(folder: Path, lexicon: Lexicon, frequent: list[str]) -> None:
    """Write the graph files of a Vosk model folder for exactly the words of `lexicon`."""
    ids = {word: i + 1 for i, word in enumerate([UNKNOWN, *sorted(lexicon)])}
    graph = folder / "graph"
    graph.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "LD_LIBRARY_PATH": str(lookahead_plugin_folder())}
    with tempfile.TemporaryDirectory() as scratch:
        relabel = Path(scratch) / "relabel"

        def fst(*commands: list[str], text: str) -> bytes:
            data = text.encode()
            for command in commands:
                done = subprocess.run(
                    command, input=data, capture_output=True, check=True, env=environment
                )
                data = done.stdout
            return data

        look_ahead = fst(
            ["fstcompile"],
            ["fstarcsort", "--sort_type=olabel"],
            ["fstconvert", "--fst_type=olabel_lookahead", f"--save_relabel_opairs={relabel}"],
            text=build_graph(lexicon, ids),
        )
        (graph / "HCLr.fst").write_bytes(look_ahead)
        pairs = (line.split() for line in relabel.read_text().splitlines())
        new = {int(old): int(now) for old, now in pairs}
    renamed = {word: new[number] for word, number in ids.items()}
    table = sorted(renamed.items(), key=lambda item: item[1])
    lines = "".join(f"{word} {number}\n" for word, number in table)
    (graph / "words.txt").write_text(f"<eps> 0\n{lines}", "utf-8")
    free = [w for w in frequent if w in lexicon][:FREE_WORDS]
    grammar = fst(
        ["fstcompile"],
        ["fstarcsort", "--sort_type=ilabel"],
        ["fstconvert", "--fst_type=const"],
        text=free_grammar(free, renamed),
    )
    (graph / "Gr.fst").write_bytes(grammar)
    # Nothing is determinised, so no disambiguation symbol is used; Vosk wants the file.
    unused = 2 * LEFT_CLASS_COUNT * (4 * len(ARPABET) + 2) + 1
    (graph / "disambig_tid.int").write_text(f"{unused}\n")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Build the search graph.")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--grammars", type=Path, help="folder of TOML grammars to cover")
    parser.add_argument("--words", type=int, default=140000)
    options = parser.parse_args()
    lexicon = read_lexicon(options.work / "lexicon.txt")
    must = game_words() | set(given_names(2000)) | set(BY_HAND)
    if options.grammars:
        must |= grammar_words(options.grammars)
    frequent = frequent_words(100000)
    chosen = choose_words(lexicon, must & set(lexicon), frequent, options.words)
    compile_graph(options.out, chosen, frequent)
    size = sum(f.stat().st_size for f in options.out.rglob("*") if f.is_file()) / 1e6
    print(f"{len(chosen)} words, model folder {size:.1f} MB")


if __name__ == "__main__":
    main()
