"""`kessel study`: the study of luck and skill; draws its plots, and measures it all with --full."""

import argparse
from pathlib import Path

from kessel.lab.progress import Bar
from kessel.lab.study.figures import figures
from kessel.lab.study.parts import PARTS, Effort, Study, make
from kessel.terminal import tell


def arguments(parser: argparse.ArgumentParser) -> None:
    usual = Effort()
    parser.add_argument(
        "folder", type=Path, help="where its data is, and where its plots are written"
    )
    parser.add_argument("--full", action="store_true", help="make the data again (takes hours)")
    parser.add_argument(
        "--only", default=",".join(PARTS), help="with --full: which parts (all: %(default)s)"
    )
    parser.add_argument(
        "--throws", type=int, default=usual.throws, help="throws per cell (%(default)s)"
    )
    parser.add_argument(
        "--calibrated",
        type=Path,
        metavar="FOLDER",
        help="with --full: use the throws of `kessel calibrate FOLDER --device cuda`",
    )
    parser.add_argument(
        "--device",
        choices=("cpu", "cuda"),
        default="cpu",
        help="with --full: what throws at the layouts of games; cuda: an NVIDIA card (extra gpu)",
    )
    parser.add_argument(
        "--map-throws",
        type=int,
        default=usual.map_throws,
        help="throws per point and strength of the map (%(default)s)",
    )
    parser.add_argument(
        "--games", type=int, default=usual.games, help="games of an aiming player (%(default)s)"
    )
    parser.add_argument(
        "--layout-throws",
        type=int,
        default=usual.layout_throws,
        help="throws per cell at the layouts of games (%(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Make the data if asked to, then draw."""
    effort = Effort(args.throws, args.map_throws, args.games, layout_throws=args.layout_throws)
    with Bar("the study") as bar:
        study = Study(args.folder, effort, bar, args.calibrated, args.device)
        if args.full:
            make(study, args.only.split(","))
    drawn = figures(study)
    for name, picture in drawn.items():
        (args.folder / name).write_text(picture, "utf-8")
    tell(f"{len(drawn)} plots in {args.folder}: {', '.join(drawn)}")
    return 0
