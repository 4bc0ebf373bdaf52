"""Throws to try things with: one die of a given strength at dice that lie about.

For the command line, the bench, the sweep and the lab; a game never lays its dice like this.
"""

import hashlib
import math
from collections.abc import Sequence

from kessel.errors import BadValue
from kessel.physics.chance import Chance
from kessel.physics.layout import Layout
from kessel.physics.params import DIE_EDGE
from kessel.physics.throw import Aim, Hand
from kessel.physics.thrower import PhysicsThrower, Thrown
from kessel.rules.faces import Face

THROWN_DIE = 1000
"""The number of the die that is thrown; lying dice are 0, 1, 2 ..."""
TRIES = 20_000
"""Random places tried for a layout; about 20 dice fit on the largest mat when laid blindly."""


def seed_of(*words: object) -> bytes:
    """32 bytes from anything that prints: a throw's seed where no secret is needed."""
    return hashlib.sha256(repr(words).encode()).digest()


def scattered(empty: Layout, faces: Sequence[Face], chance: Chance) -> Layout:
    """Dice with these faces up, laid at random places without touching."""
    layout = empty
    half = [max(abs(point[axis]) for point in empty.arena.mat) for axis in (0, 1)]
    for _ in range(TRIES):
        if len(layout) == len(faces):
            return layout
        x, y = (chance.between(-h + DIE_EDGE / 2, h - DIE_EDGE / 2) for h in half)
        if layout.is_free(x, y):
            yaw = chance.between(-math.pi, math.pi)
            layout = layout.placed(len(layout), faces[len(layout)], x, y, yaw)
    raise BadValue(f"{len(faces)} dice do not fit on this mat: some 15 do")


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
