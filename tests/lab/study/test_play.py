"""Shares of wins with their errors: by hand, and as the solver's documents have them."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from solver.base.tiny import tiny

from kessel.lab.calibration import Cell, Summary, summarise
from kessel.lab.counting import measure
from kessel.lab.study import layouts
from kessel.lab.study.layouts import LeftByPlay
from kessel.lab.study.parts import Effort, Study, _thrown
from kessel.lab.study.play import (
    Estimate,
    by_strength,
    going_on,
    levels,
    luck_of,
    read_shares,
    redrawn,
    seat_range,
)
from kessel.physics.practice import THROWN_DIE
from kessel.solver.base import load_or_solve
from kessel.solver.chance import POUR, IdealChance
from kessel.solver.measured import shipped
from kessel.throws.at_rest import dice_in

SUMMARY = Summary(
    Cell("oval", "firm", 2), 1000, Counter({(0, 0, 1): 900, (1, 0, 1): 100}), 0, Counter()
)


def test_luck_over_a_population_counts_every_pair() -> None:
    """Of four pairs two are of equals, in two the better one wins three in four."""
    assert luck_of(np.array([[0.5, 0.75], [0.25, 0.5]])) == pytest.approx(1 - 0.5 * 0.25)


def test_an_interval_has_its_error_on_both_sides() -> None:
    low, high = Estimate(0.5, 0.01).interval
    assert (low, high) == pytest.approx((0.4804, 0.5196))


def test_counts_drawn_anew_scatter_as_they_should() -> None:
    """1,000 throws at 10%: a standard deviation of 9.5; over 300 draws it is known to 4%."""
    drawn = [one.seen[1, 0, 1] for (one,) in redrawn([SUMMARY], 300)]
    assert all(sum(one.seen.values()) == 1000 for (one,) in redrawn([SUMMARY], 3))
    mean = sum(drawn) / 300
    spread = (sum((n - mean) ** 2 for n in drawn) / 299) ** 0.5
    assert mean == pytest.approx(100, abs=4 * 9.5 / 300**0.5)
    assert spread == pytest.approx(9.5, rel=0.16)


def test_levels_are_the_bots_weakest_first() -> None:
    names = list(levels(load_or_solve("strike-2020", 2, shipped("oval"))))
    assert names == ["beginner", "gambler", "careful", "rule", "exact"]
    assert going_on(2) == (0.0, 0.0, 1.0, 1.0, 1.0, 1.0)


def test_strength_is_worth_what_the_documents_say() -> None:
    found = by_strength(shipped("oval"))
    assert found["firm against gentle"] == pytest.approx(0.6506, abs=6e-5)
    assert found["firm against wild"] == pytest.approx(0.5931, abs=6e-5)


def test_shares_are_read_with_their_errors() -> None:
    assert read_shares({"shares": {"a": [0.6, 0.01]}}) == {"a": Estimate(0.6, 0.01)}


def test_other_starting_points_find_another_equilibrium_where_there_is_one() -> None:
    found = seat_range(tiny(5, 3), 3, IdealChance(0.1, 0.0), 5)
    assert found["exploitability"] < 1e-9
    assert all(low < high for low, high in zip(found["low"], found["high"], strict=True))


def test_where_there_is_one_alone_they_find_it() -> None:
    found = seat_range(tiny(4, 3), 3, IdealChance(), 3)
    assert found["exploitability"] < 1e-9
    assert found["low"] == found["high"]
    assert sum(found["low"]) == pytest.approx(1.0, abs=1e-5)


# --- dice as games leave them: thrown at in turn, and what that changes is what the page says -----


DATA = Path(__file__).parents[3] / "docs" / "study"
CELL = Cell("oval", "wild", 3)


def test_only_throws_that_are_missing_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = Study(tmp_path, Effort(layout_throws=3))
    first = _thrown(study, [CELL])
    monkeypatch.setattr("kessel.lab.study.parts.measure", None)
    assert _thrown(study, [CELL]) == first
    assert first[0].throws == 3


def test_dice_are_thrown_at_as_games_left_them(tmp_path: Path) -> None:
    path = tmp_path / "layouts.json"
    layouts.write_layouts(path, "strike-2020", 2, 1)
    left = layouts.read_layouts(str(path))
    assert {0, 1, 2} <= set(left)
    cells = list(layouts.at_layouts(path, [CELL, Cell("oval", POUR, 2), Cell("oval", "firm", 0)]))
    assert cells == [LeftByPlay("oval", "wild", 3, str(path))] if 3 in left else not cells
    cell = LeftByPlay("oval", "firm", 2, str(path))
    there = left[2]
    for number in range(len(there) + 1):
        task = cell.task(number)
        at_rest, hands = task.laid(None)  # type: ignore[arg-type]
        assert at_rest == there[number % len(there)]
        assert hands[0].dice == (THROWN_DIE,)
        target = (hands[0].aim.x, hands[0].aim.y)
        assert target in [(die.pose.x, die.pose.y) for die in dice_in(at_rest)]
    assert cell.task(0).seed != cell.task(len(there)).seed
    measure(tmp_path, 4, [cell])
    assert summarise(tmp_path, [cell])[0].throws == 4
