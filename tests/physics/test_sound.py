"""What is heard of a motion: sudden changes of velocity, once each, with what was touched."""

import numpy as np
import pytest

from kessel.physics.params import DIE_MASS, GRAVITY
from kessel.physics.simulate import SAMPLE, Motion
from kessel.physics.sound import heard
from kessel.physics.trajectory import Surface
from kessel.throws.boxes import OVAL

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
