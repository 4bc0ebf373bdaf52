"""Games with real dice, few of them: they end, the rules agree, and aiming is studied."""

from random import Random

import pytest

from kessel.bots.roster import make_bot
from kessel.errors import BadValue
from kessel.lab.aiming import study
from kessel.lab.match import Match, play_match
from kessel.lab.physical import QuietPhysics, play_physical
from kessel.rules.edition import find_edition


def test_a_game_with_real_dice_ends() -> None:
    bots = [make_bot("gambler"), make_bot("rule"), make_bot("beginner")]
    thrower = QuietPhysics()
    winners = play_physical(find_edition("impact"), bots, thrower, Random(3))
    assert len(winners) == 1
    assert thrower.throws > 10


def test_a_match_with_real_dice_can_be_played_again() -> None:
    match = Match("strike-2020", ("rule", "gambler"), 2, physics=True)
    assert play_match(match) == play_match(match)


def test_aiming_is_studied() -> None:
    told = study("strike-2020", games=1, trials=6, checks=2)
    assert told.games == 1
    assert told.won in (0, 1)
    assert -1.0 < told.gain < 1.0


def test_effects_are_refused() -> None:
    with pytest.raises(BadValue, match="has effects"):
        Match("harry-potter", ("rule", "gambler"), 2, physics=True)
    with pytest.raises(BadValue, match="has effects"):
        study("harry-potter", 1, 1, 1)
