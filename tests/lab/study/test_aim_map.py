"""The map of aims: values by hand, and a map of two points."""

import pytest

from kessel.lab.study import aim_map
from kessel.lab.study.aim_map import layout, measured, points, read, value_of
from kessel.physics.attempt import SimulatedOutcome
from kessel.physics.practice import THROWN_DIE
from kessel.rules.edition import find_edition
from kessel.solver.library import base_library
from kessel.solver.measured import KINDS
from kessel.throws.placing import placed

STRIKE = find_edition(aim_map.EDITION)
SOLUTION, _ = base_library(STRIKE, 2)
OWN, OTHER = aim_map.HANDS


def outcome(*, lost: bool) -> SimulatedOutcome:
    """Nothing was struck; the thrown die lies there too, or is lost."""
    at_rest = layout()
    if not lost:
        at_rest = placed(STRIKE, at_rest, THROWN_DIE, "X", 0.0, -0.04)
    return SimulatedOutcome(
        at_rest=at_rest, out=(THROWN_DIE,) if lost else (), unread=(), flipped=(), seconds=0.5
    )


def test_a_lost_die_leaves_the_choice_with_one_die_less() -> None:
    choice = SOLUTION.choice_value(4, (OWN - 1, OTHER))[0]
    assert value_of(outcome(lost=True), SOLUTION) == choice


def test_the_thrown_die_counts_with_all_its_faces() -> None:
    """Four of its faces match one die and end the turn, one matches nothing, one is null."""
    matched = SOLUTION.turn_value(3, (OTHER, OWN + 1))[1]
    null = SOLUTION.choice_value(4, (OWN - 1, OTHER))[0]
    fifth = SOLUTION.choice_value(5, (OWN - 1, OTHER))[0]
    value = value_of(outcome(lost=False), SOLUTION)
    assert value == pytest.approx((4 * matched + null + fifth) / 6)


def test_points_are_on_the_mat_and_all_about() -> None:
    where = points()
    assert (0.0, 0.0) in where
    assert len(where) > 60
    assert {(-x, y) for x, y in where} == set(where)


def test_a_map_is_measured_kept_and_read_back() -> None:
    told: list[tuple[int, int]] = []
    data = measured(2, lambda *at: told.append(at), [(0.012, -0.012), (-0.048, -0.024)])
    found = read(data)
    assert set(found) == set(KINDS)
    assert told[-1] == (12, 12)
    for at_die, _ in found.values():
        assert (at_die.x, at_die.y, at_die.throws) == (0.012, -0.012, 2)
        assert 0.3 < at_die.value < 0.7
