"""The die's shape: a rounded convex mesh.

Four points a face keep a lying die still on a plane; edge points at 45° let it roll over its edges.
"""

import itertools
import math

from kessel.physics.params import DIE_FLAT, DIE_ROUNDING
from kessel.throws.boxes import DIE_EDGE
from kessel.throws.pose import Vector

EDGE_POINT = DIE_FLAT + DIE_ROUNDING * math.sqrt(0.5)
"""m. Where the rounding of an edge crosses the 45° plane."""


def die_points() -> tuple[Vector, ...]:
    """The 48 corners of the mesh: 24 on the faces, 24 on the edges."""
    signs = tuple(itertools.product((-1, 1), repeat=3))
    on_faces = [_point(s, axis, DIE_EDGE / 2, DIE_FLAT) for axis in range(3) for s in signs]
    on_edges = [_point(s, axis, DIE_FLAT, EDGE_POINT) for axis in range(3) for s in signs]
    return tuple(on_faces + on_edges)


def _point(signs: tuple[int, ...], axis: int, along: float, across: float) -> Vector:
    x, y, z = (s * (along if k == axis else across) for k, s in enumerate(signs))
    return x, y, z
