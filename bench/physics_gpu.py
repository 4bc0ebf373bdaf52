"""Throws by many worlds on an NVIDIA card: how many a second, and are they those of a processor?

One die at five lying ones, of each strength, a handful of eight, and as many other throws on this
machine's processor as `--native` says. Prints a line of JSON for each; `--compare FILE` adds up
such lines of any number of runs and holds card and processor against each other. Needs the extra
`gpu`.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from scipy.stats import chi2_contingency, chisquare

from kessel.errors import KesselError
from kessel.lab.calibration import Cell
from kessel.lab.counting import counted, cuda_worlds, processes
from kessel.physics.worlds import CHUNK, Landings, Order, Worlds, fly, settle
from kessel.rules.edition import find_edition
from kessel.solver.chance import POUR
from kessel.throws.aim import KINDS
from kessel.throws.boxes import box_of

THROWN = (*KINDS, POUR)
LYING, POURED = 5, 8
"""Dice that one is thrown at, and dice of a handful."""
STEADY = (0.3, 0.9)
"""Throws between these shares of a run are made while all worlds are busy."""
FEWEST = 40
"""What was seen less often than this is put together."""
OTHERS = (-1, -1, -1)

Line = dict[str, Any]


# --- throwing --------------------------------------------------------------------------------


def on_card(cell: Cell, numbers: range, worlds: Worlds, pool: Executor) -> Iterator[Landings]:
    """By the card."""
    order = Order(cell.edition, cell.task, numbers)
    for _, landings in fly(worlds, box_of(find_edition(cell.edition)), [order], pool):
        yield landings


def on_processor(cell: Cell, numbers: range, pool: Executor) -> Iterator[Landings]:
    """By all cores."""
    parts = [numbers[k : k + CHUNK] for k in range(0, len(numbers), CHUNK)]
    waiting = [
        pool.submit(settle, Order(cell.edition, cell.task, part), [None] * len(part))
        for part in parts
    ]
    for one in waiting:
        yield one.result()


def timed(where: str, cell: Cell, landings: Iterator[Landings]) -> Line:
    """What they did, and how many a second: of all, and of those in the middle."""
    began, landed = time.perf_counter(), 0
    seen: list[Landings] = []
    clock: list[tuple[int, float]] = []
    for some in landings:
        seen.append(some)
        landed += some.throws
        clock.append((landed, time.perf_counter() - began))
    middle = [(n, at) for n, at in clock if STEADY[0] <= n / landed <= STEADY[1]] or clock
    (first, since), (last, until) = middle[0], middle[-1]
    return {
        "where": where,
        "kind": cell.kind,
        "per_s": round(landed / (time.perf_counter() - began)),
        "steady": round((last - first) / max(until - since, 1e-9)),
        **counted(cell, seen),
    }


def measure(throws: int, native: int, first: int, kinds: Sequence[str]) -> None:
    """A line for each kind and place. The processor's throws are others than the card's."""
    make = cuda_worlds()
    made: dict[int, Worlds] = {}
    with processes() as pool:
        for cell in (Cell("oval", kind, POURED if kind == POUR else LYING) for kind in kinds):
            if cell.thrown not in made:
                made = {}  # before others are built: one kind at a time has room
                box = box_of(find_edition(cell.edition))
                made[cell.thrown] = make(box, cell.slots, cell.thrown)
            numbers = range(first, first + throws)
            landings = on_card(cell, numbers, made[cell.thrown], pool)
            print(json.dumps(timed("card", cell, landings)), flush=True)
            if native:
                others = range(numbers.stop, numbers.stop + native)
                landings = on_processor(cell, others, pool)
                print(json.dumps(timed("processor", cell, landings)), flush=True)


# --- comparing -------------------------------------------------------------------------------


class Sums:
    """Lines of one kind and place, added up."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.throws = sum(line["throws"] for line in lines)
        self.settled = sum(line["cocked"] for line in lines)
        self.again = sum(line["again"] for line in lines)
        self.seen: Counter[tuple[int, ...]] = Counter()
        self.faces: Counter[str] = Counter()
        self.turned: Counter[str] = Counter()
        for line in lines:
            for *key, count in line["seen"]:
                self.seen[tuple(key)] += count
            self.faces.update(line["faces"])
            self.turned.update(line["turned"])

    def counts(self) -> dict[str, tuple[int, int]]:
        """What happened in how many throws; of how many."""
        changed = sum(n for (flipped, left, _), n in self.seen.items() if flipped + left)
        most = max((stayed for _, _, stayed in self.seen), default=0)
        lost = sum(n for (_, _, stayed), n in self.seen.items() if stayed < most)
        return {
            "a lying die changes or leaves": (changed, self.throws),
            "a thrown die lost": (lost, self.throws),
            "settled": (self.settled, self.throws),
            "opposite face": (self.turned["opposite"], self.turned.total()),
        }


def two_shares(one: tuple[int, int], other: tuple[int, int]) -> str:
    """Both shares, and the p-value of their difference."""
    table = [(count, of - count) for count, of in (one, other)]
    known = min(map(sum, zip(*table, strict=True))) > 0
    p = chi2_contingency(table, correction=False).pvalue if known else 1.0
    return "  ".join(f"{count / max(of, 1):.4%}" for count, of in (one, other)) + f"  p {p:.3f}"


def alike(one: Counter[tuple[int, ...]], other: Counter[tuple[int, ...]]) -> float:
    """The p-value of two distributions of outcomes."""
    table: dict[tuple[int, ...], list[int]] = {}
    for column, counter in enumerate((one, other)):
        for key, count in counter.items():
            often = one[key] + other[key] >= FEWEST
            table.setdefault(key if often else OTHERS, [0, 0])[column] += count
    return float(chi2_contingency(list(table.values()), correction=False).pvalue)


def compare(paths: Sequence[Path]) -> None:
    """Print what card and processor have in common, for each kind."""
    written = (line for path in paths for line in path.read_text("utf-8").splitlines())
    lines = [json.loads(line) for line in written if line.startswith("{")]  # Warp writes others
    for kind in THROWN:
        card, processor = (
            Sums([line for line in lines if (line["where"], line["kind"]) == (where, kind)])
            for where in ("card", "processor")
        )
        print(f"{kind}: {card.throws} on the card, {processor.throws} on the processor")
        for what, counts in card.counts().items():
            print(f"  {what:30} {two_shares(counts, processor.counts()[what])}")
        print(f"  whole distributions: p = {alike(card.seen, processor.seen):.3f}")
        for where, sums in (("card", card), ("processor", processor)):
            test = chisquare(list(sums.faces.values()))
            print(f"  faces, {where}: chi-square {test.statistic:.2f}, p = {test.pvalue:.3f}")
        print(f"  the card gave back {card.again / max(card.throws, 1):.2%}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=1_000_000, help="of each kind (%(default)s)")
    parser.add_argument("--native", type=int, default=20_000, help="on the processor (%(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first (%(default)s)")
    parser.add_argument("--kinds", nargs="+", choices=THROWN, default=THROWN, help="(all)")
    parser.add_argument("--compare", nargs="+", type=Path, help="files of lines; throws nothing")
    args = parser.parse_args()
    if args.compare:
        compare(args.compare)
        return
    try:
        measure(args.throws, args.native, args.first, args.kinds)
    except KesselError as error:
        print(f"nothing measured: {error}")


if __name__ == "__main__":
    main()
