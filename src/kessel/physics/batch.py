"""Many throws on all cores, in order, for bots and the lab; resumable through a file of lines.

Each worker process keeps a silent simulator for each arena. A throw depends on its task alone, so
neither the number of workers nor where a run was broken off changes what comes out.
"""

import functools
import json
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from kessel.physics.attempt import SimulatedOutcome
from kessel.physics.params import MATERIALS, Materials
from kessel.physics.practice import strike
from kessel.physics.settling import Settling
from kessel.physics.simulator import ArenaSimulator
from kessel.rules.edition import find_edition
from kessel.rules.faces import Face
from kessel.throws.at_rest import DiceAtRest
from kessel.throws.boxes import BoxGeometry, box_of
from kessel.throws.dice import Handful

CHUNK = 24
"""Throws sent to a worker at once: enough to hide the sending, few enough to share out fairly."""
ALONE = 40
"""Fewer throws than this are not worth starting other processes for."""

Progress = Callable[[int], None]
"""Called with how many throws are done."""


class Task(Protocol):
    """Something to throw; it must be picklable and hold its own seed."""

    @property
    def seed(self) -> bytes:
        """Of the throw."""
        ...

    def laid(self, simulator: ArenaSimulator) -> tuple[DiceAtRest, tuple[Handful, ...]]:
        """The dice that lie, and the hands that throw."""
        ...


@dataclass(frozen=True, slots=True)
class Arena:
    """An arena other than an edition's own."""

    box: BoxGeometry
    materials: Materials = MATERIALS


Chunk = tuple[str, Settling | None, Arena | None, Sequence[Task]]
"""Throws for one worker: the edition, how dice are settled, where, and what is thrown."""
Spread = Callable[
    [Callable[[Chunk], list[SimulatedOutcome]], Sequence[Chunk]], Iterator[list[SimulatedOutcome]]
]
"""Has a function called with every chunk, somewhere; the results in order."""


@dataclass(frozen=True, slots=True)
class Strike:
    """One die of a strength at dice scattered with these faces."""

    faces: tuple[Face, ...]
    strength: str
    seed: bytes

    def laid(self, simulator: ArenaSimulator) -> tuple[DiceAtRest, tuple[Handful, ...]]:
        """Scattered dice, and a hand that aims at one of them."""
        return strike(simulator, self.faces, self.strength, self.seed)


@dataclass(frozen=True, slots=True)
class Given:
    """Hands that throw at given dice."""

    at_rest: DiceAtRest
    hands: tuple[Handful, ...]
    seed: bytes

    def laid(self, simulator: ArenaSimulator) -> tuple[DiceAtRest, tuple[Handful, ...]]:
        """As given."""
        return self.at_rest, self.hands


def throw_many(
    edition: str,
    tasks: Sequence[Task],
    settling: Settling | None = None,
    *,
    arena: Arena | None = None,
    workers: int | None = None,
    spread: Spread | None = None,
    progress: Progress = lambda _: None,
) -> Iterator[SimulatedOutcome]:
    """The outcomes of all tasks, in their order, as they become known: thrown by processes of this
    machine, or wherever `spread` has it done."""
    workers = min(workers or cores(), -(-len(tasks) // CHUNK))
    chunks = [(edition, settling, arena, tasks[k : k + CHUNK]) for k in range(0, len(tasks), CHUNK)]
    if spread is None and (workers <= 1 or len(tasks) < ALONE):
        spread = map
    if spread is not None:
        yield from _counted(spread(throw_chunk, chunks), progress)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        yield from _counted(pool.map(throw_chunk, chunks), progress)


def throw_to_file(
    path: Path,
    edition: str,
    tasks: Sequence[Task],
    describe: Callable[[Task, SimulatedOutcome], dict[str, Any]],
    settling: Settling | None = None,
    *,
    arena: Arena | None = None,
    workers: int | None = None,
    spread: Spread | None = None,
    progress: Progress = lambda _: None,
) -> int:
    """Append one JSON line a throw; called again, go on after the last whole line.

    Returns how many throws were done now.
    """
    done = _whole_lines(path)
    rest = tasks[done:]
    outcomes = throw_many(
        edition,
        rest,
        settling,
        arena=arena,
        workers=workers,
        spread=spread,
        progress=lambda now: progress(done + now),
    )
    with path.open("a", encoding="utf-8") as lines:
        for task, outcome in zip(rest, outcomes, strict=True):
            lines.write(json.dumps(describe(task, outcome), separators=(",", ":")) + "\n")
    return len(rest)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@functools.cache
def simulator_of(
    edition: str, settling: Settling | None = None, arena: Arena | None = None
) -> ArenaSimulator:
    """A silent simulator that this process keeps, whatever batch it throws for."""
    there = arena or Arena(box_of(find_edition(edition)))
    return ArenaSimulator(
        find_edition(edition), settling, audible=False, box=there.box, materials=there.materials
    )


def throw_chunk(chunk: Chunk) -> list[SimulatedOutcome]:
    """Throw some tasks, in a process that may have thrown for others before."""
    edition, settling, arena, tasks = chunk
    simulator = simulator_of(edition, settling, arena)
    return [simulator.throw(*task.laid(simulator), task.seed).outcome() for task in tasks]


def _counted(
    chunks: Iterator[list[SimulatedOutcome]], progress: Progress
) -> Iterator[SimulatedOutcome]:
    done = 0
    for chunk in chunks:
        yield from chunk
        done += len(chunk)
        progress(done)


def _whole_lines(path: Path) -> int:
    """Count the whole lines of a file and cut off a last one that was broken off."""
    if not path.exists():
        return 0
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    if end < len(data):
        with path.open("r+b") as file:
            file.truncate(end)
    return sum(1 for _ in islice(data[:end].splitlines(), None))
