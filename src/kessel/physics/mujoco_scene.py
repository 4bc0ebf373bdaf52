"""The scene of MuJoCo's native engine; the only place that steps a MuJoCo model.

Dice not in play are parked far away, asleep. Knows neither dice numbers nor faces.
"""

from collections.abc import Sequence

import mujoco  # type: ignore[import-untyped]
import numpy as np

from kessel.physics.mjcf import model_xml
from kessel.physics.numbers import Flags, Floats
from kessel.physics.params import (
    GRAVITY,
    MATERIALS,
    SAMPLES_PER_FRAME,
    STEPS_PER_SAMPLE,
    TIMESTEP,
    Materials,
)
from kessel.physics.scene import Seen
from kessel.physics.stepping import (
    CORNER,
    SAMPLES_PER_LOOK,
    WARNINGS,
    half_sides,
    parking,
    stepping,
    stillness,
)
from kessel.throws.boxes import BoxGeometry
from kessel.throws.pose import Pose

STARTS_ASLEEP = int(mujoco.mjtSleepPolicy.mjSLEEP_INIT)

mujoco.set_mju_user_warning(lambda _: None)  # else a log file; `seen` tells them all


class MujocoScene:
    """A `Scene` on a compiled model; the methods of the port do what is said there."""

    def __init__(
        self, box: BoxGeometry, slots: int, materials: Materials = MATERIALS, *, marks: str = ""
    ) -> None:
        self.box, self.slots = box, slots
        self.model = mujoco.MjModel.from_xml_string(model_xml(box, slots, materials, marks))
        self.data = mujoco.MjData(self.model)
        self.poses: Floats = self.data.qpos.reshape(slots, 7)
        """(slots, 7): position and quaternion of each slot; a live view."""
        self.velocities: Floats = self.data.qvel.reshape(slots, 6)
        """(slots, 6): velocity, and angular velocity in the die's own frame; a live view."""
        self._linear = self.velocities[:, :3]
        self._sleepers = self.data.tree_asleep
        self._parked = np.array([parking(k) for k in range(slots)])
        self._half, (self._still, _) = np.array(half_sides(box)), stillness(slots)
        self._steps, self._sample, self._every, self._choose_at = STEPS_PER_SAMPLE, 0, 1, 0
        self._kept: list[Floats] = []
        self._moved: list[Floats] = []

    @property
    def asleep(self) -> Flags:
        """Which slots sleep."""
        sleeping: Flags = self._sleepers >= 0
        return sleeping

    def begin(self, lying: Sequence[Pose], every: int = 1) -> None:
        start = self._parked.copy()
        for slot, pose in enumerate(lying):
            start[slot] = pose
        self.model.qpos0[:] = start.ravel()
        self.model.tree_sleep_policy[:] = STARTS_ASLEEP
        self.model.opt.gravity[:] = (0.0, 0.0, -GRAVITY)
        mujoco.mj_resetData(self.model, self.data)
        self._sample, self._every, self._choose_at = 0, every, 0
        self._kept, self._moved = [], []

    def put(self, slot: int, pose: Pose, velocity: Sequence[float], spin: Sequence[float]) -> None:
        self.poses[slot] = pose
        self.velocities[slot] = (*velocity, *spin)
        self.choose_step()

    def flick(self, slot: int, motion: Sequence[float]) -> None:
        self.velocities[slot] = motion

    def park(self, slot: int) -> None:
        self.poses[slot] = self._parked[slot]
        self.velocities[slot] = 0.0

    def wake(self, slot: int) -> None:
        self.velocities[slot] = -0.0  # MuJoCo wakes what has a velocity, and this is one

    def lean(self, x: float, y: float) -> None:
        self.model.opt.gravity[:2] = (x, y)

    def run(self, samples: int) -> None:
        self.advance(samples, until_quiet=True)

    def seen(self) -> Seen:
        poses = np.array(self._kept).reshape(len(self._kept), self.slots, 7)
        velocities = np.array(self._moved).reshape(len(self._moved), self.slots, 3)
        self._kept, self._moved = [], []
        now = self.poses.copy(), self.velocities.copy(), self.asleep
        # MuJoCo resets a diverged state, so what it warns of is never ignored
        warnings = [WARNINGS[k] for k in self.data.warning.number.nonzero()[0]]
        return Seen(self._sample, poses, velocities, *now, warnings)

    def advance(self, samples: int, *, until_quiet: bool = False) -> None:
        """Advance by that many samples; while a die is fast, by half steps.

        When it looks how fast they are does not depend on how a time is split into calls.
        """
        if not self._sample:
            self._keep()
        end = self._sample + samples
        while self._sample < end:
            if self._sample == self._choose_at:
                self._choose()
            due = self._sample - self._sample % self._every + self._every
            some = min(end, due, self._choose_at) - self._sample
            mujoco.mj_step(self.model, self.data, nstep=self._steps * some)
            self._sample += some
            if self._sample == due:
                self._keep()
            if until_quiet and not self._sample % SAMPLES_PER_FRAME and self._is_quiet():
                break

    def choose_step(self) -> None:
        """Look how fast dice are before the next step."""
        self._choose_at = self._sample

    def _keep(self) -> None:
        self._kept.append(self.poses.copy())
        self._moved.append(self._linear.copy())

    def _choose(self) -> None:
        parts, samples = stepping(float(np.abs(self._linear).max()))
        self.model.opt.timestep = TIMESTEP / parts
        self._steps, self._choose_at = STEPS_PER_SAMPLE * parts, self._sample + samples

    def _is_quiet(self) -> bool:
        if not self.data.ntree_awake:
            return True
        if self._sample % SAMPLES_PER_LOOK:
            return False
        awake = ~self.asleep
        moving = np.abs(self.velocities[awake]).max(axis=0)
        still = moving[:3].max() < self._still and moving[3:].max() * CORNER < self._still
        return bool(still or (np.abs(self.poses[awake, :2]) > self._half).any())
