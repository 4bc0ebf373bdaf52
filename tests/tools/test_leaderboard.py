"""The command that writes the page of the leaderboard."""

import re

import pytest

from kessel.lab.leaderboard import SHIPPED, leaderboard
from kessel.lab.study.play import levels
from kessel.solver.base import load_or_solve
from tools.leaderboard import BOARDS, games


def test_the_page_has_a_board_for_every_game_and_every_agent_that_fits() -> None:
    made = BOARDS.read_text(encoding="utf-8")
    found = dict(re.findall(r"### (.+)\n\n((?:\|.+\n)+)", made))
    assert list(found) == [heading for heading, *_ in games()]
    for heading, *_ in games():
        names = re.findall(r"^\| \d+ \| ([^|]+) \|", found[heading], re.MULTILINE)
        assert sorted(names) == sorted(SHIPPED)
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
