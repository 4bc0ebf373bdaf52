"""The scene of MuJoCo as WebAssembly, in a browser or in Node, on the other side of a port.

Orders are gathered and cross together when something is looked at, as rows of doubles; the other
side (`client/src/engine/mujoco.ts`) carries them out and gives all samples back at once.
"""

import math
from array import array
from collections.abc import Callable, Sequence
from typing import TypeAlias

from kessel.physics.mjcf import model_xml
from kessel.physics.numbers import np
from kessel.physics.params import (
    FRAME_RATE,
    GRAVITY,
    SAMPLES_PER_FRAME,
    STEPS_PER_SAMPLE,
    TIMESTEP,
)
from kessel.physics.scene import Seen
from kessel.physics.stepping import (
    CORNER,
    FAST,
    SAMPLES_PER_LOOK,
    WARNINGS,
    half_sides,
    parking,
    stillness,
)
from kessel.throws.boxes import BoxGeometry
from kessel.throws.pose import Pose

BEGIN, PLACE, PUSH, LEAN, ADVANCE, RUN, CHOOSE = range(7)
"""Orders: a number, then what belongs to it."""
_RUNNING = (
    TIMESTEP,
    STEPS_PER_SAMPLE,
    SAMPLES_PER_FRAME,
    SAMPLES_PER_LOOK,
    FAST,
    FRAME_RATE,
    GRAVITY,
    CORNER,
)
_FACTS = 3
"""Numbers that an answer begins with: samples passed, warnings as bits, samples kept."""

Play: TypeAlias = Callable[[bytes], bytes]
"""Carries out orders in one compiled arena: doubles in, doubles out."""
Compile: TypeAlias = Callable[[str, Sequence[float]], Play]
"""Makes an arena of MuJoCo's XML and of the numbers by which it is run."""


class WasmScene:
    """A `Scene` that is far away; the methods of the port do what is said there."""

    def __init__(self, compiled: Compile, box: BoxGeometry, slots: int) -> None:
        self.box, self.slots = box, slots
        still, _ = stillness(slots)
        running = (*_RUNNING, still, *half_sides(box))
        self._play = compiled(model_xml(box, slots), running)
        self._orders = array("d")

    def begin(self, lying: Sequence[Pose], every: int = 1) -> None:
        self._orders = array("d", (BEGIN, every))
        for pose in (*lying, *(parking(k) for k in range(len(lying), self.slots))):
            self._orders.extend(pose)
        self.lean(0.0, 0.0)

    def put(self, slot: int, pose: Pose, velocity: Sequence[float], spin: Sequence[float]) -> None:
        self._orders.extend((PLACE, slot, *pose, PUSH, slot, *velocity, *spin, CHOOSE))

    def flick(self, slot: int, motion: Sequence[float]) -> None:
        self._orders.extend((PUSH, slot, *motion))

    def park(self, slot: int) -> None:
        self._orders.extend((PLACE, slot, *parking(slot)))
        self.flick(slot, [0.0] * 6)

    def wake(self, slot: int) -> None:
        self.flick(slot, [-0.0] * 6)  # MuJoCo wakes what has a velocity, and this is one

    def lean(self, x: float, y: float) -> None:
        self._orders.extend((LEAN, x, y, -GRAVITY))

    def advance(self, samples: int) -> None:
        self._orders.extend((ADVANCE, samples))

    def run(self, samples: int) -> None:
        self._orders.extend((RUN, samples))

    def seen(self) -> Seen:
        """Only now the orders are carried out."""
        rest = np.frombuffer(self._play(self._orders.tobytes())).copy()
        self._orders = array("d")
        sample, warned, kept = (int(one) for one in rest[:_FACTS])
        at, parts = _FACTS, []
        for shape in (self.slots,), (self.slots, 7), (self.slots, 6), (kept, self.slots, 7):
            end = at + math.prod(shape)
            parts.append(rest[at:end].reshape(*shape))
            at = end
        asleep, poses, velocities, kept_poses = parts
        return Seen(
            sample,
            kept_poses,
            rest[at:].reshape(kept, self.slots, 3),
            poses,
            velocities,
            asleep > 0,
            [name for k, name in enumerate(WARNINGS) if warned >> k & 1],
        )
