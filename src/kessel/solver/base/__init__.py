"""The base game, in which symbols are interchangeable: its solution for two to five players."""

from kessel.solver.base.solution import Solution, solve
from kessel.solver.base.tables import has_table, load_or_solve

__all__ = ["Solution", "has_table", "load_or_solve", "solve"]
