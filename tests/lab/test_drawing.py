"""Plots as SVG: well-formed, and things stand where their numbers say."""

from xml.etree import ElementTree

import pytest

from kessel.lab.drawing import (
    HIGH_COLOUR,
    Interval,
    Line,
    Marker,
    Tile,
    interval_plot,
    line_plot,
    map_plot,
    picture,
    text,
)


def shapes(svg: str, name: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    return [one for one in root.iter() if one.tag.rpartition("}")[2] == name]


def test_a_picture_has_its_title_and_escapes_words() -> None:
    svg = picture(10, 10, "a < b", [text(1, 2, "R&D")])
    assert [one.text for one in shapes(svg, "text")] == ["a < b", "R&D"]
    (title,) = shapes(svg, "title")
    assert title.text == "a < b"


def test_lines_go_up_with_their_values() -> None:
    svg = line_plot("t", "dice", [Line("firm", "#123456", [(1, 0.2, 0.01), (3, 0.6, 0.02)])])
    low, high = shapes(svg, "circle")
    assert float(low.attrib["cy"]) > float(high.attrib["cy"])
    assert float(low.attrib["cx"]) < float(high.attrib["cx"])
    assert len(shapes(svg, "polyline")) == 1


def test_a_plot_without_points_is_empty_and_not_an_error() -> None:
    assert not shapes(line_plot("t", "dice", []), "circle")


def test_intervals_stand_about_the_reference() -> None:
    rows = [
        Interval("worse", "#111111", 0.4, 0.35, 0.45, "40%"),
        Interval("better", "#222222", 0.7, 0.69, 0.71, "70%"),
    ]
    svg = interval_plot("t", rows, 0.5, "half")
    worse, better = (float(one.attrib["cx"]) for one in shapes(svg, "circle"))
    half = next(float(o.attrib["x"]) for o in shapes(svg, "text") if o.text == "half")
    assert worse < half < better
    assert (half - worse) / (better - half) == pytest.approx(0.5, abs=0.01)


def test_a_map_has_the_strongest_colour_where_the_value_is_highest() -> None:
    outline = [(-0.05, -0.05), (0.05, -0.05), (0.05, 0.05), (-0.05, 0.05)]
    tiles = [Tile(-0.01, 0.0, 0.4), Tile(0.01, 0.0, 0.6)]
    dice = [Marker(0.0, 0.02, 0.5, "5")]
    svg = map_plot("t", outline, tiles, 0.01, dice, 0.016, (0.4, 0.5, 0.6), ("40%", "60%"))
    highest = "#" + "".join(f"{part:02x}" for part in HIGH_COLOUR)
    (red,) = [one for one in shapes(svg, "rect") if one.attrib["fill"] == highest]
    assert float(red.attrib["x"]) + float(red.attrib["width"]) / 2 == pytest.approx(254.0, abs=0.2)
    assert len(shapes(svg, "polygon")) == 1
    assert "5" in [one.text for one in shapes(svg, "text")]


def test_a_map_of_one_value_is_of_one_colour() -> None:
    svg = map_plot("t", [(0, 0.1)], [Tile(0, 0, 1.0)], 0.01, [], 0.016, (1, 1, 1), ("", ""))
    assert len({one.attrib["fill"] for one in shapes(svg, "rect")[1:]}) == 1
