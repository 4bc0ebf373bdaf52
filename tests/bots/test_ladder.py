"""Every level beats the one below it, at a table of two, exactly: no games, no luck.

The characters are written as strategies over the measured model, whose kinds are gentle, firm and
wild; the solver says what one wins against another.
"""

from itertools import pairwise

import pytest

from kessel.bots.characters import Beginner, ByRule, Careful, Gambler
from kessel.bots.hand import KINDS
from kessel.rules.edition import find_edition
from kessel.solver.base.strategies import Habit, Solved, Strategy, edge
from kessel.solver.measured import arena_of, shipped
from kessel.solver.tables import solved

LEAST = 0.008
"""What a level wins more than one half against the one below; 10,000 games show it."""


def from_lying(least: int) -> tuple[float, ...]:
    return tuple(float(lying >= least) for lying in range(6))


def strategies(edition: str) -> list[Strategy]:
    """Weakest first, with the numbers of the characters."""
    model = shipped(arena_of(edition))
    gambler = Gambler()
    return [
        Habit((Beginner().courage,) * 6, (1.0, 0.0, 0.0)),
        Habit((gambler.greed,) * 6, (0.0, 1.0 - gambler.fury, gambler.fury)),
        Habit(from_lying(Careful().enough), (0.5, 0.5, 0.0), keep_last=True),
        Habit(from_lying(ByRule().lying), (0.0, 1.0, 0.0)),
        Solved(solved(edition, 2, model)),
    ]


@pytest.mark.parametrize("edition", ["strike-2020", "impact"])
def test_every_level_beats_the_one_below(edition: str) -> None:
    box, model = find_edition(edition), shipped(arena_of(edition))
    assert model.kinds == KINDS
    for lower, upper in pairwise(strategies(edition)):
        assert edge(box, 2, model, upper, lower) > LEAST


def test_how_you_throw_matters() -> None:
    """The same rule thrown firmly against the same rule thrown gently: more than ten points."""
    box, model = find_edition("strike-2020"), shipped("oval")
    gentle, firm = (Habit(from_lying(2), kinds) for kinds in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    assert edge(box, 2, model, firm, gentle) > 0.10


def test_nobody_beats_the_solution() -> None:
    box, model = find_edition("strike-2020"), shipped("oval")
    *lower, exact = strategies("strike-2020")
    assert edge(box, 2, model, exact, exact) == pytest.approx(0.0, abs=1e-12)
    for one in lower:
        assert edge(box, 2, model, one, exact) < -LEAST
