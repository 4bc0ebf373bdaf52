"""Payoffs of a layer to more digits than a number has, for players who are nearly indifferent.

Values and probabilities are split into an upper half of 26 bits and the rest. Products of upper
halves and their sums are exact, and all others are so small that their rounding does not matter.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kessel.solver.arrays import Values
from kessel.solver.base.hands import HandIndex
from kessel.solver.base.layers import (
    Block,
    Kernels,
    Layer,
    LayerShape,
    LayerValues,
    ThrowLinks,
)
from kessel.solver.base.policy import Point, Policy, PolicyNode, ValueTable
from kessel.solver.base.sweeps import FixedPolicy, Sweeps
from kessel.solver.chance import Outcomes
from kessel.solver.fixed_point import fixed_point

HALF = float(1 << 26)
"""Upper halves are multiples of one over this: sums of their products, up to two, are exact."""
CORRECTED = 1e-20
"""Corrections of values, which are of about 1e-16, are swept to this."""

Switch = tuple[PolicyNode, int, int]
"""A decision and two of its actions."""


@dataclass(frozen=True, slots=True)
class ExactLayer:
    """A layer and the values around it, which are taken for exact."""

    index: HandIndex
    dice: int
    kernels: Kernels
    now: ValueTable
    fewer: ValueTable
    """Values of one player fewer."""

    def gaps(self, policy: Policy, switches: Sequence[Switch]) -> Values:
        """How much better each second action is than the first, while all play by the policy.

        Values must be settled under the policy, as far as numbers allow.
        """
        differences = self._differences()
        fixed = FixedPolicy(policy)
        layer = LayerShape(self.index, self.dice, self.kernels).over(self.now, self.fewer)
        residuals = {
            (point, block.lying): fixed(point, block, differences[point, block.lying])
            for block in layer.blocks
            for point in Point
        }
        worth: dict[tuple[Point, int], list[Values]] = {}

        def corrected(point: Point, block: Block, actions: list[Values]) -> Values:
            """The policy's value, and the residual."""
            worth[point, block.lying] = actions
            return fixed(point, block, actions) + residuals[point, block.lying]

        bare, delta = _without_known(layer), ValueTable.empty(self.index, self.kernels.arenas)
        sweeps = Sweeps(bare, delta)
        fixed_point(lambda: sweeps.measured(corrected), "corrections", CORRECTED)
        found = []
        for node, first, second in switches:
            block = next(one for one in layer.blocks if one.lying == node.lying)
            at = node.row - block.rows.start
            here = differences[node.point, node.lying], worth[node.point, node.lying]
            found.append(sum(actions[second][at, 0] - actions[first][at, 0] for actions in here))
        return np.array(found)

    def _differences(self) -> dict[tuple[Point, int], list[Values]]:
        """By decision and lying dice: how much better than its value each action is at every
        position."""
        upper, lower = _split_kernels(self.kernels)
        (high, low), (more, less) = _split_table(self.now), _split_table(self.fewer)
        shape = LayerShape(self.index, self.dice, upper)
        lowest = LayerShape(self.index, self.dice, lower)
        layers = shape.over(high, more), shape.over(low, less), lowest.over(self.now, self.fewer)
        tables = high, low, self.now
        values = [LayerValues(*one) for one in zip(layers, tables, strict=True)]
        found = {}
        for blocks in zip(*(layer.blocks for layer in layers), strict=True):
            top = blocks[0]
            here = top.lying, top.rows
            throws = [
                list(map(LayerValues.throw, values, blocks, links))
                for links in zip(*map(_all_throws, blocks), strict=True)
            ]
            singles, pours = throws[: len(top.throws)], throws[len(top.throws) :]
            stop = [one.stop(top) for one in values[:2]]
            turn, choice = (high.turn[here], low.turn[here]), (high.choice[here], low.choice[here])
            found[Point.TURN, top.lying] = [_beyond(turn, one) for one in pours or singles]
            found[Point.CHOICE, top.lying] = [_beyond(choice, one) for one in (stop, *singles)]
        return found


def _all_throws(block: Block) -> tuple[ThrowLinks, ...]:
    """Of one die, and then of all."""
    return block.throws if block.pour is None else (*block.throws, block.pour)


def _beyond(value: tuple[Values, Values], parts: Sequence[Values]) -> Values:
    """How much more an action is worth, by an exact part and small ones, than a value."""
    first, *others = parts
    return np.asarray((first - value[0]) + (sum(others) - value[1]))


def _without_known(layer: Layer) -> Layer:
    """The links of a layer alone: nothing comes from outside."""
    blocks = []
    for block in layer.blocks:
        throws = tuple(replace(one, known=np.zeros_like(one.known)) for one in block.throws)
        pour = block.pour and replace(block.pour, known=np.zeros_like(block.pour.known))
        blocks.append(replace(block, throws=throws, pour=pour))
    return Layer(layer.index, layer.dice, blocks)


def _split(values: Values) -> tuple[Values, Values]:
    upper = np.round(values * HALF) / HALF
    return upper, values - upper


def _split_table(table: ValueTable) -> tuple[ValueTable, ValueTable]:
    (turn, less), (choice, rest) = _split(table.turn), _split(table.choice)
    return ValueTable(turn, choice), ValueTable(less, rest)


def _split_kernels(kernels: Kernels) -> tuple[Kernels, Kernels]:
    def part(number: int) -> Kernels:
        def of(outcomes: Outcomes) -> Outcomes:
            halves = _split(np.array(list(outcomes.values())))[number]
            return dict(zip(outcomes, halves.tolist(), strict=True))

        single = tuple(tuple(map(of, by_lying)) for by_lying in kernels.single)
        return Kernels(kernels.kinds, single, tuple(map(of, kernels.pour)))

    return part(0), part(1)
