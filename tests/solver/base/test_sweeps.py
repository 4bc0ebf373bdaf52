"""Sweeps over layers: what deciders make of positions, equilibria where they cycle, and how exact
these are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kessel.solver.arrays import Values
from kessel.solver.base import Solution, equilibrium
from kessel.solver.base.arrivals import OpenLayer
from kessel.solver.base.hands import HandIndex, hand_index
from kessel.solver.base.layers import Block, Kernels, Layer, LayerShape, LayerValues
from kessel.solver.base.policy import Point, Policy, PolicyNode, ValueTable
from kessel.solver.base.position import LYING, hand_row
from kessel.solver.base.refinement import ExactLayer
from kessel.solver.base.solving import solve
from kessel.solver.base.sweeps import (
    MOST_SMALL_SWEEPS,
    ROUNDING,
    FictitiousPlay,
    FixedPoint,
    FixedPolicy,
    Greedy,
    Sweeps,
    best_response,
    settle,
)
from kessel.solver.chance import POUR, IdealChance, Movement
from kessel.solver.fixed_point import SETTLED
from kessel.solver.mixed.small_game import SmallGame

# --- How near to the truth values are: a mixed equilibrium once more, in numbers of more digits.
# Players who mix are nearly indifferent, so small errors of smaller layers grow in their shares.
# The reference takes the actions of the solution, not its numbers: shares follow from indifference.

LONG = np.longdouble
Longs = NDArray[Any]
MODEL = IdealChance(0.15, 0.1)
THREE = 3
TO_THE_LAST = 1e-18
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
    while sweeps.measured(decider) > TO_THE_LAST:
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
    assert np.abs(settled(layer, now, policy, shares)).max(initial=0.0) < 10 * TO_THE_LAST


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
    solution = solve("strike-2020", THREE, MODEL)
    assert solution.mixed == 2
    for found, exact in zip(solution.tables, reference(solution), strict=True):
        assert np.abs(found.turn - exact.turn).max() < 5e-15
        assert np.abs(found.choice - exact.choice).max() < 5e-15


# --- What each decider makes of the same few positions --------------------------------------------

INDEX = HandIndex(2, 4)
EMPTY = np.zeros(0, dtype=np.intp)
BLOCK = Block(1, slice(1, 3), EMPTY, EMPTY, (), None)
"""Two positions, in rows 1 and 2."""
STOP, THROW = 0, 1


def actions(stop: list[float], throw: list[float]) -> list[Values]:
    """Chances of two players at both positions, by the active player's."""
    return [np.array([[own, 1.0 - own] for own in chances]) for chances in (stop, throw)]


def own(value: Values) -> list[float]:
    assert value.sum(axis=1) == pytest.approx([1.0, 1.0])
    return [float(one) for one in value[:, 0]]


def test_inertia_lets_a_quarter_switch_at_a_rate_of_a_quarter() -> None:
    """Within four standard errors of 10,000 positions."""
    count = 10_000
    policy = Policy(np.zeros((6, count), np.int8), np.zeros((6, count), np.int8))
    block = Block(1, slice(0, count), EMPTY, EMPTY, (), None)
    greedy = Greedy(policy, update_rate=0.25)
    greedy(Point.CHOICE, block, actions([0.4] * count, [0.6] * count))
    switched = int(policy.choice[1].sum())
    assert abs(switched - count / 4) < 4 * np.sqrt(count * 0.25 * 0.75)
    assert switched + greedy.held_back == count


def test_a_best_response_only_improves_the_active_players_number() -> None:
    policy = Policy.empty(INDEX)
    value = best_response(policy)(Point.CHOICE, BLOCK, actions([0.4, 0.5], [0.6, 0.1]))
    assert value.tolist() == [[0.6, 0.6], [0.5, 0.5]]


def test_fictitious_play_averages_from_the_first_switch_on() -> None:
    """The first position would switch: half of each action after one sweep of weight one half,
    three quarters throwing after the second. The other never switches."""
    policy = Policy.empty(INDEX)
    play = FictitiousPlay(policy)
    play.weight = 0.5
    both = actions([0.4, 0.5], [0.6, 0.1])
    assert own(play(Point.CHOICE, BLOCK, both)) == pytest.approx([0.5, 0.5])
    assert own(play(Point.CHOICE, BLOCK, both)) == pytest.approx([0.55, 0.5])
    assert play.oscillating(0.2) == {PolicyNode(Point.CHOICE, 1, 1): {STOP, THROW}}
    assert play.oscillating(0.3) == {}
    assert policy.choice[1, 1] == THROW


