"""An arena with dice as a model in MuJoCo's XML, which its engine compiles wherever it runs.

One plane for mat and table, wedges for wall and rim, one mesh for all dice.
"""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence

from kessel.physics.params import (
    DIE_FLAT,
    DIE_INERTIA,
    DIE_MASS,
    DIE_ROUNDING,
    GRAVITY,
    MATERIALS,
    TIMESTEP,
    Material,
    Materials,
)
from kessel.throws.boxes import DIE_EDGE, BoxGeometry
from kessel.throws.pose import Vector, with_up

EDGE_POINT = DIE_FLAT + DIE_ROUNDING * math.sqrt(0.5)
"""m. Where the rounding of an edge crosses the 45° plane."""
UNDERGROUND = -0.004
"""m. The wedges reach this far below the mat, so that nothing slips in under their edge."""
SOFTNESS = 0.3
"""The constraints' impedance: at 0.9 and more dice tremble for ever, at 0.1 they gain energy."""
SLEEP_SPEED = 0.002
"""m/s. A die slower than this for ten steps, with all it touches, falls asleep."""
_SOLVER = (
    'cone="elliptic" solver="Newton" iterations="10" tolerance="1e-5" impratio="1" '
    'jacobian="sparse"'
)
"""Elliptic cones: with pyramids a third of throws never settle. Loose friction (impratio 1) lets
leaning dice creep off the wall. Sparse: most dice sleep."""
_UNUSED = ("equality", "frictionloss", "limit", "spring", "damper", "actuation", "sensor")
"""Parts of MuJoCo that dice have no use for. A warm start does not pay either: the solver needs one
or two iterations a step without it."""
_FLAGS = 'sleep="enable" warmstart="disable" ' + " ".join(f'{part}="disable"' for part in _UNUSED)

_LOOKS = """
<visual><global offwidth="1280" offheight="960"/><quality shadowsize="4096"/>
<headlight ambient="0.35 0.35 0.35" diffuse="0.35 0.35 0.35" specular="0.1 0.1 0.1"/></visual>
"""
_MATERIAL_LOOKS = """
<material name="mat" rgba="0.16 0.20 0.26 1" specular="0.05"/>
<material name="plastic" rgba="0.55 0.12 0.12 1" specular="0.5" shininess="0.5"/>
<material name="die" rgba="0.93 0.91 0.85 1" specular="0.4" shininess="0.4"/>
"""


def model_xml(
    box: BoxGeometry, slots: int, materials: Materials = MATERIALS, marks: str = ""
) -> str:
    """The whole model as MuJoCo's XML; marks on the dice are only for pictures."""
    dice = "".join(_die_body(k, materials.dice, marks) for k in range(slots))
    pieces = list(wedges(box))
    return (
        f'<mujoco model="kessel {box.name}"><option timestep="{TIMESTEP:.17g}" {_SOLVER} '
        f'sleep_tolerance="{SLEEP_SPEED}" gravity="0 0 {-GRAVITY}"><flag {_FLAGS}/></option>'
        f"{_LOOKS}<asset>{_MATERIAL_LOOKS}{_meshes(pieces)}</asset>"
        f'<worldbody><light pos="0.15 -0.25 0.7" dir="-0.2 0.3 -0.9" diffuse="0.7 0.7 0.7"/>'
        f"{_box_geoms(len(pieces), materials)}{dice}</worldbody></mujoco>"
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


def die_points() -> tuple[Vector, ...]:
    """The 48 corners of a die's rounded convex mesh: 24 on the faces, 24 on the edges.

    Four points a face keep a lying die still on a plane; edge points at 45° let it roll over its
    edges.
    """
    signs = tuple(itertools.product((-1, 1), repeat=3))
    on_faces = [_point(s, axis, DIE_EDGE / 2, DIE_FLAT) for axis in range(3) for s in signs]
    on_edges = [_point(s, axis, DIE_FLAT, EDGE_POINT) for axis in range(3) for s in signs]
    return tuple(on_faces + on_edges)


def wedges(box: BoxGeometry) -> Iterator[list[Vector]]:
    """The corners of each convex piece of a box: one for each edge of the mat and part of the
    profile.

    Neighbouring wedges share their corners exactly, so there is no gap to fall into; seen from the
    arena the wall only ever bends inward, so there is no seam to catch on.
    """
    rings = [(box.ring(offset, 0.0), height) for offset, height in box.wall]
    foot = box.ring(box.reach, 0.0)
    count = len(box.mat)
    for (low, low_height), (high, high_height) in itertools.pairwise(rings):
        back = foot if high_height == box.height else high
        for k in range(count):
            corners: list[Vector] = []
            for i in (k, (k + 1) % count):
                corners += _profile(low[i], low_height, high[i], high_height, back[i])
            yield corners


def _point(signs: tuple[int, ...], axis: int, along: float, across: float) -> Vector:
    x, y, z = (s * (along if k == axis else across) for k, s in enumerate(signs))
    return x, y, z


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


def _die_body(index: int, material: Material, marks: str = "") -> str:
    """One free die; marks are only for pictures."""
    inertia = f"{DIE_INERTIA:.9g} " * 3
    return (
        f'<body name="die{index}" pos="{2 + 0.05 * index} 2 {DIE_EDGE / 2}"><freejoint/>'
        f'<inertial pos="0 0 0" mass="{DIE_MASS}" diaginertia="{inertia}"/>'
        f'<geom name="die{index}" type="mesh" mesh="die" condim="3" {_surface(material)}'
        f' material="die"/>{marks}</body>'
    )


def _meshes(pieces: Sequence[Iterable[Vector]]) -> str:
    """One shared by all dice, and the wedges'."""
    die = f'<mesh name="die" vertex="{_numbers(die_points())}" inertia="exact"/>'
    return die + "".join(
        f'<mesh name="wall{k}" vertex="{_numbers(corners)}"/>' for k, corners in enumerate(pieces)
    )


def _box_geoms(pieces: int, materials: Materials) -> str:
    """Mat, wall and rim; the surface decides the contact, not the die."""
    floor = (
        '<geom name="floor" type="plane" size="1 1 0.1" priority="2" condim="4" '
        f'{_surface(materials.mat)} material="mat"/>'
    )
    walls = (
        f'<geom name="wall{k}" type="mesh" mesh="wall{k}" priority="1" condim="3" '
        f'{_surface(materials.plastic)} material="plastic"/>'
        for k in range(pieces)
    )
    return floor + "".join(walls)


def _surface(material: Material) -> str:
    """How a geom answers contacts; negative solref is stiffness and damping themselves."""
    stiffness = material.frequency * material.frequency
    damper = 2 * material.damping * material.frequency
    return (
        f'solref="{-stiffness:.9g} {-damper:.9g}" solimp="{SOFTNESS} {SOFTNESS} 0.001" '
        f'friction="{material.friction} {material.torsion} 0"'
    )


def _numbers(points: Iterable[Vector]) -> str:
    return " ".join(f"{value:.9g}" for point in points for value in point)
