"""Dice for games by the thousand: both kinds land alike where they model the same."""

import math
from random import Random

import pytest

from kessel.bots.trial import TrialDice
from kessel.lab.dice import Dice, kind_of
from kessel.rules.moves import ALL, ONE
from kessel.rules.notation import read_state
from kessel.solver.chance import POUR, IdealChance
from kessel.throws.ideal import IdealFaces

STRIKE, LOSS, THROWS = 0.3, 0.1, 6000
MODEL = IdealChance(STRIKE, LOSS)
STATE = read_state("harry-potter hands=8,8 arena=accio,immobulus/relashio/X,wingardium phase=throw")
LYING = 5


def test_all_dice_are_poured_whatever_the_hand_would_like() -> None:
    assert kind_of(ALL, "wild") == POUR
    assert kind_of(ONE, "wild") == "wild"


@pytest.mark.parametrize(
    "dice", [IdealFaces(STRIKE, LOSS), TrialDice(MODEL)], ids=["ideal", "trial"]
)
def test_a_tower_stands_whole_or_not_at_all_as_often_as_said(dice: Dice) -> None:
    """6,000 throws; both shares within 4 standard errors (of losses 0.0064, worked out)."""
    chance = Random(5)
    standing = lost = 0
    for _ in range(THROWS):
        landing = dice.land(STATE, 1, MODEL.kinds[0], chance)
        towers = [piece for piece in landing.arena if not isinstance(piece, str)]
        assert towers in ([], [STATE.arena[1]])
        standing += bool(towers)
        lost += landing.out
    assert abs(standing / THROWS - (1 - STRIKE)) < 4 * math.sqrt(STRIKE * (1 - STRIKE) / THROWS)
    assert abs(lost / THROWS - LOSS * (1 + STRIKE * LYING)) < 4 * 0.0064
