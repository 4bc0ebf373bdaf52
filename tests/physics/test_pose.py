"""Rotations of a die: which face is up, and what turning it does."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kessel.physics.pose import UP, Pose, into_die_frame, product, with_up

ANGLES = st.floats(-math.pi, math.pi)


@given(axis=st.integers(0, 5), yaw=ANGLES)
def test_with_up_brings_that_axis_up(axis: int, yaw: float) -> None:
    pose = Pose((0, 0, 0), with_up(axis, yaw))
    assert pose.up == axis
    assert pose.tilt < 1e-6
    assert into_die_frame(pose.rotation, (0, 0, 1)) == pytest.approx(UP[axis], abs=1e-9)


@given(axis=st.integers(0, 5), yaw=ANGLES, turn=ANGLES)
def test_turning_about_the_vertical_keeps_the_face(axis: int, yaw: float, turn: float) -> None:
    pose = Pose((1, 2, 3), with_up(axis, yaw)).turned(turn)
    assert (pose.up, pose.position) == (axis, (1, 2, 3))
    assert pose.tilt < 1e-6


@pytest.mark.parametrize("degrees", [1.0, 13.0, 40.0])
def test_tilt_is_the_angle_of_the_nearest_face(degrees: float) -> None:
    half = math.radians(degrees) / 2
    tipped = product((math.cos(half), math.sin(half), 0, 0), with_up(4, 0.3))
    assert math.degrees(Pose((0, 0, 0), tipped).tilt) == pytest.approx(degrees)
