"""Ideal dice: every lying piece is struck with one probability, every die that moves is lost with
another, and what moved and stayed shows each face equally often. Aims change nothing.

A struck tower falls, all of it, as in the solver's ideal model. `IdealFaces` know only faces and
are quick; `IdealDice` also give every die a number and a place.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.rules.faces import Face, Piece
from kessel.rules.moves import Landing
from kessel.rules.state import GameState, new_tuple
from kessel.throws.aim import check_aim
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
        for cast in casts.values():
            check_aim(cast.aim or {})
        at_rest, thrown = numbered(state, lying, dice_thrown(state, casts))
        at_rest, out = self._fallen(state.edition, at_rest, thrown, chance.randbytes(SEED_BYTES))
        landing = new_tuple(Landing, (arena_of(at_rest), len(out), 0))
        return new_tuple(Landed, (landing, at_rest))

    def _fallen(
        self, edition: Edition, at_rest: DiceAtRest, thrown: Sequence[int], seed: bytes
    ) -> tuple[DiceAtRest, tuple[int, ...]]:
        """Where all dice lie, and which are out: strikes are drawn, then losses, then faces."""
        draw, strike, loss = Random(int.from_bytes(seed, "big")).random, self.strike, self.loss
        lie: list[Stack] = []
        moving: list[int] = []
        for stack in at_rest:
            if draw() < strike:
                moving += [lying.die for lying in stack]
            else:
                lie.append(stack)
        moving += thrown
        staying: list[int] = []
        out: list[int] = []
        for die in moving:
            (out if draw() < loss else staying).append(die)
        faces, part = edition.faces, 0
        near = _near(lie, part)
        for die in staying:
            while (free := ~near & (near + 1)) >> PART:
                part += 1
                near = _near(lie, part)
            place = free.bit_length() - 1 + PART * part
            lie.append(_laid_down(die, faces, int(draw() * len(faces)), place))
            near |= _near_one(lie[-1][0].pose, part)
        return tuple(lie), tuple(out)


@lru_cache(maxsize=4096)
def _laid_down(die: int, faces: Sequence[Face], axis: int, place: int) -> Stack:
    """A die that lies flat at a place of the spiral."""
    pose = Pose.at((*_place(place), DIE_EDGE / 2), with_up(axis, 0.0))
    return (LyingDie(die, faces[axis], pose),)


def _near(lie: Sequence[Stack], part: int) -> int:
    """The places of a part of the spiral that are nearer than `PITCH` to what lies, as bits."""
    near = 0
    for stack in lie:
        near |= _near_one(stack[0].pose, part)
    return near


@lru_cache(maxsize=4096)
def _near_one(pose: Pose, part: int) -> int:
    near = 0
    for bit in range(PART):
        x, y = _place(PART * part + bit)
        if length(x - pose.x, y - pose.y) <= PITCH:
            near |= 1 << bit
    return near


@cache
def _place(number: int) -> tuple[float, float]:
    """Of a spiral from the middle outward."""
    radius, angle = PITCH / 4 * math.sqrt(number), number * GOLDEN_ANGLE
    return radius * cos(angle), radius * sin(angle)
