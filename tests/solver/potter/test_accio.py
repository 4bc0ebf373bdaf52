"""The die that an Accio takes, where each way to lie has a value of its own."""

import numpy as np
import pytest

from kessel.solver.arrays import Values
from kessel.solver.potter.accio import Accio
from kessel.solver.potter.arena import TOPS, Loose, Spell, flag
from kessel.solver.potter.rules import PotterRules

LOOSE = Loose.of(2)


def way(immobulus: int, *spells: Spell) -> int:
    return int(LOOSE.number[immobulus, sum(map(flag, spells))])


def worth(found: Values, lying: int) -> float:
    return float(found[0, lying, 0, 0])


@pytest.fixture
def turn() -> list[Values]:
    """The more lies there the better, so that nobody would take a die; with a tower of one less
    well than with anything."""
    ways = np.arange(len(LOOSE)) / 100
    bare = np.broadcast_to(ways[None, :, None, None], (1, len(LOOSE), 1, 1)) + 0.5
    return [bare, np.broadcast_to(ways[None, :, None, None], (len(TOPS), len(LOOSE), 1, 1))]


def test_a_die_is_taken_where_that_is_better_or_has_to_be(turn: list[Values]) -> None:
    both = way(0, Spell.RELASHIO, Spell.CONFUNDO)
    taken = max(way(0, Spell.RELASHIO), way(0, Spell.CONFUNDO))
    declined = Accio(LOOSE, PotterRules()).worth(turn, 0)
    assert worth(declined, both) == worth(turn[0], both)
    had_to = Accio(LOOSE, PotterRules(may_decline=False)).worth(turn, 0)
    assert worth(had_to, both) == worth(turn[0], taken)
    assert worth(had_to, way(0)) == worth(turn[0], way(0)), "nothing lies there to be taken"


def test_whether_an_immobulus_may_be_taken_is_a_rule(turn: list[Values]) -> None:
    lying = way(1)
    for may, after in ((True, way(0)), (False, lying)):
        rules = PotterRules(may_decline=False, accio_takes_immobulus=may)
        assert worth(Accio(LOOSE, rules).worth(turn, 0), lying) == worth(turn[0], after)


def test_a_die_of_the_tower_is_taken_also_where_its_like_lies_loose(turn: list[Values]) -> None:
    found = Accio(LOOSE, PotterRules()).worth(turn, 1)
    top = TOPS.index(Spell.CONFUNDO)
    for lying in (way(0), way(0, Spell.CONFUNDO)):
        assert found[top, lying, 0, 0] == worth(turn[0], lying)
        assert found[top, lying, 0, 0] > worth(turn[1], lying), "than if none were taken"
