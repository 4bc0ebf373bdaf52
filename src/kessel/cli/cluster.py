"""`--cluster ADDRESS` of the commands that work long: the workers of a Dask scheduler do it."""

import argparse
import contextlib
from collections.abc import Iterator

from kessel.lab.crew import DaskCrew


def cluster_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="run it on the workers of this Dask scheduler, such as tcp://10.0.0.5:8786 "
        "(needs the extra cluster)",
    )


@contextlib.contextmanager
def crew_of(args: argparse.Namespace) -> Iterator[DaskCrew | None]:
    """The workers that were asked for; None where this machine does it."""
    if args.cluster is None:
        yield None
        return
    crew = DaskCrew(args.cluster)
    try:
        yield crew
    finally:
        crew.close()
