"""The ideal chance model, against counting every way the dice can fall."""

import math
from itertools import product
from math import prod
from random import Random

import pytest
from games import land

from kessel.errors import BadValue
from kessel.rules.moves import ALL, ONE
from kessel.rules.positions import read_state
from kessel.solver.chance import POUR, THROW, IdealChance, base_outcomes
from kessel.solver.dice import ModelDice, model_kind
from kessel.solver.measured import shipped
from kessel.throws.aim import Aim
from kessel.throws.dice import Cast, Dice
from kessel.throws.ideal import IdealFaces


def count_every_way(
    strike: float, loss: float, thrown: int, lying: int
) -> dict[tuple[int, int], float]:
    """Each lying die rests or moves; each moving die is lost or shows one of six faces."""
    counted: dict[tuple[int, int], float] = {}
    faces = [("lost", loss), *((face, (1 - loss) / 6) for face in range(6))]
    for moved in product((False, True), repeat=lying):
        chance = prod(strike if one else 1 - strike for one in moved)
        resting = [face + 1 for face, one in enumerate(moved) if not one]
        for fallen in product(faces, repeat=thrown + sum(moved)):
            seen = resting + [face for face, _ in fallen if face not in ("lost", 0)]
            singles = sum(seen.count(face) == 1 for face in seen)
            key = (singles, len(seen) - singles)
            counted[key] = counted.get(key, 0.0) + chance * prod(p for _, p in fallen)
    return {key: chance for key, chance in counted.items() if chance > 0}


@pytest.mark.parametrize(("strike", "loss"), [(0.0, 0.0), (0.3, 0.02), (1.0, 0.5)])
@pytest.mark.parametrize("lying", [0, 1, 2, 3])
def test_one_die_thrown_onto_some(strike: float, loss: float, lying: int) -> None:
    told = base_outcomes(IdealChance(strike, loss), THROW, 1, lying)
    assert told == pytest.approx(count_every_way(strike, loss, 1, lying), abs=1e-12)


@pytest.mark.parametrize("dice", [1, 2, 3, 5])
def test_all_dice_poured(dice: int) -> None:
    told = base_outcomes(IdealChance(0.3, 0.1), POUR, dice, 0)
    assert told == pytest.approx(count_every_way(0.3, 0.1, dice, 0), abs=1e-12)


def test_five_lie_and_one_is_thrown_always_matches_or_loses() -> None:
    outcomes = base_outcomes(IdealChance(0.3, 0.02), THROW, 1, 5)
    assert sum(outcomes.values()) == pytest.approx(1.0, abs=1e-14)
    assert all(left + taken < 6 or taken for left, taken in outcomes)


@pytest.mark.parametrize(("strike", "loss"), [(-0.1, 0.0), (0.3, 1.5), (0.3, float("nan"))])
def test_probabilities_are_checked(strike: float, loss: float) -> None:
    with pytest.raises(BadValue, match="from 0 to 1"):
        IdealChance(strike, loss)


# --- dice for games by the thousand: both kinds land alike where they model the same --------------


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
