"""Moving lying dice before a throw: what each edition lets a player do (B-36).

Only the rule; whether a die really kept its face and place is for whoever moves dice to check.
"""

from enum import Enum

from kessel.errors import BadValue
from kessel.rules.options import Options


class PremoveKind(Enum):
    """What a player does to lying dice before a throw."""

    GROUP = "group"
    """Push dice about on the mat, faces unchanged."""
    AWAY_FROM_WALL = "away_from_wall"
    """Move a die from the wall to the middle, face unchanged."""
    TURN = "turn"
    """Rotate a die where it lies."""
    FLIP = "flip"
    """Change the face on top."""
    STACK = "stack"
    ON_EDGE = "on_edge"


def may_premove(options: Options, kind: PremoveKind | str, everybody_agrees: bool) -> bool:
    """Whether dice may be moved so before a throw."""
    try:
        wanted = PremoveKind(kind)
    except ValueError:
        known = " ".join(one.value for one in PremoveKind)
        raise BadValue(
            "there is no way {kind} of moving dice; there are {known}", kind=repr(kind), known=known
        ) from None
    if options.premove == "free":
        return wanted in (PremoveKind.GROUP, PremoveKind.AWAY_FROM_WALL)
    if options.premove == "walls_by_consent":
        return wanted is PremoveKind.AWAY_FROM_WALL and everybody_agrees
    return False
