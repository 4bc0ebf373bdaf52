"""Put together what the page needs to play without a server: Python, MuJoCo and the game's code.

`python client/engine.py` writes `build/engine`; with `static` the whole page with it goes into
`build/static`, with `served` it goes beside the page that a server serves. Python and MuJoCo come
from npm, msgspec from the Python package index, in versions pinned here or in package.json; nothing
is fetched when it is played.
"""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parent))

import page

ROOT = page.CLIENT.parent
BUILD = ROOT / "build"
ENGINE = BUILD / "engine"
STATIC = BUILD / "static"
WHEELS = BUILD / "wheels"
LIST = "engine.json"
LICENSES = "licenses.md"
MODULES = page.CLIENT / "node_modules"
MSGSPEC = "msgspec==0.22.0"
MSGSPEC_SHA256 = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")
AS_THEY_ARE = {
    "pyodide.mjs": MODULES / "pyodide" / "pyodide.mjs",
    "pyodide.asm.mjs": MODULES / "pyodide" / "pyodide.asm.mjs",
    "mujoco.js": MODULES / "@mujoco" / "mujoco" / "mujoco.js",
}
PACKED = {
    "pyodide.asm.wasm": MODULES / "pyodide" / "pyodide.asm.wasm",
    "mujoco.wasm": MODULES / "@mujoco" / "mujoco" / "mujoco.wasm",
}
"""Sent gzipped whatever the host does, and unpacked by the page."""
REFEREE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm.pack",
    "pyodide-lock.json",
    "python_stdlib.zip.pack",
    "msgspec.whl",
    "referee.zip.pack",
)
"""What the referee for a real box needs of it all."""
LIBRARY = MODULES / "pyodide" / "python_stdlib.zip"
COMPILERS = (page.CLIENT / "compile_engine.mjs", page.CLIENT / "compile_engine.py")
LOCK = MODULES / "pyodide" / "pyodide-lock.json"
CODE = ROOT / "src" / "kessel"
PROTOCOL = CODE / "messages" / "server.py"
NOT_HERE = ("cli", "envs", "fast", "lab", "server")
"""Rooms that a browser has no use for."""


def build() -> Path:
    """The engine's folder; what is already there is not made again."""
    page.install()
    wheel = _msgspec()
    sources = [
        *AS_THEY_ARE.values(),
        *PACKED.values(),
        LIBRARY,
        LOCK,
        wheel,
        Path(__file__),
        *COMPILERS,
        *_code(),
    ]
    version = page.fingerprint(iter(sources))[:16]
    if (ENGINE / LIST).is_file() and json.loads((ENGINE / LIST).read_text())["folder"] == version:
        return ENGINE
    shutil.rmtree(ENGINE, ignore_errors=True)
    folder = ENGINE / version
    folder.mkdir(parents=True)
    for name, body in _files(wheel):
        (folder / name).write_bytes(body)
    weights = {path.name: len(_sent(path)) for path in sorted(folder.iterdir())}
    (ENGINE / LICENSES).write_text(_licenses(wheel))
    listed = {
        "folder": version,
        "protocol": _protocol(),
        "files": weights,
        "referee": REFEREE,
    }
    (ENGINE / LIST).write_text(json.dumps(listed, indent=1) + "\n")
    return ENGINE


def build_static() -> Path:
    """The whole page for a plain file server."""
    engine = build()
    stamp = page.fingerprint(page.sources())
    if not (STATIC / page.STAMP).is_file() or (STATIC / page.STAMP).read_text() != stamp:
        page.run("build", "--mode", "static")
        (STATIC / page.STAMP).write_text(stamp)
    _copy(engine, STATIC / "engine")
    return STATIC


def build_served() -> Path:
    """The engine beside the built page of the server, for those who want to play offline."""
    page.build()
    _copy(build(), page.STATIC / "engine")
    return page.STATIC


def _copy(engine: Path, target: Path) -> None:
    """Beside the script that the page's build put there; older versions go."""
    for old in target.iterdir():
        if old.is_dir():
            shutil.rmtree(old)
    shutil.copytree(engine, target, dirs_exist_ok=True)


