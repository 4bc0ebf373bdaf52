"""The boxes: one for every edition, each about as large as the real one."""

import math

import pytest

from kessel.rules.edition import EDITIONS
from kessel.throws.boxes import BOXES, OVAL, RIM_WIDTH, box_of
from kessel.throws.outline import distance_inside


def test_every_edition_has_a_box() -> None:
    assert {edition.arena for edition in EDITIONS.values()} == set(BOXES)
    assert box_of(EDITIONS["impact-avatar"]).name == "cauldron"


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_every_arena_is_about_as_large_as_the_real_one(edition: str) -> None:
    mat = box_of(EDITIONS[edition]).mat
    area = 0.5 * sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(mat, mat[1:] + mat[:1], strict=True))
    assert area == pytest.approx(math.pi * 0.076 * 0.057, rel=0.1)


def test_the_rim_is_as_high_as_the_wall_and_the_box_ends_behind_it() -> None:
    assert OVAL.height == 0.060
    assert OVAL.reach == OVAL.wall[-1][0] + RIM_WIDTH


def test_a_ring_is_the_mats_outline_moved_outward_and_up() -> None:
    ring = OVAL.ring(0.01, 0.05)
    assert len(ring) == len(OVAL.mat)
    for x, y, z in ring:
        assert z == 0.05
        assert distance_inside(OVAL.mat, (x, y)) == pytest.approx(-0.01)
