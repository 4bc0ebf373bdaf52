"""Layers of three players in which sweeps cycle, or are taken to."""

import pytest

from kessel.rules.edition import Effect
from kessel.solver.chance import IdealChance
from kessel.solver.effect_table import Cycles
from kessel.solver.impact import cycles, solving
from kessel.solver.impact.solving import solve_game

MODEL = IdealChance(0.4, 0.1)


@pytest.mark.parametrize("effect", [Effect.HURRICANE, Effect.STORM])
def test_a_layer_solved_as_a_small_game_is_worth_the_same(
    effect: Effect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if all sweeps of three cycled."""
    _, patient = solve_game((effect,), 3, 2, MODEL)
    monkeypatch.setattr(solving, "SWEEPS", 1)
    _, hasty = solve_game((effect,), 3, 2, MODEL)
    assert hasty.gain() < 1e-11
    assert hasty.chances(2) == pytest.approx(patient.chances(2), abs=1e-12)


def test_where_no_equilibrium_is_found_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "SWEEPS", 1)
    monkeypatch.setattr(cycles, "MOST_ROUNDS", 0)
    with pytest.raises(Cycles, match="no equilibrium found"):
        solve_game((Effect.HURRICANE,), 3, 2, MODEL)
