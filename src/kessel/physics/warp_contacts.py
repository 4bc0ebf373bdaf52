"""Makes MuJoCo Warp 3.14 find the contacts that native MuJoCo finds.

On the mat, native MuJoCo takes the corners of the face of the die that lies flattest. MuJoCo Warp
takes four points of those within a millimetre of the lowest, which for a struck die that is pressed
into the mat belong to several faces. And two of its faces count as parallel up to 5.09° instead of
5.13°.
"""

import warp as wp  # type: ignore[import-not-found,unused-ignore]
from mujoco_warp._src import (  # type: ignore[import-not-found,unused-ignore]
    collision_gjk,
    collision_primitive,
)
from mujoco_warp._src.collision_core import (  # type: ignore[import-not-found,unused-ignore]
    Geom,
)
from mujoco_warp._src.types import (  # type: ignore[import-not-found,unused-ignore]
    MJ_MAXVAL,
    mat43,
)

FACES_ALIGNED = 0.996
"""Cosine of the angle between faces that count as parallel."""
MOST_CORNERS = 4
"""No face of a die's mesh has more."""


@wp.func  # type: ignore[untyped-decorator,unused-ignore]
def _flattest_face(up: wp.vec3, floor: wp.vec3, die: Geom) -> tuple[wp.vec4, mat43, wp.vec3]:
    """Distances, places and the normal of a die's contacts with a plane."""
    distances = wp.vec4(MJ_MAXVAL)
    places = mat43()
    down = -(wp.transpose(die.rot) @ up)
    lowest = int(0)
    reach = float(-MJ_MAXVAL)
    for k in range(die.vertnum):
        below = wp.dot(down, die.vert[die.vertadr + k])
        if below > reach:
            reach = below
            lowest = k
    if wp.dot(up, die.pos - floor) > reach:
        return distances, places, up
    first = die.mesh_polymapadr[die.vertadr + lowest]
    face = int(0)
    flattest = float(-2.0)
    for k in range(die.mesh_polymapnum[die.vertadr + lowest]):
        one = die.mesh_polyadr + die.mesh_polymap[first + k]
        flat = wp.dot(down, die.mesh_polynormal[one])
        if flat > flattest:
            flattest = flat
            face = one
    corner = die.mesh_polyvertadr[face]
    for k in range(wp.min(die.mesh_polyvertnum[face], MOST_CORNERS)):
        point = die.pos + die.rot @ die.vert[die.vertadr + die.mesh_polyvert[corner + k]]
        distances[k] = wp.dot(up, point - floor)
        places[k] = point - 0.5 * distances[k] * up
    return distances, places, up


def as_native() -> None:
    """Kernels built from now on find contacts as native MuJoCo does."""
    collision_gjk.FACE_TOL = FACES_ALIGNED
    collision_primitive.plane_convex = _flattest_face
