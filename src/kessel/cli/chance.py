"""The chance model on the command line, shared by the commands that solve, advise and review."""

import argparse

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.models import read_model


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


def chosen_model(args: argparse.Namespace, edition: Edition) -> ChanceModel:
    """The model the arguments name."""
    if args.model == "measured":
        if args.strike is not None or args.loss is not None:
            raise BadValue("--strike and --loss belong to --model ideal")
        return read_model(args.model, edition)
    plain = IdealChance()
    return IdealChance(
        plain.strike if args.strike is None else args.strike,
        plain.loss if args.loss is None else args.loss,
    )
