"""Plots as SVG: well-formed, the same each time, and things stand where their numbers say."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from kessel.lab.drawing import (
    Interval,
    PlotLine,
    interval_plot,
    line_plot,
    map_plot,
)

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
