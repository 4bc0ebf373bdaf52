"""Are portable dice portable? Ten thousand throws of every kind, digest for digest.

`python bench/physics_portable.py` makes them with Node on all cores; with `--browser COMMAND` a
browser makes them (such as "firefox --headless --no-remote"; `--address` only says which page to
open, on another device, too). `--chunks N` makes only the first of a hundred chunks; what
`--keep FILE` has already is not made again. Ends with 1 if a digest is not the known one.
"""

import argparse
import http.server
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from queue import Queue
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT / "tests")  # not this folder, which has a `physics`, too
TESTS = ROOT / "tests" / "physics"
KNOWN = TESTS / "known_throws.txt"
HERE = ROOT / "bench" / "portable"
PATIENCE = 600.0
"""s for an answer: nobody waits for it, and the machine may be busy."""
CODE = ("errors.py", "physics", "rules", "throws")
"""What of the package throws dice."""


def throw_chunk(chunk: int) -> str:
    """In a process with a Node of its own."""
    from physics.known_throws import chunk_digest

    return chunk_digest(_dice(), chunk)


def _dice() -> Any:
    global _made
    from kessel.physics.nodejs import NodeProcess
    from kessel.physics.portable import PortableDice

    if _made is None:
        _made = PortableDice(start=lambda _: NodeProcess(PATIENCE))
    return _made


_made: Any = None


def in_node(todo: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Thrown on all cores."""
    from kessel.physics.batch import cores

    with ProcessPoolExecutor(cores()) as pool:
        yield from zip(todo, pool.map(throw_chunk, todo), strict=True)


def in_browser(todo: Sequence[int], command: str | None) -> Iterator[tuple[int, str]]:
    """Thrown by a page that somebody opens, with Python and MuJoCo as the game has them."""
    folder = Path(tempfile.mkdtemp())
    _put_page(folder, todo)
    told: Queue[dict[str, Any]] = Queue()

    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_POST(self) -> None:
            told.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    host = "127.0.0.1" if command else "0.0.0.0"
    server = http.server.ThreadingHTTPServer((host, 0), partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://{host}:{server.server_port}/index.html"
    print(f"open {address}", flush=True)
    browser = None
    if command:  # what starts a browser may be a script: it ends with all that it started
        browser = subprocess.Popen([*shlex.split(command), address], start_new_session=True)
    try:
        while "over" not in (body := told.get()):
            if "error" in body:
                raise SystemExit(body["error"])
            if "agent" in body:
                print(body["agent"], flush=True)
            else:
                yield body["chunk"], body["digest"]
    finally:
        if browser:
            os.killpg(browser.pid, signal.SIGTERM)
            browser.wait()
        server.shutdown()
        shutil.rmtree(folder)


def _put_page(folder: Path, todo: Sequence[int]) -> None:
    from kessel.physics.nodejs import checked_engine, node_path

    sys.path.insert(0, str(ROOT / "client"))
    pyodide = import_module("page").CLIENT / "node_modules" / "pyodide"
    for path in pyodide.iterdir():
        if path.suffix in (".mjs", ".wasm", ".zip", ".json"):
            shutil.copy(path, folder)
    for name in ("mujoco.js", "mujoco.wasm"):
        shutil.copy(checked_engine() / name, folder)
    strip = (
        "process.stdout.write(require('module').stripTypeScriptTypes("
        "require('fs').readFileSync(process.argv[1], 'utf8')))"
    )
    source = checked_engine() / "mujoco.ts"
    ran = subprocess.run([node_path(), "--no-warnings", "-e", strip, source], capture_output=True)
    (folder / "adapter.js").write_bytes(ran.stdout)
    _zip_code(folder / "code.zip")
    (folder / "todo.json").write_text(json.dumps(todo))
    for name in ("index.html", "worker.js", "throws.py"):
        shutil.copy(HERE / name, folder)


def _zip_code(target: Path) -> None:
    package = ROOT / "src" / "kessel"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("kessel/__init__.py", "")
        files.writestr("known_throws.py", (TESTS / "known_throws.py").read_text())
        for name in CODE:
            top = package / name
            for path in sorted(top.rglob("*.*")) if top.is_dir() else [top]:
                if path.is_file() and "__pycache__" not in path.parts:
                    files.write(path, Path("kessel") / path.relative_to(package))


def main() -> int:
    from physics.known_throws import CHUNK, THROWS, digest_of

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=THROWS // CHUNK)
    parser.add_argument("--browser", metavar="COMMAND")
    parser.add_argument("--address", action="store_true")
    parser.add_argument("--keep", type=Path, default=Path(os.devnull), metavar="FILE")
    parser.add_argument("--write", action="store_true", help="keep what is found as known")
    args = parser.parse_args()
    kept = args.keep.read_text().splitlines() if args.keep.exists() else []
    digests = {int(chunk): digest for chunk, digest in map(str.split, kept)}
    todo = [chunk for chunk in range(args.chunks) if chunk not in digests]
    begin, is_page = time.time(), args.browser or args.address
    for chunk, digest in in_browser(todo, args.browser) if is_page else in_node(todo):
        print(f"{chunk} {digest}, {time.time() - begin:.0f} s", flush=True)
        digests[chunk] = digest
        with args.keep.open("a") as file:
            file.write(f"{chunk} {digest}\n")
    found = [digests[chunk] for chunk in range(args.chunks)]
    seconds = time.time() - begin
    print(f"{CHUNK * len(found)} throws, {CHUNK * len(todo)} of them now, in {seconds:.0f} s")
    print(digest_of(found))
    if args.write:
        KNOWN.write_text("\n".join(found) + "\n")
    known = KNOWN.read_text().split()[: args.chunks]
    for k, (one, other) in enumerate(zip(found, known, strict=True)):
        if one != other:
            print(f"chunk {k}: {one}, known is {other}")
    return 0 if found == known else 1


if __name__ == "__main__":
    raise SystemExit(main())
