"""Games on the real rules in which everybody plays a solution's policy: do the wins agree with it?

The dice are drawn die by die, independently of the solver's outcomes.
"""

from collections.abc import Callable
from math import sqrt
from random import Random

from kessel.rules.engine import apply
from kessel.rules.moves import ALL, ONE, EndTurn, StartDie, Throw
from kessel.rules.setup import new_game
from kessel.rules.state import GameState, Phase
from kessel.rules.turn import must_throw_all
from kessel.solver.actions import STOP
from kessel.solver.base.odds import base_position
from kessel.solver.base.solution import Solution
from kessel.throws.dice import Cast
from kessel.throws.ideal import IdealFaces

Stops = dict[tuple[int, tuple[int, ...]], float]
"""(dice lying, hands from the active player on) -> how often the policy stops there."""


def simulate(
    solution: Solution,
    strike: float,
    loss: float,
    games: int,
    chance: Random,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[int, ...]:
    """Games won by each seat; seat 0 begins."""
    dice = IdealFaces(strike, loss)
    known: Stops = {}
    start = new_game(solution.edition, solution.players)
    wins = [0] * solution.players
    for number in range(games):
        wins[_winner(start, solution, dice, chance, known)] += 1
        if progress is not None:
            progress(number + 1, games)
    return tuple(wins)


def deviation(wins: tuple[int, ...], chances: tuple[float, ...]) -> float:
    """The largest difference between wins and the solution's chances, in standard errors."""
    games = sum(wins)
    return max(
        abs(won / games - chance) / sqrt(chance * (1.0 - chance) / games)
        for won, chance in zip(wins, chances, strict=True)
    )


def _winner(
    state: GameState, solution: Solution, dice: IdealFaces, chance: Random, known: Stops
) -> int:
    state = apply(state, StartDie(chance.choice(state.edition.symbols))).state
    while state.phase is not Phase.OVER:
        if state.phase is Phase.CHOICE and not _goes_on(state, solution, chance, known):
            state = apply(state, EndTurn()).state
            continue
        everything = state.phase is Phase.THROW and must_throw_all(state)
        unit = ALL if everything else ONE
        landing = dice.land(state, {state.active: Cast(unit)}, chance).landing
        state = apply(state, Throw(unit, landing)).state
    return state.winners[0]


def _goes_on(state: GameState, solution: Solution, chance: Random, known: Stops) -> bool:
    key = base_position(state)
    if key not in known:
        known[key] = solution.policy(*key, may_stop=True).get(STOP, 0.0)
    stops = known[key]
    return stops < 1.0 and (stops == 0.0 or chance.random() >= stops)
