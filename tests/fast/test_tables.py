"""Chance models and strategies as arrays say what they said before."""

from dataclasses import dataclass

import numpy as np
import pytest

from kessel.errors import BadValue
from kessel.fast import row as r
from kessel.fast.effect_tables import effect_dice, effect_players
from kessel.fast.tables import UNITS, policy_table
from kessel.rules.edition import find_edition
from kessel.rules.positions import read_state
from kessel.rules.setup import new_game
from kessel.solver.base.hands import Hands, hand_index
from kessel.solver.base.policy import Point
from kessel.solver.base.position import LYING
from kessel.solver.base.strategies import Habit
from kessel.solver.chance import POUR, ChanceModel, IdealChance, Movement, leaving
from kessel.solver.impact.tables import ImpactTable
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


# --- chance models, effects and tables as arrays of games with effects say what they said befor ---


WIZARDS: list[ChanceModel] = [IdealChance(0.3, 0.02), shipped("wizards")]
MOST = 11


@pytest.mark.parametrize("model", WIZARDS, ids=lambda model: model.name.split()[0])
def test_throws_with_effects_are_those_of_the_model(model: ChanceModel) -> None:
    dice = effect_dice(model, MOST)
    for number, kind in enumerate(model.kinds):
        for lying in (0, 1, 5, MOST):
            moves = model.movements(kind, 1, lying)
            wanted = {(m.struck, m.knocked_out, m.staying): m.probability for m in moves}
            found = dict.fromkeys(wanted, 0.0)
            before = 0
            for limit, *key in dice.cases[number, lying].tolist():
                found[key[0], key[1], key[2]] += (limit - before) / UNITS
                before = limit
            assert before == UNITS
            assert found == pytest.approx(wanted, abs=1e-8)
            assert dice.leaves[number, lying] / UNITS == pytest.approx(leaving(moves), abs=1e-9)
    for thrown in (1, 4, MOST):
        limits, staying = dice.poured[thrown, : thrown + 1].T
        mean = float(np.diff(limits, prepend=0) @ staying) / UNITS
        poured = model.movements(POUR, thrown, 0)
        assert mean == pytest.approx(sum(m.staying * m.probability for m in poured), abs=1e-6)


@dataclass(frozen=True)
class Clumsy:
    """A pair of dice strikes one piece more than a single die does."""

    name: str = "clumsy"
    kinds: tuple[str, ...] = ("throw",)

    def movements(self, kind: str, thrown: int, lying: int) -> tuple[Movement, ...]:
        struck = min(thrown - 1, lying) if kind != POUR else 0
        return (Movement(1.0, struck, 0, thrown),)


def test_dice_that_strike_differently_together_are_refused() -> None:
    with pytest.raises(BadValue, match="strike as one does"):
        effect_dice(Clumsy(), MOST)


def test_effects_stand_where_the_kernel_looks_for_them() -> None:
    box = find_edition("impact-avatar")
    row = r.row_of(new_game(box, 3, elements=("water", "fire")))
    assert row[r.ACTS + r.SWAMP] == 1 << box.symbols.index("water")
    assert row[r.ACTS + r.STORM] == 0


def test_a_table_is_kept_decision_by_decision() -> None:
    """Of each position by hand: with the other's dice gone there is nothing to go on for."""
    model = IdealChance(0.3, 0.02)
    table = ImpactTable.solve("impact-power", "air", 2, model, 3)
    actions = effect_players(model, [table, table]).table[0]
    turn, choice = 0, 1
    assert actions[choice, 1, 1, 2, 0] == -1
    for special, others, own, other in ((0, 1, 2, 2), (1, 3, 1, 2), (0, 4, 1, 1)):
        arena = ",".join(["air"] * special + ["fire", "water", "stone", "lightning"][:others])
        text = f"impact-power elements=air arena={arena} hands={own},{other} phase=choice"
        told = table.actions(read_state(text))
        going = told["throw"] > told["stop"]
        assert (actions[choice, special, others, own, other] == 0) == going
        assert actions[turn, special, others, own, other] == 0


def test_kinds_have_to_be_those_of_the_model() -> None:
    with pytest.raises(BadValue, match="1 kinds of throw"):
        effect_players(shipped("wizards"), [Habit((1.0,) * 6)])
