"""The port to an engine: what one simulated arena with slots for dice must be able to do.

MuJoCo's native engine is one (`mujoco_scene.py`), MuJoCo in a browser another (`browser_scene.py`);
a third needs only to be a `Scene` and a `SceneMaker` that builds it. Nothing here loads an engine.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from kessel.physics.numbers import Flags, Floats
from kessel.physics.params import Materials
from kessel.throws.boxes import BoxGeometry
from kessel.throws.pose import Pose


class Scene(Protocol):
    """One box with a number of slots, each for a die, and the state of their simulation."""

    @property
    def box(self) -> BoxGeometry:
        """The box it simulates."""
        ...

    @property
    def slots(self) -> int:
        """How many dice there is room for."""
        ...

    @property
    def poses(self) -> Floats:
        """(slots, 7): position and quaternion of each slot now."""
        ...

    @property
    def velocities(self) -> Floats:
        """(slots, 6): velocity, and angular velocity in the die's own frame, now."""
        ...

    @property
    def asleep(self) -> Flags:
        """Which slots sleep: at rest until something touches them."""
        ...

    @property
    def all_asleep(self) -> bool:
        """Whether all slots sleep."""
        ...

    def begin(self, lying: Sequence[Pose]) -> None:
        """Start again: the first slots lie exactly as given, asleep; the rest are parked."""
        ...

    def put(self, slot: int, pose: Pose, velocity: Sequence[float], spin: Sequence[float]) -> None:
        """Let a die go: it wakes with this motion (spin in the die's own frame)."""
        ...

    def flick(self, slot: int, motion: Sequence[float]) -> None:
        """Give a die where it lies a velocity and a spin."""
        ...

    def park(self, slot: int) -> None:
        """Take a die that is gone out of the simulation."""
        ...

    def wake(self, slot: int) -> None:
        """Wake a die where it lies."""
        ...

    def lean(self, x: float, y: float) -> None:
        """Tilt gravity, as dice in a box feel it that is moved with acceleration (-x, -y)."""
        ...

    def advance(self, samples: int) -> None:
        """Simulate that many samples of `params.SAMPLES_PER_FRAME` a frame."""
        ...

    def warnings(self) -> Sequence[str]:
        """What went wrong since `begin`, in the engine's words; empty if nothing did."""
        ...


SceneMaker: TypeAlias = Callable[[BoxGeometry, int, Materials], Scene]
"""Builds a scene for a box with that many slots."""


def native_scene(box: BoxGeometry, slots: int, materials: Materials) -> Scene:
    """A scene of MuJoCo's native engine, which is loaded only now."""
    from kessel.physics.mujoco_scene import MujocoScene

    return MujocoScene(box, slots, materials)
