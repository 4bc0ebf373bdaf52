"""`kessel leaderboard` as a person calls it."""

import json
import sys
from pathlib import Path

import pytest
from cli.conftest import Say

ROOT = Path(__file__).parents[2]
LEARNT = ROOT / "docs" / "leaderboard" / "learn_fast.json"

pytestmark = pytest.mark.usefixtures("own_cache")


def test_bots_by_name_and_a_table(said: Say) -> None:
    words = ("leaderboard", "--bots", "rule", "--answers", str(LEARNT), "--games", "20", "--json")
    told = json.loads(said(*words))
    assert [one["name"] for one in told] == ["learn_fast", "rule"]
    assert [0.0 < one["exploitability"] < 0.01 for one in told] == [True, True]
    assert [one["played"] is None for one in told] == [True, False]


def test_the_solution_stands_first(said: Say) -> None:
    text = said("leaderboard", "--bots", "exact", "--games", "2", "--seed", "5")
    assert text.startswith("strike-2020, 2 players, ideal")
    assert "| 1 | exact | 50.00% |" in text


def test_a_bot_of_a_command(said: Say) -> None:
    command = f"{sys.executable} {ROOT / 'examples' / 'bot.py'}"
    words = ("leaderboard", "--bots", "", "--bot", command, "--games", "4", "--json")
    (told,) = json.loads(said(*words))
    assert (told["won"], told["played"]["games"], told["played"]["replaced"]) == (None, 4, 0)


def test_what_cannot_be_ranked(refused: Say, tmp_path: Path) -> None:
    assert "there is no bot 'nobody'" in refused("leaderboard", "--bots", "nobody")
    assert "nobody to rank" in refused("leaderboard", "--bots", "")
    table = tmp_path / "mine.json"
    told = refused("leaderboard", "--answers", str(table))
    assert told.count(str(table)) == 1
    assert "cannot be read" in told
    assert "for 2 to 5 players, not 9" in refused("leaderboard", "--players", "9")
    table.write_text("{", encoding="utf-8")
    assert f"{table}: a table of answers is JSON" in refused("leaderboard", "--answers", str(table))
    twice = ("leaderboard", "--answers", str(LEARNT), "--answers", str(LEARNT))
    assert "two agents are called 'learn_fast'" in refused(*twice)
    assert "harry-potter" in refused("leaderboard", "harry-potter", "--games", "4")
