"""The port to an engine: what one simulated arena with slots for dice must be able to do.

MuJoCo's native engine is one (`mujoco_scene.py`), MuJoCo as WebAssembly another (`wasm_scene.py`);
a third needs only to be a `Scene` and a `SceneMaker` that builds it. Nothing here loads an engine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from kessel.physics.numbers import Flags, Floats
from kessel.throws.boxes import BoxGeometry
from kessel.throws.pose import Pose


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What happened since the last look: the kept samples, and how things are now."""

    sample: int  # how many have passed since the beginning
    kept_poses: Floats  # (kept, slots, 7): position and quaternion
    kept_velocities: Floats  # (kept, slots, 3)
    poses: Floats  # (slots, 7), now
    velocities: Floats  # (slots, 6): velocity, and spin in the die's own frame, now
    asleep: Flags  # (slots,): at rest until something touches them, now
    warnings: Sequence[str]  # what went wrong since the beginning, in the engine's words


class Scene(Protocol):
    """One box with a number of slots, each for a die, and the state of their simulation.

    All but `seen` may be put off until something is looked at.
    """

    @property
    def box(self) -> BoxGeometry:
        """The box it simulates."""

    @property
    def slots(self) -> int:
        """How many dice there is room for."""

    def begin(self, lying: Sequence[Pose], every: int = 1) -> None:
        """Start again: the first slots lie exactly as given, asleep; the rest are parked.

        Of `every` so many samples one is kept, the first of all included.
        """

    def put(self, slot: int, pose: Pose, velocity: Sequence[float], spin: Sequence[float]) -> None:
        """Let a die go: it wakes with this motion (spin in the die's own frame)."""

    def flick(self, slot: int, motion: Sequence[float]) -> None:
        """Give a die where it lies a velocity and a spin."""

    def park(self, slot: int) -> None:
        """Take a die that is gone out of the simulation."""

    def wake(self, slot: int) -> None:
        """Wake a die where it lies."""

    def lean(self, x: float, y: float) -> None:
        """Tilt gravity, as dice in a box feel it that is moved with acceleration (-x, -y)."""

    def advance(self, samples: int) -> None:
        """Simulate that many samples of `params.SAMPLES_PER_FRAME` a frame."""

    def run(self, samples: int) -> None:
        """The same, but not beyond a frame in which something has to be decided.

        That is one in which all sleep, or, of those in which dice are looked at
        (`stepping.SAMPLES_PER_LOOK`), one in which what is awake is still, or is not all inside.
        """

    def seen(self) -> Seen:
        """What happened since this was asked last."""


SceneMaker: TypeAlias = Callable[[BoxGeometry, int], Scene]
"""Builds a scene for a box with that many slots."""
