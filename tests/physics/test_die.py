"""The die's shape: the right size, and the same whichever way it is turned."""

import math

import pytest

from kessel.physics.mjcf import die_points
from kessel.physics.params import CIRCUMRADIUS, DIE_ROUNDING
from kessel.throws.boxes import DIE_EDGE
from kessel.throws.pose import into_die_frame, with_up


def test_the_mesh_is_as_large_as_the_die() -> None:
    points = die_points()
    assert len(set(points)) == 48
    for axis in range(3):
        assert max(point[axis] for point in points) == DIE_EDGE / 2
        assert min(point[axis] for point in points) == -DIE_EDGE / 2


def test_the_rounded_edges_reach_half_a_millimetre_beyond_the_faces_corners() -> None:
    reaches = {round(math.hypot(*point), 9) for point in die_points()}
    assert sorted(reaches) == pytest.approx([CIRCUMRADIUS, CIRCUMRADIUS + 0.0005], abs=1e-6)


def test_each_face_rests_on_four_points() -> None:
    for axis in range(3):
        for side in (-1, 1):
            flat = [p for p in die_points() if p[axis] == side * DIE_EDGE / 2]
            assert len(flat) == 4


@pytest.mark.parametrize("up", range(6))
def test_no_face_is_shaped_differently_from_the_others(up: int) -> None:
    def rounded(point: tuple[float, float, float]) -> tuple[float, ...]:
        return tuple(round(value, 9) + 0.0 for value in point)

    turned = {rounded(into_die_frame(with_up(up, math.pi / 2), p)) for p in die_points()}
    assert turned == {rounded(point) for point in die_points()}


def test_edges_are_rounded() -> None:
    corner = DIE_EDGE / 2 * math.sqrt(3)
    assert max(math.hypot(*point) for point in die_points()) < corner - DIE_ROUNDING / 2
