"""Every level beats the one below it, at a table of two, exactly: no games, no luck.

The characters are written as strategies over the measured model, whose kinds are gentle, firm and
wild; the solver says what one wins against another.
"""

from itertools import pairwise

import pytest

from kessel.bots.characters import Beginner, ByRule, Careful, Gambler
from kessel.bots.hand import KINDS
from kessel.rules.edition import find_edition
from kessel.solver.base import load_or_solve
from kessel.solver.base.strategies import Habit, SolvedPolicy, Strategy, edge
from kessel.solver.measured import shipped

LEAST = 0.008
"""What a level wins more than one half against the one below; 10,000 games show it."""


def from_lying(least: int) -> tuple[float, ...]:
    return tuple(float(lying >= least) for lying in range(6))


def strategies(edition: str) -> list[Strategy]:
    """Weakest first, with the numbers of the characters."""
    model = shipped(find_edition(edition).arena)
    gambler = Gambler()
    return [
        Habit((Beginner().courage,) * 6, (1.0, 0.0, 0.0)),
        Habit((gambler.greed,) * 6, (0.0, 1.0 - gambler.fury, gambler.fury)),
        Habit(from_lying(Careful().enough), (0.5, 0.5, 0.0), keep_last=True),
        Habit(from_lying(ByRule().lying), (0.0, 1.0, 0.0)),
        SolvedPolicy(load_or_solve(edition, 2, model)),
    ]


@pytest.mark.long
@pytest.mark.parametrize("edition", ["strike-2020", "impact"])
def test_every_level_beats_the_one_below(edition: str) -> None:
    found = find_edition(edition)
    model = shipped(found.arena)
    assert model.kinds == KINDS
    for lower, upper in pairwise(strategies(edition)):
        assert edge(found, 2, model, upper, lower) > LEAST


def test_how_you_throw_matters() -> None:
    """The same rule thrown firmly against the same rule thrown gently: more than ten points."""
    edition, model = find_edition("strike-2020"), shipped("oval")
    gentle, firm = (Habit(from_lying(2), kinds) for kinds in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    assert edge(edition, 2, model, firm, gentle) > 0.10


def test_nobody_beats_the_solution() -> None:
    edition, model = find_edition("strike-2020"), shipped("oval")
    *lower, exact = strategies("strike-2020")
    assert edge(edition, 2, model, exact, exact) == pytest.approx(0.0, abs=1e-12)
    for one in lower:
        assert edge(edition, 2, model, one, exact) < -LEAST
