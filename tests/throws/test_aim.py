"""Aims: what a hand can do is accepted and reads back, anything else is refused."""

import math
from typing import Any

import pytest

from kessel.errors import BadValue
from kessel.game import Game
from kessel.throws.aim import AIM_RANGES, STRENGTHS, USUAL, Aim, nearest_strength
from kessel.throws.dice import seed_text


@pytest.mark.parametrize("name", sorted(AIM_RANGES))
def test_an_aim_out_of_range_is_refused_with_what_is_allowed(name: str) -> None:
    low, high = AIM_RANGES[name]
    for value in (low - 0.01, high + 0.01, math.nan, math.inf, "0.1", None, True):
        with pytest.raises(BadValue, match=f"aim {name}.*accepted"):
            Aim(**{name: value})  # type: ignore[arg-type]
    for value in (low, high, 0 if low <= 0 else low):
        assert getattr(Aim(**{name: value}), name) == value


def test_an_aim_reads_back_from_its_json() -> None:
    aim = Aim.of_strength("wild", x=0.01, y=-0.02, side=1.5)
    assert Aim.from_json(aim.to_json()) == aim
    wrong_values: tuple[object, ...] = ([], {"power": 3}, "firm")
    for wrong in wrong_values:
        with pytest.raises(BadValue):
            Aim.from_json(wrong)
    with pytest.raises(BadValue, match="gentle, firm, wild"):
        Aim.of_strength("furious")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_strength_is_speed_height_and_spin(strength: str) -> None:
    aim = Aim.of_strength(strength, x=0.01, side=2.0)
    assert {name: getattr(aim, name) for name in STRENGTHS[strength]} == STRENGTHS[strength]
    assert (aim.x, aim.y, aim.side) == (0.01, 0.0, 2.0)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_an_aim_is_called_by_its_nearest_strength(strength: str) -> None:
    speed = STRENGTHS[strength]["speed"]
    assert nearest_strength(Aim.of_strength(strength)) == strength
    assert nearest_strength({"speed": speed * 1.01}) == strength


@pytest.mark.parametrize("aim", [None, {}, {"speed": math.nan}, {"speed": "fast"}])
def test_an_aim_without_a_speed_is_a_usual_one(aim: Any) -> None:
    assert nearest_strength(aim) == USUAL


@pytest.mark.parametrize("aim", ["firm", 5, {"power": 3}])
def test_a_strength_is_nearest_to_an_aim_only(aim: Any) -> None:
    with pytest.raises(BadValue, match="an object with x, y"):
        nearest_strength(aim)
    with pytest.raises(BadValue, match="an object with x, y"):
        Game.from_state("strike-2020 hands=3,4 arena=2").throw("measured", {0: ("1", aim)})


# --- a seed is the same as a number and as its digits ---------------------------------------------


def test_a_number_and_its_digits_are_one_seed() -> None:
    assert seed_text(7) == seed_text("7") == "7"
    assert seed_text(b"\x01") == "01"


def test_without_a_seed_there_is_a_fresh_one() -> None:
    assert seed_text(None) != seed_text(None)


@pytest.mark.parametrize("wrong", [0.5, [], object()])
def test_what_is_none_is_refused(wrong: Any) -> None:
    with pytest.raises(BadValue, match="a seed is a whole number, text or bytes, not"):
        seed_text(wrong)
