"""The parts of the study: kept, read back, refused; the map of aims and the shares of wins."""

import json
import shutil
from collections import Counter
from math import dist
from pathlib import Path

import numpy as np
import pytest
from solver.base.tiny import tiny

from kessel.errors import BadValue
from kessel.lab.calibration import Cell, Summary, cells, summarise
from kessel.lab.counting import measure
from kessel.lab.study import aim_map, layouts
from kessel.lab.study.aim_map import layout, measured, points, read, value_of
from kessel.lab.study.layouts import LeftByPlay
from kessel.lab.study.parts import BEFORE, OWN, PARTS, Effort, Study, _thrown, make, turned
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
from kessel.physics.attempt import SimulatedOutcome
from kessel.physics.batch import Given
from kessel.physics.practice import THROWN_DIE
from kessel.rules.edition import find_edition
from kessel.solver.base import load_or_solve
from kessel.solver.chance import POUR, IdealChance
from kessel.solver.library import base_library
from kessel.solver.measured import shipped
from kessel.throws.aim import KINDS
from kessel.throws.at_rest import dice_in
from kessel.throws.placing import placed

# --- All parts; the model's is made from the counts -----------------------------------------------

DATA = Path(__file__).parents[3] / "docs" / "study"


def test_a_part_is_kept_and_read_back(tmp_path: Path) -> None:
    study = Study(tmp_path / "new", Effort())
    found = {"a": 1, "b": {"c": [1, 2], "d": {"e": [0.5]}}, "rows": [{"x": [[1, 2]]}, {"x": []}]}
    study.write("some", found)
    assert study.read("some") == found


def test_what_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(BadValue, match="--full makes it"):
        Study(tmp_path, Effort()).read("map")
    (tmp_path / "map.json").write_text("{")
    with pytest.raises(BadValue, match="--full makes it"):
        Study(tmp_path, Effort()).read("map")


def test_unknown_parts_and_too_little_effort_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadValue, match="there are throws, seats"):
        make(Study(tmp_path, Effort()), ["luck"])
    with pytest.raises(BadValue, match="at least 2"):
        Effort(throws=1)


def test_the_committed_data_has_every_part() -> None:
    for part in PARTS:
        assert Study(DATA, Effort()).read(part)


def test_counts_are_complete() -> None:
    """Every throw is counted, and every lying die that changed is either turned over or not."""
    study = Study(DATA, Effort())
    for summary in study.counts() + study.counts_elsewhere():
        assert sum(summary.seen.values()) == summary.throws
        if summary.cell.kind in KINDS:
            changed = sum(n * changed for (changed, _, _), n in summary.seen.items())
            assert summary.turned.total() == changed


def test_every_cell_of_the_model_is_counted_once() -> None:
    study = Study(DATA, Effort())
    found = [summary.cell for summary in study.counts() + study.counts_elsewhere()]
    assert sorted(map(str, found)) == sorted(map(str, cells()))


def test_the_other_arenas_are_counted_as_the_study_s_own(tmp_path: Path) -> None:
    """Two throws a cell: 51 cells beside the study's 21."""
    study = Study(tmp_path, Effort(throws=2))
    assert study.counts_elsewhere() == []
    make(study, ["arenas"])
    counts = study.counts_elsewhere()
    assert [summary.cell for summary in counts] == [cell for cell in cells() if cell not in OWN]
    assert {summary.throws for summary in counts} == {2}


def test_counts_can_come_from_a_card(tmp_path: Path) -> None:
    line = {"throws": 3, "seen": [[0, 0, 1, 3]], "cocked": 1, "faces": {}, "turned": {}}
    study = Study(tmp_path, Effort(), calibrated=tmp_path / "card")
    (tmp_path / "card").mkdir()
    for cell in OWN[:-1]:
        cell.path(tmp_path / "card", "cuda").write_text(json.dumps(line) + "\n")
    with pytest.raises(BadValue, match="20 of 21 cells counted on cuda"):
        make(study, ["throws"])
    OWN[-1].path(tmp_path / "card", "cuda").write_text(json.dumps(line) + "\n")
    make(study, ["throws"])
    counts = study.counts()
    assert [summary.cell for summary in counts] == OWN
    assert {(summary.throws, summary.cocked) for summary in counts} == {(3, 1)}
    assert not (tmp_path / "throws").exists()


