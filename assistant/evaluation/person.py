"""How well one person is understood, in words, and which words that person should avoid."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from assistant.evaluation.manifest import Phrase, Recitation
from assistant.evaluation.measuring import Result, Score
from assistant.hosting.lines import listing


@dataclass
class Standing:
    """What became of one treasure or phrase: how often it was ``said``, ``doubted``, and lost;
    and what was heard in its place."""

    said: int = 0
    doubted: int = 0
    lost: int = 0
    instead: Counter[str] = field(default_factory=Counter)

    @property
    def trouble(self) -> tuple[float, int]:
        """What to sort by: the share of times that it was doubted or lost, then how often."""
        return (self.lost + self.doubted) / self.said, self.lost + self.doubted


def standings(results: Iterable[Result]) -> Mapping[str, Standing]:
    """Each treasure of the right recitations, and each phrase, as it fared."""
    found: defaultdict[str, Standing] = defaultdict(Standing)
    for result in results:
        match result.clip:
            case Recitation(correct=True, hand=hand):
                strange = [kind for kind in dict.fromkeys(result.named) if kind not in hand]
                for kind in hand:
                    found[kind].said += 1
                    found[kind].doubted += kind in result.doubted
                    if kind not in result.named:
                        found[kind].lost += 1
                        found[kind].instead.update(strange)
            case Phrase(expected=phrase):
                found[phrase].said += 1
                found[phrase].doubted += result.score is Score.ASKED
                if result.score is Score.FALSE_ACCEPT:
                    found[phrase].lost += 1
                    found[phrase].instead[result.reason] += 1
    return found


def summary(player: str, results: Sequence[Result]) -> str:
    """Some sentences for the family of ``player``."""
    return "\n".join(_sentences(player, results))


def _sentences(player: str, results: Sequence[Result]) -> Iterator[str]:
    scores = Counter(result.score for result in results)
    asked = scores[Score.ASKED]
    wrong = scores[Score.FALSE_ACCEPT] + scores[Score.FALSE_MISTAKE]
    share = scores[Score.AGREE] / max(len(results), 1)
    yield (
        f"{player} is understood at once in {scores[Score.AGREE]} of "
        f"{len(results)} sentences ({share:.0%}); "
        f"{asked} would be asked for again, {wrong} would be misjudged."
    )
    troubled = [(word, each) for word, each in standings(results).items() if each.trouble[1]]
    if not troubled:
        yield f"There is no word that {player} needs to avoid."
        return
    yield "Words to avoid, or to say with care, the worst first:"
    for word, each in sorted(troubled, key=lambda entry: entry[1].trouble, reverse=True):
        parts = [f"doubted {_times(each.doubted)}"] if each.doubted else []
        if each.lost:
            heard = listing([f'"{other}"' for other in each.instead])
            parts.append(f"not heard {_times(each.lost)}" + (f" (but {heard})" if heard else ""))
        yield f"  {word}: said {_times(each.said)}, {', '.join(parts)}"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
