"""Calibration: few throws here; fitting, resuming and reading back in full."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from kessel.errors import BadValue
from kessel.lab.calibration import (
    EDITION_OF_ARENA,
    Cell,
    Summary,
    cells,
    fitted,
    model_text,
    summarise,
)
from kessel.lab.counting import measure
from kessel.lab.report import plots, report_page
from kessel.physics.version import PHYSICS_VERSION
from kessel.solver.chance import POUR, base_outcomes
from kessel.solver.measured import read_measured, shipped


def drawn(strike: float, loss: float, throws: int, lying: int) -> Summary:
    """What ideal dice would show: struck dice change five times in six."""
    chance = Random(8)
    seen: Counter[tuple[int, int, int]] = Counter()
    for _ in range(throws):
        struck = sum(chance.random() < strike for _ in range(lying))
        left = sum(chance.random() < loss for _ in range(struck))
        changed = sum(chance.random() < 5 / 6 for _ in range(struck - left))
        seen[changed, left, int(chance.random() >= loss)] += 1
    return Summary(Cell("oval", "firm", lying), throws, seen, 0, Counter())


def test_the_fit_finds_what_ideal_dice_do() -> None:
    """20,000 throws: the mean number struck of 3 at 0.3 has a standard error of 0.006."""
    summary = drawn(0.3, 0.1, 20_000, 3)
    model = fitted(summary)
    assert sum(model.values()) == pytest.approx(1.0)
    struck = sum((s + left) * p for (s, left, _), p in model.items())
    assert struck == pytest.approx(0.9, abs=0.03)
    mean, error = summary.struck_each()
    assert mean == pytest.approx(0.3, abs=5 * error)
    assert summary.thrown_lost()[0] == pytest.approx(0.1, abs=0.01)


def test_throws_are_measured_resumed_and_read_back(tmp_path: Path) -> None:
    wanted = [Cell("oval", kind, 2) for kind in ("gentle", "firm", "wild")]
    wanted.append(Cell("oval", POUR, 2))
    measure(tmp_path, 3, wanted)
    before = wanted[0].path(tmp_path).read_text()
    measure(tmp_path, 5, wanted)
    after = wanted[0].path(tmp_path).read_text()
    assert after.startswith(before)
    assert [json.loads(line)["throws"] for line in after.splitlines()] == [3, 2]
    summaries = summarise(tmp_path, wanted)
    model = read_measured(model_text(summaries), "oval")
    assert model.kinds == ("gentle", "firm", "wild")
    outcomes = base_outcomes(model, "firm", 1, 2)
    assert sum(outcomes.values()) == pytest.approx(1.0)
    assert "| firm | 2 | 5 |" in report_page(summaries, 1)
    assert set(plots(summaries)) == {"oval-struck.svg", "oval-lost.svg"}


@pytest.mark.parametrize("line", ['{"changed":1,"left":0,"stayed":1}', "7", "no JSON"])
def test_a_file_with_anything_else_is_refused_and_left_as_it_is(tmp_path: Path, line: str) -> None:
    cell = Cell("oval", "firm", 2)
    path = cell.path(tmp_path)
    path.write_text(f"{line}\n", "utf-8")
    for work in (lambda: measure(tmp_path, 2, [cell]), lambda: summarise(tmp_path, [cell])):
        with pytest.raises(BadValue, match="holds no counts of throws: name an empty folder"):
            work()
    assert path.read_text("utf-8") == f"{line}\n"


def test_the_file_tells_sample_sizes_and_errors() -> None:
    told = json.loads(model_text([drawn(0.3, 0.1, 500, 2)]))
    (row,) = told["arenas"]["oval"]
    assert row["throws"] == 500
    assert 0 < row["struck"][1] < 0.05
    assert 0 < row["lost"][1] < 0.05


def test_every_arena_and_kind_is_measured() -> None:
    every = cells()
    assert len(every) == len(set(every)) == 3 * (3 * 7 + 3)


@pytest.mark.parametrize("arena", EDITION_OF_ARENA)
def test_the_shipped_model_was_measured_in_the_present_physics(arena: str) -> None:
    assert shipped(arena).physics == str(PHYSICS_VERSION)
