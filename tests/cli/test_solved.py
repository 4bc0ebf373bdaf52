"""Commands about solutions and games: `solve`, `odds`, `review`, `replay` and `leaderboard`."""

import argparse
import json
import os
import sys
from pathlib import Path

import pytest
from cli.conftest import Say
from coach.test_coach import recorded

from kessel.cli import main
from kessel.cli.arguments import chosen_model, estimate_argument, model_arguments
from kessel.errors import BadValue
from kessel.rules.edition import find_edition
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.measured import shipped

pytestmark = pytest.mark.usefixtures("own_cache")


# --- `kessel solve` -------------------------------------------------------------------------------
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


# --- `kessel odds`: "exact" is only said of what was solved ---------------------------------------
def test_odds_of_a_position(said: Say) -> None:
    words = "odds strike-2020 hands=8,5 arena=2,5 phase=choice --json"
    told = json.loads(said(*words.split()))
    assert told["best"] == "throw"
    assert told["exact"]
    assert told["actions"]["stop"][0] < told["actions"]["throw"][0]
    assert "best" in said(*words.split()[:-1])


def test_an_estimate_does_not_wait_for_a_table(said: Say) -> None:
    words = "odds harry-potter hands=3,3 arena=accio phase=choice --loss 0.4 --estimate --json"
    told = json.loads(said(*words.split()))
    assert not told["exact"]
    assert 0.0 < told["error"] < 0.05


@pytest.mark.parametrize("json_too", [False, True])
def test_options_that_were_not_solved_are_never_called_exact(said: Say, json_too: bool) -> None:
    position = "odds strike-2020 hands=3,2 arena=2,5 phase=choice"
    option = "options=collecting:optional"
    if json_too:
        solved = json.loads(said(*position.split(), "--json"))
        other = json.loads(said(*position.split(), option, "--json"))
        assert (solved["exact"], solved["error"]) == (True, 0.0)
        assert not other["exact"]
        assert 0.0 < other["error"] < 0.05
    else:
        assert "(exact)" in said(*position.split())
        told = said(*position.split(), option)
        assert "exact" not in told
        assert "estimated, standard error" in told


# --- which chance model the arguments name --------------------------------------------------------


IMPACT = find_edition("impact")


def chosen(*words: str) -> ChanceModel:
    parser = argparse.ArgumentParser()
    model_arguments(parser)
    estimate_argument(parser)
    return chosen_model(parser.parse_args(words), IMPACT)


def test_ideal_dice_unless_told() -> None:
    assert chosen() == IdealChance()
    assert chosen("--strike", "0.5") == IdealChance(0.5, IdealChance().loss)
    assert chosen("--loss", "0") == IdealChance(IdealChance().strike, 0.0)


def test_measured_dice_are_those_of_the_edition_s_arena() -> None:
    assert chosen("--model", "measured", "--estimate") == shipped(IMPACT.arena)


@pytest.mark.parametrize("words", [["--strike", "0.1"], ["--loss", "0"]])
def test_what_was_measured_cannot_be_chosen(words: list[str]) -> None:
    with pytest.raises(BadValue, match="belong to --model ideal"):
        chosen("--model", "measured", *words)


# --- `kessel review` ------------------------------------------------------------------------------
def written(folder: Path, options: str = "") -> str:
    path = folder / "game.txt"
    path.write_text(recorded(options).text(), "utf-8")
    return str(path)


def test_a_mistake_is_named(tmp_path: Path, said: Say) -> None:
    told = said("review", written(tmp_path))
    assert told.startswith("Rules: strike-2020. Dice: ")
    assert "A Ann" in told
    assert "Move 2 (Ann): a throw would have won" in told
    assert "estimated" not in told


def test_a_review_by_options_that_were_not_solved_is_not_exact(tmp_path: Path, said: Say) -> None:
    path = written(tmp_path, " options=collecting:optional")
    assert "the coach estimates" in said("review", path)
    told = json.loads(said("review", path, "--json"))
    assert (told["exact"], told["rules"]) == (False, "strike-2020 options=collecting:optional")


@pytest.mark.parametrize("command", ["replay", "review", "verify"])
def test_a_bad_record_is_told_with_its_file(command: str, refused: Say, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("kessel record 1\nnonsense\n")
    assert refused(command, str(path)).startswith(f"kessel: {path}, line ")


def test_a_record_that_tells_something_else_is_told_with_its_file(
    refused: Say, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.txt"
    game = (Path(__file__).parents[1] / "records" / "strike-2020-2.txt").read_text("utf-8")
    path.write_text(game.replace("= choice B", "= choice A", 1), "utf-8")
    wrong = f"kessel: {path}, line 10: the record says 'choice A'"
    assert refused("review", str(path)).startswith(wrong)
    assert refused("referee", "--file", str(path)).startswith(wrong)
    assert main(["replay", str(path)]) == 2
    told = capsys.readouterr()
    assert "The starting die shows 4." in told.out, "as far as it is right"
    assert told.err.startswith(wrong)


# --- `kessel replay`: a recorded game in words ----------------------------------------------------


RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("path", sorted(RECORDS.iterdir()), ids=lambda path: path.stem)
def test_every_golden_record_is_told_to_its_end(path: Path, said: Say) -> None:
    told = said("replay", str(path), "--why")
    assert "The record agrees with the rules, line by line." in told
    assert "wins! The last player with dice wins. [B-31]" in told


@pytest.mark.parametrize("command", ["replay", "review"])
def test_a_name_that_would_control_the_terminal_is_refused(
    command: str, tmp_path: Path, refused: Say
) -> None:
    text = next(RECORDS.iterdir()).read_text(encoding="utf-8")
    before, _, after = text.partition("\nplayer A ")
    name = '"\\u001b]0;PWNED\\u0007Ann"'
    bad = tmp_path / "bad.txt"
    bad.write_text(f"{before}\nplayer A {name}\n{after.partition(chr(10))[2]}", encoding="utf-8")
    told = refused(command, str(bad))
    assert "a name has 1 to 60 printable characters" in told
    assert "\x1b" not in told


# --- `kessel leaderboard` -------------------------------------------------------------------------

ROOT = Path(__file__).parents[2]


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
