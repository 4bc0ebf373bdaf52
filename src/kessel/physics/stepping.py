"""How MuJoCo is run, wherever it runs: where dice wait, how long a step may be, and when to stop.

`client/src/engine/mujoco.ts` does the same in a browser and in Node, with the numbers from here:
arithmetic that IEEE 754 fixes to the last bit, in the same order.
"""

from kessel.physics.params import FRAME_RATE, GRAVITY, SAMPLES_PER_FRAME
from kessel.throws.boxes import DIE_EDGE, BoxGeometry

PARKED_AT = (3.0, 3.0)
"""m. Where slots wait that have no die yet, or no more."""
FAST = 1.5
"""m/s along an axis. A faster die would be so deep in another when their touch is first seen that
the contact's spring could give it more than it took."""
STILL_SPEED = 0.004
"""m/s. Dice slower than this, at their corners too, are still..."""
STILL_FRAMES = 30
"""...and at rest if they are so for more than this many frames, though they do not sleep."""
CROWD = 12
"""With more dice some lean on others and creep for seconds, since friction is soft: they push each
other aside by some mm a second..."""
CREEP_SPEED, CREEP_FRAMES = 0.02, 12
"""...so in a crowd that is at rest which is slower than this for more than so many frames."""
CORNER = 0.011
"""m. From the middle of a die to its corners."""
FRAMES_PER_LOOK = 4
"""Frames between two looks at dice that do not sleep: looking at each costs time."""
SAMPLES_PER_LOOK = FRAMES_PER_LOOK * SAMPLES_PER_FRAME
WARNINGS = (
    "mjWARN_INERTIA",
    "mjWARN_CONTACTFULL",
    "mjWARN_CNSTRFULL",
    "mjWARN_BADQPOS",
    "mjWARN_BADQVEL",
    "mjWARN_BADQACC",
    "mjWARN_BADCTRL",
)
"""What MuJoCo counts, in its order."""


def parking(slot: int) -> tuple[float, ...]:
    """The pose in which a slot waits."""
    row, column = divmod(slot, 8)
    x, y = PARKED_AT[0] + 0.05 * column, PARKED_AT[1] + 0.05 * row
    return (x, y, DIE_EDGE / 2, 1.0, 0.0, 0.0, 0.0)


def stepping(fastest: float) -> tuple[int, int]:
    """Into how many parts a step is cut, and for how many samples that holds.

    It holds until the frame in which falling could make a die fast.
    """
    frames = max(1, int((FAST - fastest) * FRAME_RATE / GRAVITY))
    return 2 if fastest > FAST else 1, frames * SAMPLES_PER_FRAME


def stillness(slots: int) -> tuple[float, int]:
    """The speed below which that many dice are still, and for how many frames."""
    return (CREEP_SPEED, CREEP_FRAMES) if slots > CROWD else (STILL_SPEED, STILL_FRAMES)


def half_sides(box: BoxGeometry) -> tuple[float, float]:
    """m. Dice farther from the middle along an axis are outside of the box."""
    ring = box.ring(box.reach, 0.0)
    return max(abs(x) for x, _, _ in ring), max(abs(y) for _, y, _ in ring)
