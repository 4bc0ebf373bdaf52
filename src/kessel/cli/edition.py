"""The edition on the command line: a position, the same in every command."""

import argparse

from kessel.rules.edition import EDITIONS

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
