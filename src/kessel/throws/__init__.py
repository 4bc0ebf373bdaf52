"""Anything that can say how the dice lie after a throw, and its plain kinds.

The physics is one more thrower, in a room of its own; nothing here knows it.
"""

from kessel.throws.ideal import IdealThrower
from kessel.throws.lay import Lay, LyingDie, Pose, Spot
from kessel.throws.scripted import ScriptedThrower
from kessel.throws.thrower import AimValues, Handful, Thrower, Thrown, ThrowOrder

__all__ = [
    "AimValues",
    "Handful",
    "IdealThrower",
    "Lay",
    "LyingDie",
    "Pose",
    "ScriptedThrower",
    "Spot",
    "ThrowOrder",
    "Thrower",
    "Thrown",
]
