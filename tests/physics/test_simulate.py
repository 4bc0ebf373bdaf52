"""Running a scene until all dice rest: what is kept of it, and what is raised instead of shown."""

import math

import numpy as np
import pytest

from kessel.physics.mujoco_scene import MujocoScene
from kessel.physics.params import GRAVITY, SAMPLES_PER_FRAME
from kessel.physics.release import Release
from kessel.physics.simulate import SAMPLE, Shake, Start, Unsettled, simulate
from kessel.throws.boxes import OVAL
from kessel.throws.pose import Pose, with_up


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
