"""How MuJoCo is stepped, wherever it runs: where dice wait, and how long a step may be."""

from kessel.physics.params import FRAME_RATE, GRAVITY, SAMPLES_PER_FRAME
from kessel.throws.boxes import DIE_EDGE

PARKED_AT = (3.0, 3.0)
"""m. Where slots wait that have no die yet, or no more."""
FAST = 1.5
"""m/s along an axis. A faster die would be so deep in another when their touch is first seen that
the contact's spring could give it more than it took."""


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
