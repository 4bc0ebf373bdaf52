"""Where bots find solutions: tables of the measured model, made at first use and kept in files.

An edition with effects borrows the table of the base edition with the same hands.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from kessel.errors import BadValue
from kessel.rules.edition import Activation, Edition, find_edition
from kessel.rules.state import GameState
from kessel.solver.base.solution import Progress, Solution
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.effects import check_default, effects_solved, is_exact, solved_effects
from kessel.solver.exact import ExactTable
from kessel.solver.measured import arena_of, shipped
from kessel.solver.tables import is_solved, solved

BASE = {"impact-power": "impact", "impact-avatar": "impact", "harry-potter": "strike-2020"}
"""The edition without effects whose tables stand in."""
Found = tuple[Solution | None, ChanceModel]
Library = Callable[[Edition, int], Found]
"""Where a bot finds the solution of an edition without effects, and the model it was made with.

There is none while a large table has not been made yet: a bot does not keep a table waiting.
"""
EffectLibrary = Callable[[GameState], tuple[ExactTable | None, ChanceModel]]
"""Where a bot finds the exact table of a game with effects; none while it was not made."""
PAIR = 2
"""Players for whom games with effects are solved exactly."""
QUICK = 3
"""Players up to whom a table is made when it is first asked for: a few seconds at most."""


def base_library(edition: Edition, players: int) -> tuple[Solution, ChanceModel]:
    """The table of an edition without effects and its model; made first if it is not there.

    That takes a few seconds for two or three players and up to a minute for five.
    """
    return _made(BASE.get(edition.id, edition.id), edition.id, players)


def ready_library(edition: Edition, players: int) -> Found:
    """The same for bots, which do not wait: large tables only once they were made."""
    base = BASE.get(edition.id, edition.id)
    model = best_model(edition)
    if players > QUICK and not is_solved(base, players, model):
        return None, model
    return base_library(edition, players)


def exact_table(state: GameState, *, make: bool = False) -> tuple[ExactTable | None, ChanceModel]:
    """The exact table of a game with effects and its model, if there is one.

    Without `make` only one that was made before: Harry Potter takes minutes, stone half of one.
    """
    edition, model = state.edition, best_model(state.edition)
    element = element_of(state)
    if not edition.effects or not is_exact(edition, state.players, element):
        return None, model
    try:
        check_default(edition, state.options)
    except BadValue:
        return None, model
    if not make and not effects_solved(edition, element, model):
        return None, model
    return _exact(edition.id, element), model


def element_of(state: GameState) -> str | None:
    """The active element, where one die decides it."""
    if state.edition.activation is not Activation.START_DIE:
        return None
    return next(iter(state.elements), None)


@dataclass(frozen=True, slots=True)
class Unmade:
    """A table that bots could use, if it were made."""

    name: str
    make: Callable[[Progress | None], object]


def unmade_tables(edition: Edition, players: int) -> Iterator[Unmade]:
    """What is still to be made for a game; large tables take a minute, Harry Potter three."""
    base, model = BASE.get(edition.id, edition.id), best_model(edition)
    if not is_solved(base, players, model):
        yield Unmade(f"{base}, {players} players", partial(solved, base, players, model, None))
    if players == PAIR and edition.effects:
        by_die = edition.activation is Activation.START_DIE
        for element in edition.symbols if by_die else (None,):
            exact = is_exact(edition, players, element)
            if exact and not effects_solved(edition, element, model):
                make = partial(solved_effects, edition.id, element, model, None)
                yield Unmade(" ".join(filter(None, (edition.id, element))), make)


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


@lru_cache(maxsize=16)
def _exact(edition: str, element: str | None) -> ExactTable:
    return solved_effects(edition, element, best_model(find_edition(edition)))
