"""The model that ships is fitted to the counts of the study, and is put there by a command."""

import shutil
from pathlib import Path

import pytest

from kessel.errors import BadValue
from kessel.physics.version import PHYSICS_VERSION
from kessel.solver.base.tables import FOLDER
from kessel.solver.measured import SHIPPED
from tools.made import ROOT
from tools.model import count

DATA = ROOT / "docs" / "study"


def test_the_shipped_model_is_that_of_the_study(tmp_path: Path) -> None:
    """Put there again, nothing changes."""
    count(DATA, tmp_path / SHIPPED)
    shipped = (FOLDER / SHIPPED).read_text("utf-8")
    assert (tmp_path / SHIPPED).read_text("utf-8") == shipped, "make model, then make tables"


def test_every_cell_has_to_be_counted(tmp_path: Path) -> None:
    shutil.copy(DATA / "throws.json", tmp_path)
    with pytest.raises(
        BadValue, match=r"51 cells are not counted, the first is Cell\(arena='oval'"
    ):
        count(tmp_path, tmp_path / SHIPPED)
    assert not (tmp_path / SHIPPED).exists()


def test_counts_of_another_physics_are_refused(tmp_path: Path) -> None:
    for name in ("throws.json", "arenas.json"):
        text = (DATA / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace(f'"physics": {PHYSICS_VERSION}', '"physics": 0'))
    with pytest.raises(BadValue, match="throws of physics 0"):
        count(tmp_path, tmp_path / SHIPPED)
