"""The box as MuJoCo sees it: one plane for mat and table, convex wedges for wall and rim.

Neighbouring wedges share their corners exactly, so there is no gap to fall into; seen from the
arena the wall only ever bends inward, so there is no seam to catch on.
"""

from collections.abc import Iterator
from itertools import pairwise

from kessel.physics.params import Arena, Materials

UNDERGROUND = -0.004
"""m. The wedges reach this far below the mat, so that nothing slips in under their edge."""

Corner = tuple[float, float, float]


def arena_assets(arena: Arena) -> str:
    """The wedges' meshes, as MJCF."""
    return "".join(
        f'<mesh name="wall{k}" vertex="{_numbers(corners)}"/>'
        for k, corners in enumerate(wedges(arena))
    )


def arena_geoms(arena: Arena, materials: Materials) -> str:
    """Mat, wall and rim, as MJCF; the surface decides the contact, not the die."""
    floor = (
        '<geom name="floor" type="plane" size="1 1 0.1" priority="2" condim="4" '
        f'{materials.mat.mjcf()} material="mat"/>'
    )
    count = sum(1 for _ in wedges(arena))
    walls = (
        f'<geom name="wall{k}" type="mesh" mesh="wall{k}" priority="1" condim="3" '
        f'{materials.plastic.mjcf()} material="plastic"/>'
        for k in range(count)
    )
    return floor + "".join(walls)


def wedges(arena: Arena) -> Iterator[list[Corner]]:
    """The corners of each convex piece: one for each edge of the mat and part of the profile."""
    rings = [(arena.ring(offset, 0.0), height) for offset, height in arena.wall]
    foot = arena.ring(arena.reach, 0.0)
    count = len(arena.mat)
    for (low, low_height), (high, high_height) in pairwise(rings):
        back = foot if high_height == arena.height else high
        for k in range(count):
            corners: list[Corner] = []
            for i in (k, (k + 1) % count):
                corners += _profile(low[i], low_height, high[i], high_height, back[i])
            yield corners


def _profile(
    low: Corner, low_height: float, high: Corner, high_height: float, back: Corner
) -> list[Corner]:
    profile = [
        (low[0], low[1], low_height),
        (low[0], low[1], UNDERGROUND),
        (high[0], high[1], high_height),
        (back[0], back[1], UNDERGROUND),
    ]
    return profile if back == high else [*profile, (back[0], back[1], high_height)]


def _numbers(corners: list[Corner]) -> str:
    return " ".join(f"{value:.9g}" for corner in corners for value in corner)
