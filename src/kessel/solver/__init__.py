"""Exact values and policies of the games over a chance model; no physics and no randomness."""

from typing import TYPE_CHECKING, Any

from kessel.solver.actions import Odds
from kessel.solver.base import Solution, load_or_solve
from kessel.solver.base.odds import odds
from kessel.solver.chance import ChanceModel, IdealChance, Movement
from kessel.solver.measured import MeasuredChance

if TYPE_CHECKING:
    from kessel.solver.base import solve

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


def __getattr__(name: str) -> Any:
    """Solving needs numpy and scipy, reading a table does not: they come when asked for."""
    if name == "solve":
        from kessel.solver.base import solve

        return solve
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
