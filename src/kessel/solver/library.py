"""The solutions at hand: tables over the measured model, shipped or made at first use, in files.

An edition with effects borrows the table of its base edition, which deals the same hands.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

from kessel.errors import BadValue
from kessel.rules.edition import Activation, Edition, find_edition
from kessel.rules.options import Options
from kessel.rules.state import GameState
from kessel.solver import base
from kessel.solver.base import Solution
from kessel.solver.base.tables import is_shipped, shipped_solution
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.effect_table import EffectTable
from kessel.solver.games import SolvedGame
from kessel.solver.measured import shipped

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
    game = SolvedGame.of(state, model)
    return None if game is None or not game.is_there else _effect_table(game), model


def parts_of(
    edition: Edition,
    players: int,
    model: ChanceModel,
    element: str | None = None,
    options: Options | None = None,
) -> list[tuple[SolvedGame, bool]]:
    """The games that an edition with effects is valued by, one for each element if the start die
    chooses it, and whether each is solved: not what takes long, unless it is named."""
    by_die = edition.activation is Activation.START_DIE
    names = edition.symbols if by_die and element is None else (element,)
    games = [SolvedGame(edition.id, players, name, model, options) for name in names]
    return [
        (one, one.can_be_solved and (element is not None or not one.takes_long)) for one in games
    ]


def missing_tables(edition: Edition, players: int) -> Iterator[SolvedGame]:
    """What is still to be made for a game; large tables take a minute, Harry Potter three."""
    model = best_model(edition)
    parts = parts_of(edition, players, model) if edition.effects else []
    exact = (part for part, solves in parts if solves)
    for one in (SolvedGame(edition.base, players, None, model), *exact):
        if not one.is_there:
            yield one


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
def _effect_table(game: SolvedGame) -> EffectTable:
    return game.table()
