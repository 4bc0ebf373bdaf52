"""Plots as SVG: well-formed, the same each time, and things stand where their numbers say."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from kessel.lab.calibration import Cell, Summary
from kessel.lab.drawing import (
    Interval,
    PlotLine,
    interval_plot,
    line_plot,
    map_plot,
)
from kessel.lab.report import report_page
from kessel.lab.study.figures import figures
from kessel.lab.study.parts import Effort, Study

ROWS = [
    Interval("worse", "#111111", 0.4, 0.35, 0.45, "40%"),
    Interval("better", "#222222", 0.7, 0.69, 0.71, "R&D"),
]
SQUARE = [(-0.05, -0.05), (0.05, -0.05), (0.05, 0.05), (-0.05, 0.05)]
Plotted = Callable[[], Axes]


@pytest.fixture
def plotted(monkeypatch: pytest.MonkeyPatch) -> Plotted:
    """The axes of the last plot, to look at what stands where."""
    made: list[Figure] = []

    class Kept(Figure):  # type: ignore[misc]
        def savefig(self, *given: object, **settings: object) -> None:
            made.append(self)
            super().savefig(*given, **settings)

    monkeypatch.setattr("kessel.lab.drawing.Figure", Kept)
    return lambda: made[-1].axes[0]


def points(line: Line2D) -> list[list[float]]:
    return [[float(x), float(y)] for x, y in line.get_xydata()]


def words(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)
    return [one.text or "" for one in root.iter() if one.tag.endswith(("}text", "}title"))]


def test_a_picture_has_its_title_and_words_and_is_drawn_the_same_again() -> None:
    svg = interval_plot("a < b", ROWS, 0.5, "half")
    assert {"a < b", "worse", "better", "half", "40%", "R&D"} <= set(words(svg))
    assert svg == interval_plot("a < b", ROWS, 0.5, "half")


def test_lines_go_up_with_their_values(plotted: Plotted) -> None:
    svg = line_plot("t", "dice", [PlotLine("firm", "#123456", [(1, 0.2, 0.01), (3, 0.6, 0.02)])])
    assert points(plotted().lines[0]) == [[1, 0.2], [3, 0.6]]
    assert {"firm", "dice", "60%"} <= set(words(svg))


def test_a_plot_without_points_is_empty_and_not_an_error(plotted: Plotted) -> None:
    line_plot("t", "dice", [])
    assert not plotted().lines
    line_plot("t", "dice", [PlotLine("firm", "#123456", [])], low=0.5, high=1.5)
    assert plotted().get_ylim() == (0.5, 1.5)


def test_intervals_stand_in_their_order_about_the_reference(plotted: Plotted) -> None:
    interval_plot("t", ROWS, 0.5, "half")
    dots = [points(one) for one in plotted().lines if one.get_marker() == "o"]
    assert dots == [[[0.4, 0.0]], [[0.7, 1.0]]]
    assert plotted().get_xticks().tolist() == [0.5]


def test_a_map_has_the_strongest_colour_where_the_value_is_highest(plotted: Plotted) -> None:
    tiles = [(-0.01, 0.0, 0.4), (0.01, 0.0, 0.6)]
    dice = [(0.0, 0.02, 0.5, "5")]
    svg = map_plot("t", SQUARE, tiles, 0.01, dice, 0.016, (0.4, 0.5, 0.6), ("40%", "60%"))
    _, low, high, die = plotted().patches
    assert low.get_facecolor() == pytest.approx((59 / 255, 76 / 255, 192 / 255, 1))
    assert high.get_facecolor() == pytest.approx((180 / 255, 4 / 255, 38 / 255, 1))
    assert high.get_path().get_extents(high.get_patch_transform()).x0 == pytest.approx(0.005)
    assert not die.get_fill()
    assert {"5", "40%", "60%"} <= set(words(svg))


def test_a_map_of_one_value_is_of_one_colour(plotted: Plotted) -> None:
    map_plot("t", [(0, 0.1)], [(0, 0, 1.0)] * 2, 0.01, [], 0.016, (1, 1, 1), ("", ""))
    assert len({one.get_facecolor() for one in plotted().patches[1:]}) == 1


# --- the report of a calibration, on counts written by hand ---------------------------------------


def summary(kind: str, dice: int, disturbed: int, lost: int = 0, throws: int = 100) -> Summary:
    """In `disturbed` throws one lying die changed; in `lost` others the thrown die was lost."""
    seen = Counter(
        {
            (1, 0, 1): disturbed,
            (0, 0, 0): lost,
            (0, 0, 1): throws - disturbed - lost,
        }
    )
    return Summary(Cell("oval", kind, dice), throws, seen, 2, Counter({"2": throws}))


FIVE = [summary("gentle", 5, 10), summary("firm", 5, 50), summary("wild", 5, 60, 30)]


def test_the_verdict_compares_wild_with_gentle() -> None:
    """60% less 10%, with errors of 4.9% and 3.0%; 30 in a hundred wild dice are lost."""
    page = report_page(FIVE, 2)
    assert "+50.0% (± 5.7%) more often" in page
    assert "loses its own die +30.0% more often: 9 standard errors" in page


def test_without_all_three_kinds_there_is_no_verdict() -> None:
    assert "more often" not in report_page(FIVE[:2], 2)


# --- the committed plots are those that the committed data gives ----------------------------------


NUMBER = re.compile(r"(-?\d+\.\d+)")
DATA = Path(__file__).parents[2] / "docs" / "study"


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