def test_sweeps_settle_on_values_known_by_hand() -> None:
    """A last die matches one time in six; a pair of two dice onto nothing 5 times in 36."""
    dice = 3
    index = HandIndex(2, dice)
    now, policy = ValueTable.empty(index), Policy.empty(index)
    shape = LayerShape(index, dice, Kernels.of(IdealChance(0.0, 0.0), dice))
    layer = shape.over(now, None)
    settle(layer, now, Greedy(policy))
    assert now.turn[1, hand_row((1, 1))] == pytest.approx([1 / 6, 5 / 6])
    assert now.turn[0, hand_row((1, 2))] == pytest.approx([0.0, 1.0])
    assert now.turn[0, hand_row((2, 1))] == pytest.approx([5 / 36, 31 / 36])
    assert now.choice[1, hand_row((1, 1))] == pytest.approx([5 / 6, 1 / 6])
    assert Sweeps(layer, now).measured(FixedPolicy(policy)) < 1e-14
    turn, choice = now.turn.copy(), now.choice.copy()
    now.turn[1, hand_row((1, 1))] = 0.5  # follows from smaller layers alone, so one sweep mends it
    sweeps = Sweeps(layer, now)
    sweeps.unmeasured(FixedPolicy(policy))
    sweeps.unmeasured(FixedPolicy(policy))
    assert np.array_equal(now.turn, turn)
    assert np.array_equal(now.choice, choice)


def test_sweeps_are_settled_when_they_only_round_or_stay_small() -> None:
    settling = FixedPoint()
    assert not settling.is_over(1e-3)
    assert not settling.is_over(SETTLED / 2)
    assert settling.is_over(ROUNDING / 2)
    stuck = FixedPoint()
    small = [stuck.is_over(SETTLED / 2) for _ in range(MOST_SMALL_SWEEPS + 1)]
    assert small == [False] * MOST_SMALL_SWEEPS + [True]
    again = FixedPoint()
    assert not any(again.is_over(SETTLED / 2) for _ in range(MOST_SMALL_SWEEPS))
    assert not again.is_over(1.0)
    assert not again.is_over(SETTLED / 2)


# --- payoffs to more digits: against numbers that have them, and what they do to an equilibrium ---


class MixedLayer:
    """The layer of a solution in which two decisions are mixed."""

    def __init__(self, solution: Solution) -> None:
        dice = solution.most_dice
        self.index = hand_index(THREE, dice)
        self.policy, self.table = solution.policies[-1], solution.tables[-1]
        self.fewer = solution.tables[-2]
        self.kernels = Kernels.of(MODEL, dice)
        self.nodes: list[PolicyNode] = list(self.policy.mixed)
        totals = range(THREE, dice + 1)
        self.dice = next(one for one in totals if in_layer(self._over(one), self.nodes[0]))

    def _over(self, dice: int, dtype: type = float) -> Layer:
        now, fewer = (
            ValueTable(one.turn.astype(dtype), one.choice.astype(dtype))
            for one in (self.table, self.fewer)
        )
        return LayerShape(self.index, dice, self.kernels).over(now, fewer)

    def gaps(self) -> Values:
        """By `ExactLayer`."""
        exact = ExactLayer(self.index, self.dice, self.kernels, self.table, self.fewer)
        return exact.gaps(self.policy, [(node, 0, 1) for node in self.nodes])

    def gaps_in(self, dtype: type) -> Values:
        """By sweeps over numbers of this type."""
        now = ValueTable(self.table.turn.astype(dtype), self.table.choice.astype(dtype))
        shares: Values = np.array([self.policy.mixed[node][1] for node in self.nodes], dtype=dtype)
        policy = Policy(self.policy.turn, self.policy.choice, dict(self.policy.mixed))
        return settled(self._over(self.dice, dtype), now, policy, shares)


@pytest.fixture(scope="module")
def mixed() -> MixedLayer:
    """As if shares never grew errors enough to be refined."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(equilibrium, "SENSITIVE", np.inf)
        return MixedLayer(solve("strike-2020", THREE, MODEL))


@pytest.mark.skipif(bool(np.finfo(LONG).eps > 1e-18), reason="no longer numbers on this machine")
def test_gaps_are_those_of_longer_numbers(mixed: MixedLayer) -> None:
    """Payoffs are about one third: a plain number has them to 3e-17, a long one to 1e-20."""
    longer = mixed.gaps_in(LONG)
    assert np.abs(mixed.gaps() - longer).max() < 2e-18
    assert np.abs(mixed.gaps_in(float) - longer).max() > 2e-18, "or there is nothing to refine"


def test_players_who_mix_are_more_nearly_indifferent_then(
    mixed: MixedLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where shares grow errors of payoffs enough to make up for it; here as if they always did."""
    monkeypatch.setattr(equilibrium, "SENSITIVE", 0.0)
    refined = solve("strike-2020", THREE, MODEL)
    assert list(refined.policies[-1].mixed) == mixed.nodes
    assert refined.exploitability < 1e-14
    assert np.abs(refined.tables[-1].turn - mixed.table.turn).max() < 1e-13
    before, after = (np.abs(one.gaps()).max() for one in (mixed, MixedLayer(refined)))
    assert after < before / 100


# --- Layers in which greedy sweeps cycle: their subgame, and their equilibrium --------------------

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
