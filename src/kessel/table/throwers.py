"""Throwers by name: which there are, and the one that made a record.

The physics is loaded only when it is asked for.
"""

import platform
from collections.abc import Mapping
from importlib.metadata import version
from typing import Final, Literal, TypeAlias

from kessel.errors import BadValue
from kessel.physics.params import PHYSICS_VERSION
from kessel.throws.ideal import IdealThrower
from kessel.throws.thrower import Thrower

ThrowerKind: TypeAlias = Literal["physics", "ideal"]
PHYSICS: Final = "physics"
IDEAL: Final = "ideal"


def thrower_names() -> Mapping[ThrowerKind, str]:
    """Kind and full name of every thrower a table can have."""
    return {PHYSICS: physics_name(), IDEAL: IdealThrower().name}


def physics_name() -> str:
    """Version of our physics, of MuJoCo, and the kind of processor: what throws depend on."""
    return f"{PHYSICS}-{PHYSICS_VERSION} mujoco-{version('mujoco')} {platform.machine()}"


def thrower_named(name: str) -> Thrower:
    """A thrower of the kind a name tells; of another version where that is not at hand."""
    if name.startswith(PHYSICS):
        from kessel.table.physical import PhysicalThrower

        return PhysicalThrower()
    if name.startswith(IDEAL):
        return _ideal(name)
    raise BadValue(f"throws by {name!r} cannot be made here; {PHYSICS} and {IDEAL} can")


def _ideal(name: str) -> Thrower:
    numbers = dict(word.split("=", 1) for word in name.split() if "=" in word)
    try:
        return IdealThrower(**{key: float(value) for key, value in numbers.items()})
    except (TypeError, ValueError):
        raise BadValue(f"{name!r} does not tell two probabilities") from None
