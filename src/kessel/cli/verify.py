"""`kessel verify RECORD`: proves that nobody chose the dice of a game."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kessel.cli.language import language_argument
from kessel.errors import BadValue
from kessel.record import BadRecord
from kessel.words import ANY_EDITION, Speaker

if TYPE_CHECKING:
    from kessel.table.proof import Verdict

HELP = "check a record: its seed, every throw, every rule"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The record."""
    parser.add_argument("record", type=Path, help="a game's record, as downloaded after the game")
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Check it, and say what was checked and how closely."""
    from kessel.table.proof import verify
    from kessel.table.throwers import thrower_named

    try:
        text = args.record.read_bytes().decode()
    except OSError as error:
        raise BadValue(
            "{path} cannot be read: {why}", path=args.record, why=error.strerror
        ) from None
    except UnicodeDecodeError:
        raise BadRecord(
            "{path} is no text file; a record begins with 'kessel record 1'", path=args.record
        ) from None
    verdict = verify(text, thrower_named)
    for line in _lines(verdict, Speaker(ANY_EDITION, (), args.language)):
        print(line)
    return 0


def _lines(verdict: "Verdict", speaker: Speaker) -> Iterator[str]:
    yield speaker.text("verify.rules", count=verdict.moves)
    if not verdict.checked:
        yield speaker.text("verify.no_seed")
        return
    yield speaker.text("verify.seed")
    if verdict.exact:
        yield speaker.text("verify.same", count=verdict.throws)
    else:
        params = {"thrower": verdict.thrower, "near": verdict.near, "throws": verdict.throws}
        yield speaker.text("verify.near", **params)
