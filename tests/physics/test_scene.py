"""A scene: its port to an engine, and running it until all dice rest."""

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from physics.fake_scene import FakeScene

from kessel.errors import UnknownEdition
from kessel.physics.arena_json import arena_json, faces_on_axes
from kessel.physics.mjcf import wedges
from kessel.physics.mujoco_scene import MujocoScene
from kessel.physics.params import FRAME_RATE, GRAVITY, SAMPLES_PER_FRAME
from kessel.physics.release import Release
from kessel.physics.resting import Rest, lowest_point, read
from kessel.physics.simulate import SAMPLE, Shake, Start, Unsettled, simulate
from kessel.physics.simulator import ArenaSimulator, native_scene
from kessel.physics.stepping import FAST, parking, stepping
from kessel.physics.trajectory import Fate
from kessel.rules.edition import EDITIONS, find_edition
from kessel.throws.aim import Aim
from kessel.throws.boxes import DIE_EDGE, OVAL, box_of
from kessel.throws.dice import Handful
from kessel.throws.placing import placed
from kessel.throws.pose import AXES, Pose, product, with_up

if TYPE_CHECKING:
    from kessel.physics.scene import Scene, SceneMaker

# --- The port: another engine can be put in, and none is loaded before it is needed ---------------

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


# --- Running: what is kept of it, and what is raised instead of shown -----------------------------
def test_a_shake_comes_back_to_where_it_began() -> None:
    shake = Shake(bearing=0.7, amplitude=0.001)
    pushes = shake.accelerations()
    speed = sum(x for x, _ in pushes) * SAMPLE
    assert speed == pytest.approx(0.0, abs=0.001)
    assert max(math.hypot(*push) for push in pushes) < GRAVITY


def test_divergence_is_raised_and_not_hidden() -> None:
    scene = MujocoScene(OVAL, 1)
    start = Start([Pose.at((0.0, 0.0, 0.1))], flicks={0: (1e12, 0.0, 0.0, 0.0, 0.0, 0.0)})
    with pytest.raises(Unsettled, match="mjWARN_BADQVEL"):
        simulate(scene, start)


def test_a_table_that_never_settles_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kessel.physics.simulate.LONGEST", 0.2)
    start = Start([Pose.at((0.0, 0.0, 0.24))], woken=frozenset({0}))
    with pytest.raises(Unsettled, match="still moved"):
        simulate(MujocoScene(OVAL, 1), start)


def test_dice_that_are_not_touched_do_not_move_at_all() -> None:
    pose = Pose.at((0.05, 0.0123456789, 0.00797), (0.6, 0.0, 0.0, 0.8))
    far = pose.moved(-0.05, 0.0, 0.1)
    motion = simulate(MujocoScene(OVAL, 2), Start([pose, far], woken=frozenset({1})))
    assert motion.end[0] == pose


def falling(time: float = 0.0, x: float = 0.0) -> Release:
    return Release(7, time, Pose.at((x, 0.0, 0.08), with_up(0, 0.3)), (0.0, 0.0, 0.0), (1, 2, 3))


def test_frames_are_the_first_samples_and_coarse_runs_end_alike() -> None:
    fine = simulate(MujocoScene(OVAL, 1), Start([], [falling()]))
    coarse = simulate(MujocoScene(OVAL, 1), Start([], [falling()]), fine=False)
    assert fine.end == coarse.end
    assert len(fine.poses) == SAMPLES_PER_FRAME * (len(coarse.poses) - 1) + 1
    assert np.array_equal(fine.frames, coarse.frames)


def test_late_dice_fall_alike_where_only_frames_are_kept() -> None:
    start = Start([], [falling(), falling(time=0.1, x=0.05), falling(time=0.013, x=-0.05)])
    fine = simulate(MujocoScene(OVAL, 3), start)
    coarse = simulate(MujocoScene(OVAL, 3), start, fine=False)
    assert fine.released == coarse.released
    assert np.array_equal(fine.frames, coarse.frames)


def test_a_late_die_waits_for_its_time_and_for_room() -> None:
    both = [falling(), falling(time=0.1, x=0.05), falling(time=0.0)]
    motion = simulate(MujocoScene(OVAL, 3), Start([], both))
    first, late, crowded = motion.released
    assert first == 0
    assert late == math.ceil(0.1 / SAMPLE)
    assert crowded > 0, "it starts where the first one is, so it waits until that has fallen"


def test_a_die_that_leaves_the_table_vanishes() -> None:
    gone = Release(7, 0.0, Pose.at((0.2, 0.0, 0.1), with_up(0, 0.0)), (4.0, 0.0, 0.0), (0, 80, 0))
    motion = simulate(MujocoScene(OVAL, 1), Start([], [gone]))
    assert 0 in motion.vanished
    assert motion.vanished[0] < len(motion.frames)


