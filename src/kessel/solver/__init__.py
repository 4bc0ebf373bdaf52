"""Exact values and policies of the games over a chance model; no physics and no randomness."""

from kessel.solver.actions import Odds
from kessel.solver.base import Solution, load_or_solve, solve
from kessel.solver.base.odds import odds
from kessel.solver.chance import ChanceModel, IdealChance, Movement
from kessel.solver.measured import MeasuredChance

__all__ = [
    "ChanceModel",
    "IdealChance",
    "MeasuredChance",
    "Movement",
    "Odds",
    "Solution",
    "load_or_solve",
    "odds",
    "solve",
]
