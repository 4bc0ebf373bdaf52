"""Chance models and strategies as arrays say what they said before."""

import numpy as np
import pytest

from kessel.errors import BadValue
from kessel.fast.tables import UNITS, dice_table, policy_table
from kessel.solver.base.hands import Hands, hand_index
from kessel.solver.base.policy import Point
from kessel.solver.base.position import LYING
from kessel.solver.base.strategies import Habit
from kessel.solver.chance import POUR, ChanceModel, IdealChance
from kessel.solver.measured import shipped

MODELS: list[ChanceModel] = [IdealChance(0.3, 0.02), shipped("oval")]


def chances(cases: np.ndarray, most: int = UNITS) -> dict[tuple[int, int], float]:
    """The distribution that a list of cases draws from."""
    found: dict[tuple[int, int], float] = {}
    before = 0
    for limit, resting, falling in cases.tolist():
        key = (resting, falling)
        found[key] = found.get(key, 0.0) + (limit - before) / UNITS
        before = limit
    assert before == most
    return {key: chance for key, chance in found.items() if chance}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name.split()[0])
def test_throws_are_those_of_the_model(model: ChanceModel) -> None:
    dice = dice_table(model, 17)
    for number, kind in enumerate(model.kinds):
        for lying in range(LYING):
            wanted: dict[tuple[int, int], float] = {}
            for move in model.movements(kind, 1, lying):
                key = (lying - move.struck - move.knocked_out, move.struck + move.staying)
                wanted[key] = wanted.get(key, 0.0) + move.probability
            found = chances(dice.single[number, lying])
            assert set(found) <= set(wanted)
            assert {key: found.get(key, 0.0) for key in wanted} == pytest.approx(wanted, abs=1e-9)
    for thrown in range(1, 18):
        found = chances(dice.pour[0, thrown])
        mean = sum(falling * chance for (_, falling), chance in found.items())
        moves = model.movements(POUR, thrown, 0)
        assert mean == pytest.approx(sum(m.staying * m.probability for m in moves), abs=1e-6)


def test_likely_cases_come_first() -> None:
    limits = dice_table(MODELS[0], 17).single[0, 3, :, 0]
    first, *more = np.diff(np.concatenate([[0], limits]))
    assert all(first >= one for one in more)


def test_a_strategy_is_kept_decision_by_decision() -> None:
    habit = Habit((0.0, 0.25, 1.0, 1.0, 1.0, 1.0), keep_last=True)
    policies = policy_table([habit], 3, 22, 1)
    for players in (2, 3):
        index = hand_index(players, 22)
        for hands in ((1, 4, 5)[:players], (3, 3, 3)[:players]):
            choice = policies.actions[0, players - 2, 1, :, index.rows(np.array([hands]))[0]]
            assert choice[0] == 0
            if hands[0] == 1:
                assert choice.tolist() == [0] * LYING
            else:
                assert choice[2:].tolist() == [1] * (LYING - 2)
                assert policies.mixtures[-1 - choice[1], 0] == 0.75 * UNITS
    assert len(policies.mixtures) == 1


def test_shares_that_are_none_are_refused() -> None:
    class Wrong:
        def shares(self, point: Point, lying: int, hands: Hands, actions: int) -> np.ndarray:
            return np.full((len(hands), actions), 0.4)

    with pytest.raises(BadValue, match="add up to one"):
        policy_table([Wrong()], 2, 17, 1)
    with pytest.raises(BadValue, match="1 kinds of throw; these dice know 3"):
        policy_table([Habit((1.0,) * 6)], 2, 17, 3)
