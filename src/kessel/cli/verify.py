"""`kessel verify RECORD`: proves that nobody chose the dice of a game.

Exit 0: proven to whoever trusts the witness: everything follows to the last bit, everything is
signed, and its device took part in every throw. 3: nothing is wrong, but something is not proven,
each in a sentence. 2: something is wrong, with the line.
"""

import argparse
from pathlib import Path

from kessel.cli.files import naming, read_bytes, read_record_text
from kessel.cli.language import language_argument
from kessel.terminal import tell
from kessel.words import ANY_EDITION, Speaker

NOT_ALL_OF_IT = 3


def arguments(parser: argparse.ArgumentParser) -> None:
    """The record, and what somebody at the table saw."""
    parser.add_argument(
        "record",
        type=Path,
        help="a game's record, as downloaded after the game; - is standard input",
    )
    seen = parser.add_mutually_exclusive_group()
    seen.add_argument("--witness", type=Path, help="what a device at the table kept of the game")
    seen.add_argument("--seal", help="the eight characters that the players saw after the game")
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Check it, and say what was checked and how closely."""
    from kessel.proof.verdict_lines import reasons, verdict_lines
    from kessel.proof.verify import verify
    from kessel.proof.witness import check_seal, check_witness, read_witness
    from kessel.table.dice import dice_named

    text = read_record_text(args.record)
    witness = None if args.witness is None else read_witness(read_bytes(args.witness))
    with naming(args.record):
        verdict = verify(text, dice_named)
    if witness is not None:
        check_witness(verdict, witness)
    if args.seal is not None:
        check_seal(verdict, args.seal)
    speaker = Speaker(ANY_EDITION, (), args.language)
    for line in verdict_lines(verdict, speaker, witness, args.seal):
        tell(line)
    return NOT_ALL_OF_IT if any(reasons(verdict, speaker, witness, args.seal)) else 0
