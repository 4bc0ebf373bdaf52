"""Anything that can say how the dice lie after a throw, and its plain kinds.

The physics is one more thrower, in a room of its own; nothing here knows it.
"""

from kessel.throws.aim import Aim, AimValues
from kessel.throws.at_rest import DiceAtRest, LyingDie, Stack
from kessel.throws.dice import Dice, Handful, ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice, IdealFaces
from kessel.throws.pose import Pose
from kessel.throws.scripted import ScriptedDice

__all__ = [
    "Aim",
    "AimValues",
    "Dice",
    "DiceAtRest",
    "Handful",
    "IdealDice",
    "IdealFaces",
    "LyingDie",
    "Pose",
    "ScriptedDice",
    "Stack",
    "ThrowOrder",
    "ThrowResult",
]
