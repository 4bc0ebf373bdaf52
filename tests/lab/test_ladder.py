"""The ladder: which rungs are played, how far it is, and what the page says."""

from kessel.lab.ladder import Rung, ladder, ladder_page
from kessel.lab.match import MatchStanding


def test_every_level_plays_the_one_below_in_every_edition() -> None:
    reports: list[tuple[int, int]] = []
    rungs = ladder(
        ["strike-2020", "impact"],
        2,
        progress=lambda done, total: reports.append((done, total)),
        levels=("beginner", "gambler", "rule"),
    )
    pairs = [("beginner", "gambler"), ("gambler", "rule")]
    assert [(rung.lower.name, rung.upper.name) for rung in rungs] == pairs * 2
    assert [rung.edition for rung in rungs] == ["strike-2020"] * 2 + ["impact"] * 2
    assert all(rung.upper.games == 2 for rung in rungs)
    assert reports[-1] == (8, 8)


def test_the_page_says_whether_intervals_overlap() -> None:
    low = MatchStanding("rule", 100, 40, 0.31, 0.50, -35, 34)
    high = MatchStanding("exact", 100, 60, 0.502, 0.69, 35, 34)
    page = ladder_page([Rung("impact", low, high)])
    assert "| impact | exact | rule | 100 | 60.0% | 50.2% to 69.0% | yes |" in page


def test_a_rung_is_clear_only_without_overlap() -> None:
    low, high = (MatchStanding("x", 10, 5, *bounds, 0, 90) for bounds in ((0.3, 0.5), (0.5, 0.7)))
    assert not Rung("impact", low, high).is_clear
