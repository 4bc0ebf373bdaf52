"""The levels of bots are written down once more, so that a hall need not load the bots."""

from kessel.bots.roster import IDS
from kessel.hall.workers import LEVELS, bots_by_level


def test_the_levels_are_those_of_the_roster() -> None:
    assert LEVELS == IDS
    assert tuple(bots_by_level()) == LEVELS