def test_struck_dice_that_turned_over_are_counted_by_kind() -> None:
    cell = Cell("oval", "firm", 3)
    counts = Counter({"opposite": 1, "beside": 3})
    summary = Summary(cell, 10, Counter(), 0, Counter(), counts)
    assert turned([summary], "firm") == [(3, 1, 4)]
    assert turned([summary], "wild") == []


@pytest.mark.parametrize(
    "part",
    ["model", "population", "engines", pytest.param("edges", marks=pytest.mark.long)],
)
def test_what_is_computed_follows_from_the_counts(part: str, tmp_path: Path) -> None:
    for name in ("throws.json", "throws-4.0.json", BEFORE):
        shutil.copy(DATA / name, tmp_path)
    make(Study(tmp_path, Effort()), [part])
    made, kept = (json.loads((f / f"{part}.json").read_text()) for f in (tmp_path, DATA))
    assert made == kept


def test_the_page_says_what_throws_at_five_do() -> None:
    study, page = Study(DATA, Effort()), DATA.parent / "explanation" / "physics.md"
    at_five = {
        (one.cell.kind, one.cell.arena): one
        for one in study.counts() + study.counts_elsewhere()
        if one.cell.dice == 5 and one.cell.kind in KINDS
    }
    for kind, what, share, low, high in (
        ("gentle", "thrown die lost | under 0.5%", Summary.thrown_lost, 0.0, 0.005),
        ("gentle", "a lying die changes | seldom", Summary.any_changed, 0.0, 0.1),
        ("firm", "a lying die changes | 40% and more", Summary.any_changed, 0.4, 1.0),
        ("firm", "thrown die lost | 5% and less", Summary.thrown_lost, 0.0, 0.05),
        ("wild", "thrown die lost | 20% to 40%", Summary.thrown_lost, 0.2, 0.4),
    ):
        shares = [share(at_five[kind, arena])[0] for arena in ("oval", "cauldron", "wizards")]
        assert all(low <= one <= high for one in shares)
        row = f"| {kind}: {what} | " + " | ".join(f"{one:.1%}" for one in shares) + " |"
        assert row in page.read_text("utf-8")
    assert max(one.cocked / one.throws for one in at_five.values()) < 0.019


# --- The map of aims: values by hand, and a map of two points -------------------------------------

STRIKE = find_edition(aim_map.EDITION)
SOLUTION, _ = base_library(STRIKE, 2)
MINE, THEIRS = aim_map.HANDS


def outcome(*, lost: bool) -> SimulatedOutcome:
    """Nothing was struck; the thrown die lies there too, or is lost."""
    at_rest = layout()
    if not lost:
        at_rest = placed(STRIKE, at_rest, THROWN_DIE, "X", 0.0, -0.04)
    return SimulatedOutcome(
        at_rest=at_rest, out=(THROWN_DIE,) if lost else (), unread=(), flipped=(), seconds=0.5
    )


def test_a_lost_die_leaves_the_choice_with_one_die_less() -> None:
    choice = SOLUTION.choice_value(4, (MINE - 1, THEIRS))[0]
    assert value_of(outcome(lost=True), SOLUTION) == choice


def test_the_thrown_die_counts_with_all_its_faces() -> None:
    """Four of its faces match one die and end the turn, one matches nothing, one is null."""
    matched = SOLUTION.turn_value(3, (THEIRS, MINE + 1))[1]
    null = SOLUTION.choice_value(4, (MINE - 1, THEIRS))[0]
    fifth = SOLUTION.choice_value(5, (MINE - 1, THEIRS))[0]
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


# --- Shares of wins with their errors: by hand, and as the solver's documents have them -----------

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
