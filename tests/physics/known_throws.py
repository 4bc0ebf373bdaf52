"""Ten thousand portable throws of every kind, and one digest of how they went.

Needs nothing but the package, so that any Python anywhere can make them; with
`bench/physics_portable.py` Node does so here or on another machine, or a browser.
"""

import hashlib
import struct
import zlib
from collections.abc import Iterable
from dataclasses import replace

from kessel.physics.chance import Chance
from kessel.physics.practice import aim_at, scattered, seed_of
from kessel.rules.edition import find_edition
from kessel.rules.options import resolve_options
from kessel.throws.aim import STRENGTHS, Aim
from kessel.throws.at_rest import DiceAtRest, dice_in
from kessel.throws.dice import Handful, Simulator, ThrowOrder, ThrowResult
from kessel.throws.placing import stacked

THROWS = 10_000
CHUNK = 100
"""Throws that have a digest of their own."""
ARENAS = ("strike-2020", "impact", "harry-potter", "strike-2012")
"""The last settles its cocked dice otherwise."""
LABEL = "known throws 1"


def order(number: int) -> ThrowOrder:
    """Nine in ten are of a few dice; all but the handfuls are thrown at dice that lie."""
    chance = Chance(seed_of(LABEL, number), attempt=2**31)
    edition = find_edition(ARENAS[number % len(ARENAS)])
    strength = tuple(STRENGTHS)[number // 4 % 3]
    lying: DiceAtRest = ()
    kind = number // 12 % 10
    if kind not in (7, 9):
        faces = [edition.faces[chance.below(6)] for _ in range(chance.below(10))]
        lying = scattered(edition, faces, chance)
    if kind == 6:
        lying = stacked(edition, lying[:6], range(len(lying[:6])))
    aim = aim_at(lying, strength, chance)
    handfuls: tuple[Handful, ...] = (Handful(0, (20,), aim),)
    if kind == 7:
        handfuls = (Handful(0, tuple(range(20, 22 + chance.below(8))), aim),)
    elif kind == 8:
        aims = [aim_at(lying, strength, chance) for _ in range(2 + chance.below(4))]
        handfuls = tuple(Handful(k, (20 + k,), one) for k, one in enumerate(aims))
    elif kind == 9 and number % 12 == 0:
        handfuls = (Handful(0, tuple(range(9 + chance.below(17))), Aim(speed=0.5)),)
    options = {"accidental_stack": "top_counts"} if number % 7 == 0 else {}
    agreed = replace(resolve_options(edition, options), rim_is_out=True)
    return ThrowOrder(edition, agreed, lying, handfuls, seed_of(LABEL, number, "seed"))


def packed(result: ThrowResult) -> bytes:
    """All of a throw but how its trajectory is compressed, which is zlib's business."""
    told = [
        struct.pack("<i7d", die.die, *die.pose) + f" {die.face} {len(stack)}".encode()
        for stack in result.at_rest
        for die in stack
    ]
    assert len(told) == len(dice_in(result.at_rest))
    counts = struct.pack("<2id", len(told), result.cocked, result.seconds)
    path = zlib.decompress(result.trajectory[4:], -15)
    return counts + b"".join(told) + struct.pack(f"<{len(result.out)}i", *result.out) + path


def chunk_digest(dice: Simulator, chunk: int) -> str:
    """Of the throws of one chunk."""
    made = hashlib.sha256()
    for number in range(CHUNK * chunk, CHUNK * (chunk + 1)):
        made.update(packed(dice.throw(order(number))))
    return made.hexdigest()[:16]


def digest_of(chunks: Iterable[str]) -> str:
    """One for all."""
    return hashlib.sha256(" ".join(chunks).encode()).hexdigest()
