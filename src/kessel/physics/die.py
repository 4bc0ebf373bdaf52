"""The die as MuJoCo sees it: a rounded convex mesh with a mass and a free joint.

Four points a face keep a lying die still on a plane; edge points at 45° let it roll over its edges.
"""

import itertools
import math

from kessel.physics.params import DIE_EDGE, DIE_FLAT, DIE_MASS, DIE_ROUNDING, Material

Point3 = tuple[float, float, float]

INERTIA = DIE_MASS * DIE_EDGE**2 / 6
"""kg·m², of a solid cube about any axis through its middle."""
EDGE_POINT = DIE_FLAT + DIE_ROUNDING * math.sqrt(0.5)
"""m. Where the rounding of an edge crosses the 45° plane."""
CIRCUMRADIUS = math.hypot(DIE_EDGE / 2, DIE_FLAT, DIE_FLAT)
"""m. No part of a die is farther from its middle, whichever way it is turned."""


def die_points() -> tuple[Point3, ...]:
    """The 48 corners of the mesh: 24 on the faces, 24 on the edges."""
    signs = tuple(itertools.product((-1, 1), repeat=3))
    on_faces = [_point(s, axis, DIE_EDGE / 2, DIE_FLAT) for axis in range(3) for s in signs]
    on_edges = [_point(s, axis, DIE_FLAT, EDGE_POINT) for axis in range(3) for s in signs]
    return tuple(on_faces + on_edges)


def die_asset() -> str:
    """The mesh shared by all dice, as MJCF."""
    numbers = " ".join(f"{value:.9g}" for point in die_points() for value in point)
    return f'<mesh name="die" vertex="{numbers}" inertia="exact"/>'


def die_body(index: int, material: Material) -> str:
    """One free die, as MJCF."""
    inertia = f"{INERTIA:.9g} " * 3
    return (
        f'<body name="die{index}" pos="{2 + 0.05 * index} 2 {DIE_EDGE / 2}"><freejoint/>'
        f'<inertial pos="0 0 0" mass="{DIE_MASS}" diaginertia="{inertia}"/>'
        f'<geom name="die{index}" type="mesh" mesh="die" condim="3" {material.mjcf()}'
        f' material="die"/></body>'
    )


def _point(signs: tuple[int, ...], axis: int, along: float, across: float) -> Point3:
    x, y, z = (s * (along if k == axis else across) for k, s in enumerate(signs))
    return x, y, z
