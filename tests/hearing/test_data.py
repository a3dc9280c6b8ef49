"""Where data files are found."""

from pathlib import Path

import pytest

from assistant import data


def test_the_checkout_is_used_unless_the_package_carries_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data, "_PACKAGE", tmp_path / "assistant")
    assert data.data_path("grammars", "a.toml") == tmp_path / "grammars" / "a.toml"
    carried = tmp_path / "assistant" / "_data" / "grammars" / "a.toml"
    carried.parent.mkdir(parents=True)
    carried.touch()
    assert data.data_path("grammars", "a.toml") == carried
