"""`kessel solve` as a person calls it."""

import json
import os

import pytest
from cli.conftest import Say

pytestmark = pytest.mark.usefixtures("own_cache")


def test_solve_as_json(said: Say) -> None:
    words = "solve strike-2020 --players 2 --model ideal --strike 0 --loss 0 --json"
    told = json.loads(said(*words.split(), "--ask", "3:4,4"))
    assert told["edition"] == "strike-2020"
    assert (told["players"], told["model"]) == (2, "ideal")
    assert told["chances"][0] == pytest.approx(0.497146, abs=1e-6)
    assert told["exploitability"] < 1e-9
    assert told["states"] == 596
    assert told["policy"]["choices"]["3:4,4"] == {"throw": 1.0}
    (asked,) = told["policy"]["asked"]
    assert asked["play"] == {"throw": 1.0}
    assert asked["chances"]["throw"][0] > asked["chances"]["stop"][0]


def test_solve_in_words(said: Say) -> None:
    told = said("solve", "impact", "--players", "2")
    assert "first to play  0.498387" in told
    assert "2 dice lie: go on if all together hold at least 6 dice, else stop" in told
    assert "one die lies: always stop" in told


def test_solve_by_the_measured_model_knows_ways_to_throw(
    said: Say,
) -> None:
    words = "solve strike-2020 --players 2 --model measured --json --ask 4:8,5"
    told = json.loads(said(*words.split()))
    assert told["exploitability"] < 1e-9
    assert set(told["policy"]["asked"][0]["chances"]) == {"stop", "gentle", "firm", "wild"}


def test_an_element_is_solved_exactly(said: Say) -> None:
    words = "solve impact-power --players 2 --element air --loss 0.4 --json"
    told = json.loads(said(*words.split()))
    assert [part["how"] for part in told["parts"]] == ["exact"]
    assert told["errors"] == [0.0, 0.0]
    assert told["exploitability"] < 1e-9


def test_what_is_simulated_is_called_so_and_has_an_error(
    said: Say,
) -> None:
    words = "solve impact-avatar --players 3 --games 6 --loss 0.4 --json"
    told = json.loads(said(*words.split()))
    assert [part["how"] for part in told["parts"]] == ["simulated"]
    assert told["exploitability"] is None
    assert sum(told["chances"]) == pytest.approx(1.0)


def test_a_position_with_effects_is_read_off_a_table(said: Say) -> None:
    position = "hands=8,5 elements=air arena=air,fire phase=choice"
    words = f"odds impact-power {position} --loss 0.4 --json"
    told = json.loads(said(*words.split()))
    assert told["exact"]
    assert sum(told["actions"]["stop"]) == pytest.approx(1.0)
    words = "solve impact-power --players 2 --element air --loss 0.4 --json --ask"
    without = position.replace("elements=air ", "")
    solved = json.loads(said(*words.split(), position, "--ask", without))
    for asked in solved["policy"]["asked"]:
        assert asked["chances"]["throw"] == pytest.approx(told["actions"]["throw"])
        assert list(asked["play"]) == [told["best"]]
    assert len(solved["policy"]["asked"]) == 2


@pytest.mark.long
def test_three_players_are_solved_with_one_element(said: Say, refused: Say) -> None:
    words = "solve impact-power --players 3 --loss 0.4 --games 2 --json --element"
    position = "hands=4,5,6 elements=fire arena=air,fire phase=choice"
    told = json.loads(said(*words.split(), "fire", "--ask", position))
    assert [part["how"] for part in told["parts"]] == ["exact"]
    assert told["errors"] == [0.0] * 3
    assert told["exploitability"] < 1e-9
    (asked,) = told["policy"]["asked"]
    assert all(sum(chances) == pytest.approx(1.0) for chances in asked["chances"].values())
    two = position.replace("4,5,6", "4,5")
    assert "no solved position of 3 players" in refused(*words.split(), "fire", "--ask", two)


def test_small_matrices_are_not_shared_out_among_threads(
    said: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless somebody says so; the variable counts when numpy is loaded."""
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    said("options", "impact")
    assert os.environ["OPENBLAS_NUM_THREADS"] == "2"
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    said("options", "impact")
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
