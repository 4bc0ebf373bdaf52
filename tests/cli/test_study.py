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


def test_a_measured_box_is_fitted_without_a_study(tmp_path: Path, said: Say, refused: Say) -> None:
    tests = tmp_path / "box.txt"
    tests.write_text("drop mat 200 13\ndrop mat 210 14\ndrop mat 190 12  # by hand\n")
    assert "| mat_damping | 0.3597" in said("study", "--measured", str(tests))
    assert "slow motion" in said("study", "--protocol")
    tests.write_text("drop mat 200\n")
    assert "line 1, 'drop mat 200'" in refused("study", "--measured", str(tests))
    assert "--protocol" in refused("study")
