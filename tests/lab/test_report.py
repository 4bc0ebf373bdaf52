"""The report of a calibration, on counts written by hand."""

from collections import Counter
from xml.etree import ElementTree

from kessel.lab.calibration import Cell, Summary
from kessel.lab.report import plots, report_page


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


def test_every_cell_is_a_row_with_its_errors() -> None:
    page = report_page(FIVE, 2)
    assert "Physics version 2" in page
    assert "| wild | 5 | 100 | 60.0% (4.9%) |" in page
    assert "| 30.0% (4.6%) | 2.0% |" in page


def test_plots_are_svg_with_a_line_for_every_kind() -> None:
    drawn = plots(FIVE)
    assert set(drawn) == {"oval-struck.svg", "oval-lost.svg"}
    for text in drawn.values():
        root = ElementTree.fromstring(text)
        words = {one.text for one in root.iter() if one.tag.endswith("}text")}
        assert {"gentle", "firm", "wild"} <= words
