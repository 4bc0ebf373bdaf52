"""The model that ships is fitted to the counts of the study, and is put there by a command."""

import json
from pathlib import Path

import pytest

from kessel.errors import BadValue
from kessel.lab.calibration import model_text
from kessel.lab.study.parts import Effort, Study
from kessel.solver.base.shipped import FOLDER
from kessel.solver.measured import SHIPPED
from tools.made import ROOT
from tools.model import count

DATA = ROOT / "docs" / "study"


def test_the_shipped_model_is_that_of_the_study(tmp_path: Path) -> None:
    """Put there again, nothing changes."""
    before = (FOLDER / SHIPPED).read_text("utf-8")
    (tmp_path / SHIPPED).write_text(before, "utf-8")
    count(DATA, tmp_path / SHIPPED)
    assert (tmp_path / SHIPPED).read_text("utf-8") == before, "make model, then make tables"


def test_counted_cells_are_replaced_and_others_stay(tmp_path: Path) -> None:
    study = Study(tmp_path, Effort())
    row = {"kind": "firm", "dice": 0, "throws": 4, "turned": {}, "cocked": 0}
    study.write("throws", {"cells": [row | {"seen": [[0, 0, 0, 1], [0, 0, 1, 3]]}]})
    other = {"kind": "wild", "dice": 0, "throws": 9, "movements": [[0, 0, 1, 1.0]]}
    cells = {"oval": [row, other], "cauldron": [row]}
    model = {"format": 1, "physics": "2", "digest": "old", "arenas": cells}
    path = tmp_path / SHIPPED
    path.write_text(json.dumps(model), "utf-8")
    count(tmp_path, path)
    found = json.loads(path.read_text("utf-8"))
    (fresh,) = json.loads(model_text(study.counts()))["arenas"]["oval"]
    assert fresh["movements"] == [[0, 0, 0, 0.25], [0, 0, 1, 0.75]]
    assert found["arenas"] == {"oval": [fresh, other], "cauldron": [row]}
    assert found["digest"] != "old"
    study.write("arenas", {"cells": [study.read("throws")["cells"][0] | {"arena": "cauldron"}]})
    count(tmp_path, path)
    found = json.loads(path.read_text("utf-8"))
    assert found["arenas"] == {"oval": [fresh, other], "cauldron": [fresh]}


def test_counts_are_not_mixed_with_a_model_of_another_physics(tmp_path: Path) -> None:
    path = tmp_path / SHIPPED
    path.write_text(json.dumps({"format": 1, "physics": "1", "arenas": {}}), "utf-8")
    with pytest.raises(BadValue, match="a model of physics 1, counts of physics 2"):
        count(DATA, path)
