"""The committed plots are those that the committed data gives."""

from pathlib import Path
from xml.etree import ElementTree

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
