"""Which touches of a motion can be heard: sudden changes of velocity, and what caused them.

Worked out afterwards from the samples, since asking the engine at every step would slow it down.
"""

from collections.abc import Sequence

from kessel.physics.numbers import Flags, Floats, RowOfFlags, dots, np
from kessel.physics.params import DIE_MASS, GRAVITY, SAMPLES_PER_FRAME
from kessel.physics.simulate import SAMPLE, Motion
from kessel.physics.trajectory import Contact, Surface
from kessel.throws.arithmetic import length
from kessel.throws.boxes import DIE_EDGE, BoxGeometry
from kessel.throws.outline import distance_inside
from kessel.throws.pose import Vector

HEARD_JUMP = 0.10
"""m/s. A smaller change of velocity within a sample or two is not heard."""
PARTNER_JUMP = 0.03
"""m/s. The other die of a collision changes its velocity at least by this."""
TOUCHING = 1.5 * DIE_EDGE
"""m between the middles of two dice that can touch."""
NEAR_SURFACE = 0.013
"""m from the middle of a die to a surface it can touch."""
SAME_TOUCH = 2
"""Samples: jumps of a die this close together are one touch."""


def heard(motion: Motion, dice: Sequence[int], box: BoxGeometry, start: float) -> list[Contact]:
    """The audible contacts, by time; `start` is the time of the motion's first sample."""
    jumps = _jumps(motion)
    size = np.sqrt(dots(jumps, jumps))
    loud: Flags = size > HEARD_JUMP
    contacts: list[Contact] = []
    done: set[tuple[int, int]] = set()
    for slot in np.flatnonzero(loud.any(axis=0)).tolist():
        for first, last in _bursts(loud[:, slot]):
            peak = first + int(size[first : last + 1, slot].argmax())
            impulse = DIE_MASS * _size_of_sum(jumps[first : last + 1, slot])
            other = _partner(motion, size, peak, slot)
            if other is not None and (peak // SAMPLES_PER_FRAME, other) in done:
                continue
            done.add((peak // SAMPLES_PER_FRAME, slot))
            touched, place = _touched(motion, peak, slot, other, dice, box)
            contacts.append(Contact(start + peak * SAMPLE, dice[slot], touched, impulse, place))
    return sorted(contacts, key=lambda c: (c.time, c.die))


def _jumps(motion: Motion) -> Floats:
    """(samples - 1, slots, 3): changes of velocity beyond gravity's, none before the release."""
    jumps = np.diff(motion.velocities, axis=0)
    in_flight = jumps.any(axis=2)
    jumps[..., 2] += GRAVITY * SAMPLE * in_flight
    for slot, sample in enumerate(motion.released):
        jumps[: sample + (sample > 0), slot] = 0.0
    for slot, frame in motion.vanished.items():
        jumps[SAMPLES_PER_FRAME * frame - 1 :, slot] = 0.0
    return jumps


def _size_of_sum(vectors: Floats) -> float:
    x = y = z = 0.0
    for u, v, w in vectors.tolist():
        x, y, z = x + u, y + v, z + w
    return length(x, y, z)


def _bursts(loud: RowOfFlags) -> list[tuple[int, int]]:
    """First and last sample of each touch."""
    bursts: list[tuple[int, int]] = []
    for sample in loud.nonzero()[0].tolist():
        if bursts and sample - bursts[-1][1] <= SAME_TOUCH:
            bursts[-1] = bursts[-1][0], sample
        else:
            bursts.append((sample, sample))
    return bursts


def _partner(motion: Motion, size: Floats, sample: int, slot: int) -> int | None:
    places = motion.poses[sample, :, :3]
    offsets = places - places[slot]
    apart = dots(offsets, offsets)
    apart[slot] = np.inf
    apart[size[max(0, sample - 1) : sample + 2].max(axis=0) <= PARTNER_JUMP] = np.inf
    nearest = int(apart.argmin())
    return nearest if apart[nearest] < TOUCHING * TOUCHING else None


def _touched(
    motion: Motion,
    sample: int,
    slot: int,
    other: int | None,
    dice: Sequence[int],
    box: BoxGeometry,
) -> tuple[int | Surface, Vector]:
    """The die or the surface that one touched, and where."""
    x, y, z = motion.poses[sample, slot, :3].tolist()
    if other is not None:
        u, v, w = motion.poses[sample, other, :3].tolist()
        return dice[other], ((x + u) / 2, (y + v) / 2, (z + w) / 2)
    surface = _surface(box, x, y, z)
    height = {Surface.RIM: box.height, Surface.WALL: z}.get(surface, 0.0)
    return surface, (x, y, height)


def _surface(box: BoxGeometry, x: float, y: float, z: float) -> Surface:
    inside = distance_inside(box.mat, (x, y))
    top = box.wall[-1][0]
    if z < NEAR_SURFACE:
        return Surface.MAT if inside > -top else Surface.TABLE
    return Surface.RIM if inside < -top and z > box.height else Surface.WALL
