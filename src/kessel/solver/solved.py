"""The exact solution of any game that is solved: one way in, whichever solver finds it."""

from pathlib import Path
from typing import TypeAlias

from kessel.errors import BadValue
from kessel.rules.edition import Activation, Edition
from kessel.rules.positions import read_state
from kessel.rules.setup import OptionsLike, edition_and_options
from kessel.rules.state import GameState
from kessel.solver.actions import Odds
from kessel.solver.base.odds import odds as base_odds
from kessel.solver.base.solution import Solution
from kessel.solver.effect_table import EffectTable, odds_of
from kessel.solver.games import SolvedGame
from kessel.solver.models import ModelLike, read_model
from kessel.solver.options import rules_text, solved_rules
from kessel.solver.progress import Progress

Solved: TypeAlias = Solution | EffectTable
"""The solution of a game without effects, for two to five players, or the table of one with
effects, for two or three; a table says in `about` what a solution says itself.

>>> from kessel import Solution, solve
>>> isinstance(solve("strike-2020", 2, "ideal"), Solution)
True
"""


def solve(
    edition: Edition | str,
    players: int,
    model: ModelLike,
    options: OptionsLike = None,
    progress: Progress | None = None,
    *,
    element: str | None = None,
) -> Solved:
    """The exact values and an equilibrium policy, with its exploitability.

    `edition` may name a booklet (`harry-potter:fr`), `model` is one or `ideal` or `measured`.
    `impact-power` is solved for one `element`.

    >>> from kessel import IdealChance
    >>> solution = solve("strike-2020", 2, IdealChance())
    >>> [round(chance, 4) for chance in solution.chances]
    [0.4984, 0.5016]
    """
    return _game(edition, players, model, options, element).solve(progress)


def load_or_solve(
    edition: Edition | str,
    players: int,
    model: ModelLike,
    options: OptionsLike = None,
    progress: Progress | None = None,
    folder: Path | str | None = None,
    *,
    element: str | None = None,
) -> Solved:
    """The same from its file; solved and written first where there is none yet.

    >>> from tempfile import mkdtemp
    >>> solution = load_or_solve("strike-2020", 2, "ideal", folder=mkdtemp())
    >>> [round(chance, 4) for chance in solution.chances]
    [0.4984, 0.5016]
    """
    game = _game(edition, players, model, options, element)
    return game.load(progress, _read_folder(folder))


def odds(state: GameState | str, solved: Solved, model: ModelLike) -> Odds:
    """What each action is worth in a position, by a solution and its model.

    >>> from kessel import solve
    >>> solution = solve("strike-2020", 2, "ideal")
    >>> odds("strike-2020 hands=2,3 arena=2,5 phase=choice", solution, "ideal").best
    'stop'
    """
    state = read_state(state)
    if isinstance(solved, Solution):
        over, of = solved.model, solved.edition.id
    elif hasattr(solved, "about"):
        over, of = solved.about.model, solved.about.rules
    else:
        raise BadValue(f"odds are read from what `solve` gave, not from {solved!r}")
    read = read_model(model, state.edition)
    if read.name != over:
        raise BadValue(f"the solution is over {over}, so its odds are not over {read.name}")
    asked = rules_text(state.edition, solved_rules(state.edition, state.options))
    if asked != of:
        raise BadValue(f"the solution is of {of}, so its odds are not those of {asked}")
    return (
        base_odds(state, solved, read) if isinstance(solved, Solution) else odds_of(solved, state)
    )


def _read_folder(folder: Path | str | None) -> Path | None:
    given: object = folder
    if given is None or isinstance(given, Path):
        return given
    if not isinstance(given, str):
        raise BadValue(f"a folder is a path or its text, not {given!r}")
    return Path(given)


def _game(
    edition: Edition | str,
    players: int,
    model: ModelLike,
    options: OptionsLike,
    element: str | None,
) -> SolvedGame:
    """What is to be solved; raises unless it is a game that is, and its element one it has."""
    box, chosen = edition_and_options(edition, options)
    game = SolvedGame(box.id, players, element, read_model(model, box), chosen)
    by_die, symbols = box.activation is Activation.START_DIE, " ".join(box.symbols)
    if element is not None and not (by_die and element in box.symbols):
        may = f"one of {symbols}" if by_die else "it has no active element"
        raise BadValue(f"element={element!r} of {box.id}: {may}")
    if box.effects:
        box.hand(players)
        if by_die and element is None:
            raise BadValue(f"{box.id} is solved for one element: element= one of {symbols}")
    game.check()
    return game
