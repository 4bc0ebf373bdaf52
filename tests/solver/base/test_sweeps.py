"""What each decider makes of the same few positions."""

import numpy as np
import pytest
from solver.base.test_precision import LONG, MODEL, PLAYERS, in_layer, settled

from kessel.solver.arrays import Values
from kessel.solver.base import Solution, equilibrium
from kessel.solver.base.hands import HandIndex, hand_index
from kessel.solver.base.layers import Block, Kernels, Layer, LayerShape
from kessel.solver.base.policy import Point, Policy, PolicyNode, ValueTable
from kessel.solver.base.position import hand_row
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
from kessel.solver.chance import IdealChance
from kessel.solver.fixed_point import SETTLED

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
        self.index = hand_index(PLAYERS, dice)
        self.policy, self.table = solution.policies[-1], solution.tables[-1]
        self.fewer = solution.tables[-2]
        self.kernels = Kernels.of(MODEL, dice)
        self.nodes: list[PolicyNode] = list(self.policy.mixed)
        totals = range(PLAYERS, dice + 1)
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
        return MixedLayer(solve("strike-2020", PLAYERS, MODEL))


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
    refined = solve("strike-2020", PLAYERS, MODEL)
    assert list(refined.policies[-1].mixed) == mixed.nodes
    assert refined.exploitability < 1e-14
    assert np.abs(refined.tables[-1].turn - mixed.table.turn).max() < 1e-13
    before, after = (np.abs(one.gaps()).max() for one in (mixed, MixedLayer(refined)))
    assert after < before / 100
