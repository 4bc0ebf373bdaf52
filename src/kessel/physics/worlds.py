"""Throws by the million: many worlds of one arena that fly at once, each refilled when it rests.

The port to an engine that steps them (`warp_worlds.py` is one, on a GPU), and the work
around it: processes lay out the throws, and the native engine settles what cannot be read. A throw
begins exactly as on a processor, from the same seed. One flight makes throws of several numbers of
dice, so that no world waits while the last throws of one number come to rest. Nothing here loads
an engine.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kessel.errors import BadValue
from kessel.physics.batch import Task, simulator_of
from kessel.physics.numbers import Flags, Floats
from kessel.physics.params import FRAME_RATE
from kessel.physics.resting import FLAT_HEIGHT, FLAT_TILT
from kessel.physics.simulate import Motion
from kessel.throws.at_rest import by_number
from kessel.throws.boxes import DIE_EDGE, BoxGeometry
from kessel.throws.outline import edge_lines, offset_ring

CHUNK = 256
"""Throws that a process lays out at once."""
NOBODY = -1
"""In place of a throw's number: the world is free."""
GONE = -1
"""In place of a face: the die has left the arena."""
MARGIN = 1e-5
"""m, and rad. Dice this close to a limit are not plain: the limit is not for float32 to decide."""

Indices: TypeAlias = NDArray[np.intp]
Faces: TypeAlias = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Ends:
    """Worlds that came to rest, or failed to."""

    worlds: Indices
    poses: Floats  # (worlds, slots, 7)
    seconds: Floats  # simulated until then
    failed: Flags  # hung, diverged, or out of the engine's room for contacts


class Worlds(Protocol):
    """Worlds of one box, all with the same number of slots for dice."""

    @property
    def count(self) -> int:
        """How many fly at once."""

    @property
    def slots(self) -> int:
        """The most dice that a throw may have."""

    def begin(self, worlds: Indices, poses: Floats, velocities: Floats) -> None:
        """Start these worlds again, all with as many dice; those without velocity lie asleep."""

    def advance(self) -> None:
        """Simulate some steps in all worlds; may return before they are done."""

    def ends(self) -> Ends:
        """The worlds that have come to rest since they began, each told once."""


TaskOf: TypeAlias = Callable[[int], Task]
"""The throw of a number; it must be picklable."""


@dataclass(frozen=True, slots=True)
class Order:
    """Throws to be made in an edition's arena, all with as many dice, by number."""

    edition: str
    task: TaskOf
    numbers: Sequence[int]


Starts: TypeAlias = tuple[Floats, Floats]
"""Where dice begin, (throws, dice, 7), and how fast, (throws, dice, 6)."""
Flown: TypeAlias = tuple[Floats, float]
"""Where the dice of a throw came to rest, and after how many seconds."""
WorldsMaker: TypeAlias = Callable[[BoxGeometry, int, int], Worlds]
"""Builds worlds for a box with that many slots each, of which so many are thrown."""


@dataclass(frozen=True, slots=True)
class Landings:
    """How some throws ended. Faces are indices into `pose.AXES`; `GONE` is a die that left."""

    before: Faces  # (throws, lying dice)
    after: Faces  # (throws, dice), those that lay first
    cocked: Flags  # (throws,): a die had to be settled
    again: int = 0  # throws that failed here and were simulated on the processor

    @property
    def throws(self) -> int:
        """How many there are."""
        return len(self.after)

    @property
    def thrown(self) -> Faces:
        """(throws, thrown dice)."""
        return self.after[:, self.before.shape[1] :]

    @property
    def left(self) -> Flags:
        """(throws, lying dice): it has left the arena."""
        left: Flags = self.after[:, : self.before.shape[1]] == GONE
        return left

    @property
    def flipped(self) -> Flags:
        """(throws, lying dice): it still lies, with another face."""
        flipped: Flags = (self.after[:, : self.before.shape[1]] != self.before) & ~self.left
        return flipped


def fly(
    worlds: Worlds, box: BoxGeometry, orders: Sequence[Order], pool: Executor
) -> Iterator[tuple[Order, Landings]]:
    """Make the throws of these orders, all in one box; landings as they come to rest, so those of
    an order may follow some of the next."""
    flight = _Flight(worlds, box, orders, pool)
    while flight.refill():
        worlds.advance()
        yield from flight.read()  # of the last round, while this one is simulated
        yield from flight.settled(wait=False)
        flight.stock_up()
        flight.take(worlds.ends())
    yield from flight.read()
    yield from flight.settled(wait=True)


