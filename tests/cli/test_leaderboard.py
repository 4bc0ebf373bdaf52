"""`kessel leaderboard` as a person calls it."""

import json
import sys
from pathlib import Path

import pytest
from cli.conftest import Say

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.usefixtures("own_cache")


def test_bots_by_name(said: Say) -> None:
    words = ("leaderboard", "--bots", "careful,rule", "--games", "20", "--json")
    told = json.loads(said(*words))
    assert [one["name"] for one in told] == ["rule", "careful"]
    assert [0.0 < one["exploitability"] < 0.01 for one in told] == [True, False]
    assert {one["played"]["games"] for one in told} == {20}


def test_the_solution_stands_first(said: Say) -> None:
    text = said("leaderboard", "--bots", "exact", "--games", "2", "--seed", "5")
    assert text.startswith("strike-2020, 2 players, ideal")
    assert "| 1 | exact | 50.00% |" in text


def test_a_bot_of_a_command(said: Say) -> None:
    command = f"{sys.executable} {ROOT / 'examples' / 'bot.py'}"
    words = ("leaderboard", "--bots", "", "--bot", command, "--games", "4", "--json")
    (told,) = json.loads(said(*words))
    assert (told["won"], told["played"]["games"], told["played"]["replaced"]) == (None, 4, 0)


def test_nobody_is_ranked_twice(refused: Say) -> None:
    command = f"{sys.executable} {ROOT / 'examples' / 'bot.py'}"
    assert "two agents are called" in refused("leaderboard", "--bot", command, "--bot", command)
