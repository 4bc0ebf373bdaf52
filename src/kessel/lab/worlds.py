"""Calibration by many worlds on a GPU: a line counts many throws instead of one."""

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from kessel.errors import BadValue
from kessel.lab.calibration import Cell
from kessel.physics.batch import Arena, cores
from kessel.physics.reading import GONE, Faces
from kessel.physics.worlds import Landings, Order, WorldsMaker, fly
from kessel.rules.edition import find_edition
from kessel.solver.chance import POUR
from kessel.solver.progress import Progress
from kessel.throws.boxes import box_of
from kessel.throws.pose import AXES

BATCH = 20_000
"""Throws that are counted in one line; what was not counted when a run was broken off is lost."""
NO_CARD = "--device cuda: no NVIDIA card and driver found; omit --device to use all processor cores"

Pool = Callable[[], AbstractContextManager[Executor]]
"""Processes that lay throws out and settle them, for as long as its block lasts."""


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


def measure_with(
    make_worlds: WorldsMaker,
    device: str,
    folder: Path,
    throws: int,
    wanted: Sequence[Cell],
    progress: Progress | None = None,
    *,
    arena: Arena | None = None,
    pool: Pool = processes,
    batch: int = BATCH,
) -> int:
    """As `calibration.measure`, in files of their own, a line for every batch.

    Processes are started once. Cells of an arena follow each other in the same worlds, in which
    those of one begin while the last throws of another come to rest. Returns how many throws were
    made now.
    """
    folder.mkdir(parents=True, exist_ok=True)
    before = {cell: _counted_before(cell.path(folder, device)) for cell in wanted}
    rest = {cell: range(done, throws) for cell, done in before.items() if done < throws}
    total, made = throws * len(wanted), 0
    old = total - sum(map(len, rest.values()))
    with pool() as workers:
        for alike in _alike(rest):
            orders = {
                Order(cell.edition, cell.task, rest[cell][k : k + batch], arena): cell
                for cell in alike
                for k in range(0, len(rest[cell]), batch)
            }
            for cell, line in _flown(make_worlds, alike, orders, workers, arena):
                with cell.path(folder, device).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line, separators=(",", ":")) + "\n")
                made += line["throws"]
                if progress is not None:
                    progress(old + made, total)
    return made


def _alike(wanted: Iterable[Cell]) -> list[list[Cell]]:
    """Those that can fly in the same worlds: to compile kernels for others takes a minute or two,
    and one kind of worlds at a time has room."""
    groups: dict[tuple[str, bool], list[Cell]] = {}
    for cell in wanted:
        groups.setdefault((cell.arena, cell.kind == POUR), []).append(cell)
    return list(groups.values())


def _flown(
    make_worlds: WorldsMaker,
    alike: Sequence[Cell],
    orders: Mapping[Order, Cell],
    pool: Executor,
    arena: Arena | None,
) -> Iterator[tuple[Cell, dict[str, Any]]]:
    """The lines of these orders, one each and in their order, as all of its throws have landed."""
    there = arena or Arena(box_of(find_edition(alike[0].edition)))
    slots, thrown = max(cell.slots for cell in alike), max(cell.thrown for cell in alike)
    worlds = make_worlds(there.box, slots, thrown, there.materials)
    landed: dict[Order, list[Landings]] = {order: [] for order in orders}
    waiting = deque(orders)
    for order, some in fly(worlds, there.box, tuple(orders), pool):
        landed[order].append(some)
        while waiting and _all_landed(waiting[0], landed[waiting[0]]):
            order = waiting.popleft()
            yield orders[order], counted(orders[order], landed.pop(order))


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


def _counted_before(path: Path) -> int:
    """The throws in the whole lines of a file; a last one that was broken off is cut away."""
    if not path.exists():
        return 0
    text = path.read_text("utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, "utf-8")
    return sum(json.loads(line)["throws"] for line in whole.splitlines())
