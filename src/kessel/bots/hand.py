"""How a bot's hand throws: how hard, and where it aims at what lies there."""

import math
from random import Random

from kessel.throws.aim import STRENGTHS, AimValues
from kessel.throws.at_rest import DiceAtRest

KINDS = tuple(STRENGTHS)
GENTLE, FIRM, WILD = KINDS
_STRENGTHS = {kind: dict(values) for kind, values in STRENGTHS.items()}  # quicker to copy from
NEAR_MIDDLE = 0.02
"""m. How far from the middle a hand aims that aims at nothing."""


def aim(kind: str, x: float, y: float, side: float) -> AimValues:
    """A throw of a kind at a point, with the hand on that side of it (rad from +x)."""
    return {"x": x, "y": y, "side": side, **_STRENGTHS[kind]}


def aim_at_dice(kind: str, at_rest: DiceAtRest | None, chance: Random) -> AimValues:
    """A throw at one of the dice that lie there, or at nothing, from any side."""
    if at_rest:
        x, y, *_ = chance.choice(at_rest)[0].pose
    else:
        x, y = chance.uniform(-NEAR_MIDDLE, NEAR_MIDDLE), chance.uniform(-NEAR_MIDDLE, NEAR_MIDDLE)
    return aim(kind, x, y, chance.uniform(-math.pi, math.pi))
