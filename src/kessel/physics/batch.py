"""Many throws on all cores, in order, for the lab and the command line.

Each worker process keeps a silent simulator for each edition. A throw depends on its task alone, so
neither the number of workers nor where a run was broken off changes what comes out.
"""

import functools
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Protocol

from kessel.physics.attempt import SimulatedOutcome
from kessel.physics.practice import strike
from kessel.physics.simulator import ArenaSimulator
from kessel.rules.edition import find_edition
from kessel.rules.faces import Face
from kessel.throws.at_rest import DiceAtRest
from kessel.throws.dice import Handful

CHUNK = 24
"""Throws sent to a worker at once: enough to hide the sending, few enough to share out fairly."""
ALONE = 40
"""Fewer throws than this are not worth starting other processes for."""

Progress = Callable[[int, int], None]
"""Called with how many throws are done, and of how many."""


class Task(Protocol):
    """Something to throw; it must be picklable and hold its own seed."""

    @property
    def seed(self) -> bytes:
        """Of the throw."""

    def laid(self, simulator: ArenaSimulator) -> tuple[DiceAtRest, tuple[Handful, ...]]:
        """The dice that lie, and the handfuls that are thrown."""


@dataclass(frozen=True, slots=True)
class Strike:
    """One die of a strength at dice scattered with these faces."""

    faces: tuple[Face, ...]
    strength: str
    seed: bytes

    def laid(self, simulator: ArenaSimulator) -> tuple[DiceAtRest, tuple[Handful, ...]]:
        """Scattered dice, and a handful aimed at one of them."""
        return strike(simulator, self.faces, self.strength, self.seed)


@dataclass(frozen=True, slots=True)
class Given:
    """Handfuls that are thrown at given dice."""

    at_rest: DiceAtRest
    handfuls: tuple[Handful, ...]
    seed: bytes

    def laid(self, simulator: ArenaSimulator) -> tuple[DiceAtRest, tuple[Handful, ...]]:
        """As given."""
        return self.at_rest, self.handfuls


def throw_many(
    edition: str,
    tasks: Sequence[Task],
    *,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Iterator[SimulatedOutcome]:
    """The outcomes of all tasks, in their order, as they become known."""
    workers = min(workers or cores(), -(-len(tasks) // CHUNK))
    chunks = [tasks[k : k + CHUNK] for k in range(0, len(tasks), CHUNK)]
    throw = functools.partial(_throw_chunk, edition)
    spawn = multiprocessing.get_context("spawn")
    alone = workers <= 1 or len(tasks) < ALONE
    done = 0
    with nullcontext() if alone else ProcessPoolExecutor(workers, spawn) as pool:
        for chunk in map(throw, chunks) if pool is None else pool.map(throw, chunks):
            yield from chunk
            done += len(chunk)
            if progress is not None:
                progress(done, len(tasks))


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@functools.cache
def simulator_of(edition: str) -> ArenaSimulator:
    """A silent simulator that this process keeps, whatever batch it throws for."""
    return ArenaSimulator(find_edition(edition), audible=False)


def _throw_chunk(edition: str, tasks: Sequence[Task]) -> list[SimulatedOutcome]:
    simulator = simulator_of(edition)
    return [simulator.throw(*task.laid(simulator), task.seed).outcome() for task in tasks]
