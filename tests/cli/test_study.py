"""`kessel study` draws from data, and says what is missing where there is none."""

from pathlib import Path

import pytest
from cli.conftest import Say

from kessel.cli import main

DATA = Path(__file__).parents[2] / "docs" / "study"


def test_plots_are_drawn_beside_their_data(tmp_path: Path, said: Say) -> None:
    for path in DATA.glob("*.json"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert "edges.svg" in said("study", str(tmp_path))
    assert (tmp_path / "edges.svg").read_bytes() == (DATA / "edges.svg").read_bytes()


def test_without_data_it_says_how_to_make_it(tmp_path: Path, refused: Say) -> None:
    assert "--full makes it" in refused("study", str(tmp_path / "nowhere"))


def test_a_part_that_there_is_not_is_refused(tmp_path: Path, refused: Say) -> None:
    assert "there are throws, " in refused("study", str(tmp_path), "--full", "--only", "luck")


def test_its_help_says_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--help"], ["study", "--help"]):
        with pytest.raises(SystemExit):
            main(words)
        assert '"Is it 99% luck?"' in capsys.readouterr().out
