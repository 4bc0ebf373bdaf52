"""Throws by many worlds on an NVIDIA card: how many a second, and what they do.

One die at five lying ones, of each strength, beside as many throws on this machine's processor as
`--native` says. Prints a row for each, with standard errors. Needs the extra `kessel[gpu]`.
"""

import argparse
import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from kessel.errors import KesselError
from kessel.lab.calibration import Cell, Summary, measure, summarise
from kessel.lab.worlds import cuda_worlds, measure_with
from kessel.solver.measured import KINDS

LYING = 5


def row(where: str, summary: Summary, seconds: float) -> dict[str, object]:
    """What was seen, as a line of JSON."""
    counts = list(summary.faces.values())
    expected = sum(counts) / 6
    lost, changed = summary.thrown_lost(), summary.any_changed()
    settled = summary.cocked / summary.throws
    return {
        "where": where,
        "throw": summary.cell.kind,
        "throws": summary.throws,
        "per_s": round(summary.throws / seconds),
        "any_changes": changed,
        "lost": lost,
        "settled": (settled, math.sqrt(settled * (1 - settled) / summary.throws)),
        "faces_chi_square": sum((count - expected) ** 2 / expected for count in counts),
    }


def timed(cell: Cell, folder: Path, device: str, throw: Callable[[], None]) -> dict[str, object]:
    """Throw, and say how it went."""
    began = time.perf_counter()
    throw()
    seconds = time.perf_counter() - began
    return row(device, summarise(folder, [cell], device)[0], seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--throws", type=int, default=1_000_000, help="of each strength (%(default)s)"
    )
    parser.add_argument("--native", type=int, default=20_000, help="on the processor (%(default)s)")
    args = parser.parse_args()
    try:
        make_worlds = cuda_worlds()
    except KesselError as error:
        print(f"nothing measured: {error}")
        return
    with TemporaryDirectory() as name:
        folder = Path(name)
        for kind in KINDS:
            cell = Cell("oval", kind, LYING)

            def on_card(cell: Cell = cell) -> None:
                measure_with(make_worlds, "cuda", folder, args.throws, [cell], batch=args.throws)

            def on_processor(cell: Cell = cell) -> None:
                measure(folder, args.native, [cell])

            print(json.dumps(timed(cell, folder, "cuda", on_card)), flush=True)
            print(json.dumps(timed(cell, folder, "cpu", on_processor)), flush=True)


if __name__ == "__main__":
    main()
