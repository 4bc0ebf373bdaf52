"""`make dist`: what is published, in `dist`: built, looked through, installed and tried.

An sdist and a wheel of kessel-dice and the wheel of kessel-dice-play; that one's source is the
whole checkout. They are installed into empty environments under every Python we support that is
on this machine, where they play, verify and solve.
"""

import asyncio
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from proof.stories import played

from tools.made import ROOT

DIST = ROOT / "dist"
UV = ROOT / ".tools" / "bin" / "uv"
TWINE = "twine==6.2.0"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
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


def try_under(python: str) -> None:
    """Install the game from the files just built, into an empty environment, and use it."""
    with TemporaryDirectory() as folder:
        _run(str(UV), "venv", "--quiet", "--python", python, folder)
        scripts = Path(folder) / "bin"
        pins = ("--constraints", str(ROOT / "requirements.txt"), "--find-links", str(DIST))
        into = ("--python", str(scripts / "python"))
        _run(str(UV), "pip", "install", "--quiet", *into, *pins, "kessel-dice[play]")
        ann, _ = asyncio.run(played("strike-2020"))
        (Path(folder) / STORY).write_text("\n".join(map(json.dumps, ann.story)), encoding="utf-8")
        for command, *arguments in TRIALS:
            _run(str(scripts / command), *arguments, cwd=Path(folder))


def main() -> None:
    build()
    built = sorted(DIST.iterdir())
    _run(str(UV), "tool", "run", "--quiet", TWINE, "check", "--strict", *map(str, built))
    if found := faults({one.name: files(one) for one in built}):
        sys.exit("\n".join(found))
    tried = [version for version in PYTHONS if _is_there(version)]
    for version in tried:
        try_under(version)
        print(f"Python {version}: installed, played, thrown, verified, solved")
    missing = [version for version in PYTHONS if version not in tried]
    if missing:
        print(f"not tried: Python {' '.join(missing)}: not on this machine")
    for one in built:
        print(f"{one.stat().st_size:>12,}  dist/{one.name}")


def _is_there(version: str) -> bool:
    return subprocess.run([UV, "python", "find", version], capture_output=True).returncode == 0


def _run(*command: str, cwd: Path = ROOT) -> None:
    ran = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{' '.join(command)}:\n{ran.stdout}{ran.stderr}")


if __name__ == "__main__":
    main()
