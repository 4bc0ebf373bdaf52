"""The edition on the command line, and its options: the same in every command."""

import argparse
from collections.abc import Sequence

from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS
from kessel.rules.options import OptionValue, from_text

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