def test_a_parked_die_takes_no_part() -> None:
    middle = Pose.at((0.0, 0.0, 0.008), with_up(2, 0.0))
    start = Start([middle], [falling()], parked=frozenset({0}))
    motion = simulate(MujocoScene(OVAL, 2), start)
    assert motion.end[1].z == pytest.approx(0.008, abs=1e-3), "it falls to the mat, not onto a die"


# --- how long a step may be: shorter while a die is fast, and looked at again before one can be ---


def test_fast_dice_get_half_steps_and_are_looked_at_in_every_frame() -> None:
    assert stepping(FAST + 0.1) == (2, SAMPLES_PER_FRAME)


def test_slow_dice_cannot_become_fast_by_falling_before_they_are_looked_at() -> None:
    for fastest in (0.0, 0.4, 1.0, 1.4):
        parts, samples = stepping(fastest)
        seconds = samples / (FRAME_RATE * SAMPLES_PER_FRAME)
        assert parts == 1
        assert fastest + GRAVITY * seconds <= FAST or samples == SAMPLES_PER_FRAME


def test_no_two_slots_wait_in_the_same_place() -> None:
    assert len({parking(slot)[:2] for slot in range(40)}) == 40


# --- reading dice at rest: flat, tower, cocked, rim, out ------------------------------------------


def tilted(
    degrees: float, x: float = 0.0, y: float = 0.0, z: float = 0.009, yaw: float = 0.2
) -> Pose:
    half = math.radians(degrees) / 2
    return Pose.at((x, y, z), product((math.cos(half), math.sin(half), 0, 0), with_up(3, yaw)))


def flat(x: float, y: float, z: float = 0.008, up: int = 1, yaw: float = 0.7) -> Pose:
    return Pose.at((x, y, z), with_up(up, yaw))


def test_what_counts_as_flat_looks_flat() -> None:
    rests = read(OVAL, {1: tilted(4.9, z=0.0083), 2: tilted(5.1, x=0.04), 3: tilted(13, x=-0.04)})
    assert [rests[die].fate for die in (1, 2, 3)] == [Fate.FLAT, Fate.COCKED, Fate.COCKED]


@pytest.mark.parametrize("up", range(6))
def test_the_face_is_the_axis_that_looks_up(up: int) -> None:
    assert read(OVAL, {5: flat(0, 0, up=up)})[5] == Rest(Fate.FLAT, up)


def test_a_tower_is_told_from_the_bottom_up() -> None:
    rests = read(OVAL, {3: flat(0, 0, 0.040), 1: flat(0.002, 0), 2: flat(0, 0.003, 0.024)})
    assert {die: rest.on for die, rest in rests.items()} == {1: None, 2: 1, 3: 2}
    assert rests[3].fate is Fate.TOWER


def test_a_die_holds_one_other_at_most() -> None:
    rests = read(OVAL, {1: flat(0, 0), 2: flat(-0.008, 0, 0.024), 3: flat(0.0081, 0, 0.024)})
    assert sorted(rest.fate for rest in rests.values()) == [Fate.FLAT, Fate.TOWER, Fate.COCKED]


def test_a_flat_die_on_the_rim_and_one_hanging_there_are_on_the_rim() -> None:
    rim = OVAL.wall[-1][0] + OVAL.rim_width / 2
    rests = read(OVAL, {1: flat(0.0757 + rim, 0, OVAL.height + 0.008)})
    assert rests[1].fate is Fate.RIM
    hanging = tilted(40, x=0.0757 + OVAL.wall[-1][0], z=OVAL.height + 0.004)
    assert read(OVAL, {1: hanging})[1].fate is Fate.RIM


def test_a_die_leaning_on_the_wall_inside_is_cocked() -> None:
    assert read(OVAL, {1: tilted(40, x=0.07, z=0.011)})[1].fate is Fate.COCKED


@pytest.mark.parametrize("place", [(0.3, 0.0), (0.0, -0.2), (0.5, 0.5)])
def test_a_die_on_the_table_is_out_however_flat(place: tuple[float, float]) -> None:
    assert read(OVAL, {1: flat(*place)})[1].fate is Fate.OUT


def test_lowest_point() -> None:
    assert lowest_point(flat(0, 0)) == pytest.approx(0.0)
    corner = 0.0055 * math.sqrt(2) + 0.0025
    assert lowest_point(tilted(45, z=0.02, yaw=0.0)) == pytest.approx(0.02 - corner)
