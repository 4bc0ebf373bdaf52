"""Counts what throws do in the physics: on processors, or in many worlds on a GPU.

Throws are made in batches, each of one cell; its counts are a line of the cell's file.
"""

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from kessel.errors import BadValue
from kessel.lab.batch_workers import BatchWorkers, LocalWorkers
from kessel.lab.calibration import Cell, summary_of
from kessel.physics.batch import ALONE, cores
from kessel.physics.worlds import GONE, Faces, Landings, Order, WorldsMaker, fly, settle
from kessel.rules.edition import find_edition
from kessel.solver.chance import POUR
from kessel.solver.progress import Progress
from kessel.throws.boxes import box_of
from kessel.throws.pose import AXES

BATCHES = {"cpu": 100, "cuda": 20_000}
"""Throws that are counted in one line; what was not counted when a run was broken off is lost."""
NO_CARD = "--device cuda: no NVIDIA card and driver found; omit --device to use all processor cores"

OpenExecutor: TypeAlias = Callable[[], AbstractContextManager[Executor]]
"""Processes that lay throws out and settle them, for as long as its block lasts."""
Landed: TypeAlias = Iterator[tuple[Order, Iterable[Landings]]]
"""Orders of which all throws have landed."""


def cuda_worlds() -> WorldsMaker:
    """What builds worlds on an NVIDIA card; says what is missing where there can be none."""
    import warp  # type: ignore[import-not-found,unused-ignore]

    from kessel.physics.warp_worlds import WarpWorlds

    if not warp.is_cuda_available():
        raise BadValue(NO_CARD)
    return WarpWorlds


def processes() -> ProcessPoolExecutor:
    """As many as there are cores."""
    return ProcessPoolExecutor(cores(), get_context("spawn"))


def measure(
    folder: Path,
    throws: int,
    wanted: Sequence[Cell],
    progress: Progress | None = None,
    workers: BatchWorkers | None = None,
    *,
    worlds: WorldsMaker | None = None,
    executor: OpenExecutor = processes,
    batch: int | None = None,
) -> int:
    """Make the throws that are missing in the files of a folder; broken off, it goes on where it
    was. Returns how many throws were made now.

    `workers` make them, all cores, or `worlds`; the latter count in files of their own.
    """
    device = "cpu" if worlds is None else "cuda"
    size = batch or BATCHES[device]
    folder.mkdir(parents=True, exist_ok=True)
    orders = {
        Order(cell.edition, cell.task, range(first, min(first + size, throws))): cell
        for cell in wanted
        for first in range(_counted_before(cell, cell.path(folder, device)), throws, size)
    }
    total, missing = throws * len(wanted), sum(len(order.numbers) for order in orders)
    if worlds is not None:
        landed = _in_worlds(worlds, orders, executor)
    else:
        workers = workers or LocalWorkers(1 if missing < ALONE else cores())
        thrown = workers.map(settle, list(orders))
        landed = ((order, [some]) for order, some in zip(orders, thrown, strict=True))
    made = 0
    for order, landings in landed:
        cell = orders[order]
        with cell.path(folder, device).open("a", encoding="utf-8") as file:
            file.write(json.dumps(counted(cell, landings), separators=(",", ":")) + "\n")
        made += len(order.numbers)
        if progress is not None:
            progress(total - missing + made, total)
    return made


def _in_worlds(make: WorldsMaker, orders: Mapping[Order, Cell], executor: OpenExecutor) -> Landed:
    """Processes are started once. Those fly together that can fly in the same worlds: to compile
    kernels for others takes a minute or two, and one kind of worlds at a time has room."""
    alike: dict[tuple[str, bool], dict[Order, Cell]] = {}
    for order, cell in orders.items():
        alike.setdefault((cell.arena, cell.kind == POUR), {})[order] = cell
    with executor() as processes:
        for some in alike.values():
            yield from _flown(make, some, processes)


def _flown(make: WorldsMaker, orders: Mapping[Order, Cell], executor: Executor) -> Landed:
    """In their order; throws of one begin while the last of another come to rest."""
    cells = list(orders.values())
    box = box_of(find_edition(cells[0].edition))
    slots, thrown = max(cell.slots for cell in cells), max(cell.thrown for cell in cells)
    worlds = make(box, slots, thrown)
    landed: dict[Order, list[Landings]] = {order: [] for order in orders}
    waiting = deque(orders)
    for order, some in fly(worlds, box, tuple(orders), executor):
        landed[order].append(some)
        while waiting and _all_landed(waiting[0], landed[waiting[0]]):
            whole = waiting.popleft()
            yield whole, landed.pop(whole)


def _all_landed(order: Order, landings: Iterable[Landings]) -> bool:
    return sum(some.throws for some in landings) == len(order.numbers)


def counted(cell: Cell, landings: Iterable[Landings]) -> dict[str, Any]:
    """The counts of a batch, as a line of a cell's file."""
    seen: Counter[tuple[int, int, int]] = Counter()
    faces: Counter[int] = Counter()
    turned: Counter[str] = Counter()
    throws = cocked = again = 0
    for some in landings:
        stayed = (some.thrown != GONE).sum(axis=1)
        rows = np.stack((some.flipped.sum(axis=1), some.left.sum(axis=1), stayed), axis=1)
        seen.update(map(tuple, rows.tolist()))
        faces.update(some.thrown[some.thrown != GONE].tolist())
        turned.update(_turned(some))
        throws, again = throws + some.throws, again + some.again
        cocked += int(some.cocked.sum())
    names = find_edition(cell.edition).faces
    return {
        "throws": throws,
        "seen": [[*key, count] for key, count in sorted(seen.items())],
        "cocked": cocked,
        "again": again,
        "faces": {names[face]: count for face, count in sorted(faces.items())},
        "turned": turned,
    }


def _turned(some: Landings) -> dict[str, int]:
    """Of the lying dice that changed: how many show the opposite face, how many a neighbour."""
    before: Faces = some.before[some.flipped]
    after = some.after[:, : some.before.shape[1]][some.flipped]
    opposite = int((before + after == len(AXES) - 1).sum())
    return {"opposite": opposite, "beside": len(before) - opposite}


def _counted_before(cell: Cell, path: Path) -> int:
    """The throws in the whole lines of a file; a last one that was broken off is cut away."""
    if not path.exists():
        return 0
    text = path.read_text("utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, "utf-8")
    return summary_of(cell, path).throws
