"""What the drawing is told: the same numbers the physics uses, for every edition."""

import json

import pytest

from kessel.errors import UnknownEdition
from kessel.physics.arena_json import arena_json, faces_on_axes
from kessel.physics.mjcf import wedges
from kessel.rules.edition import EDITIONS
from kessel.throws.boxes import DIE_EDGE, box_of
from kessel.throws.pose import AXES


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
        for wedge in wedges(box_of(EDITIONS[edition]))
        for corner in wedge
        if corner[2] >= 0
    }
    assert solid == {point for point in drawn if point[2] > 0 or point in solid}
    assert {point for point in drawn if point[2] > 0} <= solid


def test_opposite_faces_sum_to_seven_and_the_die_is_right_handed() -> None:
    faces = faces_on_axes("strike-2020")
    pips = {axis: 1 if face == "X" else int(face) for axis, face in faces.items()}
    assert all(pips["+" + axis] + pips["-" + axis] == 7 for axis in "xyz")
    assert (pips["+x"], pips["+y"], pips["+z"]) == (1, 2, 3)
    assert set(AXES) == set(pips)


def test_unknown_editions_are_refused() -> None:
    with pytest.raises(UnknownEdition):
        arena_json("strike-1999")
