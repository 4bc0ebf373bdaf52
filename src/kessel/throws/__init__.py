"""Anything that can say how the dice lie after a throw, and its plain kinds.

The physics is one more thrower, in a room of its own; nothing here knows it.
"""

from kessel.throws.aim import Aim, AimValues
from kessel.throws.at_rest import DiceAtRest, LyingDie, Stack
from kessel.throws.ideal import IdealDice, IdealThrower
from kessel.throws.pose import Pose
from kessel.throws.scripted import ScriptedThrower
from kessel.throws.thrower import Handful, Thrower, ThrowOrder, ThrowResult

__all__ = [
    "Aim",
    "AimValues",
    "DiceAtRest",
    "Handful",
    "IdealDice",
    "IdealThrower",
    "LyingDie",
    "Pose",
    "ScriptedThrower",
    "Stack",
    "ThrowOrder",
    "ThrowResult",
    "Thrower",
]
