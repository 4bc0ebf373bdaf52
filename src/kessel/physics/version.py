"""Which physics this is: all that has to be the same for throws to be the same to the last bit.

Says so without loading the engine.
"""

import functools
import platform
from importlib.metadata import version

PHYSICS_VERSION = 2
"""Raised whenever a number or a builder changes what a throw does."""


@functools.cache
def physics_name(mujoco: str | None = None) -> str:
    """Version of our physics, of MuJoCo (the installed one unless told), kind of processor."""
    used = version("mujoco") if mujoco is None else mujoco
    return f"physics-{PHYSICS_VERSION} mujoco-{used} {platform.machine()}"
