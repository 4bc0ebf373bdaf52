"""`kessel check-bot`: a bot of one's own in a thousand positions of every edition."""

import argparse
from collections import Counter
from pathlib import Path

from kessel.bots.external import PipeBot
from kessel.errors import BadValue
from kessel.game.checkup import POSITIONS, read_bot, try_bot
from kessel.rules.notation import letter
from kessel.terminal import tell

FAULTY = 1


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        type=Path,
        help="Python with one class that has `answer`, or a program (docs/how-to/bots.md)",
    )
    parser.add_argument(
        "--positions", type=int, default=POSITIONS, help=f"of every edition ({POSITIONS})"
    )


def run(args: argparse.Namespace) -> int:
    """Ask it, and print what was wrong; the exit code is 1 if anything was."""
    if args.positions < 1:
        raise BadValue(f"--positions {args.positions}: 1 and more are accepted")
    bot, faulty = read_bot(args.file), False
    try:
        for edition, asked, faults in try_bot(bot, args.positions):
            found = f"{len(faults)} faults" if faults else "fine"
            tell(f"{edition:<14}{asked:>6} positions: {found}")
            times = Counter(fault.said for fault in faults)
            first = {fault.said: fault for fault in reversed(faults)}
            for said, number in times.items():
                often = f"{number} times, first " if number > 1 else ""
                tell(f"  {said}\n    {often}{letter(first[said].player)} in {first[said].position}")
            faulty = faulty or bool(faults)
    finally:
        if isinstance(bot, PipeBot):
            bot.close()
    return FAULTY if faulty else 0
