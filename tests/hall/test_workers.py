"""A hall offers every level, or those it is told to."""

from kessel.bots.levels import LEVELS
from kessel.hall.workers import bots_by_level


def test_there_is_a_bot_for_every_level_that_is_offered() -> None:
    assert tuple(bots_by_level()) == LEVELS
    assert tuple(bots_by_level(["rule"])) == ("rule",)
