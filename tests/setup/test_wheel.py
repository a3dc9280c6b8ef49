"""The wheel carries all that the program reads, and works from any folder."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TRAVELS = ("grammars", "models/alibaba-en-small", "fixtures/audio")


def run(*command: str | Path, cwd: Path) -> str:
    """What the command prints; a command that fails shows all of it."""
    done = subprocess.run(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def data_files() -> list[str]:
    """The data files of the checkout that a user needs; the scripts that made them stay behind."""
    found = (path for folder in TRAVELS for path in (ROOT / folder).rglob("*") if path.is_file())
    return [path.relative_to(ROOT).as_posix() for path in found if ".py" not in path.name]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = ("--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    run(sys.executable, "-m", "pip", "wheel", *options, "-w", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_data_and_nothing_of_the_workshop(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {f"assistant/_data/{name}" for name in data_files()} <= names
    assert {"assistant/_data/models/README.md", "assistant/py.typed"} <= names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"assistant"}
    assert not [name for name in names if name.startswith("assistant/_data/") and ".py" in name]
    assert not [name for name in names if "training" in name or "__pycache__" in name]


def test_the_installed_program_finds_its_data_from_another_folder(
    wheel: Path, tmp_path: Path
) -> None:
    home = tmp_path / "an empty environment"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=elsewhere)
    python = home / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check")
    run(*pip, "install", "--no-deps", "--no-index", wheel, cwd=elsewhere)
    (packages,) = home.glob("lib/python*/site-packages")
    # The libraries of this environment are lent to the new one, the project itself is not.
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")

    report = (
        "import sys; from assistant.data import data_path\n"
        "for name in sys.argv[1:]: print(data_path(*name.split('/')))"
    )
    names = data_files()
    found = run(python, "-c", report, *names, cwd=elsewhere).splitlines()
    assert found == [str(packages / "assistant" / "_data" / name) for name in names]
    assert [Path(path).stat().st_size for path in found] == [
        (ROOT / name).stat().st_size for name in names
    ]
    assert "Usage" in run(home / "bin" / "alibaba", "--help", cwd=elsewhere)
