"""The base game, in which symbols are interchangeable: its solution for two to five players."""

from typing import TYPE_CHECKING, Any

from kessel.solver.base.solution import Solution
from kessel.solver.base.tables import has_table, load_or_solve

if TYPE_CHECKING:
    from kessel.solver.base.solving import solve

__all__ = ["Solution", "has_table", "load_or_solve", "solve"]


def __getattr__(name: str) -> Any:
    """Solving needs numpy and scipy, reading a table does not: they come when asked for."""
    if name == "solve":
        from kessel.solver.base.solving import solve

        return solve
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
