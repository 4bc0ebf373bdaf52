"""Where bots find solutions: tables of the measured model, made at first use and kept in files.

An edition with effects borrows the table of the base edition with the same hands.
"""

from functools import lru_cache

from kessel.bots.exact import Found
from kessel.errors import BadValue
from kessel.rules.edition import Edition, find_edition
from kessel.solver.base import Solution
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.measured import arena_of, shipped
from kessel.solver.tables import is_solved, solved

BASE = {"impact-power": "impact", "impact-avatar": "impact", "harry-potter": "strike-2020"}
"""The edition without effects whose tables stand in."""


QUICK = 3
"""Players up to whom a table is made when it is first asked for: a few seconds at most."""


def base_library(edition: Edition, players: int) -> tuple[Solution, ChanceModel]:
    """The table of an edition without effects and its model; made first if it is not there.

    That takes a few seconds for two or three players and about a minute for five.
    """
    return _made(BASE.get(edition.id, edition.id), edition.id, players)


def ready_library(edition: Edition, players: int) -> Found:
    """The same for bots, which do not wait: large tables only once they were made."""
    base = BASE.get(edition.id, edition.id)
    model = best_model(edition)
    if players > QUICK and not is_solved(base, players, model):
        return None, model
    return base_library(edition, players)


def best_model(edition: Edition) -> ChanceModel:
    """The measured model of an edition's arena; ideal dice where nothing was measured."""
    try:
        return shipped(arena_of(edition.id))
    except BadValue:
        return IdealChance()


@lru_cache(maxsize=32)
def _made(base: str, edition: str, players: int) -> tuple[Solution, ChanceModel]:
    model = best_model(find_edition(edition))
    return solved(base, players, model), model
