"""The scene of MuJoCo in a browser, which is reached through a port that somebody else implements.

Poses and velocities are read once for each step, since every crossing costs time.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from kessel.physics.mjcf import model_xml
from kessel.physics.numbers import Flags, Floats, np
from kessel.physics.params import GRAVITY, STEPS_PER_SAMPLE, TIMESTEP, Materials
from kessel.physics.stepping import parking, stepping
from kessel.throws.boxes import BoxGeometry
from kessel.throws.pose import Pose


class Model(Protocol):
    """One compiled arena and its state (`client/src/engine/mujoco.ts`); lists are flat."""

    def reset(self, poses: list[float]) -> None:
        """Start again from these poses, seven numbers a slot, everything asleep."""

    def place(self, slot: int, pose: list[float]) -> None:
        """Set one pose."""

    def push(self, slot: int, motion: list[float]) -> None:
        """Set one velocity and spin."""

    def lean(self, x: float, y: float, z: float) -> None:
        """Set gravity."""

    def step(self, count: int, seconds: float) -> None:
        """Make that many steps of that length."""

    def poses(self) -> list[float]:
        """Seven numbers a slot."""

    def velocities(self) -> list[float]:
        """Six numbers a slot."""

    def asleep(self) -> list[bool]:
        """Which slots sleep."""

    def awake(self) -> int:
        """How many slots do not."""

    def warnings(self) -> list[str]:
        """What MuJoCo warned of since `reset`, by its own names."""


Compile = Callable[[str], Model]
"""Makes a model of MuJoCo's XML."""


class BrowserScene:
    """A compiled arena with `slots` dice and its simulation state."""

    def __init__(
        self, compiled: Compile, box: BoxGeometry, slots: int, materials: Materials
    ) -> None:
        self.box, self.slots = box, slots
        self._model = compiled(model_xml(box, slots, materials))
        self._steps, self._samples_to_look = STEPS_PER_SAMPLE, 0
        self._timestep = TIMESTEP
        self._read: dict[str, Any] = {}

    @property
    def poses(self) -> Floats:
        """(slots, 7): position and quaternion of each slot now."""
        if "poses" not in self._read:
            self._read["poses"] = np.array(self._model.poses()).reshape(self.slots, 7)
        poses: Floats = self._read["poses"]
        return poses

    @property
    def velocities(self) -> Floats:
        """(slots, 6): velocity, and angular velocity in the die's own frame, now."""
        if "velocities" not in self._read:
            self._read["velocities"] = np.array(self._model.velocities()).reshape(self.slots, 6)
        velocities: Floats = self._read["velocities"]
        return velocities

    @property
    def asleep(self) -> Flags:
        """Which slots sleep."""
        sleeping: Flags = np.array(self._model.asleep())
        return sleeping

    @property
    def all_asleep(self) -> bool:
        """Whether all slots sleep."""
        return self._model.awake() == 0

    def begin(self, lying: Sequence[Pose]) -> None:
        """Start again: the first slots lie as given, asleep, so exactly; the rest are parked."""
        start = [*lying, *(parking(k) for k in range(len(lying), self.slots))]
        self._model.reset([float(number) for pose in start for number in pose])
        self._model.lean(0.0, 0.0, -GRAVITY)
        self._read.clear()
        self._samples_to_look = 0

    def put(self, slot: int, pose: Pose, velocity: Sequence[float], spin: Sequence[float]) -> None:
        """Let a die go: it wakes with this motion (spin in the die's own frame)."""
        self._model.place(slot, list(pose))
        self.flick(slot, (*velocity, *spin))
        self._samples_to_look = 0

    def flick(self, slot: int, motion: Sequence[float]) -> None:
        """Give a die where it lies a velocity and a spin."""
        self._model.push(slot, list(motion))
        self._read.clear()

    def park(self, slot: int) -> None:
        """Take a die that is gone out of the simulation."""
        self._model.place(slot, list(parking(slot)))
        self.flick(slot, [0.0] * 6)

    def wake(self, slot: int) -> None:
        """Wake a die where it lies: MuJoCo wakes what has a velocity, and -0.0 is one."""
        self.flick(slot, [-0.0] * 6)

    def lean(self, x: float, y: float) -> None:
        """Tilt gravity, as dice in a box feel it that is moved with acceleration (-x, -y)."""
        self._model.lean(x, y, -GRAVITY)

    def advance(self, samples: int) -> None:
        """Advance by that many samples; while a die is fast, by half steps."""
        while samples:
            if not self._samples_to_look:
                self._look()
            some = min(samples, self._samples_to_look)
            self._model.step(self._steps * some, self._timestep)
            self._read.clear()
            self._samples_to_look -= some
            samples -= some

    def _look(self) -> None:
        fastest = float(np.abs(self.velocities[:, :3]).max())
        parts, self._samples_to_look = stepping(fastest)
        self._steps, self._timestep = STEPS_PER_SAMPLE * parts, TIMESTEP / parts

    def warnings(self) -> list[str]:
        """What MuJoCo warned of since `begin`; it resets a diverged state, so never ignore it."""
        return list(self._model.warnings())
