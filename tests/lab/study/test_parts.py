"""The parts of the study: kept, read back, refused; the model's part made from the counts."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from kessel.errors import BadValue
from kessel.lab.calibration import Cell, Summary, cells
from kessel.lab.study.parts import BEFORE, OWN, PARTS, Effort, Study, make, turned
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
