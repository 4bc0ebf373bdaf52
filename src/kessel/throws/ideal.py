"""Ideal dice: every lying piece is struck with one probability, every die that moves is lost with
another, and what moved and stayed shows each face equally often. Aims change nothing."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.throws.lay import DIE_EDGE, Lay, LyingDie, Spot, flat
from kessel.throws.thrower import Thrown, ThrowOrder

PITCH = DIE_EDGE * 1.15
"""m between the middles of neighbouring places."""
GOLDEN_ANGLE = math.pi * (3.0 - math.sqrt(5.0))
"""Turns that spread places evenly over a disc."""


@dataclass(frozen=True, slots=True)
class IdealThrower:
    """Dice as the solver's ideal model has them."""

    strike: float = 0.3
    loss: float = 0.02

    def __post_init__(self) -> None:
        for name, value in (("strike", self.strike), ("loss", self.loss)):
            if not 0.0 <= value <= 1.0:
                raise BadValue(f"{name} {value!r}: a probability from 0 to 1 is accepted")

    @property
    def name(self) -> str:
        """`ideal` with its two numbers."""
        return f"ideal-1 strike={self.strike!r} loss={self.loss!r}"

    def throw(self, order: ThrowOrder) -> Thrown:
        """Draw everything from the seed, lying pieces first, then the hands in their order."""
        chance = Random(int.from_bytes(order.seed, "big"))
        standing, moving = _strike(order.lay, self.strike, chance)
        moving += [die for hand in order.hands for die in hand.dice]
        lost = [die for die in moving if chance.random() < self.loss]
        staying = [die for die in moving if die not in lost]
        faces = {die: order.edition.faces[_face(chance)] for die in staying}
        return Thrown(_lie_down(order.edition, standing, faces), tuple(lost))


def _strike(lay: Lay, strike: float, chance: Random) -> tuple[list[Spot], list[int]]:
    """What stays as it is, and the dice that fall anew; of a struck tower its upper part."""
    standing: list[Spot] = []
    moving: list[int] = []
    for spot in lay:
        left = len(spot)
        if chance.random() < strike:
            left = int(chance.random() * len(spot))
        moving += [die.die for die in spot[left:]]
        if left:
            standing.append(spot[:left])
    return standing, moving


def _face(chance: Random) -> int:
    return int(chance.random() * 6)


def _lie_down(edition: Edition, standing: list[Spot], faces: dict[int, str]) -> Lay:
    taken = [spot[0].pose[:2] for spot in standing]
    places = _free_places(taken)
    fallen = (
        (LyingDie(die, face, flat(edition, face, *next(places))),) for die, face in faces.items()
    )
    return (*standing, *fallen)


def _free_places(taken: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Places on a spiral from the middle outward, none nearer than `PITCH` to another."""
    number = 0
    while True:
        radius = PITCH / 4 * math.sqrt(number)
        x, y = radius * math.cos(number * GOLDEN_ANGLE), radius * math.sin(number * GOLDEN_ANGLE)
        if all(math.dist((x, y), place) > PITCH for place in taken):
            taken = [*taken, (x, y)]
            yield x, y
        number += 1
