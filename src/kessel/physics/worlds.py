"""Throws by the million: many worlds of one arena that fly at once, each refilled when it rests.

The port to an engine that steps them (`warp_worlds.py` is one, on a GPU), and the work
around it: processes lay out the throws, and the native engine settles what cannot be read. A throw
begins exactly as on a processor, from the same seed. Nothing here loads an engine.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kessel.errors import BadValue
from kessel.physics.batch import Task, prepared
from kessel.physics.numbers import Flags, Floats
from kessel.physics.params import FRAME_RATE, Materials
from kessel.physics.reading import GONE, Faces, faces_up, read_plain
from kessel.physics.simulate import Motion
from kessel.throws.at_rest import by_number
from kessel.throws.boxes import BoxGeometry

CHUNK = 256
"""Throws that a process lays out at once."""
NOBODY = -1
"""In place of a throw's number: the world is free."""

Indices: TypeAlias = NDArray[np.intp]


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
        ...

    def begin(self, worlds: Indices, poses: Floats, velocities: Floats) -> None:
        """Start these worlds again; dice without velocity lie asleep."""
        ...

    def advance(self) -> None:
        """Simulate some steps in all worlds; may return before they are done."""
        ...

    def ends(self) -> Ends:
        """The worlds that have come to rest since they began, each told once."""
        ...


TaskOf: TypeAlias = Callable[[int], Task]
"""The throw of a number; it must be picklable."""
Starts: TypeAlias = tuple[Floats, Floats]
"""Where dice begin, (throws, dice, 7), and how fast, (throws, dice, 6)."""
WorldsMaker: TypeAlias = Callable[[BoxGeometry, int, int, Materials], Worlds]
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
    worlds: Worlds, box: BoxGeometry, task: TaskOf, numbers: range, pool: Executor
) -> Iterator[Landings]:
    """Make the throws of these numbers; landings in the order in which they come to rest.

    All have the same number of dice. The pool's processes must have been prepared for this arena
    by `batch.prepare`.
    """
    flight = _Flight(worlds, box, task, numbers, pool)
    while flight.refill():
        worlds.advance()
        yield from flight.read()  # of the last round, while this one is simulated
        yield from flight.settled(wait=False)
        flight.stock_up()
        flight.take(worlds.ends())
    yield from flight.read()
    yield from flight.settled(wait=True)


