"""How dice lie: each with its number, its face and its pose; towers from bottom to top.

The rules see only the faces of a lay; a thrower and the page need the rest.
"""

import math
from dataclasses import dataclass
from typing import TypeAlias

from kessel.rules.edition import Edition
from kessel.rules.faces import Arena, Face, Piece

Pose: TypeAlias = tuple[float, float, float, float, float, float, float]
"""x, y, z in metres, then a unit quaternion w, x, y, z that turns the die's axes."""

DIE_EDGE = 0.016
"""m; the same as in the physics, which has a test for it."""

_HALF = math.sqrt(0.5)
_FACE_UP: tuple[tuple[float, float, float, float], ...] = (
    (_HALF, 0.0, -_HALF, 0.0),
    (_HALF, _HALF, 0.0, 0.0),
    (1.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0),
    (_HALF, -_HALF, 0.0, 0.0),
    (_HALF, 0.0, _HALF, 0.0),
)
"""Turns that bring the axes +x +y +z -z -y -x up; an edition's faces sit on them in this order."""


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die in the arena."""

    die: int
    face: Face
    pose: Pose


Spot: TypeAlias = tuple[LyingDie, ...]
"""What stands on one spot: one die, or a tower from bottom to top."""
Lay: TypeAlias = tuple[Spot, ...]


def arena_of(lay: Lay) -> Arena:
    """The lay as the rules see it."""
    return tuple(map(piece_of, lay))


def piece_of(spot: Spot) -> Piece:
    """One spot as the rules see it."""
    return spot[0].face if len(spot) == 1 else tuple(die.face for die in spot)


def dice_in(lay: Lay) -> list[LyingDie]:
    """Every die of a lay, covered ones too."""
    return [die for spot in lay for die in spot]


def flat(edition: Edition, face: Face, x: float, y: float, level: int = 0) -> Pose:
    """The pose of a die that lies flat with that face up, on as many others as `level` says."""
    w, qx, qy, qz = _FACE_UP[edition.faces.index(face)]
    return (x, y, DIE_EDGE * (level + 0.5), w, qx, qy, qz)
