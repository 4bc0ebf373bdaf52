"""Strategies that are not the solution, and what they win against others: exactly, no games.

A strategy gives a share to every action at every decision of the base game. One seat plays one
strategy, all other seats another; the solver's layers say what that is worth.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np

from kessel.rules.edition import Edition
from kessel.solver.base.hands import Hands
from kessel.solver.base.layers import Block, Kernels, Layer, LayerShape, Values, ValueTable
from kessel.solver.base.solution import START_LYING, Solution, hand_index
from kessel.solver.base.sweeps import STOP, TURN, settle
from kessel.solver.chance import ChanceModel

MOST_KEPT = 3
"""Players up to whom the shapes of layers are kept in memory between evaluations."""


class Strategy(Protocol):
    """A share for every action: at a turn one per kind of throw, at a choice `stop` before them."""

    def shares(self, point: str, lying: int, hands: Hands, actions: int) -> Values:
        """[position, action] for all these hands, told from the active player on."""
        ...


@dataclass(frozen=True, slots=True)
class Solved:
    """The solution's own policy."""

    solution: Solution

    def shares(self, point: str, lying: int, hands: Hands, actions: int) -> Values:
        """One for the policy's action, or its mixture."""
        players = hands.shape[1]
        policy = self.solution.policies[players - 2]
        rows = hand_index(players, self.solution.most_dice).rows(hands)
        shares = np.eye(actions)[policy.at(point)[lying, rows]]
        for node, mixture in policy.mixed.items():
            if node.point == point and node.lying == lying:
                shares[rows == node.row] = mixture
        return np.asarray(shares)


@dataclass(frozen=True, slots=True)
class Habit:
    """Goes on with a chance that depends only on how many dice lie; throws by fixed shares."""

    go_on: tuple[float, ...]
    """[different dice lying, from none to five]"""
    kinds: tuple[float, ...] = (1.0,)
    """The share of each kind of throw."""
    keep_last: bool = False
    """Never throws the last die by choice."""

    def shares(self, point: str, lying: int, hands: Hands, actions: int) -> Values:
        """The same for all hands, but for a last die."""
        if point == TURN:
            return np.tile(np.array(self.kinds), (len(hands), 1))
        chance = np.full(len(hands), self.go_on[lying])
        if self.keep_last:
            chance[hands[:, 0] == 1] = 0.0
        return np.column_stack([1.0 - chance, chance[:, None] * np.array(self.kinds)])


def throw_shares(point: str, go_on: Values, kind: int, actions: int) -> Values:
    """Shares of somebody who always throws in one way."""
    shares = np.zeros((len(go_on), actions))
    if point == TURN:
        shares[:, min(kind, actions - 1)] = 1.0
    else:
        shares[:, STOP] = 1.0 - go_on
        shares[:, 1 + kind] = go_on
    return shares


def win_chances(
    edition: Edition, players: int, model: ChanceModel, own: Strategy, others: Strategy
) -> tuple[float, ...]:
    """The chance of one who plays `own` among players of `others`, for each seat to begin from."""
    hand = edition.hand(players)
    dice = players * hand + 1
    kernels = _kernels(model, dice)
    fewer: ValueTable | None = None
    for number in range(2, players + 1):
        index, smaller = hand_index(number, dice), hand_index(number - 1, dice)
        table = ValueTable.empty(index)
        for total in range(number, dice + 1):
            shape = _shape if number <= MOST_KEPT else _shape.__wrapped__
            layer = shape(number, dice, total, kernels).over(table, fewer, smaller)
            settle(layer, table, _Between(layer, own, others))
        fewer = table
    assert fewer is not None
    row = hand_index(players, dice).row((hand,) * players)
    return tuple(map(float, fewer.turn[START_LYING, row]))


def edge(
    edition: Edition, players: int, model: ChanceModel, own: Strategy, others: Strategy
) -> float:
    """What a strategy wins more than its share among the others, every seat equally often."""
    return sum(win_chances(edition, players, model, own, others)) / players - 1.0 / players


class _Between:
    """A seat's own number follows its own strategy; a seat that is not on watches the others'."""

    def __init__(self, layer: Layer, own: Strategy, others: Strategy) -> None:
        self._layer = layer
        self._own = own
        self._others = others
        self._cached: dict[tuple[str, int], tuple[Values, Values]] = {}

    def decide(self, point: str, block: Block, actions: list[Values]) -> Values:
        """Others' mixture for all but the active player, who takes the own one."""
        mine, theirs = self._shares(point, block.lying, len(actions))
        stacked = np.stack(actions, axis=1)
        value = np.asarray((theirs[:, :, None] * stacked).sum(axis=1))
        value[:, 0] = (mine * stacked[:, :, 0]).sum(axis=1)
        return value

    def _shares(self, point: str, lying: int, actions: int) -> tuple[Values, Values]:
        key = (point, lying)
        if key not in self._cached:
            hands = self._layer.index.hands(self._layer.dice - lying)
            poured = point == TURN and lying == 0
            if poured:
                everything = np.ones((len(hands), 1))
                self._cached[key] = (everything, everything)
            else:
                self._cached[key] = (
                    self._own.shares(point, lying, hands, actions),
                    self._others.shares(point, lying, hands, actions),
                )
        return self._cached[key]


@lru_cache(maxsize=128)
def _shape(players: int, dice: int, total: int, kernels: Kernels) -> LayerShape:
    return LayerShape(hand_index(players, dice), total, kernels)


@lru_cache(maxsize=16)
def _kernels(model: ChanceModel, dice: int) -> Kernels:
    return Kernels.of(model, dice)
