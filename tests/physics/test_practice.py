"""Throws to try things with: dice scattered without touching, aimed at by chance."""

import pytest

from kessel.errors import BadValue
from kessel.physics.chance import Chance
from kessel.physics.practice import THROWN_DIE, aim_at, scattered, seed_of, throw_at
from kessel.physics.simulator import ArenaSimulator
from kessel.rules.edition import find_edition
from kessel.throws.at_rest import DiceAtRest, arena_of, dice_in
from kessel.throws.boxes import CAULDRON
from kessel.throws.outline import distance_inside
from kessel.throws.placing import collide, placed

STRIKE = find_edition("strike-2020")


@pytest.mark.parametrize("count", [0, 1, 10, 11, 24])
def test_scattered_dice_show_what_was_wanted_and_touch_nothing(count: int) -> None:
    faces = [STRIKE.faces[k % 6] for k in range(count)]
    at_rest = scattered(STRIKE, faces, Chance(seed_of(count)))
    assert arena_of(at_rest) == tuple(faces)
    poses = [die.pose for die in dice_in(at_rest)]
    assert not any(collide(a, b) for k, a in enumerate(poses) for b in poses[:k])


def test_scattered_dice_could_be_laid_down_one_by_one() -> None:
    """`placed` refuses what is not free; 60 dice, each in its own place and turned as it is."""
    for seed in range(10):
        at_rest = scattered(STRIKE, STRIKE.faces, Chance(seed_of(seed)))
        again: DiceAtRest = ()
        for lying in dice_in(at_rest):
            again = placed(STRIKE, again, lying.die, lying.face, *lying.pose[:2], lying.pose.yaw)
        assert arena_of(again) == arena_of(at_rest)
        assert [d.pose[:3] for d in dice_in(again)] == [d.pose[:3] for d in dice_in(at_rest)]


def test_a_face_the_edition_does_not_have_is_refused() -> None:
    with pytest.raises(BadValue, match="7"):
        scattered(STRIKE, ["2", "7"], Chance(seed_of(7)))


def test_more_dice_than_fit_are_refused() -> None:
    with pytest.raises(BadValue, match="100 dice do not fit on this mat"):
        scattered(STRIKE, ["2"] * 100, Chance(seed_of(1)))


def test_they_lie_in_the_box_that_is_named() -> None:
    at_rest = scattered(STRIKE, ["2"] * 10, Chance(seed_of(3)), CAULDRON)
    assert all(distance_inside(CAULDRON.mat, die.pose[:2]) > 0.008 for die in dice_in(at_rest))


def test_an_aim_is_at_a_lying_die_or_the_middle() -> None:
    at_rest = scattered(STRIKE, ["2", "3"], Chance(seed_of(4)))
    aims = [aim_at(at_rest, "firm", Chance(seed_of("aim", k))) for k in range(20)]
    assert {(aim.x, aim.y) for aim in aims} == {die.pose[:2] for die in dice_in(at_rest)}
    empty = aim_at((), "firm", Chance(seed_of(5)))
    assert (empty.x, empty.y) == (0.0, 0.0)


def test_the_thrown_die_has_a_number_of_its_own() -> None:
    thrown = throw_at(ArenaSimulator(STRIKE), "23", "gentle", seed_of(6))
    assert {track.die for track in thrown.trajectory.tracks} == {0, 1, THROWN_DIE}


def test_a_seed_is_32_bytes_of_anything_that_prints() -> None:
    assert len(seed_of("a", 1)) == 32
    assert seed_of("a", 1) != seed_of("a", 2)
