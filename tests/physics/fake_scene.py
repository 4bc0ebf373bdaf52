"""A stand-in for an engine: dice fall where they were let go and lie flat after a few samples.

It shows how little an engine has to do, and lets the rest be tested without one.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from kessel.physics.params import SAMPLES_PER_FRAME
from kessel.physics.scene import Seen
from kessel.throws.boxes import DIE_EDGE, BoxGeometry
from kessel.throws.pose import Pose, with_up

if TYPE_CHECKING:
    from kessel.physics.numbers import Floats

FALLS_FOR = 20
"""Samples until a die lies."""
FAR = (3.0, 3.0, DIE_EDGE / 2, 1.0, 0.0, 0.0, 0.0)


class FakeScene:
    """Every die that is let go ends under its hand with the axis up that looked up."""

    def __init__(self, box: BoxGeometry, slots: int) -> None:
        self.box, self.slots = box, slots
        self.poses: Floats = np.tile(FAR, (slots, 1))
        self.velocities: Floats = np.zeros((slots, 6))
        self._falls = np.zeros(slots, dtype=int)

    def begin(self, lying: Sequence[Pose], every: int = 1) -> None:
        self.poses[:] = FAR
        for slot, pose in enumerate(lying):
            self.poses[slot] = pose
        self.velocities[:] = 0.0
        self._falls[:] = 0
        self._sample, self._every = 0, every
        self._kept: list[tuple[Floats, Floats]] = []

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
        if not self._sample:
            self._keep()
        for _ in range(samples):
            self.step()
            self._sample += 1
            if self._sample % self._every == 0:
                self._keep()

    def run(self, samples: int) -> None:
        while samples and self._falls.any():
            self.advance(1)
            samples -= 1
        self.advance(-self._sample % SAMPLES_PER_FRAME)

    def seen(self) -> Seen:
        kept, self._kept = self._kept, []
        poses, velocities = (np.array([pair[k] for pair in kept]) for k in (0, 1))
        now = self.poses.copy(), self.velocities.copy(), self._falls == 0
        return Seen(self._sample, poses, velocities, *now, ())

    def step(self) -> None:
        """One sample."""
        landing = self._falls == 1
        self._falls = np.maximum(self._falls - 1, 0)
        for slot in landing.nonzero()[0].tolist():
            pose = Pose(*self.poses[slot].tolist())
            self.poses[slot] = Pose.at((pose.x, pose.y, DIE_EDGE / 2), with_up(pose.up, 0.0))
            self.velocities[slot] = 0.0

    def _keep(self) -> None:
        self._kept.append((self.poses.copy(), self.velocities[:, :3].copy()))
