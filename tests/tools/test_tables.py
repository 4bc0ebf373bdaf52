"""The command that makes the tables of the package."""

from pathlib import Path

import pytest

from kessel.rules.edition import find_edition
from kessel.solver.base.position import arenas
from kessel.solver.base.table_file import read_table
from kessel.solver.base.tables import FOLDER, shipped_path
from kessel.solver.chance import IdealChance
from tools import tables
from tools.tables import largest_games


def test_one_game_for_each_arena_and_rule_and_nothing_else_is_shipped() -> None:
    games = {(edition.id, model.name.split()[1]) for edition, model in largest_games()}
    assert games == {
        ("strike-2012", "oval"),
        ("strike-2020", "oval"),
        ("impact", "cauldron"),
        ("strike-2020", "wizards"),
    }
    paths = {shipped_path(model.name, arenas(edition)) for edition, model in largest_games()}
    assert set(FOLDER.glob("*.xz")) == paths, "`make tables` makes them"


def test_tables_are_made_and_old_ones_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = IdealChance(0.3, 0.4)
    monkeypatch.setattr(tables, "PLAYERS", 2)
    monkeypatch.setattr(tables, "largest_games", lambda: [(find_edition("strike-2020"), model)])
    (tmp_path / "base-3-0123.table.xz").write_bytes(b"old")
    tables.ship(tmp_path)
    (path,) = tmp_path.iterdir()
    assert path == shipped_path(model.name, folder=tmp_path)
    assert read_table(path).players == 2
