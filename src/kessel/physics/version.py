"""Which physics this is: all that has to be the same for throws to be the same to the last bit.

Says so without loading the engine.
"""

import functools
import platform
from importlib.metadata import version

PHYSICS_VERSION = 2
"""Raised whenever a number or a builder changes what a throw does."""


@functools.cache
def physics_name() -> str:
    """Version of our physics, of MuJoCo, and the kind of processor; looked up once."""
    return f"physics-{PHYSICS_VERSION} mujoco-{version('mujoco')} {platform.machine()}"