@dataclass(frozen=True, slots=True)
class _LaidOut:
    """Throws that can begin; `order` is an index."""

    order: int
    numbers: Sequence[int]
    poses: Floats
    velocities: Floats

    def split(self, count: int) -> "tuple[_LaidOut, _LaidOut]":
        """The first ones, and the rest."""
        return (
            _LaidOut(self.order, self.numbers[:count], self.poses[:count], self.velocities[:count]),
            _LaidOut(self.order, self.numbers[count:], self.poses[count:], self.velocities[count:]),
        )


class _Flight:
    """The throws under way: laid out, in the air, at rest, being settled."""

    def __init__(
        self, worlds: Worlds, box: BoxGeometry, orders: Sequence[Order], pool: Executor
    ) -> None:
        self._worlds, self._box, self._orders, self._pool = worlds, box, orders, pool
        self._to_order = deque(
            (index, order.numbers[k : k + CHUNK])
            for index, order in enumerate(orders)
            for k in range(0, len(order.numbers), CHUNK)
        )
        self._ordered: deque[tuple[int, Sequence[int], Future[Starts]]] = deque()
        self._stock: deque[_LaidOut] = deque()
        self._dice = np.zeros(len(orders), np.intp)
        self._lying = np.zeros(len(orders), np.intp)
        self._flying = np.full(worlds.count, NOBODY)
        self._order_of = np.zeros(worlds.count, np.intp)
        self._starts: Floats = np.zeros((worlds.count, worlds.slots, 7))
        self._ended: list[tuple[Indices, Indices, Floats, Ends]] = []
        self._settling: deque[tuple[Order, Future[Landings]]] = deque()
        self._order_more()

    def refill(self) -> bool:
        """Begin throws of one order in worlds that are free; whether any is in the air."""
        free = np.flatnonzero(self._flying == NOBODY)
        if self._in_stock() < len(free):
            self.stock_up(wait_for=len(free))
        if len(free) and self._stock:
            self._begin(free)
        return bool((self._flying != NOBODY).any())

    def _begin(self, free: Indices) -> None:
        order, room, rows = self._stock[0].order, len(free), list[_LaidOut]()
        while room and self._stock and self._stock[0].order == order:
            row, rest = self._stock.popleft().split(room)
            rows.append(row)
            room -= len(row.poses)
            if len(rest.poses):
                self._stock.appendleft(rest)
        worlds = free[: len(free) - room]
        poses = np.concatenate([row.poses for row in rows])
        self._starts[worlds, : poses.shape[1]] = poses
        self._flying[worlds] = np.concatenate([row.numbers for row in rows])
        self._order_of[worlds] = order
        self._worlds.begin(worlds, poses, np.concatenate([row.velocities for row in rows]))

    def _in_stock(self) -> int:
        return sum(len(row.poses) for row in self._stock)

    def stock_up(self, *, wait_for: int = 0) -> None:
        """Take what has been laid out by now, or wait until that many can begin."""
        count = self._in_stock()
        while self._ordered and (self._ordered[0][2].done() or count < wait_for):
            order, numbers, future = self._ordered.popleft()
            poses, velocities = future.result()
            self._same_dice(order, poses, velocities)
            self._stock.append(_LaidOut(order, numbers, poses, velocities))
            count += len(poses)
        self._order_more()

    def _same_dice(self, order: int, poses: Floats, velocities: Floats) -> None:
        dice = poses.shape[1]
        if not self._dice[order]:
            self._dice[order] = dice
            self._lying[order] = (~velocities[0].any(axis=1)).sum()
        _check_as_many({dice, int(self._dice[order])})

    def _order_more(self) -> None:
        """Have as many throws laid out, or on order, as the next refills may take."""
        wanted = 2 * self._worlds.count - self._in_stock()
        while self._to_order and len(self._ordered) * CHUNK < wanted:
            index, numbers = self._to_order.popleft()
            part = replace(self._orders[index], numbers=numbers)
            self._ordered.append((index, numbers, self._pool.submit(lay_out, part)))

    def take(self, ends: Ends) -> None:
        """Free the worlds that rest."""
        worlds = ends.worlds
        told = self._order_of[worlds], self._flying[worlds], self._starts[worlds]
        self._ended.append((*told, ends))
        self._flying[worlds] = NOBODY

    def read(self) -> Iterator[tuple[Order, Landings]]:
        """What came to rest, if that is plain; the rest is given away to be settled."""
        for orders, numbers, starts, ends in self._ended:
            for order in np.unique(orders).tolist():
                some = orders == order
                dice, lying = self._dice[order], self._lying[order]
                poses = ends.poses[some, :dice]
                failed = ends.failed[some] | ~np.isfinite(poses).all(axis=(1, 2))
                after, plain = read_plain(self._box, poses)
                plain &= ~failed
                if plain.any():
                    before = faces_up(starts[some][plain, :lying])
                    landed = Landings(before, after[plain], np.zeros(len(before), bool))
                    yield self._orders[order], landed
                for few in _parts(np.flatnonzero(~plain), CHUNK // 4):
                    part = replace(self._orders[order], numbers=numbers[some][few].tolist())
                    lasted = ends.seconds[some]
                    flown = [None if failed[k] else (poses[k], float(lasted[k])) for k in few]
                    settling = self._pool.submit(settle, part, flown)
                    self._settling.append((self._orders[order], settling))
        self._ended = []

    def settled(self, *, wait: bool) -> Iterator[tuple[Order, Landings]]:
        """What has been settled by now, or all of it."""
        while self._settling and (wait or self._settling[0][1].done()):
            order, future = self._settling.popleft()
            yield order, future.result()


def lay_out(order: Order) -> Starts:
    """In a worker process: how these throws begin."""
    simulator = simulator_of(order.edition)
    tasks = [order.task(number) for number in order.numbers]
    starts = [simulator.start(*one.laid(simulator), one.seed) for one in tasks]
    _check_as_many({len(start) for start in starts})
    return (
        np.array([[pose for pose, _ in start] for start in starts]),
        np.array([[motion for _, motion in start] for start in starts]),
    )


def _check_as_many(dice: set[int]) -> None:
    if len(dice) > 1:
        raise BadValue(f"throws of {sorted(dice)} dice: those of one order have as many each")


def settle(order: Order, flown: Sequence[Flown | None] = ()) -> Landings:
    """In a worker process: settle throws that flew elsewhere; those that failed, or all if none
    has flown, fly here."""
    simulator = simulator_of(order.edition)
    before, after, cocked = [], [], []
    for number, end in zip(order.numbers, flown or [None] * len(order.numbers), strict=True):
        one = order.task(number)
        at_rest, handfuls = one.laid(simulator)
        motion = None if end is None else _at_rest_after(*end)
        outcome = simulator.throw(at_rest, handfuls, one.seed, flown=motion)
        up = {die.die: die.pose.up for die in by_number(outcome.at_rest)}
        lying = by_number(at_rest)
        dice = [die.die for die in lying] + [die for handful in handfuls for die in handful.dice]
        before.append([die.pose.up for die in lying])
        after.append([up.get(die, GONE) for die in dice])
        cocked.append(bool(outcome.unread))
    return Landings(
        np.array(before, np.int8),
        np.array(after, np.int8),
        np.array(cocked, bool),
        sum(end is None for end in flown),
    )


def _at_rest_after(poses: Floats, seconds: float) -> Motion:
    """A motion of that length of which only the end is known."""
    frames = max(1, round(seconds * FRAME_RATE))
    return Motion(
        np.broadcast_to(poses, (frames, *poses.shape)),
        np.zeros((frames, len(poses), 3)),
        (0,) * len(poses),
        {},
        1,
    )


def faces_up(poses: Floats) -> Faces:
    """For poses (..., 7) the index into `pose.AXES` of the axis that looks up most."""
    faces: Faces = _heights(poses).argmax(axis=-1).astype(np.int8)
    return faces


def read_plain(box: BoxGeometry, poses: Floats) -> tuple[Faces, NDArray[np.bool_]]:
    """For poses (throws, dice, 7) the faces up, `GONE` for dice outside; which throws are plain.

    Whatever is not plain (tilted, stacked, on the rim, on the line) is left to `resting.read`.
    """
    heights = _heights(poses)
    edges = np.array(edge_lines(offset_ring(box.mat, box.reach)))
    inside = (edges[:, 2] - poses[..., :2] @ edges[:, :2].T).min(axis=-1)
    tilt = np.arccos(np.minimum(1.0, heights.max(axis=-1)))
    height = np.abs(poses[..., 2] - DIE_EDGE / 2)
    flat = (tilt < FLAT_TILT - MARGIN) & (height < FLAT_HEIGHT - MARGIN) & (inside > MARGIN)
    out = inside < -MARGIN
    faces = np.where(out, GONE, heights.argmax(axis=-1)).astype(np.int8)
    return faces, (flat | out).all(axis=1)


def _heights(poses: Floats) -> Floats:
    """As `Pose.heights`."""
    w, x, y, z = (poses[..., k] for k in range(3, 7))
    a, b, c = 2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z
    return np.stack((a, b, c, -c, -b, -a), axis=-1)


def _parts(indices: Indices, most: int) -> Iterator[Indices]:
    for at in range(0, len(indices), most):
        yield indices[at : at + most]
