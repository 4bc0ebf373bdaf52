"""The map of aims: values by hand, and a map of two points."""

from math import dist
from pathlib import Path

import pytest

from kessel.lab.study import aim_map
from kessel.lab.study.aim_map import layout, measured, points, read, value_of
from kessel.physics.attempt import SimulatedOutcome
from kessel.physics.batch import Given
from kessel.physics.practice import THROWN_DIE
from kessel.rules.edition import find_edition
from kessel.solver.library import base_library
from kessel.throws.aim import KINDS
from kessel.throws.at_rest import dice_in
from kessel.throws.placing import placed

DATA = Path(__file__).parents[3] / "docs" / "study"
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
    assert data["throws"] == 2
    for (x, y, value), _ in found.values():
        assert (x, y) == (0.012, -0.012)
        assert 0.3 < value < 0.7


def test_throws_at_layouts_are_aimed_as_near_as_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    aimed: list[tuple[float, float]] = []

    def thrown(edition: str, tasks: list[Given], *, progress: object) -> list[SimulatedOutcome]:
        aimed.extend((task.handfuls[0].aim.x, task.handfuls[0].aim.y) for task in tasks)
        return [outcome(lost=number % 2 == 0) for number in range(len(tasks))]

    monkeypatch.setattr(aim_map, "throw_many", thrown)
    found = aim_map.over_layouts([layout(), layout()], 2)
    dice = [die.pose[:2] for die in dice_in(layout())]
    nearest = [min(dist(at, die) for die in dice) for at in aimed]
    each = 2 * len(KINDS)  # throws of one nearness at one layout
    for start in (0, 3 * each):
        assert max(nearest[start : start + each]) <= 0.009
        assert min(nearest[start + each : start + 2 * each]) > 0.009
        assert max(nearest[start + each : start + 2 * each]) <= 0.020
        assert min(nearest[start + 2 * each : start + 3 * each]) > 0.020
    assert len(set(aimed)) == len(aimed) == 6 * each
    mean = (value_of(outcome(lost=True), SOLUTION) + value_of(outcome(lost=False), SOLUTION)) / 2
    assert found["values"]["at a die"]["firm"] == [pytest.approx(mean, abs=1e-5), 0.0]
    assert found["gains"]["beside a die"]["wild"] == [0.0, 0.0]


def test_hands_fit_the_solution_however_many_dice_lie() -> None:
    for dice in range(2, 6):
        at_rest = layout()[: min(dice, 4)]
        for number in range(len(at_rest), dice):
            at_rest = placed(STRIKE, at_rest, number, "4", 0.0, -0.045)
        own, other = aim_map.hands_at(at_rest, SOLUTION)
        assert (own, other) == ((6, 7) if dice <= 4 else (5, 7))
        assert dice + own + other <= SOLUTION.most_dice
