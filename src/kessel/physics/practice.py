"""Throws to try things with: one die of a given strength at dice that lie about.

For the command line, the bench, the sweep, the lab and the throw of the day; a game never lays its
dice like this. Loads no simulator.
"""

import hashlib
import math
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from kessel.errors import BadValue
from kessel.physics.chance import Chance
from kessel.rules.edition import Edition
from kessel.rules.faces import Face
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, LyingDie, by_number, flat
from kessel.throws.boxes import DIE_EDGE, BoxGeometry, box_of
from kessel.throws.dice import Handful
from kessel.throws.outline import distance_inside
from kessel.throws.placing import is_free
from kessel.throws.pose import Pose

if TYPE_CHECKING:
    from kessel.physics.attempt import SimulatedThrow
    from kessel.physics.simulator import ArenaSimulator

THROWN_DIE = 1000
"""The number of the die that is thrown; lying dice are 0, 1, 2 ..."""
LOOSE_DICE = 10
"""Up to this many dice are laid anywhere; more are laid in rows, or they would not fit."""
ROW_PITCH = 0.0185
"""m between dice in rows."""


def seed_of(*words: object) -> bytes:
    """32 bytes from anything that prints: a throw's seed where no secret is needed."""
    return hashlib.sha256(repr(words).encode()).digest()


def scattered(
    edition: Edition, faces: Sequence[Face], chance: Chance, box: BoxGeometry | None = None
) -> DiceAtRest:
    """Dice with these faces up, laid at random places without touching."""
    for face in set(faces):
        edition.check_face(face)
    lay_down = _anywhere if len(faces) <= LOOSE_DICE else _in_rows
    poses = lay_down(edition, faces, chance, box or box_of(edition))
    return tuple(
        (LyingDie(die, face, pose),)
        for die, (face, pose) in enumerate(zip(faces, poses, strict=True))
    )


def _anywhere(
    edition: Edition, faces: Sequence[Face], chance: Chance, box: BoxGeometry
) -> list[Pose]:
    poses: list[Pose] = []
    half_x, half_y = _half_sides(box)
    while len(poses) < len(faces):
        x, y = chance.between(-half_x, half_x), chance.between(-half_y, half_y)
        if is_free(box, poses, x, y):
            yaw = chance.between(-math.pi, math.pi)
            poses.append(flat(edition, faces[len(poses)], x, y, yaw=yaw))
    return poses


def _in_rows(
    edition: Edition, faces: Sequence[Face], chance: Chance, box: BoxGeometry
) -> list[Pose]:
    half_x, half_y = _half_sides(box)
    rows, columns = int(2 * half_y / ROW_PITCH), int(2 * half_x / ROW_PITCH)
    places = [
        ((i - columns / 2) * ROW_PITCH, (j - rows / 2) * ROW_PITCH)
        for i in range(columns + 1)
        for j in range(rows + 1)
    ]
    inside = [p for p in places if distance_inside(box.mat, p) > DIE_EDGE * math.sqrt(0.5)]
    if len(inside) < len(faces):
        raise BadValue(f"{len(faces)} dice do not fit on this mat: {len(inside)} do")
    return [flat(edition, face, *inside.pop(chance.below(len(inside)))) for face in faces]


@cache
def _half_sides(box: BoxGeometry) -> tuple[float, float]:
    x, y = (max(abs(point[axis]) for point in box.mat) for axis in (0, 1))
    return x - DIE_EDGE / 2, y - DIE_EDGE / 2


def throw_at(
    simulator: "ArenaSimulator", faces: Sequence[Face], strength: str, seed: bytes
) -> "SimulatedThrow":
    """One die of a strength from a random side at a random one of the dice that lie."""
    return simulator.throw(*strike(simulator, faces, strength, seed), seed)


def strike(
    simulator: "ArenaSimulator", faces: Sequence[Face], strength: str, seed: bytes
) -> tuple[DiceAtRest, tuple[Handful, ...]]:
    """What such a throw is: dice that lie, and a handful thrown at one of them."""
    chance = Chance(seed, attempt=2**31)  # another stream than the throw's own
    at_rest = scattered(simulator.edition, faces, chance, simulator.box)
    return at_rest, (Handful(0, (THROWN_DIE,), aim_at(at_rest, strength, chance)),)


def aim_at(at_rest: DiceAtRest, strength: str, chance: Chance) -> Aim:
    """At a random lying die, or the middle of an empty mat, from a random side."""
    side = chance.between(-math.pi, math.pi)
    dice = by_number(at_rest)
    if not dice:
        return Aim.of_strength(strength, side=side)
    target = dice[chance.below(len(dice))].pose
    return Aim.of_strength(strength, x=target.x, y=target.y, side=side)
