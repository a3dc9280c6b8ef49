"""The set-up scripts, with a make-believe Python, pip and apt: what they do and what they say."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ("play", "check", ".ci/run")
TOOLS = (
    *("bash", "cat", "chmod", "cp", "dirname", "env", "flock", "grep", "mkdir", "printf"),
    *("readlink", "rm", "sha256sum", "tail", "timeout", "touch", "true"),
)

# Knows the questions that the scripts ask of Python, and obeys switches in the environment.
PYTHON = """#!/bin/bash
echo "python $*" >>"$CALLS"
bin=$(dirname "$0")
case "$*" in
  *"import assistant"*) [[ -e $bin/alibaba ]] ;;
  *ensurepip*) [[ ! $NO_ENSUREPIP && ! $OLD ]] ;;
  *print*) echo 3.11 ;;
  "-c import"*) [[ ! $OLD ]] ;;
  "-m venv"*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "-m pip install"*)
    if [[ $PIP_SAYS ]]; then echo "$PIP_SAYS"; exit 1; fi
    printf '#!/bin/bash\\necho "alibaba $*"\\n' >"$bin/alibaba"
    chmod +x "$bin/alibaba" ;;
  "-m $FAILS"*) exit 3 ;;
esac
"""
FAKES = {
    "python3.11": PYTHON,
    "id": '#!/bin/bash\necho "${USER_ID:-1000}"\n',
    "sudo": "#!/bin/bash\nexit 1\n",
    "apt-get": '#!/bin/bash\necho "apt-get $*" >>"$CALLS"\nexit "${APT_CODE:-0}"\n',
    "ldconfig": '#!/bin/bash\necho "${LIBRARIES-libportaudio.so.2 libespeak-ng.so.1}"\n',
}


class Checkout:
    """A copy of the scripts in a folder with a space, on a machine that has only the fakes."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "the check out"
        self.bin = folder / "bin"
        self.calls_file = folder / "calls"
        for name in (*SCRIPTS, "scripts/setup.sh", "pyproject.toml"):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        self.bin.mkdir()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or "missing")
        for name, text in FAKES.items():
            self.fake(name, text)

    def fake(self, name: str, text: str) -> None:
        path = self.bin / name
        path.unlink(missing_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def environment(self, switches: dict[str, str]) -> dict[str, str]:
        quiet = dict.fromkeys(("NO_ENSUREPIP", "OLD", "PIP_SAYS"), "")
        fixed = {"PATH": str(self.bin), "CALLS": str(self.calls_file), "FAILS": "nothing"}
        return {**quiet, **fixed, **switches}

    def run(
        self, *command: str | Path, cwd: Path | None = None, **switches: str
    ) -> subprocess.CompletedProcess[str]:
        self.calls_file.write_text("")
        first = Path(command[0])
        return subprocess.run(
            [first if first.is_absolute() else self.root / first, *command[1:]],
            cwd=cwd or self.root,
            env=self.environment(switches),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def calls(self) -> list[str]:
        return self.calls_file.read_text().splitlines()

    def calls_of(self, start: str) -> list[str]:
        return [call for call in self.calls if call.startswith(start)]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_are_executable(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_scripts_are_shellcheck_clean() -> None:
    command = ["shellcheck", "-x", *SCRIPTS, "scripts/setup.sh"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_without_a_terminal_play_sets_up_and_runs_the_demo(checkout: Checkout) -> None:
    done = checkout.run("play")
    assert done.returncode == 0
    assert "no terminal" in done.stdout
    assert done.stdout.endswith("alibaba demo cavern --fast\n")
    assert done.stderr.splitlines() == [
        "Making a virtual environment in .venv ...",
        "Installing the Python packages ...",
    ]


def test_the_second_start_asks_python_once_and_says_nothing(checkout: Checkout) -> None:
    checkout.run("play")
    done = checkout.run("play")
    assert done.stderr == ""
    assert checkout.calls == ["python -P -c import assistant, click"]


def test_arguments_reach_the_game_from_another_folder_through_a_symlink(
    checkout: Checkout, tmp_path: Path
) -> None:
    link = tmp_path / "start"
    link.symlink_to(checkout.root / "play")
    done = checkout.run(link, "--players", "Ana,Ben C", cwd=tmp_path)
    assert done.stdout == "alibaba --players Ana,Ben C\n"
    assert (checkout.root / ".venv").is_dir()


def test_at_a_terminal_the_evening_is_started(checkout: Checkout) -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb", buffering=0) as screen:
        subprocess.run(
            [checkout.root / "play"],
            env=checkout.environment({}),
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.DEVNULL,
            check=True,
        )
        os.close(theirs)
        assert screen.read(1000) == b"alibaba night --or-demo\r\n"


def test_an_old_python_is_refused_in_one_sentence(checkout: Checkout) -> None:
    done = checkout.run("play", OLD="yes")
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert "Python 3.11 or newer" in sentence


def test_a_python_without_venv_is_reported_with_the_package_to_install(checkout: Checkout) -> None:
    done = checkout.run("play", NO_ENSUREPIP="yes")
    assert done.returncode == 1
    assert "sudo apt install python3.11-venv" in done.stderr.splitlines()[-1]
    assert not checkout.calls_of("apt-get")


def test_root_installs_venv_and_goes_on(checkout: Checkout) -> None:
    done = checkout.run("play", NO_ENSUREPIP="yes", USER_ID="0")
    assert done.returncode == 0
    (call,) = checkout.calls_of("apt-get")
    assert call.endswith("install --no-install-recommends python3.11-venv")


def test_no_network_is_one_sentence_and_the_next_start_recovers(checkout: Checkout) -> None:
    done = checkout.run("play", PIP_SAYS="WARNING: Retrying after NewConnectionError")
    assert done.returncode == 1
    assert "connect to the internet" in done.stderr.splitlines()[-1]
    assert "NewConnectionError" not in done.stderr
    done = checkout.run("play")
    assert done.returncode == 0
    assert "Making" not in done.stderr


def test_another_failure_of_pip_shows_its_last_lines(checkout: Checkout) -> None:
    done = checkout.run("play", PIP_SAYS="ERROR: No space left on device")
    assert done.returncode == 1
    assert "ERROR: No space left on device" in done.stderr
    assert "setup.log" in done.stderr.splitlines()[-1]


def test_a_killed_set_up_is_made_anew(checkout: Checkout) -> None:
    checkout.run("play")
    venv = checkout.root / ".venv"
    (venv / "setup.stamp").unlink()
    (venv / "setup.unfinished").touch()
    (venv / "half").touch()
    done = checkout.run("play")
    assert done.returncode == 0
    assert "Making" in done.stderr
    assert not (venv / "half").exists()


@pytest.mark.parametrize("lost", ["bin/python", "bin/alibaba", "bin", "setup.stamp"])
def test_a_damaged_environment_is_repaired(checkout: Checkout, lost: str) -> None:
    checkout.run("play")
    path = checkout.root / ".venv" / lost
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()
    assert checkout.run("play").stdout.endswith("alibaba demo cavern --fast\n")


def test_a_moved_checkout_is_installed_again(checkout: Checkout) -> None:
    checkout.run("play")
    checkout.root = checkout.root.rename(checkout.root.with_name("moved"))
    assert "Installing" in checkout.run("play").stderr
    assert checkout.run("play").stderr == ""


def test_a_changed_project_file_is_installed_again(checkout: Checkout) -> None:
    checkout.run("play")
    with (checkout.root / "pyproject.toml").open("a") as project:
        project.write("# changed\n")
    assert "Installing" in checkout.run("play").stderr


def test_a_folder_that_cannot_be_written_to_is_one_sentence(checkout: Checkout) -> None:
    checkout.fake("mkdir", "#!/bin/bash\necho mkdir: no >&2\nexit 1\n")
    done = checkout.run("play")
    assert done.returncode == 1
    (sentence,) = done.stderr.splitlines()
    assert "cannot be written to" in sentence


@pytest.mark.parametrize(
    ("libraries", "packages"),
    [
        ("", "libportaudio2 espeak-ng"),
        ("libportaudio.so.2", "espeak-ng"),
        ("libespeak-ng.so.1", "libportaudio2"),
    ],
)
def test_missing_sound_is_one_sentence_and_the_game_starts(
    checkout: Checkout, libraries: str, packages: str
) -> None:
    done = checkout.run("play", LIBRARIES=libraries)
    assert done.returncode == 0
    assert f"sudo apt install {packages} " in done.stderr.splitlines()[-1]
    assert not checkout.calls_of("apt-get")
    assert len(checkout.run("play", LIBRARIES=libraries).stderr.splitlines()) == 1


def test_apt_that_fails_is_tried_at_the_first_start_only(checkout: Checkout) -> None:
    done = checkout.run("play", LIBRARIES="", USER_ID="0", APT_CODE="100")
    assert done.returncode == 0
    assert done.stdout.endswith("alibaba demo cavern --fast\n")
    assert checkout.calls_of("apt-get")[-1].endswith("update")
    checkout.run("play", LIBRARIES="", USER_ID="0", APT_CODE="100")
    assert not checkout.calls_of("apt-get")


def test_a_user_with_open_sudo_installs_sound_through_it(checkout: Checkout) -> None:
    checkout.fake("sudo", '#!/bin/bash\n[[ $1 == -n ]] && shift && "$@"\n')
    checkout.run("play", LIBRARIES="")
    (call,) = checkout.calls_of("apt-get")
    assert call.endswith("install --no-install-recommends libportaudio2 espeak-ng")


def test_check_adds_what_development_needs_and_names_its_steps(checkout: Checkout) -> None:
    checkout.run("play")
    done = checkout.run("check", "-k", "wheel or play")
    assert done.returncode == 0
    assert checkout.calls_of("python -m pip install")[0].endswith("-e .[dev]")
    steps = [line for line in done.stdout.splitlines() if line.startswith("==")]
    assert steps == [
        "== ruff check",
        "== ruff format --check",
        "== mypy",
        "== pytest -n 2 --dist loadfile -k wheel or play",
    ]
    assert "python -m pytest -n 2 --dist loadfile -k wheel or play" in checkout.calls
    assert checkout.run("check").stderr == checkout.run("play").stderr == ""


def test_check_stops_at_the_first_step_that_fails(checkout: Checkout) -> None:
    done = checkout.run("check", FAILS="mypy")
    assert done.returncode == 3
    assert done.stdout.splitlines()[-1] == "FAILED: mypy"
    assert not checkout.calls_of("python -m pytest")


def test_the_build_server_runs_every_step(checkout: Checkout) -> None:
    done = checkout.run(".ci/run", USER_ID="0")
    assert done.returncode == 0
    assert checkout.calls_of("python -m pytest") == ["python -m pytest -n 2 --dist loadfile"]
    assert checkout.calls_of("apt-get")[0].endswith("shellcheck")
