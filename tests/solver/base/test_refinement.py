"""Payoffs to more digits: against numbers that have them, and what they do to an equilibrium."""

import numpy as np
import pytest
from solver.base.test_precision import LONG, MODEL, PLAYERS, in_layer, settled

from kessel.solver.arrays import Values
from kessel.solver.base import Solution, equilibrium
from kessel.solver.base.hands import hand_index
from kessel.solver.base.layers import Kernels, Layer, LayerShape
from kessel.solver.base.policy import Policy, PolicyNode, ValueTable
from kessel.solver.base.refinement import ExactLayer
from kessel.solver.base.solving import solve


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
