"""The devices chosen last, in ``devices.json`` in the data folder."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from assistant.devices.choice import Direction, Wanted

_FILE = "devices.json"


class RememberedDevices:
    """Keeps one choice for each direction. A file that cannot be read holds no choice."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _FILE

    def get(self, direction: Direction) -> Wanted | None:
        """The device chosen last; None for the default one."""
        match self._content().get(direction):
            case {"name": str(name), "system": str() | None as system}:
                return Wanted(name, system)
        return None

    def keep(self, direction: Direction, wanted: Wanted | None) -> None:
        """Remembers a choice; None goes back to the default device. Nothing happens where nothing
        can be written: then it is chosen again the next time.
        """
        content = {key: value for key, value in self._content().items() if key != direction}
        if wanted is not None:
            content[direction] = asdict(wanted)
        if content == self._content():
            return
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self._path.with_suffix(".new")
            fresh.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
            fresh.replace(self._path)

    def _content(self) -> dict[str, Any]:
        try:
            content = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) else {}
