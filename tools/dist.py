"""`make dist`: what is published, in `dist`: built, looked through, installed and tried.

An sdist and a wheel of kessel-dice and the wheel of kessel-dice-play; that one's source is the
whole checkout. They are installed into empty environments under every Python we support that is
on this machine, pyenv's included, where they play, verify and solve; two type checkers look at a
user's program beside nothing but kessel-dice.
"""

import asyncio
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from proof.stories import played

from tools.made import ROOT

DIST = ROOT / "dist"
UV = ROOT / ".tools" / "bin" / "uv"
TWINE = "twine==6.2.0"
PYRIGHT = "pyright==1.1.414"
PROGRAM = ROOT / "tests" / "typed_program.py"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LISTED = 12
"""Packages whose size is said."""
STORY = "game.story.jsonl"
PLAYS = "from kessel import Game, play; assert play(Game('harry-potter', 3), 'rule', seed=7)"
TRIALS = (
    ("python", "-c", PLAYS),
    ("kessel", "throw", "--lying", "2,5", "--json"),
    ("kessel", "verify", STORY),
    ("kessel", "solve", "strike-2020", "--players", "2"),
    ("python", "-c", "from kessel.server.pages import Pages; assert Pages().is_built"),
)


def build() -> None:
    """As pip builds them; the sdist alone is enough to build kessel-dice again."""
    shutil.rmtree(DIST, ignore_errors=True)
    for project, kinds in ((ROOT, ("sdist", "wheel")), (ROOT / "play", ("wheel",))):
        targets = [part for kind in kinds for part in ("-t", kind)]
        _run(sys.executable, "-m", "hatchling", "build", *targets, "-d", str(DIST), cwd=project)


def files(built: Path) -> set[str]:
    """The names of all that is in a wheel or an sdist."""
    if built.suffix == ".whl":
        with zipfile.ZipFile(built) as wheel:
            return {name for name in wheel.namelist() if not name.endswith("/")}
    with tarfile.open(built) as source:
        return {one.name.partition("/")[2] for one in source.getmembers() if one.isfile()}


def faults(held: dict[str, set[str]]) -> list[str]:
    """What is wrong with what the built files hold, each by its name."""
    found = []
    for name, inside in held.items():
        strangers = [one for one in inside if one.split("/")[0] in ("tests", "bench", "docs")]
        found += [f"{name} holds {one}, which nobody needs who installs it" for one in strangers]
    wheels = [name for name in held if name.endswith(".whl")]
    for place, one in enumerate(wheels):
        for other in wheels[place + 1 :]:
            found += [f"{one} and {other} hold {name}" for name in sorted(held[one] & held[other])]
    return found


def try_under(python: str) -> str:
    """Install the game from the files just built, into an empty environment, and use it; what it
    takes on disk."""
    with TemporaryDirectory() as folder:
        scripts = _installed("kessel-dice[play]", python, folder)
        ann, _ = asyncio.run(played("strike-2020"))
        (Path(folder) / STORY).write_text("\n".join(map(json.dumps, ann.story)), encoding="utf-8")
        for command, *arguments in TRIALS:
            _run(str(scripts / command), *arguments, cwd=Path(folder))
        return size(Path(folder))


def size(folder: Path) -> str:
    """MB of an environment's packages, the largest by their names; without what Python compiles."""
    found: Counter[str] = Counter()
    for file in folder.glob("lib/python*/site-packages/**/*"):
        if file.is_file() and file.suffix != ".pyc":
            package = file.relative_to(folder).parts[3].partition(".")[0]
            found[package] += file.stat().st_size
    largest = (f"{name} {bytes_ / 1e6:.0f}" for name, bytes_ in found.most_common(LISTED))
    return f"{found.total() / 1e6:.0f} MB: {', '.join(largest)}"


def check_types() -> None:
    """Of a user's program, strictly, where nothing is installed but kessel-dice."""
    with TemporaryDirectory() as folder:
        python = _installed("kessel-dice", PYTHONS[0], folder) / "python"
        program = shutil.copy(PROGRAM, folder)
        strict = {"typeCheckingMode": "strict", "include": [PROGRAM.name]}
        (Path(folder) / "pyrightconfig.json").write_text(json.dumps(strict), encoding="utf-8")
        mypy = (sys.executable, "-m", "mypy", "--strict", "--python-executable", str(python))
        _run(*mypy, program, cwd=Path(folder))
        pyright = (str(UV), "tool", "run", "--quiet", PYRIGHT, "--pythonpath", str(python))
        _run(*pyright, cwd=Path(folder))


def _installed(what: str, python: str, folder: str) -> Path:
    """The scripts of a new environment with this in it, ours from the files just built."""
    _run(str(UV), "venv", "--quiet", "--python", python, folder)
    scripts = Path(folder) / "bin"
    pins = ("--constraints", str(ROOT / "requirements.txt"), "--find-links", str(DIST))
    into = ("--python", str(scripts / "python"))
    ours = ("kessel-dice", "kessel-dice-play")
    fresh = [part for name in ours for part in ("--refresh-package", name)]  # not the last build's
    _run(str(UV), "pip", "install", "--quiet", *into, *pins, *fresh, what)
    return scripts


def main() -> None:
    build()
    built = sorted(DIST.iterdir())
    _run(str(UV), "tool", "run", "--quiet", TWINE, "check", "--strict", *map(str, built))
    if found := faults({one.name: files(one) for one in built}):
        sys.exit("\n".join(found))
    check_types()
    tried = {version: python for version in PYTHONS if (python := _python(version))}
    for version, python in tried.items():
        taken = try_under(python)
        print(f"Python {version}: installed, played, thrown, verified, solved; {taken}")
    missing = [version for version in PYTHONS if version not in tried]
    if missing:
        print(f"not tried: Python {' '.join(missing)}: not on this machine")
    for one in built:
        print(f"{one.stat().st_size:>12,}  dist/{one.name}")


def _python(version: str) -> str:
    """Where one is; empty where there is none."""
    found = subprocess.run([UV, "python", "find", version], capture_output=True, text=True)
    places = Path.home().glob(f".pyenv/versions/{version}.*/bin/python")
    return found.stdout.strip() or next(map(str, places), "")


def _run(*command: str, cwd: Path = ROOT) -> None:
    ran = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{' '.join(command)}:\n{ran.stdout}{ran.stderr}")


if __name__ == "__main__":
    main()
