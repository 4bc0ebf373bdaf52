"""Ideal dice do what their two numbers say, the same for the same seed."""

import math
from random import Random

import pytest
from games import land

from kessel.errors import BadValue
from kessel.rules.edition import find_edition
from kessel.rules.moves import ONE
from kessel.rules.options import Options
from kessel.rules.positions import read_state
from kessel.throws.at_rest import DiceAtRest, LyingDie, arena_of, dice_in, flat
from kessel.throws.dice import Cast, Handful, Simulator, ThrowOrder
from kessel.throws.ideal import IdealDice, IdealFaces, fair_faces

STRIKE = find_edition("strike-2020")
FIVE: DiceAtRest = tuple(
    (LyingDie(n, face, flat(STRIKE, face, 0.03 * n, 0.0)),) for n, face in enumerate("23456")
)
TOWER: DiceAtRest = (
    tuple(LyingDie(n, f, flat(STRIKE, f, 0.0, 0.0, n)) for n, f in enumerate("2345")),
)


def order(
    number: int, at_rest: DiceAtRest = FIVE, dice: tuple[int, ...] = (9,), hands: int = 1
) -> ThrowOrder:
    held = tuple(Handful(player, dice[player::hands]) for player in range(hands))
    return ThrowOrder(STRIKE, Options(), at_rest, held, number.to_bytes(32, "big"))


def test_the_same_seed_gives_the_same_throw() -> None:
    assert IdealDice().throw(order(7)) == IdealDice().throw(order(7))


def test_no_die_is_lost_or_invented() -> None:
    for seed in range(500):
        thrower = IdealDice(strike=0.5, loss=0.3)
        thrown = thrower.throw(order(seed, FIVE, (9, 10, 11), hands=2))
        dice = [die.die for die in dice_in(thrown.at_rest)] + list(thrown.out)
        assert sorted(dice) == [0, 1, 2, 3, 4, 9, 10, 11]


def test_faces_of_the_thrown_die_are_uniform() -> None:
    """6,000 throws, chi-square with 5 degrees of freedom below 20.5 (p = 0.001)."""
    thrower, counts = IdealDice(strike=0.0, loss=0.0), dict.fromkeys(STRIKE.faces, 0)
    for seed in range(6000):
        counts[thrower.throw(order(seed)).at_rest[-1][0].face] += 1
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5


def test_strikes_and_losses_are_as_often_as_said() -> None:
    """20,000 lying dice and 4,000 thrown ones; within 4 standard deviations."""
    thrower, moved, lost = IdealDice(strike=0.3, loss=0.1), 0, 0
    for seed in range(4000):
        thrown = thrower.throw(order(seed))
        kept = {stack[0] for stack in thrown.at_rest}
        moved += sum(stack[0] not in kept for stack in FIVE)
        lost += 9 in thrown.out
    # a struck die is moved; it may come to lie in the very same pose only if it was not moved
    assert abs(moved / 20000 - 0.3) < 4 * math.sqrt(0.3 * 0.7 / 20000) + 0.02
    assert abs(lost / 4000 - 0.1) < 4 * math.sqrt(0.1 * 0.9 / 4000)


def test_a_struck_tower_falls_whole() -> None:
    for seed in range(300):
        thrown = IdealDice(strike=1.0, loss=0.0).throw(order(seed, TOWER))
        assert sorted(die.die for die in dice_in(thrown.at_rest)) == [0, 1, 2, 3, 9]
        assert all(len(stack) == 1 for stack in thrown.at_rest)


def test_a_tower_is_struck_as_often_as_a_die_and_stands_whole_or_not_at_all() -> None:
    """4,000 throws: within 4 standard deviations of 0.3."""
    standing = 0
    for seed in range(4000):
        (first, *_) = IdealDice(strike=0.3, loss=0.0).throw(order(seed, TOWER)).at_rest
        assert len(first) == 1 or first == TOWER[0]
        standing += first == TOWER[0]
    assert abs(standing / 4000 - 0.7) < 4 * math.sqrt(0.3 * 0.7 / 4000)


def test_a_name_tells_version_and_numbers() -> None:
    assert IdealDice().name == "ideal-1 strike=0.3 loss=0.02"
    assert IdealDice(0.5, 0.0).name == "ideal-1 strike=0.5 loss=0.0"


def test_dice_come_to_lie_apart() -> None:
    for seed in range(50):
        thrown = IdealDice(0.5, 0.0).throw(order(seed, FIVE, tuple(range(9, 30))))
        places = [stack[0].pose[:2] for stack in thrown.at_rest]
        gaps = [math.dist(a, b) for i, a in enumerate(places) for b in places[:i]]
        assert min(gaps) > 0.018
        assert max(math.hypot(*place) for place in places[5:]) < 0.07


@pytest.mark.parametrize("name", ["strike", "loss", "cocked"])
def test_a_number_that_is_no_probability_is_refused(name: str) -> None:
    for value in (-0.1, 1.5, math.nan):
        with pytest.raises(BadValue, match=f"{name} .* from 0 to 1"):
            IdealFaces(**{name: value})
    with pytest.raises(BadValue, match="from 0 to 1"):
        IdealDice(strike=1.5)


def test_dice_without_places_land_as_those_with_places_do() -> None:
    """The same draws in the same order, so the same faces for the same source."""
    state = read_state("strike-2020 hands=8,8 arena=2,3,4,5,6 phase=throw")
    for seed in range(200):
        landing = land(IdealFaces(0.4, 0.1), state, {0: ONE, 1: ONE, 2: ONE}, Random(seed))
        thrown = IdealDice(0.4, 0.1).throw(order(seed, FIVE, (9, 10, 11)))
        assert landing == thrown.landing
        assert landing.arena == arena_of(thrown.at_rest)


def test_dice_without_places_may_be_cocked() -> None:
    """2,000 throws of one die that always stays: within 4 standard deviations of 0.25."""
    state = read_state("strike-2020 hands=8,8 arena=2 phase=throw")
    dice = IdealFaces(strike=0.0, loss=0.0, cocked=0.25)
    cocked = sum(land(dice, state, {0: ONE}, Random(seed)).cocked for seed in range(2000))
    assert abs(cocked / 2000 - 0.25) < 4 * math.sqrt(0.25 * 0.75 / 2000)


def test_fair_faces_are_those_of_the_edition() -> None:
    faces = fair_faces(find_edition("impact"), 200, Random(1))
    assert set(faces) == set(find_edition("impact").faces)


@pytest.mark.parametrize("lying", [None, FIVE])
def test_it_lands_as_the_order_of_the_same_throw_says(lying: DiceAtRest | None) -> None:
    """What is left out for speed changes nothing."""
    state = read_state("strike-2020 hands=9,3 arena=2,3,4,5,6")
    casts = {1: Cast("1"), 0: Cast("all", {"x": 0.1})}
    for seed in range(50):
        plain = Simulator.land(IdealDice(), state, casts, Random(seed), lying)
        assert IdealDice().land(state, casts, Random(seed), lying) == plain
    with pytest.raises(BadValue, match="aim x = 9"):
        IdealDice().land(state, {0: Cast("1", {"x": 9.0})}, Random(1), lying)