def _files(wheel: Path) -> Iterator[tuple[str, bytes]]:
    for name, path in AS_THEY_ARE.items():
        yield name, path.read_bytes()
    for name, path in PACKED.items():
        yield f"{name}.pack", gzip.compress(path.read_bytes(), 9, mtime=0)
    lock = json.loads(LOCK.read_text())
    yield "pyodide-lock.json", json.dumps(lock | {"packages": {}}).encode()
    yield "msgspec.whl", wheel.read_bytes()
    for name, body in _compiled(wheel).items():
        yield f"{name}.pack", gzip.compress(body, 9, mtime=0)


def _compiled(wheel: Path) -> dict[str, bytes]:
    """Python's library and our own code, compiled by the Python that will run them."""
    with TemporaryDirectory() as folder:
        here = Path(folder)
        code = here / "code"
        code.write_bytes(_zipped(_code()))
        page.node(*map(str, (COMPILERS[0], LIBRARY.parent, wheel, code, here)))
        return {path.name: path.read_bytes() for path in sorted(here.glob("*.zip"))}


def _code() -> list[Path]:
    """Our own code and what it reads, without the rooms that need a machine."""
    files = sorted(path for path in CODE.rglob("*") if path.suffix in (".py", ".json", ".xz"))
    return [
        path
        for path in files
        if path.relative_to(CODE).parts[0] not in NOT_HERE and path.name != "page.json"
    ]


def _zipped(files: list[Path]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files:
            entry = zipfile.ZipInfo(path.relative_to(CODE.parent).as_posix())
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return packed.getvalue()


def _licenses(wheel: Path) -> str:
    """Whose work the engine is, with the texts that have to come along."""
    with zipfile.ZipFile(wheel) as files:
        (named,) = (name for name in files.namelist() if name.endswith("licenses/LICENSE"))
        msgspec = files.read(named).decode()
    texts = page.CLIENT / "licenses"
    parts = {
        f"Pyodide {_version('pyodide')} (MPL-2.0, source: the npm package pyodide)": (
            texts / "pyodide.txt"
        ).read_text(),
        "Python (PSF-2.0)": (texts / "python.txt").read_text(),
        f"MuJoCo {_version('@mujoco/mujoco')} (Apache-2.0, Copyright DeepMind Technologies)": (
            ROOT / "LICENSE"
        ).read_text(),
        f"{MSGSPEC.replace('==', ' ')} (BSD-3-Clause)": msgspec,
    }
    return "\n".join(f"## {name}\n\n{text}" for name, text in parts.items())


def _version(package: str) -> str:
    return str(json.loads((MODULES / package / "package.json").read_text())["version"])


def _protocol() -> int:
    """What this code speaks with a page; read, since it need not run here."""
    found = re.search(r"^PROTOCOL = (\d+)$", PROTOCOL.read_text(), re.MULTILINE)
    assert found
    return int(found[1])


def _msgspec() -> Path:
    """The wheel for Pyodide, fetched once by pip, from wherever pip fetches."""
    found = list(WHEELS.glob("msgspec-*.whl"))
    if not found:
        fetch = ["download", "--quiet", "--no-deps", "--only-binary", ":all:", *PLATFORM]
        command = [sys.executable, "-m", "pip", *fetch, "--dest", str(WHEELS), MSGSPEC]
        subprocess.run(command, check=True)
        found = list(WHEELS.glob("msgspec-*.whl"))
    (wheel,) = found
    if hashlib.sha256(wheel.read_bytes()).hexdigest() != MSGSPEC_SHA256:
        raise SystemExit(f"{wheel.name} is not the wheel that was pinned; look at it, then pin it")
    return wheel


def _sent(path: Path) -> bytes:
    """A file as it is sent: what hosts pack by themselves is counted packed."""
    body = path.read_bytes()
    return gzip.compress(body, 9) if path.suffix in (".js", ".mjs", ".json") else body


def main(arguments: list[str]) -> int:
    """The exit code."""
    works = {"": build, "static": build_static, "served": build_served}
    name = arguments[0] if arguments else ""
    if len(arguments) > 1 or name not in works:
        print("usage: engine.py [static | served]", file=sys.stderr)
        return 2
    try:
        print(works[name]())
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
