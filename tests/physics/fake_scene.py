"""A stand-in for an engine: dice fall where they were let go and lie flat after a few samples.

It shows how little an engine has to do, and lets the rest be tested without one.
"""

from collections.abc import Sequence

import numpy as np

from kessel.physics.numbers import Flags, Floats
from kessel.physics.params import Materials
from kessel.throws.boxes import DIE_EDGE, BoxGeometry
from kessel.throws.pose import Pose, with_up

FALLS_FOR = 20
"""Samples until a die lies."""
FAR = (3.0, 3.0, DIE_EDGE / 2, 1.0, 0.0, 0.0, 0.0)


class FakeScene:
    """Every die that is let go ends under its hand with the axis up that looked up."""

    def __init__(self, box: BoxGeometry, slots: int, materials: Materials) -> None:
        self.box, self.slots = box, slots
        self.poses: Floats = np.tile(FAR, (slots, 1))
        self.velocities: Floats = np.zeros((slots, 6))
        self._falls = np.zeros(slots, dtype=int)

    @property
    def asleep(self) -> Flags:
        sleeping: Flags = self._falls == 0
        return sleeping

    @property
    def all_asleep(self) -> bool:
        return bool(self.asleep.all())

    def begin(self, lying: Sequence[Pose]) -> None:
        self.poses[:] = FAR
        for slot, pose in enumerate(lying):
            self.poses[slot] = pose
        self.velocities[:] = 0.0
        self._falls[:] = 0

    def put(self, slot: int, pose: Pose, velocity: Sequence[float], spin: Sequence[float]) -> None:
        self.poses[slot] = pose
        self.velocities[slot] = (*velocity, *spin)
        self._falls[slot] = FALLS_FOR

    def flick(self, slot: int, motion: Sequence[float]) -> None:
        self.velocities[slot] = motion
        self._falls[slot] = FALLS_FOR

    def park(self, slot: int) -> None:
        self.poses[slot] = FAR
        self.velocities[slot] = 0.0
        self._falls[slot] = 0

    def wake(self, slot: int) -> None:
        self._falls[slot] = FALLS_FOR

    def lean(self, x: float, y: float) -> None:
        pass

    def advance(self, samples: int) -> None:
        for _ in range(samples):
            landing = self._falls == 1
            self._falls = np.maximum(self._falls - 1, 0)
            for slot in landing.nonzero()[0].tolist():
                pose = Pose(*self.poses[slot].tolist())
                self.poses[slot] = Pose.at((pose.x, pose.y, DIE_EDGE / 2), with_up(pose.up, 0.0))
                self.velocities[slot] = 0.0

    def warnings(self) -> Sequence[str]:
        return ()
