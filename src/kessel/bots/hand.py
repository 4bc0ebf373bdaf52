"""How a bot's hand throws: named ways to throw, and where it aims at what lies there.

The numbers are those of the arena's physics, which bots must not know; a test compares them.
"""

import math
from random import Random

from kessel.throws.lay import Lay
from kessel.throws.thrower import AimValues

STYLES: dict[str, dict[str, float]] = {
    "gentle": {"speed": 0.7, "height": 0.080, "spin": 12.0},
    "firm": {"speed": 1.8, "height": 0.085, "spin": 30.0},
    "wild": {"speed": 3.0, "height": 0.100, "spin": 50.0},
}
"""Speed in m/s, height in m above the mat, spin in rad/s."""
KINDS = tuple(STYLES)
GENTLE, FIRM, WILD = KINDS
NEAR_MIDDLE = 0.02
"""m. How far from the middle a hand aims that aims at nothing."""


def aim(kind: str, x: float, y: float, side: float) -> AimValues:
    """A throw of a kind at a point, with the hand on that side of it (rad from +x)."""
    return {"x": x, "y": y, "side": side, **STYLES[kind]}


def aim_anywhere(kind: str, chance: Random) -> AimValues:
    """A throw at no die in particular."""
    x, y = (chance.uniform(-NEAR_MIDDLE, NEAR_MIDDLE) for _ in range(2))
    return aim(kind, x, y, _any_side(chance))


def aim_at_dice(kind: str, lay: Lay, chance: Random) -> AimValues:
    """A throw at one of the dice that lie there, if any do."""
    if not lay:
        return aim_anywhere(kind, chance)
    x, y, *_ = chance.choice(lay)[0].pose
    return aim(kind, x, y, _any_side(chance))


def _any_side(chance: Random) -> float:
    return chance.uniform(-math.pi, math.pi)
