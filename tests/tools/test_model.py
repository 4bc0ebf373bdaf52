"""The model that ships is fitted to the counts of the study, and is put there by a command."""

import re
import shutil
from pathlib import Path

import pytest

from kessel.errors import BadValue
from kessel.lab.leaderboard import SHIPPED as BOTS
from kessel.lab.leaderboard import leaderboard
from kessel.lab.study.play import levels
from kessel.physics.version import PHYSICS_VERSION
from kessel.rules.edition import find_edition
from kessel.solver.base import load_or_solve
from kessel.solver.base.position import arenas
from kessel.solver.base.table_file import read_table
from kessel.solver.base.tables import FOLDER, shipped_path
from kessel.solver.chance import IdealChance
from kessel.solver.measured import SHIPPED
from tools import tables
from tools.leaderboard import BOARDS, games
from tools.made import ROOT
from tools.model import count
from tools.tables import largest_games

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


# --- the command that makes the tables of the package ---------------------------------------------


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


# --- the command that writes the page of the leaderboard ------------------------------------------


def test_the_page_has_a_board_for_every_game_and_every_agent_that_fits() -> None:
    made = BOARDS.read_text(encoding="utf-8")
    found = dict(re.findall(r"### (.+)\n\n((?:\|.+\n)+)", made))
    assert list(found) == [heading for heading, *_ in games()]
    for heading, *_ in games():
        names = re.findall(r"^\| \d+ \| ([^|]+) \|", found[heading], re.MULTILINE)
        assert sorted(names) == sorted(BOTS)
        assert names[0] == "exact"


@pytest.mark.long
@pytest.mark.parametrize("board", [0, 1])
def test_what_the_page_says_of_strategies_is_what_they_win(board: int) -> None:
    heading, edition, players, model = games()[board]
    text = BOARDS.read_text(encoding="utf-8").partition(f"### {heading}\n")[2].partition("###")[0]
    agents = dict(levels(load_or_solve(edition, players, model)))
    for place, one in enumerate(leaderboard(agents, edition, players, model), 1):
        gives = abs(one.exploitability or 0.0)
        row = rf"^\| {place} \| {one.name} \| {one.won:.2%} \|.*\| {gives:.2%} \|$"
        assert re.search(row, text, re.MULTILINE), one.name
