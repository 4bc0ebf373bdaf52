"""`kessel verify RECORD`: proves that nobody chose the dice of a game."""

import argparse
from pathlib import Path

from kessel.errors import BadValue

HELP = "check a record: its seed, every throw, every rule"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The record."""
    parser.add_argument("record", type=Path, help="a game's record, as downloaded after the game")


def run(args: argparse.Namespace) -> int:
    """Check it, and say what was checked and how closely."""
    from kessel.table.proof import verify
    from kessel.table.throwers import thrower_named

    try:
        text = args.record.read_bytes().decode()
    except OSError as error:
        raise BadValue(f"{args.record} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadValue(f"{args.record} is no text") from None
    verdict = verify(text, thrower_named)
    print(f"rules:  {verdict.moves} moves, all as the rules have it")
    if not verdict.seed_known:
        print("seed:   not in the record; it is revealed when the game is over")
        print("throws: cannot be checked without it")
        return 0
    print("seed:   the one that was committed to before the game")
    if verdict.exact:
        print(f"throws: {verdict.throws} thrown again, all the same to the last bit")
    else:
        print(f"throws: recorded with another thrower than {verdict.thrower},")
        print(
            f"        so compared within 2 mm: {verdict.near} of {verdict.throws} the same; "
            "a small difference in arithmetic grows in a throw"
        )
    return 0
