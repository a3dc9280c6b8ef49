"""English plurals and articles, where a deck leaves them out."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import inflect


def plural_of(name: str) -> str:
    """Several of ``name``.

    >>> plural_of("mouse"), plural_of("milk can"), plural_of("sheep")
    ('mice', 'milk cans', 'sheep')
    """
    return str(_english().plural_noun(name) or f"{name}s")


def article_of(name: str) -> str:
    """ "a" or "an", by the sound of ``name``.

    >>> article_of("hourglass"), article_of("unicorn")
    ('an', 'a')
    """
    return str(_english().a(name)).split()[0]


@cache
def _english() -> inflect.engine:
    import typeguard

    # inflect would have its functions rewritten to check types: seconds, where the rest takes none.
    checks: Any = typeguard
    checked, checks.typechecked = checks.typechecked, lambda function: function
    try:
        import inflect
    finally:
        checks.typechecked = checked
    return inflect.engine()
