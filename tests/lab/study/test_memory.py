"""The game with memory: the solver's where nothing is remembered, and worked out by hand."""

import numpy as np
import pytest

from kessel.lab.study.memory import FORGOTTEN, RememberingGame, thrown_at
from kessel.rules.edition import find_edition
from kessel.solver.base import load_or_solve
from kessel.solver.base.solving import solve
from kessel.solver.chance import IdealChance
from kessel.solver.measured import shipped

STRIKE = find_edition("strike-2020")


def test_without_memory_it_is_the_solver_s_game() -> None:
    model = shipped("oval")
    game = RememberingGame(STRIKE, model, {})
    found, solution = game.solve(), load_or_solve(STRIKE, 2, model)
    assert found.starter == pytest.approx(solution.chances[0], abs=1e-12)
    for arena, own, other in ((0b1, 8, 8), (0b10110, 3, 5), (0, 2, 7)):
        value = solution.choice_value(arena.bit_count(), (own, other))[0]
        assert found.choice[arena, own, other] == pytest.approx(value, abs=1e-12)
    assert game.given_away(found) == pytest.approx(0.0, abs=1e-12)


def test_memory_changes_the_game() -> None:
    """A control: what never turns to the opposite face is not worth what always does."""
    model = IdealChance(0.4, 0.02)
    never, always = (RememberingGame(STRIKE, model, {"throw": [o] * 6}) for o in (0.0, 1.0))
    one, other = never.solve(), always.solve()
    assert abs(one.starter - other.starter) > 1e-4
    differ, decisions = one.differs(other)
    assert 0 < differ < decisions
    assert always.given_away(one) > 1e-4
    assert always.given_away(other) == pytest.approx(0.0, abs=1e-12)


def test_a_struck_die_that_always_turns_over() -> None:
    """Every lying die is struck and none is lost. The die opposite the null face shows its own
    symbol one time in six, else null; then the thrown die matches it one time in six."""
    outcomes = thrown_at(IdealChance(1.0, 0.0), "throw", [1.0] * 6)
    lying = 1 << 4
    assert outcomes[2, lying, 0] == pytest.approx(1 / 36)
    assert outcomes[0, lying, 0] == pytest.approx(5 / 36)  # both null
    assert outcomes[0, lying, lying] == pytest.approx(1 / 36 + 5 / 36)
    assert outcomes[0, lying, 0b1] == pytest.approx(5 / 36)


@pytest.mark.parametrize("opposite", [0.0, FORGOTTEN, 0.7])
def test_all_outcomes_of_a_throw_add_up(opposite: float) -> None:
    outcomes = thrown_at(shipped("oval"), "wild", [opposite] * 6)
    assert np.allclose(outcomes.sum(axis=(0, 2)), 1.0, atol=1e-9)


def test_fresh_solutions_agree_as_well() -> None:
    model = IdealChance(0.1, 0.1)
    assert RememberingGame(find_edition("impact"), model, {}).solve().starter == pytest.approx(
        solve("impact", 2, model).chances[0], abs=1e-12
    )
