"""How a bot's hand throws: how hard, and where it aims at what lies there."""

import math
from random import Random

from kessel.throws.aim import STRENGTHS, AimValues
from kessel.throws.at_rest import DiceAtRest

KINDS = tuple(STRENGTHS)
GENTLE, FIRM, WILD = KINDS
NEAR_MIDDLE = 0.02
"""m. How far from the middle a hand aims that aims at nothing."""


def aim(kind: str, x: float, y: float, side: float) -> AimValues:
    """A throw of a kind at a point, with the hand on that side of it (rad from +x)."""
    return {"x": x, "y": y, "side": side, **STRENGTHS[kind]}


def aim_anywhere(kind: str, chance: Random) -> AimValues:
    """A throw at no die in particular."""
    x, y = chance.uniform(-NEAR_MIDDLE, NEAR_MIDDLE), chance.uniform(-NEAR_MIDDLE, NEAR_MIDDLE)
    return aim(kind, x, y, _any_side(chance))


def aim_at_dice(kind: str, at_rest: DiceAtRest | None, chance: Random) -> AimValues:
    """A throw at one of the dice that lie there, if any do."""
    if not at_rest:
        return aim_anywhere(kind, chance)
    x, y, *_ = chance.choice(at_rest)[0].pose
    return aim(kind, x, y, _any_side(chance))


def _any_side(chance: Random) -> float:
    return chance.uniform(-math.pi, math.pi)
