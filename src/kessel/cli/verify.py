"""`kessel verify FILE`: proves that nobody chose the dice of a game, from its story, which a page
saved, or as far as a record tells it.

Exit 0: everything that was shown follows, every throw fell again, and the device of the story was
in every throw. 3: nothing is wrong, but something is not proven, each in a sentence. 2: something
is wrong, with the line.
"""

import argparse
from pathlib import Path

from kessel.cli.files import naming, read_record_text
from kessel.cli.language import language_argument
from kessel.terminal import tell
from kessel.words import ANY_EDITION, Speaker

WRONG, NOT_ALL_OF_IT = 2, 3


def arguments(parser: argparse.ArgumentParser) -> None:
    """The story or the record, and what the players saw."""
    parser.add_argument(
        "record",
        type=Path,
        help="what a page saved of a game, or its record; - is standard input",
    )
    parser.add_argument("--seal", help="the eight characters that the players saw after the game")
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Check it, and say what was checked and how closely."""
    from kessel.proof.story import is_story, judged, sentences
    from kessel.proof.verify import check_seal, verify
    from kessel.table.dice import dice_named

    text = read_record_text(args.record)
    with naming(args.record):
        verdict = judged(text, dice_named) if is_story(text) else verify(text, dice_named)
    if args.seal is not None:
        check_seal(verdict, args.seal)
    for line in sentences(verdict, Speaker(ANY_EDITION, (), args.language)):
        tell(line)
    return WRONG if verdict.wrong else NOT_ALL_OF_IT if verdict.unproven else 0
