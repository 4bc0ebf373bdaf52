"""What one strategy wins against another, exactly, without playing games.

One seat plays one strategy, all other seats another; the solver's layers say what that is worth.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from kessel.rules.edition import Edition
from kessel.solver.arrays import Values
from kessel.solver.base.hands import hand_index
from kessel.solver.base.layers import Block, Kernels, Layer, LayerShape
from kessel.solver.base.policy import Point, ValueTable
from kessel.solver.base.position import START_LYING, arenas, dice_in, hand_row
from kessel.solver.base.strategies import Strategy
from kessel.solver.base.sweeps import Decider, settle
from kessel.solver.chance import ChanceModel
from kessel.solver.memo import memo

MOST_KEPT = 3
"""Players up to whom the shapes of layers are kept in memory between evaluations."""


def win_chances(
    edition: Edition, players: int, model: ChanceModel, own: Strategy | None, others: Strategy
) -> tuple[float, ...]:
    """The chance of one player of `own`, or who responds best if there is none, among players of
    `others`, in each seat."""
    return _settled(edition, players, model, lambda layer: _Between(layer, own, others))


def exploitability(edition: Edition, players: int, model: ChanceModel, strategy: Strategy) -> float:
    """What the best response wins against players of a strategy beyond an equal share, over all
    seats equally often; nothing against an equilibrium of two."""
    return edge(edition, players, model, None, strategy)


def guaranteed(edition: Edition, players: int, model: ChanceModel) -> tuple[float, ...]:
    """What every seat wins at least, whatever the others do: all of them play against it alone.

    Free of which equilibrium is chosen; for two players it is the value of the game.
    """
    return _settled(edition, players, model, lambda _: _all_against_one)


def _settled(
    edition: Edition, players: int, model: ChanceModel, decider: Callable[[Layer], Decider]
) -> tuple[float, ...]:
    """The chance of each seat at the start, while decisions are made so in every layer."""
    hand = edition.hand(players)
    dice = players * hand + 1
    kernels = _kernels(model, dice, arenas(edition))
    fewer: ValueTable | None = None
    for number in range(2, players + 1):
        table = ValueTable.empty(hand_index(number, dice), kernels.arenas)
        for total in range(number, dice + 1):
            shape = _shape if number <= MOST_KEPT else _shape.__wrapped__
            layer = shape(number, dice, total, kernels).over(table, fewer)
            settle(layer, table, decider(layer))
        fewer = table
    assert fewer is not None
    return tuple(map(float, fewer.turn[START_LYING, hand_row((hand,) * players)]))


def edge(
    edition: Edition, players: int, model: ChanceModel, own: Strategy | None, others: Strategy
) -> float:
    """What a strategy wins beyond an equal share, over all seats equally often."""
    return sum(win_chances(edition, players, model, own, others)) / players - 1.0 / players


def _all_against_one(_point: Point, _block: Block, actions: list[Values]) -> Values:
    """A seat's own number in a value is the most it can reach; at other seats' decisions, the least
    they leave it. Seats do not depend on each other, so one sweep serves all."""
    stacked = np.stack(actions, axis=1)
    value = np.asarray(stacked.min(axis=1))
    value[:, 0] = stacked[:, :, 0].max(axis=1)
    return value


class _Between:
    """A seat's own number in a value follows `own`, or without one its best response; at other
    seats' decisions, `others`."""

    def __init__(self, layer: Layer, own: Strategy | None, others: Strategy) -> None:
        self._layer = layer
        self._own = own
        self._others = others

    def __call__(self, point: Point, block: Block, actions: list[Values]) -> Values:
        """The value under `others` for all but the active player, who follows `own`."""
        mine, theirs = self._shares(point, block.lying, len(actions))
        stacked = np.stack(actions, axis=1)
        value = np.asarray((theirs[:, :, None] * stacked).sum(axis=1))
        if self._own is None:
            value[:, 0] = stacked[:, :, 0].max(axis=1)
        else:
            value[:, 0] = (mine * stacked[:, :, 0]).sum(axis=1)
        return value

    @memo
    def _shares(self, point: Point, lying: int, actions: int) -> tuple[Values, Values]:
        hands = self._layer.index.hands(self._layer.dice - dice_in(lying))
        if point is Point.TURN and lying == 0:  # all dice are poured
            everything = np.ones((len(hands), 1))
            return everything, everything
        theirs = self._others.shares(point, lying, hands, actions)
        own = self._own
        return theirs if own is None else own.shares(point, lying, hands, actions), theirs


@lru_cache(maxsize=128)
def _shape(players: int, dice: int, total: int, kernels: Kernels) -> LayerShape:
    return LayerShape(hand_index(players, dice), total, kernels)


@lru_cache(maxsize=16)
def _kernels(model: ChanceModel, dice: int, arenas: int) -> Kernels:
    return Kernels.of(model, dice, arenas)
