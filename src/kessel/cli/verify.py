"""`kessel verify RECORD`: proves that nobody chose the dice of a game.

Exit 0: everything follows, every throw to the last bit. 3: everything follows, but the throws could
not be thrown again here to the last bit, or the witness did not see all of it. 2: anything else,
with the line.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kessel.cli.files import read_bytes, read_record_text
from kessel.cli.language import language_argument
from kessel.terminal import tell
from kessel.words import ANY_EDITION, Speaker

if TYPE_CHECKING:
    from kessel.proof.verify import Verdict
    from kessel.proof.witness import Witness

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
    seen.add_argument("--seal", help="the eight signs that the players saw after the game")
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Check it, and say what was checked and how closely."""
    from kessel.proof.verdict_lines import verdict_lines
    from kessel.proof.verify import verify
    from kessel.proof.witness import check_seal, check_witness, read_witness, replaced
    from kessel.table.dice import dice_named

    text = read_record_text(args.record)
    witness = None if args.witness is None else read_witness(read_bytes(args.witness))
    verdict = verify(text, dice_named)
    if witness is not None:
        check_witness(verdict, witness)
    if args.seal is not None:
        check_seal(verdict, args.seal)
    speaker = Speaker(ANY_EDITION, (), args.language)
    for line in (
        *verdict_lines(verdict, speaker),
        *_seen(verdict, witness, args.seal, speaker),
    ):
        tell(line)
    saw_all = witness is None or (
        witness.lines == len(verdict.digests) and not replaced(verdict, witness)
    )
    return 0 if verdict.exact and saw_all else NOT_ALL_OF_IT


def _seen(
    verdict: "Verdict", witness: "Witness | None", seal: str | None, speaker: Speaker
) -> Iterator[str]:
    """Whether this is the game that was played: no file can tell that alone."""
    from kessel.proof.witness import replaced, took_part

    if witness is not None:
        count, lines = took_part(verdict, witness), len(verdict.digests)
        key = "verify.witness" if witness.lines == lines else "verify.witness_part"
        params = {"seen": witness.lines, "lines": lines, "throws": verdict.throws}
        yield speaker.text(key, count=count, **params)
        if others := replaced(verdict, witness):
            yield speaker.text("verify.witness_replaced", count=others)
        if witness.late:
            answered = witness.answered
            yield speaker.text("verify.witness_late", count=witness.late, answered=answered)
    elif seal is not None:
        yield speaker.text("verify.seal", seal=verdict.transcript.seal)
    else:
        yield speaker.text("verify.alone", seal=verdict.transcript.seal)
