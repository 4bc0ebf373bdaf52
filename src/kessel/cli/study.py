"""`kessel study`: the study of luck and skill; draws its plots, and measures it all with --full.

What somebody measured at a real box is fitted with --measured."""

import argparse
from pathlib import Path

from kessel.cli.files import read_bytes
from kessel.errors import BadValue
from kessel.lab.progress import Bar
from kessel.lab.study.figures import figures
from kessel.lab.study.parts import PARTS, Effort, Study, make
from kessel.lab.study.real_box import PROTOCOL, Fitted, fitted, fitted_text, known
from kessel.terminal import tell


def arguments(parser: argparse.ArgumentParser) -> None:
    usual = Effort()
    parser.add_argument(
        "folder", type=Path, nargs="?", help="where its data is, and where its plots are written"
    )
    parser.add_argument(
        "--measured", type=Path, metavar="FILE", help="fit the drop and slide tests of a real box"
    )
    parser.add_argument(
        "--protocol", action="store_true", help="how to make such tests with a phone"
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
        help="with --full: what runs throws in other arenas; cuda: an NVIDIA card (extra gpu)",
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
        "--variant-throws",
        type=int,
        default=usual.variant_throws,
        help="throws per cell for every box that differs from ours (%(default)s)",
    )
    parser.add_argument("--boxes", type=int, default=usual.boxes, help="random boxes (%(default)s)")


def run(args: argparse.Namespace) -> int:
    """Fit or say what was asked for; make the data if asked to, then draw."""
    found: dict[str, Fitted] = {}
    if args.protocol:
        tell(PROTOCOL.rstrip())
    if args.measured is not None:
        text = read_bytes(args.measured).decode("utf-8", "replace")
        try:
            found = fitted(text)
        except BadValue as error:
            raise BadValue(f"{args.measured}: {error}") from None
        tell(fitted_text(found))
    if args.folder is None:
        if args.full or not (args.protocol or args.measured):
            raise BadValue("give the study's folder, or --measured FILE, or --protocol")
        return 0
    effort = Effort(
        args.throws,
        args.map_throws,
        args.games,
        variant_throws=args.variant_throws,
        boxes=args.boxes,
    )
    with Bar("the study") as bar:
        study = Study(args.folder, effort, bar, args.calibrated, known(found), args.device)
        if args.full:
            make(study, args.only.split(","))
    drawn = figures(study)
    for name, picture in drawn.items():
        (args.folder / name).write_text(picture, "utf-8")
    tell(f"{len(drawn)} plots in {args.folder}: {', '.join(drawn)}")
    return 0
