"""`kessel verify FILE`: proves that nobody chose the dice of a game, from its story, which a page
saved, or from its record.

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

WRONG, NOT_ALL_OF_IT = 2, 3


def arguments(parser: argparse.ArgumentParser) -> None:
    """The record, and what somebody at the table saw."""
    parser.add_argument(
        "record",
        type=Path,
        help="what a page saved of a game, or its record; - is standard input",
    )
    seen = parser.add_mutually_exclusive_group()
    seen.add_argument("--witness", type=Path, help="what a device at the table kept of the game")
    seen.add_argument("--seal", help="the eight characters that the players saw after the game")
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Check it, and say what was checked and how closely."""
    from kessel.proof.story import is_story
    from kessel.proof.verdict_lines import reasons, verdict_lines
    from kessel.proof.verify import verify
    from kessel.proof.witness import check_seal, check_witness, read_witness
    from kessel.table.dice import dice_named

    text = read_record_text(args.record)
    speaker = Speaker(ANY_EDITION, (), args.language)
    if is_story(text):
        return _judge(args.record, text, speaker)
    witness = None if args.witness is None else read_witness(read_bytes(args.witness))
    with naming(args.record):
        verdict = verify(text, dice_named)
    if witness is not None:
        check_witness(verdict, witness)
    if args.seal is not None:
        check_seal(verdict, args.seal)
    for line in verdict_lines(verdict, speaker, witness, args.seal):
        tell(line)
    return NOT_ALL_OF_IT if any(reasons(verdict, speaker, witness, args.seal)) else 0


def _judge(path: Path, text: str, speaker: Speaker) -> int:
    from kessel.proof.story import judged, sentences
    from kessel.table.dice import dice_named

    with naming(path):
        verdict = judged(text, dice_named)
    for line in sentences(verdict, speaker):
        tell(line)
    return WRONG if verdict.wrong else NOT_ALL_OF_IT if verdict.unproven else 0
