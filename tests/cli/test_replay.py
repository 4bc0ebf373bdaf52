"""`kessel replay`: a recorded game in words."""

from pathlib import Path

import pytest

from kessel.cli import main

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("path", sorted(RECORDS.iterdir()), ids=lambda path: path.stem)
def test_every_golden_record_is_told_to_its_end(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(path), "--why"]) == 0
    said = capsys.readouterr().out
    assert "The record agrees with the rules, line by line." in said
    assert "wins! The last player with dice wins. [B-31]" in said
