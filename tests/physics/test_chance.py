"""The stream of chance: pinned numbers, right distributions, nothing shared between attempts."""

import hashlib
import math
import statistics

import pytest

from kessel.errors import BadValue
from kessel.physics.chance import Chance
from kessel.throws.pose import Pose

SEED = bytes(range(32))


def test_the_derivation_is_the_documented_one() -> None:
    stream = hashlib.shake_256(b"kessel throw 1" + (3).to_bytes(4, "little") + SEED).digest(16)
    chance = Chance(SEED, attempt=3)
    for at in (0, 8):
        word = int.from_bytes(stream[at : at + 8], "little")
        assert chance.uniform() == (word >> 11) / 2**53


def test_the_stream_goes_on_past_its_first_block_without_repeating() -> None:
    chance = Chance(SEED)
    numbers = [chance.uniform() for _ in range(5000)]
    assert len(set(numbers)) == 5000
    again = Chance(SEED)
    assert [again.uniform() for _ in range(5000)] == numbers


def test_attempts_have_streams_of_their_own() -> None:
    assert Chance(SEED, 0).uniform() != Chance(SEED, 1).uniform()


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
