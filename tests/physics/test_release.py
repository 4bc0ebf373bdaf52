"""What hands make of aims: direction, tremor, room for every die."""

import hashlib
import itertools
import math
import statistics

import pytest

from kessel.errors import BadValue
from kessel.physics.chance import Chance
from kessel.physics.params import CIRCUMRADIUS, GRAVITY
from kessel.physics.practice import seed_of
from kessel.physics.release import HAND_WINDOW, Release, releases
from kessel.throws.aim import Aim
from kessel.throws.boxes import OVAL
from kessel.throws.dice import Handful
from kessel.throws.pose import Pose


def let_go(*handfuls: Handful, lying: tuple[Pose, ...] = (), seed: int = 0) -> tuple[Release, ...]:
    return releases(OVAL, handfuls, lying, Chance(seed_of(seed)))


@pytest.mark.parametrize("speed", [0.0, 0.7, 1.8, 3.0, 4.0])
@pytest.mark.parametrize("side", [-2.0, 0.0, 1.1])
def test_a_die_thrown_into_the_empty_air_would_come_by_its_aim(speed: float, side: float) -> None:
    misses = []
    for seed in range(40):
        (die,) = let_go(Handful(0, (1,), Aim(0.01, -0.02, side, speed, 0.12, 10)), seed=seed)
        x, y, z = die.pose.position
        u, v, w = die.velocity
        time = (w + math.sqrt(w * w + 2 * GRAVITY * (z - 0.008))) / GRAVITY
        misses.append((x + u * time - 0.01, y + v * time + 0.02))
    for axis in (0, 1):
        assert abs(statistics.fmean(miss[axis] for miss in misses)) < 0.002
        assert 0.001 < statistics.pstdev(miss[axis] for miss in misses) < 0.005


def test_dice_come_from_the_side_of_the_hand() -> None:
    (die,) = let_go(Handful(0, (1,), Aim(side=math.pi / 2, speed=1.8)))
    assert die.pose.position[1] > 0.03
    assert die.velocity[1] < -1.0


def test_the_same_aim_never_gives_the_same_throw_but_the_same_seed_does() -> None:
    handful = Handful(0, (1, 2), Aim())
    assert let_go(handful, seed=1) == let_go(handful, seed=1)
    assert let_go(handful, seed=1) != let_go(handful, seed=2)


@pytest.mark.parametrize("count", [2, 5, 10, 17, 30])
def test_no_two_dice_of_a_handful_can_overlap(count: int) -> None:
    dice = let_go(Handful(0, tuple(range(count)), Aim()))
    for one, other in itertools.combinations(dice, 2):
        apart = math.dist(one.pose.position, other.pose.position)
        assert apart > 2 * CIRCUMRADIUS


def test_a_hand_over_a_tower_is_lifted_clear_of_it() -> None:
    tower = tuple(Pose.at((0.0, 0.0, 0.016 * (k + 0.5))) for k in range(8))
    (die,) = let_go(Handful(0, (99,), Aim(speed=0.0)), lying=tower)
    assert min(math.dist(die.pose.position, pose.position) for pose in tower) > 2 * CIRCUMRADIUS


def test_several_seats_let_go_within_a_short_window() -> None:
    handfuls = [Handful(seat, (seat,), Aim(side=seat - 2.0)) for seat in range(5)]
    dice = let_go(*handfuls)
    times = [die.time for die in dice]
    assert times == sorted(times)
    assert 0 <= times[0] < times[-1] < HAND_WINDOW
    assert {die.die for die in dice} == set(range(5))


# --- the stream of chance: pinned numbers, right distributions, nothing shared between attempts ---


SEED = bytes(range(32))


def test_the_derivation_is_the_documented_one() -> None:
    stream = hashlib.shake_256(b"kessel throw 1" + (3).to_bytes(4, "little") + SEED).digest(16)
    chance = Chance(SEED, attempt=3)
    for at in (0, 8):
        word = int.from_bytes(stream[at : at + 8], "little")
        assert chance.uniform() == (word >> 11) / 2**53


@pytest.mark.parametrize("length", [0, 31, 33])
def test_other_seeds_than_32_bytes_are_refused(length: int) -> None:
    with pytest.raises(BadValue, match="exactly 32"):
        Chance(bytes(length))


def test_normals_have_mean_0_and_deviation_1_and_no_wild_tails() -> None:
    chance = Chance(SEED)
    numbers = [chance.normal() for _ in range(20_000)]
    assert abs(statistics.fmean(numbers)) < 0.03  # four sigmas of the mean
    assert statistics.pstdev(numbers) == pytest.approx(0.99, abs=0.02)
    assert max(map(abs, numbers)) <= 3.0


def test_rotations_are_unit_and_favour_no_direction() -> None:
    chance = Chance(SEED)
    heights = []
    for _ in range(6000):
        rotation = chance.rotation()
        assert math.hypot(*rotation) == pytest.approx(1.0)
        heights.append(Pose.at((0, 0, 0), rotation).heights)
    for axis in range(3):  # uniform on the sphere: a height is uniform in [-1, 1]
        values = [height[axis] for height in heights]
        assert abs(statistics.fmean(values)) < 0.03
        assert statistics.pvariance(values) == pytest.approx(1 / 3, abs=0.015)
