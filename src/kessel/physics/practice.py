"""Throws to try things with: one die of a given strength at dice that lie about.

For the command line, the bench, the sweep and the lab; a game never lays its dice like this.
"""

import hashlib
import math
from collections.abc import Sequence

from kessel.errors import BadValue
from kessel.physics.chance import Chance
from kessel.physics.layout import Layout
from kessel.physics.outline import distance_inside
from kessel.physics.params import DIE_EDGE
from kessel.physics.throw import Aim, Hand
from kessel.physics.thrower import PhysicsThrower, Thrown
from kessel.rules.faces import Face

THROWN_DIE = 1000
"""The number of the die that is thrown; lying dice are 0, 1, 2 ..."""
LOOSE_DICE = 10
"""Up to so many dice are laid anywhere; more are laid in rows, or they would not fit."""
ROW_PITCH = 0.0185
"""m between dice in rows."""


def seed_of(*words: object) -> bytes:
    """32 bytes from anything that prints: a throw's seed where no secret is needed."""
    return hashlib.sha256(repr(words).encode()).digest()


def scattered(empty: Layout, faces: Sequence[Face], chance: Chance) -> Layout:
    """Dice with these faces up, laid at random places without touching."""
    return (_anywhere if len(faces) <= LOOSE_DICE else _in_rows)(empty, faces, chance)


def _anywhere(empty: Layout, faces: Sequence[Face], chance: Chance) -> Layout:
    layout = empty
    half_x, half_y = _half_sides(empty)
    while len(layout) < len(faces):
        x, y = chance.between(-half_x, half_x), chance.between(-half_y, half_y)
        if layout.is_free(x, y):
            yaw = chance.between(-math.pi, math.pi)
            layout = layout.placed(len(layout), faces[len(layout)], x, y, yaw)
    return layout


def _in_rows(empty: Layout, faces: Sequence[Face], chance: Chance) -> Layout:
    half_x, half_y = _half_sides(empty)
    rows, columns = int(2 * half_y / ROW_PITCH), int(2 * half_x / ROW_PITCH)
    places = [
        ((i - columns / 2) * ROW_PITCH, (j - rows / 2) * ROW_PITCH)
        for i in range(columns + 1)
        for j in range(rows + 1)
    ]
    inside = [p for p in places if distance_inside(empty.arena.mat, p) > DIE_EDGE * math.sqrt(0.5)]
    if len(inside) < len(faces):
        raise BadValue(f"{len(faces)} dice do not fit on this mat: {len(inside)} do")
    layout = empty
    for die, face in enumerate(faces):
        x, y = inside.pop(chance.below(len(inside)))
        layout = layout.placed(die, face, x, y)
    return layout


def _half_sides(layout: Layout) -> tuple[float, float]:
    x, y = (max(abs(point[axis]) for point in layout.arena.mat) for axis in (0, 1))
    return x - DIE_EDGE / 2, y - DIE_EDGE / 2


def throw_at(thrower: PhysicsThrower, faces: Sequence[Face], strength: str, seed: bytes) -> Thrown:
    """One die of a strength from a random side at a random one of the dice that lie."""
    chance = Chance(seed, attempt=2**31)  # another stream than the throw's own
    layout = scattered(thrower.empty, faces, chance)
    return thrower.throw(layout, (Hand(0, (THROWN_DIE,), aim_at(layout, strength, chance)),), seed)


def aim_at(layout: Layout, strength: str, chance: Chance) -> Aim:
    """At a random lying die, or the middle of an empty mat, from a random side."""
    side = chance.between(-math.pi, math.pi)
    if not len(layout):
        return Aim.of_strength(strength, side=side)
    x, y, _ = layout.dice[chance.below(len(layout))].pose.position
    return Aim.of_strength(strength, x=x, y=y, side=side)
