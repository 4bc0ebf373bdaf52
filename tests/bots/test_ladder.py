"""Every level beats the one below it, at a table of two, exactly: no games, no luck.

The characters are written as strategies over the measured model, whose kinds are gentle, firm and
wild; the solver says what one wins against another.
"""

from itertools import pairwise
from pathlib import Path

import pytest

from kessel.bots.characters import CHARACTERS
from kessel.bots.hand import KINDS
from kessel.lab.match import Match, play_match
from kessel.lab.study.play import going_on, levels
from kessel.rules.edition import find_edition
from kessel.solver.base import load_or_solve
from kessel.solver.base.evaluation import edge
from kessel.solver.base.strategies import Habit, Strategy
from kessel.solver.measured import shipped

LEAST = 0.008
"""What a level wins more than one half against the one below; 10,000 games show it."""


BASE = ("strike-2012", "strike-2020", "impact")
PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "opponents.md"


def on_the_page(upper: str, lower: str) -> dict[str, str]:
    """What the page says that one level wins against another, by edition; exact."""
    _, shares = PAGE.read_text("utf-8").split(f"| {upper} against {lower} | ", 1)
    return dict(zip(BASE, shares.splitlines()[0].strip("| ").split(" | "), strict=True))


def strategies(edition: str) -> list[Strategy]:
    """Weakest first."""
    model = shipped(find_edition(edition).arena)
    return list(levels(load_or_solve(edition, 2, model)).values())


@pytest.mark.long
@pytest.mark.parametrize("edition", BASE)
def test_every_level_beats_the_one_below(edition: str) -> None:
    """By as much as the page says."""
    found = find_edition(edition)
    model = shipped(found.arena)
    assert model.kinds == KINDS
    rungs = levels(load_or_solve(edition, 2, model))
    for lower, upper in [*pairwise(rungs), ("beginner", "exact")]:
        gain = edge(found, 2, model, rungs[upper], rungs[lower])
        assert gain > LEAST
        assert on_the_page(upper, lower)[edition] == f"{0.5 + gain:.1%}"


PLAYED = 1000
"""Games of a rung with effects, always the same ones: a standard error is 1.6 points."""


@pytest.mark.long
@pytest.mark.parametrize("edition", ["impact-power", "impact-avatar", "harry-potter"])
def test_with_effects_no_level_falls_behind_the_one_below(edition: str) -> None:
    """By the default rules; so few games show no margin, only that nobody is far behind."""
    for lower, upper in pairwise(CHARACTERS):
        first, _ = play_match(Match(edition, (upper, lower), PLAYED))
        assert first.won > 0.48 * PLAYED, f"{upper} against {lower}"


def test_how_you_throw_matters() -> None:
    """The same rule thrown firmly against the same rule thrown gently: more than ten points."""
    edition, model = find_edition("strike-2020"), shipped("oval")
    gentle, firm = (Habit(going_on(2), kinds) for kinds in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    assert edge(edition, 2, model, firm, gentle) > 0.10


def test_nobody_beats_the_solution() -> None:
    edition, model = find_edition("strike-2020"), shipped("oval")
    *lower, exact = strategies("strike-2020")
    assert edge(edition, 2, model, exact, exact) == pytest.approx(0.0, abs=1e-12)
    for one in lower:
        assert edge(edition, 2, model, one, exact) < -LEAST
