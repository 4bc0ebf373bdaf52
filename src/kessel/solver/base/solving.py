"""Solves the editions without effects, for two to five players.

Fewer players are solved first, then layers of more and more dice.
"""

import time
from collections.abc import Callable

import numpy as np

from kessel.rules.edition import Edition, find_edition
from kessel.rules.options import Options
from kessel.solver.base.equilibrium import solve_layer
from kessel.solver.base.hands import hand_index
from kessel.solver.base.layers import Kernels, Layer, LayerShape
from kessel.solver.base.policy import Policy, ValueTable
from kessel.solver.base.position import arenas, dice_at_start, positions
from kessel.solver.base.refinement import ExactLayer
from kessel.solver.base.solution import Solution, check_base
from kessel.solver.base.sweeps import best_response, settle
from kessel.solver.chance import ChanceModel
from kessel.solver.progress import Progress


def solve(
    edition: Edition | str,
    players: int,
    model: ChanceModel,
    options: Options | None = None,
    progress: Progress | None = None,
    begin: np.random.Generator | None = None,
) -> Solution:
    """The exact values and an equilibrium policy, with its exploitability.

    `begin` draws the values with which sweeps begin: where there are several equilibria, others may
    come of it.
    """
    edition = find_edition(edition)
    check_base(edition, options)
    started = time.perf_counter()
    dice = dice_at_start(edition, players)
    kernels = Kernels.of(model, dice, arenas(edition))
    sizes = (positions(number, dice, kernels.arenas) for number in range(2, players + 1))
    total, done = sum(sizes), 0

    def solved(count: int) -> None:
        nonlocal done
        done += count
        if progress is not None:
            progress(done, total)

    tables: list[ValueTable] = []
    policies: list[Policy] = []
    gain = 0.0
    best: ValueTable | None = None
    for number in range(2, players + 1):
        fewer = tables[-1] if tables else None
        table, policy, best = _solve_players(number, dice, kernels, (fewer, best), solved, begin)
        tables.append(table)
        policies.append(policy)
        gain = max(gain, _gain(best, table))
    seconds = time.perf_counter() - started
    return Solution(
        edition, players, model.name, model.kinds, gain, seconds, tuple(tables), tuple(policies)
    )


def _solve_players(
    players: int,
    dice: int,
    kernels: Kernels,
    fewer: tuple[ValueTable | None, ValueTable | None],
    solved: Callable[[int], None],
    begin: np.random.Generator | None,
) -> tuple[ValueTable, Policy, ValueTable]:
    """Values, policy, and every seat's values under its best response to the policy.

    `fewer` holds the values and the best-response values for one player fewer; `solved` is told how
    many positions more are done.
    """
    index = hand_index(players, dice)
    table, best = (ValueTable.empty(index, kernels.arenas) for _ in range(2))
    policy = Policy.empty(index, kernels.arenas)
    for total in range(players, dice + 1):
        shape = LayerShape(index, total, kernels)
        layer = shape.over(table, fewer[0])
        exact = None
        if fewer[0] is not None:
            exact = ExactLayer(index, total, kernels, table, fewer[0])
        if begin is not None:
            _draw(layer, table, begin)
        solve_layer(layer, table, policy, exact)
        _copy(layer, table, best)
        settle(shape.over(best, fewer[1]), best, best_response(policy))
        solved(len(layer))
    return table, policy, best


def _draw(layer: Layer, table: ValueTable, begin: np.random.Generator) -> None:
    """Any chances to win, which add up to one."""
    for block in layer.blocks:
        for values in (table.turn, table.choice):
            count = block.rows.stop - block.rows.start
            values[block.lying, block.rows] = begin.dirichlet(np.ones(layer.players), count)


def _copy(layer: Layer, table: ValueTable, to: ValueTable) -> None:
    for block in layer.blocks:
        to.turn[block.lying, block.rows] = table.turn[block.lying, block.rows]
        to.choice[block.lying, block.rows] = table.choice[block.lying, block.rows]


def _gain(best: ValueTable, table: ValueTable) -> float:
    """The most that a best response gains anywhere."""
    turn, choice = best.turn - table.turn, best.choice - table.choice
    return max(float(turn.max()), float(choice.max()))
