"""The parts of the study: kept, read back, refused; the model's part made from the counts."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from kessel.errors import BadValue
from kessel.lab.calibration import Cell, Summary, cells
from kessel.lab.study.parts import BEFORE, OWN, PARTS, Effort, Study, make, memory, turned
from kessel.throws.aim import KINDS

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


def test_memory_is_the_share_of_opposite_faces() -> None:
    cell = Cell("oval", "firm", 3)
    counts = Counter({"opposite": 1, "beside": 3})
    summary = Summary(cell, 10, Counter(), 0, Counter(), counts)
    assert turned([summary], "firm") == [(3, 1, 4)]
    assert memory([summary])["firm"] == [0.2, 0.2, 0.2, 0.25, 0.2, 0.2]
    assert memory([summary])["wild"] == [0.2] * 6


def test_the_model_s_part_follows_from_the_counts(tmp_path: Path) -> None:
    for name in ("throws.json", BEFORE):
        shutil.copy(DATA / name, tmp_path)
    make(Study(tmp_path, Effort()), ["model"])
    made, kept = (json.loads((f / "model.json").read_text()) for f in (tmp_path, DATA))
    assert made == kept
