"""Dice by name: which there are, and those that a record was thrown with.

The physics is loaded only when it is asked for.
"""

import re
from collections.abc import Mapping
from typing import Final

from kessel.errors import BadValue
from kessel.physics.version import PHYSICS_VERSION, PORTABLE_NAME, WASM_MUJOCO, physics_name
from kessel.table.terms import DiceKind
from kessel.throws.dice import Simulator
from kessel.throws.ideal import IdealDice

PHYSICS: Final = "physics"
IDEAL: Final = "ideal"
PORTABLE: Final = "portable"
NATIVE: Final = "native"
_NATIVE = rf"physics-{PHYSICS_VERSION} mujoco-{re.escape(WASM_MUJOCO)} \w{{1,20}}"


def dice_names(chosen: str = PORTABLE) -> Mapping[DiceKind, str]:
    """Kind and full name of all dice a table can have, where the server's choice is portable,
    native or ideal dice."""
    ideal = IdealDice().name
    if chosen == IDEAL:
        return {PHYSICS: ideal, IDEAL: ideal}
    return {PHYSICS: physics_name() if chosen == NATIVE else PORTABLE_NAME, IDEAL: ideal}


def is_physics(name: str) -> bool:
    """Whether a name tells simulated dice, wherever they are simulated."""
    return _kind_and_odds(name)[0] == PHYSICS


def is_same_kind(name: str, other: str) -> bool:
    """Whether two names tell dice of one kind with the same odds. Version and machine may differ:
    a table may have moved."""
    return _kind_and_odds(name) == _kind_and_odds(other)


def can_be_repeated(name: str) -> bool:
    """Whether these dice land the same on every machine: portable ones, or ideal dice with the
    odds of everybody, of this version."""
    return name in (PORTABLE_NAME, IdealDice().name)


def are_known(name: str) -> bool:
    """Whether a table can have these dice: those that can be repeated, or the physics of this
    version on some kind of processor."""
    return can_be_repeated(name) or re.fullmatch(_NATIVE, name, re.ASCII) is not None


def may_step_in(name: str, other: str) -> bool:
    """Whether dice by the first name may lie where those by the second found no rest."""
    return is_physics(other) and is_same_kind(name, IdealDice().name)


def _kind_and_odds(name: str) -> tuple[str, frozenset[str]]:
    first, *words = name.split(" ")
    kind = first.partition("-")[0]
    odds = frozenset(word for word in words if "=" in word)
    return PHYSICS if kind == PORTABLE else kind, odds


def dice_named(name: str) -> Simulator:
    """Dice of the kind a name tells; of another version where that is not at hand."""
    if name.startswith(PORTABLE):
        from kessel.physics.portable import PortableDice

        return PortableDice()
    if name.startswith(PHYSICS):
        from kessel.physics.dice import PhysicsDice

        return PhysicsDice()
    if name.startswith(IDEAL):
        return _ideal(name)
    raise BadValue(f"throws by {name!r} cannot be made here; {PORTABLE}, {PHYSICS} and {IDEAL} can")


def _ideal(name: str) -> Simulator:
    _, *words = name.split()
    numbers = dict(word.split("=", 1) for word in words if "=" in word)
    try:
        return IdealDice(**{key: float(value) for key, value in numbers.items()})
    except (TypeError, ValueError):
        raise BadValue(f"{name!r} does not tell two probabilities") from None
