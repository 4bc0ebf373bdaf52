"""The name of the physics: what a record has to say for its throws to be made again."""

import platform
import re

import mujoco  # type: ignore[import-untyped]

from kessel.physics.version import PHYSICS_VERSION, physics_name


def test_the_name_tells_our_version_the_engines_and_the_processor() -> None:
    told = re.fullmatch(r"physics-(\d+) mujoco-(\S+) (\S+)", physics_name())
    assert told is not None
    assert told.groups() == (str(PHYSICS_VERSION), mujoco.__version__, platform.machine())
