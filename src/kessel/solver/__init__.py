"""Exact values and policies of the games over a chance model; no physics and no randomness."""

from kessel.solver.base.odds import Odds, odds
from kessel.solver.base.solution import Solution, solve
from kessel.solver.chance import ChanceModel, IdealChance, Movement
from kessel.solver.measured import MeasuredChance
from kessel.solver.tables import solved

__all__ = [
    "ChanceModel",
    "IdealChance",
    "MeasuredChance",
    "Movement",
    "Odds",
    "Solution",
    "odds",
    "solve",
    "solved",
]
