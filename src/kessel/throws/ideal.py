"""Ideal dice: every lying piece is struck with one probability, every die that moves is lost with
another, and what moved and stayed shows each face equally often. Aims change nothing.

A struck tower falls, all of it, as in the solver's ideal model. `IdealFaces` know only faces and
are quick; `IdealDice` also give every die a number and a place.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import TypeVar

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.rules.faces import Face, Piece
from kessel.rules.moves import Landing
from kessel.rules.state import GameState, new_tuple
from kessel.throws.arithmetic import cos, length, sin
from kessel.throws.at_rest import DiceAtRest, LyingDie, Stack, arena_of
from kessel.throws.boxes import DIE_EDGE
from kessel.throws.dice import (
    SEED_BYTES,
    Casts,
    Landed,
    Simulator,
    ThrowOrder,
    ThrowResult,
    dice_thrown,
    numbered,
    read_aim,
)
from kessel.throws.pose import Pose, with_up

STRIKE, LOSS = 0.3, 0.02
"""The two probabilities where none are given."""
VERSION = 1
"""A new one whenever the same seed gives another throw."""
PITCH = DIE_EDGE * 1.15
"""m between the middles of neighbouring places."""
PART = 128
"""Places of the spiral that are looked at together: nearly always the first ones are enough."""
GOLDEN_ANGLE = math.pi * (3.0 - math.sqrt(5.0))
"""Turns that spread places evenly over a disc."""

Some = TypeVar("Some")


@dataclass(frozen=True, slots=True)
class IdealFaces:
    """Dice without places: only faces are drawn, piece by piece and die by die.

    >>> from random import Random
    >>> from kessel import Cast, read_state
    >>> state = read_state("strike-2020 hands=2,3 arena=2,5")
    >>> IdealFaces(strike=1.0).land(state, {0: Cast("1")}, Random(1)).landing
    Landing(arena=('3', '4', '5'), out=0, cocked=0)
    """

    strike: float = STRIKE
    loss: float = LOSS
    cocked: float = 0.0
    """The probability that a die that moved and stayed had to be settled."""

    def __post_init__(self) -> None:
        for name in ("strike", "loss", "cocked"):
            value = getattr(self, name)
            if not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
                raise BadValue(f"{name} {value!r}: a probability from 0 to 1 is accepted")

    def land(
        self, state: GameState, casts: Casts, chance: Random, lying: DiceAtRest | None = None
    ) -> Landed:
        """Draw strikes, then losses, then faces."""
        draw, strike, loss = chance.random, self.strike, self.loss
        arena: list[Piece] = []
        moving = dice_thrown(state, casts)
        for piece in state.arena:
            if draw() >= strike:
                arena.append(piece)
            else:
                moving += 1 if piece.__class__ is str else len(piece)
        out = 0
        for _ in range(moving):
            if draw() < loss:
                out += 1
        cocked = 0
        if self.cocked:
            cocked = [draw() < self.cocked for _ in range(moving - out)].count(True)
        faces = state.edition.faces
        sides = len(faces)
        for _ in range(moving - out):
            arena.append(faces[int(draw() * sides)])  # noqa: PERF401 - mostly one die, so no list
        landing = new_tuple(Landing, (tuple(arena), out, cocked))
        return new_tuple(Landed, (landing, None))


def fair_faces(edition: Edition, count: int, chance: Random) -> list[Face]:
    """Faces of that many dice, each as likely as the others."""
    faces = edition.faces
    return [faces[int(chance.random() * len(faces))] for _ in range(count)]


@dataclass(frozen=True, slots=True)
class IdealDice(Simulator):
    """Ideal dice that lie somewhere.

    >>> from kessel import Game
    >>> game = Game.from_state("impact hands=3,4 arena=fire")
    >>> events = game.throw(IdealDice(strike=0.0), seed=1)
    >>> game.state.arena, len(game.layout)
    (('fire', 'air'), 2)
    """

    strike: float = STRIKE
    loss: float = LOSS

    def __post_init__(self) -> None:
        IdealFaces(self.strike, self.loss)

    @property
    def name(self) -> str:
        """`ideal` with its version and its two numbers."""
        return f"ideal-{VERSION} strike={self.strike!r} loss={self.loss!r}"

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """Draw everything from the seed, lying pieces first, then the handfuls in their order."""
        thrown = [die for one in order.handfuls for die in one.dice]
        return ThrowResult(*self._fallen(order.edition, order.at_rest, thrown, order.seed))

    def land(
        self, state: GameState, casts: Casts, chance: Random, lying: DiceAtRest | None = None
    ) -> Landed:
        """The same without an order, which only whoever repeats a throw has to keep."""
        at_rest, thrown = numbered(state, lying, dice_thrown(state, casts))
        for cast in casts.values():
            read_aim(cast)
        at_rest, out = self._fallen(state.edition, at_rest, thrown, chance.randbytes(SEED_BYTES))
        landing = new_tuple(Landing, (arena_of(at_rest), len(out), 0))
        return new_tuple(Landed, (landing, at_rest))

    def _fallen(
        self, edition: Edition, at_rest: DiceAtRest, thrown: Sequence[int], seed: bytes
    ) -> tuple[DiceAtRest, tuple[int, ...]]:
        chance = Random(int.from_bytes(seed, "big"))
        standing, falling = _split(at_rest, self.strike, chance)
        moving = [lying.die for stack in falling for lying in stack]
        staying, lost = _split((*moving, *thrown), self.loss, chance)
        faces = fair_faces(edition, len(staying), chance)
        return (*standing, *_laid_down(edition, standing, staying, faces)), tuple(lost)


def _split(whole: Sequence[Some], share: float, chance: Random) -> tuple[list[Some], list[Some]]:
    """What chance leaves alone, and what it takes, each with this probability."""
    left: list[Some] = []
    taken: list[Some] = []
    for one in whole:
        (taken if chance.random() < share else left).append(one)
    return left, taken


def _laid_down(
    edition: Edition, standing: Sequence[Stack], dice: Sequence[int], faces: Sequence[Face]
) -> Iterator[Stack]:
    places = _free_places([stack[0].pose[:2] for stack in standing])
    for die, face, number in zip(dice, faces, places, strict=False):
        yield (LyingDie(die, face, _lying(edition.faces.index(face), number)),)


def _free_places(taken: list[tuple[float, float]]) -> Iterator[int]:
    """Places on the spiral from the middle outward, none nearer than `PITCH` to another."""
    part = 0
    while True:
        near = 0
        for x, y in taken:
            near |= _near(x, y, part)
        while (free := ~near & (near + 1)) < 1 << PART:
            number = free.bit_length() - 1 + PART * part
            taken.append(_place(number))
            near |= _near(*taken[-1], part)
            yield number
        part += 1


@lru_cache(maxsize=4096)
def _near(x: float, y: float, part: int) -> int:
    """The places of a part of the spiral that are too near to a die there, as bits."""
    places = map(_place, range(PART * part, PART * (part + 1)))
    near = 0
    for bit, (u, v) in enumerate(places):
        if length(u - x, v - y) <= PITCH:
            near |= 1 << bit
    return near


@cache
def _place(number: int) -> tuple[float, float]:
    """Of a spiral from the middle outward."""
    radius, angle = PITCH / 4 * math.sqrt(number), number * GOLDEN_ANGLE
    return radius * cos(angle), radius * sin(angle)


@lru_cache(maxsize=4096)
def _lying(axis: int, number: int) -> Pose:
    """A die that lies flat at a place of the spiral, with that one of its axes up."""
    return Pose.at((*_place(number), DIE_EDGE / 2), with_up(axis, 0.0))
