"""What hands make of aims, and throws to try things with."""

import hashlib
import itertools
import math
import statistics

import numpy as np
import pytest
from PIL import ImageStat

from kessel.errors import BadValue
from kessel.physics.chance import Chance
from kessel.physics.params import CIRCUMRADIUS, DIE_MASS, GRAVITY
from kessel.physics.practice import aim_at, scattered, seed_of, throw_at
from kessel.physics.release import HAND_WINDOW, Release, releases
from kessel.physics.render import NoPicture, draw
from kessel.physics.simulate import SAMPLE, Motion
from kessel.physics.simulator import ArenaSimulator
from kessel.physics.sound import heard
from kessel.physics.trajectory import Surface
from kessel.rules.edition import find_edition
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, arena_of, dice_in
from kessel.throws.boxes import CAULDRON, OVAL
from kessel.throws.dice import Handful
from kessel.throws.outline import distance_inside
from kessel.throws.placing import collide, placed
from kessel.throws.pose import Pose


# --- Direction, tremor, room for every die --------------------------------------------------------
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


# --- Practice: dice scattered without touching, aimed at by chance --------------------------------

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


def test_they_lie_in_the_box_that_is_named() -> None:
    at_rest = scattered(STRIKE, ["2"] * 10, Chance(seed_of(3)), CAULDRON)
    assert all(distance_inside(CAULDRON.mat, die.pose[:2]) > 0.008 for die in dice_in(at_rest))


def test_an_aim_is_at_a_lying_die_or_the_middle() -> None:
    at_rest = scattered(STRIKE, ["2", "3"], Chance(seed_of(4)))
    aims = [aim_at(at_rest, "firm", Chance(seed_of("aim", k))) for k in range(20)]
    assert {(aim.x, aim.y) for aim in aims} == {die.pose[:2] for die in dice_in(at_rest)}
    empty = aim_at((), "firm", Chance(seed_of(5)))
    assert (empty.x, empty.y) == (0.0, 0.0)


# --- what is heard of a motion: sudden changes of velocity, once each, with what was touched ------


REST = (0.0, 0.0, 0.008, 1.0, 0.0, 0.0, 0.0)


def motion(slots: int, samples: int = 12) -> Motion:
    """Dice that lie still, far enough apart not to touch."""
    poses = np.tile(REST, (samples, slots, 1))
    poses[:, :, 0] = 0.05 * np.arange(slots)
    return Motion(poses, np.zeros((samples, slots, 3)), (0,) * slots, {}, 3)


def test_dice_at_rest_are_silent() -> None:
    assert heard(motion(3), [4, 5, 6], OVAL, 0.0) == []


def test_a_falling_die_is_silent_until_it_lands() -> None:
    falling = motion(1)
    falling.velocities[:6, 0, 2] = -GRAVITY * SAMPLE * np.arange(1, 7)
    falling.velocities[6:, 0, 2] = 0.4
    (contact,) = heard(falling, [4], OVAL, 0.5)
    assert (contact.die, contact.other) == (4, Surface.MAT)
    assert contact.time == pytest.approx(0.5 + 5 * SAMPLE)
    assert contact.impulse == pytest.approx(DIE_MASS * (0.4 + 7 * GRAVITY * SAMPLE), rel=0.05)


def test_two_dice_that_collide_are_heard_once() -> None:
    struck = motion(2)
    struck.poses[:, 1, 0] = 0.016
    struck.velocities[5:, 0, 0] = -0.5
    struck.velocities[5:, 1, 0] = 0.5
    (contact,) = heard(struck, [4, 9], OVAL, 0.0)
    assert {contact.die, contact.other} == {4, 9}
    assert contact.place[0] == pytest.approx(0.008)


@pytest.mark.parametrize(
    ("place", "surface"),
    [
        ((0.0, 0.0, 0.008), Surface.MAT),
        ((0.08, 0.0, 0.03), Surface.WALL),
        ((0.1, 0.0, 0.068), Surface.RIM),
        ((0.3, 0.0, 0.008), Surface.TABLE),
    ],
)
def test_what_was_touched_is_told_by_the_place(
    place: tuple[float, float, float], surface: Surface
) -> None:
    bounced = motion(1)
    bounced.poses[:, 0, :3] = place
    bounced.velocities[5:, 0, 2] = 0.5
    (contact,) = heard(bounced, [4], OVAL, 0.0)
    assert contact.other is surface


def test_a_die_makes_no_sound_as_it_is_let_go_or_taken_away() -> None:
    appears = Motion(motion(1).poses, motion(1).velocities.copy(), (6,), {}, 3)
    appears.velocities[6:, 0, 0] = 2.0
    assert heard(appears, [4], OVAL, 0.0) == []
    vanishes = Motion(motion(1).poses, motion(1).velocities.copy(), (0,), {0: 2}, 3)
    vanishes.velocities[:6, 0, 0] = 2.0
    assert heard(vanishes, [4], OVAL, 0.0) == []


# --- pictures of a throw: drawn in a child process, or one line that says why not -----------------


@pytest.mark.parametrize("edition", ["strike-2020", "impact"])
def test_every_wanted_frame_is_drawn_or_opengl_is_missing(edition: str) -> None:
    played = find_edition(edition)
    thrown = throw_at(ArenaSimulator(played), played.symbols[:2], "gentle", seed_of("picture"))
    try:
        first, last = draw(edition, thrown.trajectory, [0, thrown.trajectory.frames - 1], 80, 60)
    except NoPicture as error:
        pytest.skip(str(error))
    assert first.size == last.size == (80, 60)
    assert first.tobytes() != last.tobytes()
    assert min(ImageStat.Stat(first).stddev) > 5


def test_without_any_opengl_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kessel.physics.render.BACKENDS", ())
    thrown = throw_at(ArenaSimulator(find_edition("impact")), (), "gentle", seed_of("picture"))
    with pytest.raises(NoPicture, match="no picture can be drawn"):
        draw("impact", thrown.trajectory, [0])
