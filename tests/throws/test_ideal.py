"""Ideal dice do what their two numbers say, and the same for the same seed."""

import math

import pytest

from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.options import Options
from kessel.throws.ideal import IdealThrower
from kessel.throws.lay import LyingDie, dice_in, flat
from kessel.throws.thrower import Handful, ThrowOrder

STRIKE = find_edition("strike-2020")
LAY = tuple(
    (LyingDie(n, face, flat(STRIKE, face, 0.03 * n, 0.0)),) for n, face in enumerate("23456")
)
TOWER = (tuple(LyingDie(n, f, flat(STRIKE, f, 0.0, 0.0, n)) for n, f in enumerate("2345")),)


def order(number: int, lay=LAY, dice=(9,)):  # type: ignore[no-untyped-def]
    return ThrowOrder(STRIKE, Options(), lay, (Handful(0, dice, {}),), number.to_bytes(32, "big"))


def test_the_same_seed_gives_the_same_throw() -> None:
    assert IdealThrower().throw(order(7)) == IdealThrower().throw(order(7))


def test_no_die_is_lost_or_invented() -> None:
    for seed in range(500):
        thrown = IdealThrower(strike=0.5, loss=0.3).throw(order(seed, LAY + TOWER[:0], (9, 10, 11)))
        dice = [die.die for die in dice_in(thrown.lay)] + list(thrown.out)
        assert sorted(dice) == [0, 1, 2, 3, 4, 9, 10, 11]


def test_faces_of_the_thrown_die_are_uniform() -> None:
    """6,000 throws, chi-square with 5 degrees of freedom below 20.5 (p = 0.001)."""
    thrower, counts = IdealThrower(strike=0.0, loss=0.0), dict.fromkeys(STRIKE.faces, 0)
    for seed in range(6000):
        counts[thrower.throw(order(seed)).lay[-1][0].face] += 1
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5


def test_strikes_and_losses_are_as_often_as_said() -> None:
    """20,000 lying dice and 4,000 thrown ones; within 4 standard deviations."""
    thrower, moved, lost = IdealThrower(strike=0.3, loss=0.1), 0, 0
    for seed in range(4000):
        thrown = thrower.throw(order(seed))
        kept = {spot[0] for spot in thrown.lay}
        moved += sum(spot[0] not in kept for spot in LAY)
        lost += 9 in thrown.out
    # a struck die is moved; it may come to lie in the very same pose only if it was not moved
    assert abs(moved / 20000 - 0.3) < 4 * math.sqrt(0.3 * 0.7 / 20000) + 0.02
    assert abs(lost / 4000 - 0.1) < 4 * math.sqrt(0.1 * 0.9 / 4000)


def test_a_tower_falls_from_the_top() -> None:
    heights = set()
    for seed in range(300):
        first = IdealThrower(strike=1.0, loss=0.0).throw(order(seed, TOWER)).lay[0]
        if len(first) > 1:
            assert [die.die for die in first] == list(range(len(first)))
            heights.add(len(first))
    assert heights == {2, 3}


def test_dice_come_to_lie_apart() -> None:
    for seed in range(50):
        thrown = IdealThrower(0.5, 0.0).throw(order(seed, LAY, tuple(range(9, 30))))
        spots = [spot[0].pose[:2] for spot in thrown.lay]
        gaps = [math.dist(a, b) for i, a in enumerate(spots) for b in spots[:i]]
        assert min(gaps) > 0.018
        assert max(math.hypot(*spot) for spot in spots[5:]) < 0.07


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda e: e.id)
def test_the_pose_shows_the_face(edition) -> None:  # type: ignore[no-untyped-def]
    axes = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1), (0, -1, 0), (-1, 0, 0))
    for face, axis in zip(edition.faces, axes, strict=True):
        _, _, _, w, x, y, z = flat(edition, face, 0.0, 0.0)
        up = (
            2 * (x * z - w * y) * axis[0]
            + 2 * (y * z + w * x) * axis[1]
            + (1 - 2 * (x * x + y * y)) * axis[2]
        )
        assert up == pytest.approx(1.0)


def test_a_number_that_is_no_probability_is_refused() -> None:
    with pytest.raises(BadValue, match="from 0 to 1"):
        IdealThrower(strike=1.5)
