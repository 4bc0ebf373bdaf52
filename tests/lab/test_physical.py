"""Games with real dice, few of them: they end, and can be played again."""

from random import Random

import pytest

from kessel.bots.roster import make_bot
from kessel.errors import BadValue
from kessel.lab.match import Match, play_match
from kessel.lab.physical import play_physical
from kessel.physics.dice import PhysicsDice
from kessel.rules.edition import find_edition


def test_a_game_with_real_dice_ends() -> None:
    bots = [make_bot("gambler"), make_bot("rule"), make_bot("beginner")]
    thrower = PhysicsDice(watched=False)
    winners = play_physical(find_edition("impact"), bots, thrower, Random(3))
    assert len(winners) == 1
    assert thrower.throws > 10


def test_a_match_with_real_dice_can_be_played_again() -> None:
    match = Match("strike-2020", ("rule", "gambler"), 2, physics=True)
    assert play_match(match) == play_match(match)


def test_effects_are_refused() -> None:
    with pytest.raises(BadValue, match="has effects"):
        Match("harry-potter", ("rule", "gambler"), 2, physics=True)
