"""The base game, in which symbols are interchangeable: its solution for two to five players.

Reading a table takes no numpy; `solving` does, and scipy.
"""

from kessel.solver.base.solution import Solution
from kessel.solver.base.tables import has_table, load_or_solve

__all__ = ["Solution", "has_table", "load_or_solve"]
