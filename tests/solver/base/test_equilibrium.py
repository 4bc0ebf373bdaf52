"""Layers in which greedy sweeps cycle: their subgame, and their equilibrium."""

from dataclasses import dataclass

import numpy as np
import pytest

from kessel.solver.base.arrivals import OpenLayer
from kessel.solver.base.hands import HandIndex, hand_index
from kessel.solver.base.layers import Kernels, Layer, LayerShape, LayerValues
from kessel.solver.base.policy import Point, Policy, PolicyNode, ValueTable
from kessel.solver.base.solving import solve
from kessel.solver.base.sweeps import FixedPolicy, settle
from kessel.solver.chance import POUR, IdealChance, Movement
from kessel.solver.mixed.small_game import SmallGame

PLAYERS, DICE = 4, 9


@pytest.fixture(scope="module")
def index() -> HandIndex:
    return hand_index(PLAYERS, DICE)


@pytest.fixture(scope="module")
def layer(index: HandIndex) -> Layer:
    """Nine dice among four, with anything at all known about smaller layers."""
    chance = np.random.default_rng(5)
    smaller = hand_index(PLAYERS - 1, DICE)
    known, fewer = (_any_values(one, chance) for one in (index, smaller))
    shape = LayerShape(index, DICE, Kernels.of(IdealChance(0.2, 0.05), DICE))
    return shape.over(known, fewer)


def _any_values(index: HandIndex, chance: np.random.Generator) -> ValueTable:
    empty = ValueTable.empty(index)
    turn, choice = (chance.random(one.shape) for one in (empty.turn, empty.choice))
    return ValueTable(
        turn / turn.sum(axis=-1, keepdims=True), choice / choice.sum(axis=-1, keepdims=True)
    )


def test_a_small_game_gives_the_values_of_the_whole_layer(layer: Layer, index: HandIndex) -> None:
    """Stopping and throwing on at random everywhere, mixing at some decisions."""
    chance = np.random.default_rng(6)
    policy = Policy.empty(index)
    policy.choice[...] = chance.integers(0, 2, policy.choice.shape)
    block = next(block for block in layer.blocks if block.lying == 2)
    rows = block.rows
    nodes = [PolicyNode(Point.CHOICE, 2, row) for row in range(rows.start, rows.stop, 3)]
    shares = chance.dirichlet([1.0, 1.0], len(nodes))

    open_layer = OpenLayer(layer, policy)
    open_layer.leave_open(nodes[:5])
    open_layer.leave_open(nodes[5:])
    game = SmallGame.of([(0, 1)] * len(nodes), open_layer.arrivals(), PLAYERS)
    worth = game.payoffs(shares)

    policy.mixed.update((node, tuple(one)) for node, one in zip(nodes, shares, strict=True))
    now = ValueTable.empty(index)
    settle(layer, now, FixedPolicy(policy))
    at = [node.row - rows.start for node in nodes]
    values = LayerValues(layer, now)
    stop, go_on = values.stop(block)[at, 0], values.throw(block, block.throws[0])[at, 0]
    assert worth[:, 0] + 1 / PLAYERS == pytest.approx(stop, abs=1e-12)
    assert worth[:, 1] + 1 / PLAYERS == pytest.approx(go_on, abs=1e-12)


@dataclass(frozen=True, slots=True)
class TwoKinds:
    """Dice that can be thrown softly or hard."""

    soft: IdealChance
    hard: IdealChance

    name = "two kinds"
    kinds = ("soft", "hard")

    def movements(self, kind: str, thrown: int, lying: int) -> tuple[Movement, ...]:
        """As ideal dice do."""
        model = self.hard if kind == "hard" else self.soft
        return model.movements(POUR if kind == POUR else "throw", thrown, lying)


def test_players_who_can_throw_in_several_ways_mix_as_well() -> None:
    solution = solve("strike-2020", 3, TwoKinds(IdealChance(0.15, 0.02), IdealChance(0.1, 0.0)))
    assert solution.mixed > 0
    assert solution.exploitability < 1e-6
