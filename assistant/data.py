"""Where the files that the program reads at run time are.

The wheel carries them inside the package, in ``_data``; a source checkout has them at its top.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_path(*parts: str) -> Path:
    """The path of a data file or folder, such as ``data_path("grammars", "cavern.toml")``.

    The installed copy comes first, then the source checkout. The path is not checked: a file that
    is in neither place is reported by whoever opens it, under its name in the checkout.
    """
    installed = _PACKAGE.joinpath("_data", *parts)
    return installed if installed.exists() else _PACKAGE.parent.joinpath(*parts)
