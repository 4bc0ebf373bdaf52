"""The committed plots are those that the committed data gives."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kessel.lab.study.figures import figures
from kessel.lab.study.parts import Effort, Study

NUMBER = re.compile(r"(-?\d+\.\d+)")
DATA = Path(__file__).parents[3] / "docs" / "study"


def test_plots_are_drawn_from_the_data() -> None:
    drawn = figures(Study(DATA, Effort()))
    for name, picture in drawn.items():
        ElementTree.fromstring(picture)
        kept, drawn_now = parts((DATA / name).read_text("utf-8")), parts(picture)
        assert kept == drawn_now, f"draw {name} anew: kessel study docs/study"
    assert {path.name for path in DATA.glob("*.svg")} == set(drawn)


def parts(picture: str) -> list[object]:
    """A picture's numbers, as close as processors agree, and what stands between them."""
    return [
        pytest.approx(float(part), abs=0.01) if NUMBER.fullmatch(part) else part
        for part in NUMBER.split(picture)
    ]


def test_the_page_shows_every_plot() -> None:
    page = (DATA.parent / "explanation" / "study.md").read_text("utf-8")
    for path in DATA.glob("*.svg"):
        assert f"(../study/{path.name})" in page
