"""The box as a body: convex wedges for wall and rim.

Neighbouring wedges share their corners exactly, so there is no gap to fall into; seen from the
arena the wall only ever bends inward, so there is no seam to catch on.
"""

from collections.abc import Iterator
from itertools import pairwise

from kessel.throws.boxes import BoxGeometry
from kessel.throws.pose import Vector

UNDERGROUND = -0.004
"""m. The wedges reach this far below the mat, so that nothing slips in under their edge."""


def wedges(box: BoxGeometry) -> Iterator[list[Vector]]:
    """The corners of each convex piece: one for each edge of the mat and part of the profile."""
    rings = [(box.ring(offset, 0.0), height) for offset, height in box.wall]
    foot = box.ring(box.reach, 0.0)
    count = len(box.mat)
    for (low, low_height), (high, high_height) in pairwise(rings):
        back = foot if high_height == box.height else high
        for k in range(count):
            corners: list[Vector] = []
            for i in (k, (k + 1) % count):
                corners += _profile(low[i], low_height, high[i], high_height, back[i])
            yield corners


def _profile(
    low: Vector, low_height: float, high: Vector, high_height: float, back: Vector
) -> list[Vector]:
    profile = [
        (low[0], low[1], low_height),
        (low[0], low[1], UNDERGROUND),
        (high[0], high[1], high_height),
        (back[0], back[1], UNDERGROUND),
    ]
    return profile if back == high else [*profile, (back[0], back[1], high_height)]
