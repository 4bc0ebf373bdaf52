"""Reading many dice at once must say what reading them one by one says, or nothing."""

import numpy as np

from kessel.physics.practice import seed_of, throw_at
from kessel.physics.resting import read
from kessel.physics.simulator import ArenaSimulator
from kessel.physics.trajectory import Fate
from kessel.physics.worlds import GONE, faces_up, read_plain
from kessel.rules.edition import find_edition
from kessel.throws.boxes import DIE_EDGE, box_of
from kessel.throws.pose import AXES, Pose, with_up

BOX = box_of(find_edition("strike-2020"))
FLAT = DIE_EDGE / 2


def test_faces_up() -> None:
    poses = np.array(
        [Pose.at((0, 0, FLAT), with_up(axis, 0.3 * axis)) for axis in range(len(AXES))]
    )
    assert faces_up(poses).tolist() == list(range(len(AXES)))


def test_plain_or_left_to_the_careful_reader() -> None:
    flat = Pose.at((0.01, 0.02, FLAT), with_up(4, 1.0))
    far = Pose.at((0.5, 0.0, 0.1), (0.9, 0.3, 0.3, 0.1))
    tilted = Pose.at((0.0, 0.0, FLAT), (0.98, 0.199, 0.0, 0.0))
    on_another = flat.moved(0.0, 0.0, FLAT + DIE_EDGE)
    broken = flat.moved(float("nan"), 0.0, FLAT)
    throws = [[flat, far], [flat, tilted], [flat, on_another], [flat, broken]]
    faces, plain = read_plain(BOX, np.array(throws))
    assert faces[0].tolist() == [4, GONE]
    assert plain.tolist() == [True, False, False, False]


def test_what_is_plain_agrees_with_the_careful_reader() -> None:
    """The poses of 30 wild throws, before anything is settled by hand."""
    simulator = ArenaSimulator(find_edition("strike-2020"), audible=False)
    plain_throws = 0
    for k in range(30):
        thrown = throw_at(simulator, ("2", "3", "4"), "wild", seed_of("reading", k))
        last = np.concatenate(
            (thrown.trajectory.positions[-1], thrown.trajectory.rotations[-1]), axis=1
        )
        (faces,), (plain,) = read_plain(BOX, last[None])
        rests = read(BOX, {die: Pose(*row) for die, row in enumerate(last.tolist())})
        if plain:
            plain_throws += 1
            told = [GONE if rest.fate is Fate.OUT else rest.up for rest in rests.values()]
            assert faces.tolist() == told
            assert all(rest.fate in (Fate.OUT, Fate.FLAT) for rest in rests.values())
    assert plain_throws > 20
