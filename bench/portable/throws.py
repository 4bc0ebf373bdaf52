"""The known throws in a browser, in Pyodide with MuJoCo beside it: `bench/physics_portable.py`."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from known_throws import chunk_digest  # type: ignore[import-not-found]
from pyodide.ffi import to_js  # type: ignore[import-not-found]

from kessel.physics.dice import PhysicsDice
from kessel.physics.version import PORTABLE_NAME
from kessel.physics.wasm_scene import Play, WasmScene


def thrower(arenas: Any) -> Callable[[int], str]:
    """Makes the throws of a chunk, and gives its digest."""

    def compiled(xml: str, running: Sequence[float]) -> Play:
        arena = arenas.compile(xml, to_js(running))
        return lambda orders: bytes(arena.play(to_js(orders)).to_bytes())

    return partial(
        chunk_digest, PhysicsDice(make_scene=partial(WasmScene, compiled), name=PORTABLE_NAME)
    )
