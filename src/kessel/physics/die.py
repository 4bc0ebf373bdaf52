"""The die as MuJoCo sees it: a rounded convex mesh with a mass and a free joint.

Four points a face keep a lying die still on a plane; edge points at 45° let it roll over its edges.
"""

import itertools
import math

from kessel.physics.params import DIE_EDGE, DIE_FLAT, DIE_MASS, DIE_ROUNDING, Material
from kessel.physics.pose import with_up

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


def die_body(index: int, material: Material, marks: str = "") -> str:
    """One free die, as MJCF; marks are only for pictures."""
    inertia = f"{INERTIA:.9g} " * 3
    return (
        f'<body name="die{index}" pos="{2 + 0.05 * index} 2 {DIE_EDGE / 2}"><freejoint/>'
        f'<inertial pos="0 0 0" mass="{DIE_MASS}" diaginertia="{inertia}"/>'
        f'<geom name="die{index}" type="mesh" mesh="die" condim="3" {material.mjcf()}'
        f' material="die"/>{marks}</body>'
    )


def die_mark(
    face: int, spot: tuple[float, float], colour: str, *, size: float, cross: bool = False
) -> str:
    """A dark disc or a cross on a face, as MJCF, seen but not felt."""
    look = f'contype="0" conaffinity="0" mass="0" rgba="{colour} 1"'
    w, x, y, z = with_up(face, 0.0)
    frame = f'<frame quat="{w:.9g} {-x:.9g} {-y:.9g} {-z:.9g}">'
    place = f'pos="{spot[0]:.9g} {spot[1]:.9g} {DIE_EDGE / 2:.9g}"'
    if not cross:
        return f'{frame}<geom type="cylinder" size="{size} 0.00008" {place} {look}/></frame>'
    bars = "".join(
        f'<geom type="box" size="{size} 0.0009 0.00008" euler="0 0 {angle}" {place} {look}/>'
        for angle in (45, -45)
    )
    return f"{frame}{bars}</frame>"


def _point(signs: tuple[int, ...], axis: int, along: float, across: float) -> Point3:
    x, y, z = (s * (along if k == axis else across) for k, s in enumerate(signs))
    return x, y, z
