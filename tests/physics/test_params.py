"""What the drawing is told: the same numbers the physics uses, for every edition."""

import json
import math

import pytest

from kessel.errors import UnknownEdition
from kessel.physics.arena import wedges
from kessel.physics.params import (
    ARENAS,
    AXES,
    DIE_EDGE,
    arena_json,
    faces_on_axes,
    find_arena,
)
from kessel.rules.edition import EDITIONS


def test_every_edition_has_an_arena() -> None:
    assert {edition.arena for edition in EDITIONS.values()} == set(ARENAS)
    assert find_arena("impact-avatar").name == "cauldron"


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_arena_json_is_plain_json_with_rings_that_join(edition: str) -> None:
    told = json.loads(json.dumps(arena_json(edition)))
    lengths = {len(ring["points"]) for ring in told["rings"]}
    assert len(lengths) == 1
    assert [ring["name"] for ring in told["rings"]] == ["mat", "wall", "rim", "foot"]
    assert told["die"]["edge"] == DIE_EDGE
    assert set(told["die"]["faces"].values()) == set(EDITIONS[edition].faces)
    assert set(told["aim"]) == {"x", "y", "side", "speed", "height", "spin"}


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_the_physics_collides_with_the_corners_that_are_drawn(edition: str) -> None:
    drawn = {
        tuple(round(v, 9) for v in point)
        for ring in arena_json(edition)["rings"]
        for point in ring["points"]
    }
    solid = {
        tuple(round(v, 9) for v in corner)
        for wedge in wedges(find_arena(edition))
        for corner in wedge
        if corner[2] >= 0
    }
    assert solid == {point for point in drawn if point[2] > 0 or point in solid}
    assert {point for point in drawn if point[2] > 0} <= solid


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_neighbouring_wedges_share_their_corners(edition: str) -> None:
    pieces = [set(wedge) for wedge in wedges(find_arena(edition))]
    for one, other in zip(pieces, pieces[1:] + pieces[:1], strict=True):
        assert len(one & other) >= 4


def test_opposite_faces_sum_to_seven_and_the_die_is_right_handed() -> None:
    faces = faces_on_axes("strike-2020")
    pips = {axis: 1 if face == "X" else int(face) for axis, face in faces.items()}
    assert all(pips["+" + axis] + pips["-" + axis] == 7 for axis in "xyz")
    assert (pips["+x"], pips["+y"], pips["+z"]) == (1, 2, 3)
    assert set(AXES) == set(pips)


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_every_arena_is_about_as_large_as_the_real_one(edition: str) -> None:
    mat = find_arena(edition).mat
    area = 0.5 * sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(mat, mat[1:] + mat[:1], strict=True))
    assert area == pytest.approx(math.pi * 0.076 * 0.057, rel=0.1)


def test_unknown_editions_are_refused() -> None:
    with pytest.raises(UnknownEdition):
        arena_json("strike-1999")
