"""Where bots find solutions: tables of the measured model, made at first use and kept in files.

An edition with effects borrows the table of the base edition with the same hands.
"""

from functools import lru_cache

from kessel.errors import BadValue
from kessel.rules.edition import Edition, find_edition
from kessel.solver.base import Solution
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.measured import arena_of, shipped
from kessel.solver.tables import solved

BASE = {"impact-power": "impact", "impact-avatar": "impact", "harry-potter": "strike-2020"}
"""The edition without effects whose tables stand in."""


def base_library(edition: Edition, players: int) -> tuple[Solution, ChanceModel]:
    """The table of an edition without effects for so many players, and its model."""
    return _found(BASE.get(edition.id, edition.id), edition.id, players)


def best_model(edition: Edition) -> ChanceModel:
    """The measured model of an edition's arena; ideal dice where nothing was measured."""
    try:
        return shipped(arena_of(edition.id))
    except BadValue:
        return IdealChance()


@lru_cache(maxsize=32)
def _found(base: str, edition: str, players: int) -> tuple[Solution, ChanceModel]:
    model = best_model(find_edition(edition))
    return solved(base, players, model), model
