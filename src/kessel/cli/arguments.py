"""Arguments that several commands share: edition and options, chance model, workers elsewhere.

Commands that need no solver do not load it.
"""

import argparse
import contextlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS, Edition
from kessel.rules.options import OptionValue, from_text

if TYPE_CHECKING:
    from kessel.lab.batch_workers import DaskWorkers
    from kessel.solver.chance import ChanceModel

USUAL = "strike-2020"


def edition_argument(
    parser: argparse.ArgumentParser, *, required: bool = False, usual: str | None = None
) -> None:
    """Add EDITION; `usual` is taken if it is left out, else a booklet's language may be given."""
    more = f" ({usual})" if usual else ", or with a booklet's language: harry-potter:fr"
    parser.add_argument(
        "edition",
        nargs=None if required else "?",
        default=usual,
        metavar="EDITION",
        help=f"one of {' '.join(EDITIONS)}{more}",
    )


def option_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--option`, as often as one likes."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="as this table plays it (`kessel options EDITION` lists them)",
    )


def chosen_options(given: Sequence[str]) -> dict[str, OptionValue]:
    """The options that were named."""
    pairs = [one.partition("=") for one in given]
    for name, sign, _ in pairs:
        if not sign:
            raise BadValue("an option is written NAME=VALUE, not {name}", name=repr(name))
    return {name: from_text(name, value) for name, _, value in pairs}


def model_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--model`, `--strike` and `--loss`."""
    parser.add_argument(
        "--model",
        choices=("ideal", "measured"),
        default="ideal",
        help="what the dice do: two plain probabilities, or as measured in the physics",
    )
    parser.add_argument(
        "--strike", type=float, help="ideal: chance that a lying die is struck (0.3)"
    )
    parser.add_argument(
        "--loss", type=float, help="ideal: chance that a die in motion is lost (0.02)"
    )


def estimate_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--estimate`."""
    parser.add_argument(
        "--estimate",
        action="store_true",
        help="games with effects: estimate by sampling; otherwise the game is solved first, once, "
        "which takes minutes",
    )


def chosen_model(args: argparse.Namespace, edition: Edition) -> "ChanceModel":
    """The model the arguments name."""
    from kessel.solver.chance import IdealChance
    from kessel.solver.models import read_model

    if args.model == "measured":
        if args.strike is not None or args.loss is not None:
            raise BadValue("--strike and --loss belong to --model ideal")
        return read_model(args.model, edition)
    plain = IdealChance()
    return IdealChance(
        plain.strike if args.strike is None else args.strike,
        plain.loss if args.loss is None else args.loss,
    )


def cluster_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="run it on the workers of this Dask scheduler, such as tcp://10.0.0.5:8786 "
        "(needs the extra cluster)",
    )


@contextlib.contextmanager
def workers_of(args: argparse.Namespace) -> Iterator["DaskWorkers | None"]:
    """The workers that were asked for; None where this machine does it."""
    if args.cluster is None:
        yield None
        return
    from kessel.lab.batch_workers import DaskWorkers

    workers = DaskWorkers(args.cluster)
    try:
        yield workers
    finally:
        workers.close()
