"""The port to an engine: another engine can be put in, and none is loaded before it is needed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from physics.fake_scene import FakeScene

from kessel.errors import UnknownEdition
from kessel.physics.arena_json import arena_json, faces_on_axes
from kessel.physics.mjcf import wedges
from kessel.physics.mujoco_scene import MujocoScene
from kessel.physics.simulator import ArenaSimulator, native_scene
from kessel.rules.edition import EDITIONS, find_edition
from kessel.throws.aim import Aim
from kessel.throws.boxes import DIE_EDGE, OVAL, box_of
from kessel.throws.dice import Handful
from kessel.throws.placing import placed
from kessel.throws.pose import AXES

if TYPE_CHECKING:
    from kessel.physics.scene import Scene, SceneMaker

STRIKE = find_edition("strike-2020")


def test_the_native_scene_is_mujocos() -> None:
    scene: Scene = native_scene(OVAL, 2)
    assert isinstance(scene, MujocoScene)
    assert (scene.box, scene.slots) == (OVAL, 2)


def test_another_engine_throws_through_the_same_code() -> None:
    maker: SceneMaker = FakeScene
    simulator = ArenaSimulator(STRIKE, make_scene=maker)
    lying = placed(STRIKE, (), 0, "4", -0.04)
    thrown = simulator.throw(lying, [Handful(0, (5,), Aim(x=0.03, speed=0.0))], bytes(32))
    assert thrown.at_rest[0] == lying[0]
    assert abs(thrown.at_rest[1][0].pose.x - 0.03) < 0.01
    assert thrown.trajectory.frames > 5


def test_without_a_native_throw_mujoco_is_never_loaded() -> None:
    code = """
import sys
from physics.fake_scene import FakeScene
from kessel.physics.simulator import ArenaSimulator, native_scene
from kessel.physics.dice import PhysicsDice
from kessel.rules.edition import find_edition
from kessel.throws.dice import Handful
simulator = ArenaSimulator(find_edition("impact"), make_scene=FakeScene)
simulator.throw((), [Handful(0, (1,))], bytes(32))
print("mujoco" in sys.modules)
ArenaSimulator(find_edition("impact")).prepare(1)
print("mujoco" in sys.modules)
"""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    assert ran.stdout.split() == ["False", "True"]


# --- what the drawing is told: the same numbers the physics uses, for every edition ---------------


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
