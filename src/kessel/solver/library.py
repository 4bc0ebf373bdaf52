"""The solutions at hand: tables over the measured model, shipped or made at first use, in files.

An edition with effects borrows the table of its base edition, which deals the same hands.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from kessel.errors import BadValue
from kessel.rules.edition import Activation, Edition, find_edition
from kessel.rules.options import Options
from kessel.rules.state import GameState
from kessel.solver import base, effects
from kessel.solver.base import Solution
from kessel.solver.base.tables import is_shipped, shipped_solution
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.effect_table import EffectTable
from kessel.solver.measured import shipped
from kessel.solver.options import is_solved_with
from kessel.solver.progress import Progress

Found = tuple[Solution | None, ChanceModel]
Library = Callable[[Edition, int], Found]
"""Where a bot finds the solution of an edition without effects, and the model it was made with.

None while a large table has not been made: a bot does not keep the other players waiting.
"""
EffectLibrary = Callable[[GameState], tuple[EffectTable | None, ChanceModel]]
"""Where a bot finds the table of a game with effects; None while it has not been made."""
QUICK = 3
"""Players up to whom a table is made when it is first asked for: a few seconds at most."""


def base_library(edition: Edition, players: int) -> tuple[Solution, ChanceModel]:
    """The table of the base edition and its model; made first where there is none.

    Those for two and three players come with the package; for five that takes up to a minute.
    """
    model = best_model(edition)
    return _base_table(edition.base, players, model), model


def ready_library(edition: Edition, players: int) -> Found:
    """The same for bots, which do not wait: large tables only where they have been made."""
    model = best_model(edition)
    if players > QUICK and not base.has_table(edition.base, players, model):
        return None, model
    return base_library(edition, players)


def shipped_library(edition: Edition, players: int) -> Found:
    """The same where nothing is made: only what comes with the package."""
    model = best_model(edition)
    return shipped_solution(find_edition(edition.base), players, model), model


def has_shipped(edition: Edition, players: int) -> bool:
    """Whether that has one, without reading it."""
    return is_shipped(find_edition(edition.base), players, best_model(edition))


def effect_table(state: GameState) -> tuple[EffectTable | None, ChanceModel]:
    """The table of a game with effects and its model, if it can be solved and has been made."""
    model = best_model(state.edition)
    game = (state.edition, state.players, element_of(state), model, state.options)
    if may_have_table(state) and effects.path_of(*game).exists():
        return _effect_table(*game), model
    return None, model


def element_of(state: GameState) -> str | None:
    """The active element, where one die decides it."""
    if state.edition.activation is not Activation.START_DIE:
        return None
    return next(iter(state.elements), None)


def may_have_table(state: GameState) -> bool:
    """Whether there can be a table of this game: the effects at work are some that are solved, that
    of one element or all there are, and so are its options."""
    edition = state.edition
    by_die = edition.activation is Activation.START_DIE
    return (
        (by_die or len(state.effects) == len(edition.effects))
        and effects.can_solve(edition, state.players, element_of(state))
        and is_solved_with(edition, state.options)
    )


@dataclass(frozen=True, slots=True)
class MissingTable:
    """A table that bots and coach could use, once it is made."""

    name: str
    make: Callable[[Progress | None], object]


def missing_tables(edition: Edition, players: int) -> Iterator[MissingTable]:
    """What is still to be made for a game; large tables take a minute, Harry Potter three."""
    model = best_model(edition)
    if not base.has_table(edition.base, players, model):
        make = partial(base.load_or_solve, edition.base, players, model, None)
        yield MissingTable(f"{edition.base}, {players} players", make)
    if not edition.effects:
        return
    by_die = edition.activation is Activation.START_DIE
    for element in edition.symbols if by_die else (None,):
        solvable = effects.can_solve(edition, players, element)
        solvable = solvable and not effects.takes_long(players, element)
        if solvable and not effects.path_of(edition, players, element, model).exists():
            make_effects = partial(effects.load_or_solve, edition, players, element, model, None)
            yield MissingTable(" ".join(filter(None, (edition.id, element))), make_effects)


def best_model(edition: Edition) -> ChanceModel:
    """The measured model of an edition's arena; ideal dice where nothing was measured."""
    try:
        return shipped(edition.arena)
    except BadValue:
        return IdealChance()


@lru_cache(maxsize=32)
def _base_table(edition_id: str, players: int, model: ChanceModel) -> Solution:
    return base.load_or_solve(edition_id, players, model)


@lru_cache(maxsize=16)
def _effect_table(
    edition: Edition, players: int, element: str | None, model: ChanceModel, options: Options
) -> EffectTable:
    return effects.load_or_solve(edition, players, element, model, options)
