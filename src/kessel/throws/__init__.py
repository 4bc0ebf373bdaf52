"""The port for dice, its plain kinds, and dice as they lie in an arena.

The physics is one more kind, in a room of its own; nothing here knows it.
"""

from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, LyingDie
from kessel.throws.dice import Cast, Dice, Handful, Landed, Simulator, ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice, IdealFaces
from kessel.throws.pose import Pose
from kessel.throws.scripted import ScriptedDice

__all__ = [
    "Aim",
    "Cast",
    "Dice",
    "DiceAtRest",
    "Handful",
    "IdealDice",
    "IdealFaces",
    "Landed",
    "LyingDie",
    "Pose",
    "ScriptedDice",
    "Simulator",
    "ThrowOrder",
    "ThrowResult",
]
