"""Other boxes: counted, kept, and carried to the study's figures."""

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from kessel.lab.calibration import Summary
from kessel.lab.crew import Processes
from kessel.lab.study import variants
from kessel.lab.study.parts import Effort, Study
from kessel.lab.study.variants import CHANGES, PLAUSIBLE, STARTER, Change, cells_of, counts, drawn
from kessel.solver.base import load_or_solve
from kessel.solver.measured import shipped
from kessel.throws.boxes import OVAL

DATA = Path(__file__).parents[3] / "docs" / "study"


def test_the_first_box_is_the_one_that_ships() -> None:
    first = CHANGES[0]
    assert first.geometry().wall[-1] == pytest.approx(OVAL.wall[-1], abs=1e-4)
    assert first.materials() == Change("").materials()
    assert len(CHANGES) == len({repr(one.geometry()) + repr(one.materials()) for one in CHANGES})


def test_boxes_are_drawn_from_every_part_of_a_range() -> None:
    boxes = drawn(10)
    for name, (low, high) in PLAUSIBLE.items():
        tenths = sorted(int(10 * (getattr(one, name) - low) / (high - low)) for one in boxes)
        assert tenths == list(range(10))
    assert drawn(10) == boxes
    assert drawn(10, seed=1) != boxes


def test_counts_are_kept_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "cells_of", lambda change: cells_of(change)[:2])
    kept, boxes, told = tmp_path / "kept.jsonl", CHANGES[:2], Counter[int]()
    first = list(counts(boxes, 3, kept, lambda done, _: told.update([done]), Processes(1)))
    assert [[one.throws for one in box] for box in first] == [[3, 3], [3, 3]]
    assert all(one.seen.total() == 3 for box in first for one in box)
    kept.write_text(kept.read_text()[:-30])  # broken off in its last line
    again = Counter[int]()
    assert list(counts(boxes, 3, kept, lambda done, _: again.update([done]), Processes(1))) == first
    assert (told.total(), again.total()) == (4, 1)


def test_a_livelier_box_loses_more() -> None:
    """60 wild throws at nothing, the same in both; over a low wall at least 10 more dice leave."""

    def lost(change: Change) -> int:
        (cell,) = (c for c in cells_of(change) if (c.kind, c.dice) == ("wild", 0))
        return sum(
            n for *_, stayed, n in variants.counted((change, cell, 60))["seen"] if not stayed
        )

    assert lost(Change("low", wall_height=0.025)) > lost(CHANGES[0]) + 10


@pytest.mark.long
def test_figures_are_those_of_the_study() -> None:
    study = Study(DATA, Effort())
    found = variants.figures(study.counts())
    shares = {name: share for name, (share, _) in study.read("edges")["shares"].items()}
    starter = found.pop(STARTER)
    assert found == pytest.approx(shares, abs=2e-5)
    assert starter == pytest.approx(
        load_or_solve("strike-2020", 2, shipped("oval")).seats[0], abs=1e-5
    )


def test_the_error_of_counting_falls_with_the_throws(monkeypatch: pytest.MonkeyPatch) -> None:
    """A figure that is a share of throws: 0.5 over n has an error of 0.5 / sqrt(n)."""
    monkeypatch.setattr(
        variants, "figures", lambda one: {"a": one[0].seen[1, 0, 1] / one[0].throws}
    )
    cell = cells_of(CHANGES[0])[1]
    made = [
        variants.errors(
            [Summary(cell, n, Counter({(0, 0, 1): n // 2, (1, 0, 1): n // 2}), 0, Counter())], 60
        )["a"]
        for n in (100, 1600)
    ]
    assert all(a > 2 * b for a, b in pairwise(made))
    assert made[0] == pytest.approx(0.05, rel=0.4)
