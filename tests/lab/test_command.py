"""`kessel match`, `kessel review` and `kessel calibrate` as a person calls them."""

import io
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from kessel.cli import main
from kessel.lab.progress import WIDTH, Bar
from kessel.physics.version import physics_name

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"
RECORDS = Path(__file__).parents[1] / "records"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def test_match(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "--bots", "exact,gambler", "--games", "60", "--json"]
    first, second = json.loads(said(capsys, *words))
    assert (first["bot"], second["bot"]) == ("exact", "gambler")
    assert first["won"] + second["won"] == 60
    assert first["interval"][0] < first["rate"] < first["interval"][1]
    assert "95%" in said(capsys, *words[:-1])


def test_match_says_which_dice_are_thrown(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "impact", "--bots", "beginner,rule", "--games", "2"]
    assert said(capsys, *words).startswith("impact, 2 games, measured cauldron physics=")
    told = said(capsys, *words, "--physics").splitlines()[0]
    assert told == f"impact, 2 games, {physics_name()}"


def test_match_with_a_bot_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    example = shlex.join([sys.executable, str(EXAMPLE)])
    words = ["match", "--bot", example, "--games", "8", "--bot-seconds", "20"]
    told = said(capsys, *words)
    assert "Forty Lines won" in told
    seed = told.splitlines()[0].rpartition("seed ")[2]
    rule, foreign = json.loads(said(capsys, *words, "--seed", seed, "--json"))
    assert (rule["bot"], foreign["bot"]) == ("rule", f"command: {example}")
    assert f"won {foreign['rate']:6.2%}" in told  # the seed it told plays the same games again
    assert foreign["replaced"] == 0
    assert main(["match", "--bot", "/nowhere", "--games", "8"]) == 2
    assert "cannot be started" in capsys.readouterr().err


def test_calibrate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told = said(capsys, "calibrate", str(tmp_path), "--throws", "1", "--arenas", "cauldron")
    assert "24 throws in 24 cells" in told
    assert re.search(r"24 of them now, in \d+\.\d s: \d+ a second", told)
    assert (tmp_path / "report.md").read_text().startswith("# What throws do")
    assert "</svg>" in (tmp_path / "cauldron-lost.svg").read_text()


def test_calibrate_needs_a_folder_to_write_to(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("no folder")
    for folder in (taken, taken / "inside"):
        words = ["calibrate", str(folder), "--throws", "1", "--arenas", "cauldron"]
        assert main(words) == 2
        told = capsys.readouterr().err.strip().splitlines()[-1]
        assert f"{folder} cannot be written: " in told


# --- the progress bar: on a terminal, and only there ----------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_half_done_is_half_a_bar_and_the_line_is_wiped_at_the_end() -> None:
    terminal = Terminal()
    with Bar("solving", terminal) as bar:
        bar(5, 10)
        assert terminal.getvalue().count("█") == WIDTH // 2
        assert " 50%" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\033[K")


def test_nothing_is_written_where_nobody_watches() -> None:
    file = io.StringIO()
    with Bar("solving", file) as bar:
        bar(1, 2)
    assert not file.getvalue()


def test_nothing_to_do_is_all_done() -> None:
    terminal = Terminal()
    Bar("solving", terminal)(0, 0)
    assert "100%" in terminal.getvalue()
