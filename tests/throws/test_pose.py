"""Rotations of a die: which face is up, and what turning it does."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kessel.throws.pose import Pose, into_die_frame, product, with_up

UP = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, -1), (0, -1, 0), (-1, 0, 0))
"""The die's own axes in the order of `AXES`."""
ANGLES = st.floats(-math.pi, math.pi)


@given(axis=st.integers(0, 5), yaw=ANGLES)
def test_with_up_brings_that_axis_up(axis: int, yaw: float) -> None:
    pose = Pose.at((0, 0, 0), with_up(axis, yaw))
    assert pose.up == axis
    assert pose.tilt < 1e-6
    assert into_die_frame(pose.rotation, (0, 0, 1)) == pytest.approx(UP[axis], abs=1e-9)


@given(axis=st.integers(0, 5), yaw=ANGLES)
def test_yaw_is_the_direction_of_a_level_axis(axis: int, yaw: float) -> None:
    """Any of the four level axes will do: what counts is the square that the die covers."""
    turned = Pose.at((0, 0, 0), with_up(axis, yaw)).yaw - yaw
    assert math.remainder(turned, math.pi / 2) == pytest.approx(0.0, abs=1e-6)


@given(axis=st.integers(0, 5), yaw=ANGLES)
def test_moving_keeps_the_rotation_exactly(axis: int, yaw: float) -> None:
    pose = Pose.at((1, 2, 3), with_up(axis, yaw))
    assert pose.moved(4, 5, 6) == (4, 5, 6, *pose.rotation)
    assert pose.moved(4, 5, 6).position == (4, 5, 6)


@pytest.mark.parametrize("degrees", [1.0, 13.0, 40.0])
def test_tilt_is_the_angle_of_the_nearest_face(degrees: float) -> None:
    half = math.radians(degrees) / 2
    tipped = product((math.cos(half), math.sin(half), 0, 0), with_up(4, 0.3))
    assert math.degrees(Pose.at((0, 0, 0), tipped).tilt) == pytest.approx(degrees)
