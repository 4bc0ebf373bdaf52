"""The committed plots are those that the committed data gives, and the command draws them."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from kessel.cli import main
from kessel.lab.study.figures import figures
from kessel.lab.study.parts import Effort, Study

DATA = Path(__file__).parents[3] / "docs" / "study"


def test_plots_are_drawn_from_the_data() -> None:
    drawn = figures(Study(DATA, Effort()))
    for name, picture in drawn.items():
        ElementTree.fromstring(picture)
        assert (DATA / name).read_text("utf-8") == picture, f"draw {name} anew: kessel study"
    assert {path.name for path in DATA.glob("*.svg")} == set(drawn)


def test_the_page_shows_every_plot() -> None:
    page = (DATA.parent / "study.md").read_text("utf-8")
    for path in DATA.glob("*.svg"):
        assert f"(study/{path.name})" in page


def test_the_command_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in DATA.glob("*.json"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert main(["study", str(tmp_path)]) == 0
    assert "edges.svg" in capsys.readouterr().out
    assert (tmp_path / "edges.svg").read_bytes() == (DATA / "edges.svg").read_bytes()
    assert main(["study", str(tmp_path / "nowhere")]) == 2
    assert "--full makes it" in capsys.readouterr().err
