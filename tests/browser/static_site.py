"""The page without a server, as any static host has it: built once, served from a sub-folder.

Only the pace differs from what `make static` writes, so that whole games fit into a test.
"""

import fcntl
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from browser.quick_server import PAGE

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build"
FOLDER = "games/kessel"
"""A static page may lie anywhere."""
PACE = {"think": [-60.0, -60.0], "race_countdown": 0.2, "race_bot_tap": [0.4, 0.8]}

sys.path.insert(0, str(ROOT / "client"))
serve_static = import_module("serve_static")


def built() -> Path:
    """The folder that `make static` writes; quick where nothing changed since."""
    _build("static")
    return BUILD / "static"


def with_engine(home: Path) -> Path:
    """The folder of a server whose page has the engine beside it: a page of its own."""
    _build("")
    page = home / PAGE
    shutil.copytree(ROOT / "src" / "kessel" / "server" / "static", page, copy_function=_linked)
    shutil.copytree(BUILD / "engine", page / "engine", copy_function=_linked, dirs_exist_ok=True)
    return home


def _build(what: str) -> None:
    """One test process at a time."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = [sys.executable, str(ROOT / "client" / "engine.py"), what]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


@contextmanager
def site(home: Path, prelude: str = "") -> Iterator[str]:
    """The address of a static host in whose sub-folder the page lies.

    `prelude` is what the engine's own thread does before anything else: its browser, made worse.
    """
    folder = home / FOLDER
    shutil.copytree(built(), folder, copy_function=_linked)
    engine = folder / "engine" / "engine.json"
    listed = json.loads(engine.read_text())
    engine.unlink()
    engine.write_text(json.dumps(listed | {"pace": PACE}))
    (worker,) = (folder / "engine").glob("worker-*.js")
    script = worker.read_text()
    worker.unlink()
    worker.write_text(prelude + script)
    server = serve_static.server(home)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{FOLDER}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _linked(source: str, target: str) -> None:
    Path(target).unlink(missing_ok=True)
    Path(target).symlink_to(source)
