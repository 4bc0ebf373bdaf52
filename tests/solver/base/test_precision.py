"""How near to the truth values are: a mixed equilibrium once more, in numbers of more digits.

Players who mix are nearly indifferent, so small errors of smaller layers grow in their shares.
The reference takes the actions of the solution, not its numbers: shares follow from indifference.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kessel.solver.arrays import Values
from kessel.solver.base import Solution
from kessel.solver.base.hands import hand_index
from kessel.solver.base.layers import Block, Kernels, Layer, LayerShape
from kessel.solver.base.policy import Point, Policy, PolicyNode, ValueTable
from kessel.solver.base.position import LYING
from kessel.solver.base.solving import solve
from kessel.solver.base.sweeps import FixedPolicy, Sweeps
from kessel.solver.chance import IdealChance

LONG = np.longdouble
Longs = NDArray[Any]
MODEL = IdealChance(0.15, 0.1)
PLAYERS = 3
SETTLED = 1e-18
STEP = LONG(1e-9)


class Indifference(FixedPolicy):
    """A fixed policy that notes how much better the second action is at some decisions."""

    def __init__(self, policy: Policy, nodes: Sequence[PolicyNode]) -> None:
        super().__init__(policy)
        self._nodes = nodes
        self.gaps = np.zeros(len(nodes), dtype=LONG)

    def __call__(self, point: Point, block: Block, actions: list[Values]) -> Values:
        for number, node in enumerate(self._nodes):
            if (node.point, node.lying) == (point, block.lying):
                at = node.row - block.rows.start
                self.gaps[number] = actions[1][at, 0] - actions[0][at, 0]
        return super().__call__(point, block, actions)


def settled(layer: Layer, now: ValueTable, policy: Policy, shares: Longs) -> Longs:
    """Values in which the players who mix have these shares of the second action; the gaps."""
    nodes = list(policy.mixed)
    policy.mixed.update((node, (1 - p, p)) for node, p in zip(nodes, shares, strict=True))
    decider = Indifference(policy, nodes)
    sweeps = Sweeps(layer, now)
    while sweeps.measured(decider) > SETTLED:
        pass
    return decider.gaps


def solve_layer(layer: Layer, now: ValueTable, policy: Policy) -> None:
    """Newton's method for the shares; its Jacobian by differences."""
    shares = np.array([LONG(p) for _, p in policy.mixed.values()], dtype=LONG)
    for _ in range(3 if len(shares) else 0):
        gaps = settled(layer, now, policy, shares)
        moved = shares + STEP * np.eye(len(shares), dtype=LONG)
        apart = [(settled(layer, now, policy, one) - gaps) / STEP for one in moved]
        scale = max(np.abs(gaps).max(), LONG(1e-30))
        step = np.linalg.solve(np.array(apart, dtype=float).T, (gaps / scale).astype(float))
        shares = shares - scale * step
    assert np.abs(settled(layer, now, policy, shares)).max(initial=0.0) < 10 * SETTLED


def in_layer(layer: Layer, node: PolicyNode) -> bool:
    return any(
        block.lying == node.lying and block.rows.start <= node.row < block.rows.stop
        for block in layer.blocks
    )


def long_table(start: ValueTable) -> ValueTable:
    """Nothing known yet."""
    shape = (LYING, *start.turn.shape[1:])
    return ValueTable(np.zeros(shape, dtype=LONG), np.zeros(shape, dtype=LONG))


def reference(solution: Solution) -> list[ValueTable]:
    """The values of all positions by the solution's actions."""
    dice = solution.most_dice
    kernels = Kernels.of(MODEL, dice)
    tables: list[ValueTable] = []
    for policy, start in zip(solution.policies, solution.tables, strict=True):
        players = len(tables) + 2
        index = hand_index(players, dice)
        table, fewer = long_table(start), tables[-1] if tables else None
        for total in range(players, dice + 1):
            layer = LayerShape(index, total, kernels).over(table, fewer)
            for block in layer.blocks:
                here = block.lying, block.rows
                table.turn[here], table.choice[here] = start.turn[here], start.choice[here]
            mixed = {n: shares for n, shares in policy.mixed.items() if in_layer(layer, n)}
            solve_layer(layer, table, Policy(policy.turn, policy.choice, mixed))
        tables.append(table)
    return tables


@pytest.mark.skipif(bool(np.finfo(LONG).eps > 1e-18), reason="no longer numbers on this machine")
def test_values_are_exact_to_the_last_digits() -> None:
    """6,475 positions, two of them mixed, shares known to about 1e-16 times 90,000. When sweeps
    ended at a change of 1e-14, values were wrong by up to 6e-14; with more players, where more
    mix, that became 5e-12."""
    solution = solve("strike-2020", PLAYERS, MODEL)
    assert solution.mixed == 2
    for found, exact in zip(solution.tables, reference(solution), strict=True):
        assert np.abs(found.turn - exact.turn).max() < 5e-15
        assert np.abs(found.choice - exact.choice).max() < 5e-15
