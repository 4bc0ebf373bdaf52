"""What one strategy wins against another, exactly, without playing games.

A strategy gives a share to every action at every decision of the base game. One seat plays one
strategy, all other seats another; the solver's layers say what that is worth.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.solver.arrays import Values
from kessel.solver.base.hands import Hands, hand_index
from kessel.solver.base.layers import Block, Kernels, Layer, LayerShape
from kessel.solver.base.policy import STOP_ACTION, Point, PolicyNode, Shares, ValueTable
from kessel.solver.base.position import LYING, START_LYING, arenas, dice_in, hand_row
from kessel.solver.base.solution import Solution
from kessel.solver.base.sweeps import Decider, settle
from kessel.solver.chance import ChanceModel
from kessel.solver.kept import kept

EXACT = 1e-9
"""Shares of a decision have to add up to one this well."""
MOST_KEPT = 3
"""Players up to whom the shapes of layers are kept in memory between evaluations."""


class Strategy(Protocol):
    """A share for every action: at a turn one per kind of throw, at a choice `stop` before them."""

    def shares(self, point: Point, lying: int, hands: Hands, actions: int) -> Values:
        """[position, action] for all these hands, in playing order from the active player on."""
        ...


@dataclass(frozen=True, slots=True)
class SolvedPolicy:
    """The solution's own policy."""

    solution: Solution

    def __post_init__(self) -> None:
        if not isinstance(self.solution, Solution):
            raise BadValue(f"the policy of a solution of `solve`, not of {self.solution!r}")

    def shares(self, point: Point, lying: int, hands: Hands, actions: int) -> Values:
        """One for the policy's action, or its mixture."""
        _check_kinds(self.solution.kinds, point, actions)
        players = hands.shape[1]
        self._check(players, int(hands[0].sum()) + dice_in(lying))
        policy = self.solution.policies[players - 2]
        rows = hand_index(players, self.solution.most_dice).rows(hands)
        shares = np.eye(actions)[policy.at(point)[lying, rows]]
        for node, mixture in policy.mixed.items():
            if node.point is point and node.lying == lying:
                shares[rows == node.row] = mixture
        return np.asarray(shares)

    def at(self, point: Point, lying: int, hands: tuple[int, ...], actions: int) -> Shares:
        """The same in one position, at a quarter of the cost."""
        self._check(len(hands), sum(hands) + dice_in(lying))
        policy, row = self.solution.policies[len(hands) - 2], hand_row(hands)
        mixture = policy.mixed.get(PolicyNode(point, lying, row)) if policy.mixed else None
        chosen = policy.at(point)[lying, row]
        return mixture or tuple([float(number == chosen) for number in range(actions)])

    def _check(self, players: int, dice: int) -> None:
        known = self.solution
        if players > known.players or dice > known.most_dice:
            raise BadValue(
                f"a solution of {known.edition.id} for {known.players} players and up to "
                f"{known.most_dice} dice says nothing of {players} players with {dice}"
            )


@dataclass(frozen=True, slots=True)
class Habit:
    """Goes on with a chance that depends only on how many dice lie; throws by fixed shares."""

    go_on: tuple[float, ...]
    """[different dice lying, from none to five]"""
    kinds: tuple[float, ...] = (1.0,)
    """The share of each kind of throw."""
    keep_last: bool = False
    """Never throws the last die by choice."""

    def __post_init__(self) -> None:
        given: tuple[Any, ...] = (self.go_on, self.kinds)
        for shares in given:
            if not isinstance(shares, tuple | list):
                raise BadValue(f"a habit is made of lists of chances, not of {shares!r}")
        wrong = [
            chance
            for chance in (*self.go_on, *self.kinds)
            if not isinstance(chance, int | float) or not 0.0 <= chance <= 1.0
        ]
        if wrong:
            raise BadValue(f"a chance is a number from 0 to 1, not {wrong[0]!r}")
        if not self.kinds or abs(sum(self.kinds) - 1.0) > EXACT:
            raise BadValue(
                "the shares of the kinds of throw are one or more that add up to 1, not "
                f"{self.kinds!r}"
            )
        if len(self.go_on) < LYING:
            raise BadValue(
                f"a habit has {LYING} chances to go on, by how many dice lie, from none to "
                f"{LYING - 1}; not {len(self.go_on)}"
            )

    def shares(self, point: Point, lying: int, hands: Hands, actions: int) -> Values:
        """The same for all hands, but for a last die."""
        _check_kinds(self.kinds, point, actions)
        if point is Point.TURN:
            return np.tile(np.array(self.kinds), (len(hands), 1))
        chance = np.full(len(hands), self.go_on[dice_in(lying)])
        if self.keep_last:
            chance[hands[:, 0] == 1] = 0.0
        return np.column_stack([1.0 - chance, chance[:, None] * np.array(self.kinds)])


def _check_kinds(known: Sequence[object], point: Point, actions: int) -> None:
    """Raise unless the dice know as many kinds of throw as a strategy does."""
    kinds = actions - (point is Point.CHOICE)
    if len(known) != kinds:
        raise BadValue(f"a strategy for {len(known)} kinds of throw; these dice know {kinds}")


def throw_shares(point: Point, go_on: Values, kind: int, actions: int) -> Values:
    """The shares of a player with one kind of throw: `go_on` at choices, always at turns."""
    shares = np.zeros((len(go_on), actions))
    if point is Point.TURN:
        shares[:, min(kind, actions - 1)] = 1.0
    else:
        shares[:, STOP_ACTION] = 1.0 - go_on
        shares[:, 1 + kind] = go_on
    return shares


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

    @kept
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
