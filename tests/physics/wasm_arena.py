"""MuJoCo as the browser has it, without a browser: its WebAssembly in Node, behind the page's port.

What runs is `client/src/engine/mujoco.ts` itself, so what a scene here does, a scene on the page
does, too.
"""

import base64
import json
import subprocess
import sys
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from kessel.physics.browser_scene import BrowserScene
from kessel.physics.scene import SceneMaker

CLIENT = Path(__file__).parents[2] / "client"
ENGINE = CLIENT / "node_modules" / "@mujoco" / "mujoco"

sys.path.insert(0, str(CLIENT))
page = import_module("page")


class Pipe:
    """Calls to Node, and what they give back."""

    def __init__(self, node: subprocess.Popen[bytes]) -> None:
        assert node.stdin is not None
        assert node.stdout is not None
        self._calls, self._values = node.stdin, node.stdout

    def tell(self, *call: Any) -> None:
        """Call what gives nothing back; it is sent with the next question."""
        self._calls.write(json.dumps(call).encode() + b"\n")

    def ask(self, *call: Any) -> Any:
        """Call, and wait for the value."""
        self.tell(*call)
        self._calls.flush()
        line = self._values.readline()
        assert line, "Node has ended"
        return json.loads(line)

    def numbers(self, *call: Any) -> list[float]:
        """The same for arrays, to the last bit."""
        return array("d", base64.b64decode(self.ask(*call))).tolist()


class WasmModel:
    """One compiled arena on the other side of the pipe."""

    def __init__(self, pipe: Pipe, xml: str) -> None:
        number = pipe.ask(None, "compile", xml)
        self.reset = partial(pipe.tell, number, "reset")
        self.place = partial(pipe.tell, number, "place")
        self.push = partial(pipe.tell, number, "push")
        self.lean = partial(pipe.tell, number, "lean")
        self.step = partial(pipe.tell, number, "step")
        self.poses = partial(pipe.numbers, number, "poses")
        self.velocities = partial(pipe.numbers, number, "velocities")
        self.awake = partial(pipe.ask, number, "awake")
        self.warnings = partial(pipe.ask, number, "warnings")
        self._trees = partial(pipe.numbers, number, "asleep")

    def asleep(self) -> list[bool]:
        """Which slots sleep."""
        return [tree >= 0 for tree in self._trees()]


@contextmanager
def wasm_scenes() -> Iterator[SceneMaker]:
    """Makes scenes of the browser's MuJoCo, as long as its process runs."""
    page.install()
    script = Path(__file__).with_suffix(".mjs")
    command = [page.node_path(), script, CLIENT / "src" / "engine" / "mujoco.ts", ENGINE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as node:
        yield partial(BrowserScene, partial(WasmModel, Pipe(node)))


def wasm_version() -> str:
    """Of the browser's MuJoCo."""
    return str(json.loads((ENGINE / "package.json").read_text())["version"])
