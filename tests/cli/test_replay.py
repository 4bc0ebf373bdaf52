"""`kessel replay`: a recorded game in words."""

from pathlib import Path

import pytest
from cli.conftest import Say

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
