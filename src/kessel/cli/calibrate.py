"""`kessel calibrate`: measure throws in the physics; write the chance model and a report."""

import argparse
import time
from pathlib import Path

from kessel.cli.arguments import cluster_argument, workers_of
from kessel.cli.files import writing
from kessel.errors import BadValue
from kessel.lab.calibration import EDITION_OF_ARENA, cells, model_text, summarise
from kessel.lab.counting import cuda_worlds, measure
from kessel.lab.progress import Bar
from kessel.lab.report import plots, report_page
from kessel.physics.version import PHYSICS_VERSION
from kessel.solver.measured import SHIPPED
from kessel.terminal import tell


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="where throws, model and report are written")
    parser.add_argument("--throws", type=int, default=1000, help="throws per cell (1000)")
    cluster_argument(parser)
    parser.add_argument(
        "--arenas",
        default=",".join(EDITION_OF_ARENA),
        help="which arenas to measure (all: %(default)s)",
    )
    parser.add_argument(
        "--device",
        choices=("cpu", "cuda"),
        default="cpu",
        help="cuda: on an NVIDIA card, with the extra gpu (%(default)s: all cores)",
    )


def run(args: argparse.Namespace) -> int:
    """Measure what is missing, then fit and write."""
    arenas = args.arenas.split(",")
    unknown = [arena for arena in arenas if arena not in EDITION_OF_ARENA]
    if unknown or args.throws < 1:
        raise BadValue(
            f"--arenas {args.arenas} --throws {args.throws}: "
            f"some of {','.join(EDITION_OF_ARENA)}, and at least one throw"
        )
    wanted = cells(arenas)
    if args.cluster is not None and args.device == "cuda":
        raise BadValue("--cluster --device cuda: workers of a cluster throw on their processors")
    worlds = cuda_worlds() if args.device == "cuda" else None
    title = f"throwing {args.throws * len(wanted)} times"
    with writing(args.folder), workers_of(args) as workers, Bar(title) as bar:
        began = time.perf_counter()
        made = measure(args.folder, args.throws, wanted, bar, workers, worlds=worlds)
        seconds = time.perf_counter() - began
    summaries = summarise(args.folder, wanted, args.device)
    with writing(args.folder):
        (args.folder / SHIPPED).write_text(model_text(summaries), "utf-8")
        (args.folder / "report.md").write_text(report_page(summaries, PHYSICS_VERSION), "utf-8")
        for name, drawn in plots(summaries).items():
            (args.folder / name).write_text(drawn, "utf-8")
    tell(f"{sum(s.throws for s in summaries)} throws in {len(summaries)} cells")
    tell(f"{made} of them now, in {seconds:.1f} s: {made / seconds:,.0f} a second")
    tell(f"model {args.folder / SHIPPED}, report {args.folder / 'report.md'}")
    return 0
