"""Which physics this is: all that has to be the same for throws to be the same to the last bit.

Says so without loading an engine.
"""

import functools
import platform
from importlib.metadata import version

PHYSICS_VERSION = 1
"""Raised whenever a number or a builder changes what throws do, so that they are measured again."""
PORTABLE_VERSION = 1
"""Raised whenever a portable throw changes, if only in its last bit."""
WASM_MUJOCO = "3.14.0"
WASM_SHA256 = "2d380f1070a556c3003b4a7c7c10c98a5f61db4e91815de1075ec478e9487e76"
"""MuJoCo as WebAssembly, as npm has it: the same file on every machine."""

PORTABLE_NAME = f"portable-{PORTABLE_VERSION} mujoco-{WASM_MUJOCO} wasm-{WASM_SHA256}"
"""Version of our physics, of MuJoCo, and the file that throws."""


@functools.cache
def physics_name() -> str:
    """Version of our physics, of the installed MuJoCo, kind of processor."""
    return f"physics-{PHYSICS_VERSION} mujoco-{version('mujoco')} {platform.machine()}"
