"""The checker of throws finds nothing in a good one and each fault in one that was spoilt."""

from dataclasses import replace

import pytest
from physics.check import problems

from kessel.physics.attempt import SimulatedThrow
from kessel.physics.mujoco_scene import MujocoScene
from kessel.physics.practice import seed_of
from kessel.physics.simulator import ArenaSimulator
from kessel.physics.trajectory import Fate
from kessel.rules.edition import find_edition
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, LyingDie
from kessel.throws.dice import Handful
from kessel.throws.placing import placed
from kessel.throws.pose import Pose

STRIKE = find_edition("strike-2020")
SIMULATOR = ArenaSimulator(STRIKE)
BEFORE = placed(STRIKE, (), 0, "4", -0.04)
HANDS = (Handful(0, (1,), Aim(x=0.03, speed=0.0)),)


@pytest.fixture(scope="module")
def good() -> SimulatedThrow:
    return SIMULATOR.throw(BEFORE, HANDS, seed_of("check"))


def found(thrown: SimulatedThrow, before: DiceAtRest = BEFORE) -> str:
    scene = MujocoScene(SIMULATOR.box, 3)
    return "; ".join(problems(before, HANDS, thrown, SIMULATOR, scene))


def spoilt(good: SimulatedThrow, **changes: object) -> SimulatedThrow:
    """The throw with its second die changed."""
    (die,) = good.at_rest[1]
    return replace(good, at_rest=(good.at_rest[0], (replace(die, **changes),)))  # type: ignore[arg-type]


def moved(good: SimulatedThrow, x: float, y: float, z: float) -> SimulatedThrow:
    return spoilt(good, pose=good.at_rest[1][0].pose.moved(x, y, z))


def test_a_good_throw_has_no_problems(good: SimulatedThrow) -> None:
    assert found(good) == ""
    nothing = replace(good, at_rest=(), out=(0, 1))
    assert found(nothing) == ""


def test_a_die_that_is_gone_is_missed(good: SimulatedThrow) -> None:
    assert "dice [0, 1] became [0]" in found(replace(good, at_rest=good.at_rest[:1]))


def test_a_wrong_face_and_a_tilted_die_are_seen(good: SimulatedThrow) -> None:
    other = next(face for face in STRIKE.faces if face != good.at_rest[1][0].face)
    assert "shows another face" in found(spoilt(good, face=other))
    tilted = Pose.at(good.at_rest[1][0].pose.position, (0.96, 0.28, 0.0, 0.0))
    assert "is tilted by" in found(spoilt(good, pose=tilted))


def test_a_die_outside_below_or_in_another_is_seen(good: SimulatedThrow) -> None:
    assert "not in the arena" in found(moved(good, 0.3, 0.0, 0.008))
    assert "below the mat" in found(moved(good, 0.03, 0.0, 0.001))
    assert "overlaps" in found(moved(good, -0.035, 0.0, 0.008))


def test_a_die_left_on_another_is_seen(good: SimulatedThrow) -> None:
    (one,), (two,) = good.at_rest
    top = LyingDie(two.die, two.face, two.pose.moved(one.pose.x, one.pose.y, 0.024))
    assert "were left on others" in found(replace(good, at_rest=((one, top),)))


def test_a_trajectory_that_ends_elsewhere_or_otherwise_is_seen(good: SimulatedThrow) -> None:
    assert "ends elsewhere" in found(moved(good, 0.031, 0.0, 0.008))
    tracks = tuple(replace(track, fate=Fate.OUT) for track in good.trajectory.tracks)
    wrong = replace(good, trajectory=replace(good.trajectory, tracks=tracks))
    assert "says die 0 does not lie" in found(wrong)
