"""The command that writes the page of the leaderboard."""

import json
import re
from pathlib import Path

import pytest

from kessel.lab.leaderboard import SHIPPED, leaderboard
from kessel.lab.study.play import levels
from kessel.rules.edition import find_edition
from kessel.solver.base import load_or_solve
from kessel.solver.base.answers import answers_of
from kessel.solver.base.strategies import Habit
from kessel.solver.chance import IdealChance
from tools.leaderboard import BEGIN, END, PAGE, TABLES, boards, fitting, games, with_boards


def test_the_page_has_a_board_for_every_game_and_every_agent_that_fits() -> None:
    text = PAGE.read_text(encoding="utf-8")
    made = text.partition(BEGIN)[2].partition(END)[0]
    found = dict(re.findall(r"### (.+)\n\n((?:\|.+\n)+)", made))
    assert list(found) == [heading for heading, *_ in games()]
    for heading, edition, players, model in games():
        tables = [one.name for one in fitting(TABLES, edition, players, model.kinds)]
        names = re.findall(r"^\| \d+ \| ([^|]+) \|", found[heading], re.MULTILINE)
        assert sorted(names) == sorted([*SHIPPED, *tables])
        assert names[0] == "exact"


@pytest.mark.long
@pytest.mark.parametrize("board", [0, 1])
def test_what_the_page_says_of_strategies_is_what_they_win(board: int) -> None:
    heading, edition, players, model = games()[board]
    text = PAGE.read_text(encoding="utf-8").partition(f"### {heading}\n")[2].partition("###")[0]
    agents = dict(levels(load_or_solve(edition, players, model)))
    agents |= {one.name: one for one in fitting(TABLES, edition, players, model.kinds)}
    for place, one in enumerate(leaderboard(agents, edition, players, model), 1):
        gives = abs(one.exploitability or 0.0)
        row = rf"^\| {place} \| {one.name} \| {one.won:.2%} \|.*\| {gives:.2%} \|$"
        assert re.search(row, text, re.MULTILINE), one.name


def test_boards_are_written_between_their_marks() -> None:
    page = f"before\n{BEGIN}old\n{END}after\n"
    assert with_boards(page, "new") == f"before\n{BEGIN}\nnew\n{END}after\n"


def test_a_table_is_ranked_in_its_game_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.leaderboard.SHIPPED", ())
    about = {"name": "mine", "edition": "strike-2020", "players": 2}
    table = answers_of(Habit((0.0,) * 6), find_edition("strike-2020"), 2, ("throw",))
    (tmp_path / "mine.json").write_text(json.dumps(about | table), encoding="utf-8")
    wanted = (("A", "strike-2020", 2, IdealChance()), ("B", "impact", 2, IdealChance()))
    first, second = boards(wanted, tmp_path, 4)
    assert "| 1 | mine |" in first
    assert "mine" not in second
