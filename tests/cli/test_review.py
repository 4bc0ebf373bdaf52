"""`kessel review` as a person calls it."""

import json
from pathlib import Path

import pytest
from cli.conftest import Say

from kessel.cli import main
from kessel.record import begin_record
from kessel.rules.engine import apply
from kessel.rules.moves import EndTurn, Landing, Throw
from kessel.rules.positions import read_state

pytestmark = pytest.mark.usefixtures("own_cache")


def recorded(folder: Path, options: str = "") -> str:
    state = read_state(f"strike-2020 hands=5,5 arena=2,3{options}")
    record = begin_record(state, ("Ann", "Ben"))
    for move in (Throw("1", Landing(("2", "3", "4"))), EndTurn()):
        step = apply(state, move)
        record = record.add(state, move, step)
        state = step.state
    path = folder / "game.txt"
    path.write_text(record.text(), "utf-8")
    return str(path)


def test_a_mistake_is_named(tmp_path: Path, said: Say) -> None:
    told = said("review", recorded(tmp_path))
    assert told.startswith("Rules: strike-2020. Dice: ")
    assert "A Ann" in told
    assert "Move 2 (Ann): a throw would have won" in told
    assert "estimated" not in told


def test_options_that_were_not_solved_are_never_called_exact(tmp_path: Path, said: Say) -> None:
    path = recorded(tmp_path, " options=collecting:optional")
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