class _Flight:
    """The throws under way: laid out, in the air, at rest, being settled."""

    def __init__(
        self, worlds: Worlds, box: BoxGeometry, task: TaskOf, numbers: range, pool: Executor
    ) -> None:
        self._worlds, self._box, self._pool = worlds, box, pool
        self._task, self._to_order, self._to_begin = task, numbers, numbers
        self._laid_out: deque[Future[Starts]] = deque()
        self._stock = (np.zeros((0, 0, 7)), np.zeros((0, 0, 6)))
        self._flying = np.full(worlds.count, NOBODY)
        self._starts: Floats = np.zeros((worlds.count, 0, 7))
        self._lying = 0
        self._ended: list[tuple[Indices, Floats, Ends]] = []
        self._settling: deque[Future[Landings]] = deque()
        self._order()

    def refill(self) -> bool:
        """Begin throws in the worlds that are free; whether any is in the air."""
        free = np.flatnonzero(self._flying == NOBODY)
        if len(self._stock[0]) < len(free):
            self.stock_up(wait=True)
        if count := min(len(free), len(self._stock[0])):
            self._begin(free[:count])
        return bool((self._flying != NOBODY).any())

    def _begin(self, worlds: Indices) -> None:
        poses, velocities = (rows[: len(worlds)] for rows in self._stock)
        self._stock = self._stock[0][len(worlds) :], self._stock[1][len(worlds) :]
        self._starts[worlds] = poses
        self._flying[worlds] = self._to_begin[: len(worlds)]
        self._to_begin = self._to_begin[len(worlds) :]
        self._worlds.begin(worlds, poses, velocities)

    def stock_up(self, *, wait: bool = False) -> None:
        """Take what has been laid out by now, at least for all free worlds if that can wait."""
        wanted = self._worlds.count if wait else 0
        rows, count = [self._stock], len(self._stock[0])
        while self._laid_out and (self._laid_out[0].done() or count < wanted):
            rows.append(self._laid_out.popleft().result())
            count += len(rows[-1][0])
        if len(rows) > 1:
            self._same_dice(rows)
            some = rows if len(self._stock[0]) else rows[1:]
            self._stock = np.concatenate([p for p, _ in some]), np.concatenate([v for _, v in some])
        self._order()

    def _same_dice(self, rows: Sequence[Starts]) -> None:
        dice = {poses.shape[1] for poses, _ in rows if len(poses)}
        if not self._starts.shape[1]:
            self._starts = np.zeros((self._worlds.count, max(dice), 7))
            self._lying = int((~rows[-1][1][0].any(axis=1)).sum())
        _check_as_many(dice | {self._starts.shape[1]})

    def _order(self) -> None:
        """Have as many throws laid out, or on order, as the next refills may take."""
        wanted = 2 * self._worlds.count - len(self._stock[0])
        while self._to_order and len(self._laid_out) * CHUNK < wanted:
            self._laid_out.append(self._pool.submit(lay_out, self._task, self._to_order[:CHUNK]))
            self._to_order = self._to_order[CHUNK:]

    def take(self, ends: Ends) -> None:
        """Free the worlds that rest."""
        self._ended.append((self._flying[ends.worlds], self._starts[ends.worlds], ends))
        self._flying[ends.worlds] = NOBODY

    def read(self) -> Iterator[Landings]:
        """What came to rest, where that is plain; the rest is given away to be settled."""
        for numbers, starts, ends in self._ended:
            after, plain = read_plain(self._box, ends.poses)
            failed = ends.failed | ~np.isfinite(ends.poses).all(axis=(1, 2))
            plain &= ~failed
            if plain.any():
                before = faces_up(starts[plain, : self._lying])
                yield Landings(before, after[plain], np.zeros(len(before), bool))
            for some in _parts(np.flatnonzero(~plain), CHUNK // 4):
                flown = [
                    None if failed[k] else (ends.poses[k], float(ends.seconds[k])) for k in some
                ]
                self._settling.append(
                    self._pool.submit(settle, self._task, numbers[some].tolist(), flown)
                )
        self._ended = []

    def settled(self, *, wait: bool) -> Iterator[Landings]:
        """What has been settled by now, or all of it."""
        while self._settling and (wait or self._settling[0].done()):
            yield self._settling.popleft().result()


def lay_out(task: TaskOf, numbers: Sequence[int]) -> Starts:
    """In a worker process: how these throws begin."""
    simulator = prepared()
    tasks = [task(number) for number in numbers]
    starts = [simulator.start(*one.laid(simulator), one.seed) for one in tasks]
    _check_as_many({len(start) for start in starts})
    return (
        np.array([[pose for pose, _ in start] for start in starts]),
        np.array([[motion for _, motion in start] for start in starts]),
    )


def _check_as_many(dice: set[int]) -> None:
    if len(dice) > 1:
        raise BadValue(f"throws of {sorted(dice)} dice: worlds that fly together have as many each")


def settle(
    task: TaskOf, numbers: Sequence[int], flown: Sequence[tuple[Floats, float] | None]
) -> Landings:
    """In a worker process: settle throws that flew elsewhere; those that failed fly again."""
    simulator = prepared()
    before, after, cocked = [], [], []
    for number, end in zip(numbers, flown, strict=True):
        one = task(number)
        at_rest, hands = one.laid(simulator)
        motion = None if end is None else _at_rest_after(*end)
        outcome = simulator.throw(at_rest, hands, one.seed, flown=motion)
        up = {die.die: die.pose.up for die in by_number(outcome.at_rest)}
        lying = by_number(at_rest)
        dice = [die.die for die in lying] + [die for hand in hands for die in hand.dice]
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


def _parts(indices: Indices, most: int) -> Iterator[Indices]:
    for at in range(0, len(indices), most):
        yield indices[at : at + most]
