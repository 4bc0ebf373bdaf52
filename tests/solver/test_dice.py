"""Dice for games by the thousand: both kinds land alike where they model the same."""

import math
from random import Random

import pytest
from games import land

from kessel.rules.moves import ALL, ONE
from kessel.rules.positions import read_state
from kessel.solver.chance import POUR, IdealChance
from kessel.solver.dice import ModelDice, model_kind
from kessel.solver.measured import shipped
from kessel.throws.aim import Aim
from kessel.throws.dice import Cast, Dice
from kessel.throws.ideal import IdealFaces

STRIKE, LOSS, THROWS = 0.3, 0.1, 6000
MODEL = IdealChance(STRIKE, LOSS)
STATE = read_state("harry-potter hands=8,8 arena=accio,immobulus/relashio/X,wingardium phase=throw")
LYING = 5


def test_all_dice_are_poured_whatever_the_hand_would_like() -> None:
    measured = shipped("oval")
    assert model_kind(measured, {0: Cast(ALL, kind="wild")}) == POUR
    assert model_kind(measured, {0: Cast(ONE, kind="wild")}) == "wild"


def test_a_throw_without_a_kind_is_named_by_its_aim() -> None:
    measured = shipped("oval")
    assert model_kind(measured, {0: Cast(ONE, Aim.of_strength("wild"))}) == "wild"
    assert model_kind(measured, {0: Cast(ONE, {"speed": 0.5})}) == "gentle"
    assert model_kind(measured, {0: Cast(ONE)}) == "firm"
    assert model_kind(MODEL, {0: Cast(ONE, kind="wild")}) == MODEL.kinds[0]


def test_of_several_casts_the_hardest_counts() -> None:
    casts = {0: Cast(ONE, kind="gentle"), 1: Cast(ONE, kind="wild"), 2: Cast(ONE, kind="throw")}
    assert model_kind(shipped("oval"), casts) == "wild"


@pytest.mark.parametrize(
    "dice", [IdealFaces(STRIKE, LOSS), ModelDice(MODEL)], ids=["ideal", "trial"]
)
def test_a_tower_stands_whole_or_not_at_all_as_often_as_said(dice: Dice) -> None:
    """6,000 throws; both shares within 4 standard errors (of losses 0.0064, worked out)."""
    chance = Random(5)
    standing = lost = 0
    for _ in range(THROWS):
        landing = land(dice, STATE, {0: ONE}, chance, MODEL.kinds[0])
        towers = [piece for piece in landing.arena if not isinstance(piece, str)]
        assert towers in ([], [STATE.arena[1]])
        standing += bool(towers)
        lost += landing.out
    assert abs(standing / THROWS - (1 - STRIKE)) < 4 * math.sqrt(STRIKE * (1 - STRIKE) / THROWS)
    assert abs(lost / THROWS - LOSS * (1 + STRIKE * LYING)) < 4 * 0.0064
