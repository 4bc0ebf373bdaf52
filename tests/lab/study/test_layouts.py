"""Dice as games leave them: thrown at in turn, and what that changes is what the page says."""

from pathlib import Path

import pytest

from kessel.lab.calibration import Cell, summarise
from kessel.lab.counting import measure
from kessel.lab.study import layouts
from kessel.lab.study.layouts import LeftByPlay
from kessel.lab.study.parts import Effort, Study, _thrown
from kessel.physics.practice import THROWN_DIE
from kessel.solver.chance import POUR
from kessel.throws.at_rest import dice_in

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


def test_the_page_says_what_throws_at_layouts_of_games_change() -> None:
    study = Study(DATA, Effort())
    left, usual = study.read("layouts"), study.read("edges")["shares"]
    starter = study.read("seats")["editions"]["strike-2020"]["2"][0]
    page = (DATA.parent / "explanation" / "study-limits.md").read_text("utf-8")
    for name, (share, _) in left["shares"].items():
        scattered, *_ = usual.get(name, [starter])
        assert f"| {name} | {100 * scattered:.1f} | {100 * share:.1f} |" in page
        assert (share > 0.5) == (scattered > 0.5)
    assert f"left {sum(left['layouts'].values()):,} layouts" in page
    assert f"strikes it in {100 * left['struck']['firm at 1'][0]:.1f}%" in page
    assert f"a wild one at five in {100 * left['struck']['wild at 5'][0]:.1f}%" in page
