"""Values of editions with effects: exact, simulated, and how parts add up."""

from pathlib import Path

import pytest

from kessel.errors import BadValue
from kessel.lab.simulated import Valued, ValuedPart, value_with_effects
from kessel.rules.edition import find_edition
from kessel.solver import effects
from kessel.solver.chance import IdealChance
from kessel.solver.effect_table import Cycles

POWER = find_edition("impact-power")
MODEL = IdealChance(0.3, 0.4)


def part(seats: tuple[float, ...], error: float, exploitability: float | None) -> ValuedPart:
    return ValuedPart("x", "exact", seats, (error, error), exploitability, 10, 1.5)


def test_the_value_is_the_mean_of_its_parts() -> None:
    """Errors of independent parts add up in squares: sqrt(3² + 4²) / 2 = 2.5."""
    valued = Valued((part((0.4, 0.6), 0.03, 1e-14), part((0.5, 0.5), 0.04, 2e-14)))
    assert valued.chances == pytest.approx((0.45, 0.55))
    assert valued.errors == pytest.approx((0.025, 0.025))
    assert valued.exploitability == 2e-14
    assert (valued.states, valued.seconds) == (20, 3.0)


def test_the_exploitability_is_unknown_where_a_part_is_simulated() -> None:
    valued = Valued((part((0.4, 0.6), 0.0, 1e-14), part((0.5, 0.5), 0.1, None)))
    assert valued.exploitability is None


def test_what_can_be_solved_is_exact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KESSEL_CACHE", str(tmp_path))
    (air,) = value_with_effects(POWER, 2, MODEL, "air", 1).parts
    assert (air.name, air.how, air.errors) == ("air", "exact", (0.0, 0.0))


def test_where_sweeps_cycle_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def cycles(*_: object) -> None:
        raise Cycles("no equilibrium")

    monkeypatch.setattr(effects, "load_or_solve", cycles)
    (water,) = value_with_effects(POWER, 3, MODEL, "water", 2).parts
    assert water.how == "simulated"


def test_what_cannot_is_simulated_and_reported() -> None:
    reports: list[tuple[int, int]] = []
    valued = value_with_effects(
        POWER, 4, MODEL, "stone", 3, lambda done, total: reports.append((done, total))
    )
    (stone,) = valued.parts
    assert stone.how == "simulated"
    assert sum(stone.chances) == pytest.approx(1.0)
    assert reports[-1] == (3, 3)


@pytest.mark.parametrize(
    ("edition", "element", "message"),
    [
        ("impact-power", "ice", "fire water stone"),
        ("harry-potter", "air", "none can be given"),
    ],
)
def test_what_cannot_be_valued_is_refused(edition: str, element: str, message: str) -> None:
    with pytest.raises(BadValue, match=message):
        value_with_effects(find_edition(edition), 2, MODEL, element, 1)
