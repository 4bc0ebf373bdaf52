"""Exact values and policies of the games over a chance model; no physics and no randomness.

Solving needs numpy and scipy, reading a table does not: they come when asked for.
"""

from kessel.solver.actions import Odds
from kessel.solver.base import Solution
from kessel.solver.chance import ChanceModel, IdealChance, Movement
from kessel.solver.measured import MeasuredChance
from kessel.solver.solved import Solved, load_or_solve, odds, solve

__all__ = [
    "ChanceModel",
    "IdealChance",
    "MeasuredChance",
    "Movement",
    "Odds",
    "Solution",
    "Solved",
    "load_or_solve",
    "odds",
    "solve",
]
