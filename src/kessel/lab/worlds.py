"""Calibration by many worlds on a GPU: a line counts many throws instead of one."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from kessel.errors import BadValue
from kessel.lab.calibration import Cell
from kessel.physics.batch import cores, prepare
from kessel.physics.params import MATERIALS
from kessel.physics.reading import GONE, Faces
from kessel.physics.worlds import Landings, Worlds, WorldsMaker, fly
from kessel.rules.edition import find_edition
from kessel.solver.progress import Progress
from kessel.throws.boxes import box_of
from kessel.throws.pose import AXES

BATCH = 200_000
"""Throws that are counted in one line; a run that is broken off loses at most these."""
NO_CARD = "--device cuda: no NVIDIA card and driver found; omit --device to use all processor cores"

Pool = Callable[[str], AbstractContextManager[Executor]]
"""Processes prepared for an edition's arena."""


def cuda_worlds() -> WorldsMaker:
    """What builds worlds on an NVIDIA card; says what is missing where there can be none."""
    import warp  # type: ignore[import-not-found,unused-ignore]

    from kessel.physics.warp_worlds import WarpWorlds

    if not warp.is_cuda_available():
        raise BadValue(NO_CARD)
    return WarpWorlds


def processes(edition: str) -> ProcessPoolExecutor:
    """As many as there are cores."""
    return ProcessPoolExecutor(cores(), get_context("spawn"), prepare, (edition, None))


def measure_with(
    make_worlds: WorldsMaker,
    device: str,
    folder: Path,
    throws: int,
    wanted: Sequence[Cell],
    progress: Progress | None = None,
    *,
    pool: Pool = processes,
    batch: int = BATCH,
) -> None:
    """As `calibration.measure`, in files of their own, a line for every batch."""
    folder.mkdir(parents=True, exist_ok=True)
    made: dict[tuple[str, int], Worlds] = {}
    for number, cell in enumerate(wanted):
        path = cell.path(folder, device)
        done = sum(json.loads(line)["throws"] for line in _lines(path))
        if done >= throws:
            continue
        box = box_of(find_edition(cell.edition))
        if (key := (cell.arena, cell.thrown)) not in made:
            made = {}  # before the next are built: one at a time has room
            made[key] = make_worlds(box, _most_slots(cell, wanted), cell.thrown, MATERIALS)
        with pool(cell.edition) as prepared:
            for start in range(done, throws, batch):
                numbers = range(start, min(throws, start + batch))
                line = counted(cell, fly(made[key], box, cell.task, numbers, prepared))
                with path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line, separators=(",", ":")) + "\n")
                if progress is not None:
                    progress(number * throws + numbers.stop, throws * len(wanted))


def _most_slots(cell: Cell, wanted: Sequence[Cell]) -> int:
    """Room for every cell with that arena and hand: to compile kernels takes a minute or two."""
    alike = (one for one in wanted if (one.arena, one.thrown) == (cell.arena, cell.thrown))
    return max(one.slots for one in alike)


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


def _lines(path: Path) -> list[str]:
    """The whole lines of a file; a last one that was broken off is cut away."""
    if not path.exists():
        return []
    text = path.read_text("utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, "utf-8")
    return whole.splitlines()
