"""What a device saw of a game, as its page keeps it: held against a record, it tells whether that
is the game that was played."""

import msgspec
from msgspec import Struct

from kessel.errors import BadValue
from kessel.proof.chronicle import ChangedRecord
from kessel.proof.verify import Verdict

FORMAT = 1
_SHOWN = 16
"""Digits of a digest in a message."""


class Witness(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The witness of one device."""

    kessel_witness: int = msgspec.field(name="kessel witness")
    table: str
    game: str
    key: str
    """The public key of the device."""
    lines: int
    digest: str
    tips: list[str] = []
    """Of the chains with which it took part."""
    findings: list[str] = []


def read_witness(text: str | bytes) -> Witness:
    """A witness from its JSON; raises where it does not read as one."""
    try:
        witness = msgspec.json.decode(text, type=Witness)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadValue("this is no witness as the page saves it: {error}", error=error) from None
    if witness.kessel_witness != FORMAT:
        raise BadValue(
            "a witness of version {version}; {known} is read: use the Kessel that saved it",
            version=witness.kessel_witness,
            known=FORMAT,
        )
    return witness


def check_witness(verdict: Verdict, witness: Witness) -> None:
    """Raise where a device saw another game than the record tells. A device that left early saw
    only the first lines."""
    game, digests = verdict.play.started.game, verdict.digests
    if (witness.table, witness.game) != (verdict.play.started.table, game):
        raise ChangedRecord(
            "the witness is of game {other}, the record of {game}", other=witness.game, game=game
        )
    if witness.findings:
        raise ChangedRecord("the device found: {findings}", findings="; ".join(witness.findings))
    if not 1 <= witness.lines <= len(digests):
        raise ChangedRecord(
            "the device saw {seen} lines of the game; the record has {lines}",
            seen=witness.lines,
            lines=len(digests),
        )
    recorded = digests[witness.lines - 1].hex()
    if witness.digest != recorded:
        raise ChangedRecord(
            "the device saw another game: after {lines} lines its digest is {seen}…, "
            "the record's {recorded}…",
            lines=witness.lines,
            seen=witness.digest[:_SHOWN],
            recorded=recorded[:_SHOWN],
        )
    if not set(witness.tips) <= set(verdict.tips.get(witness.key, ())):
        raise ChangedRecord("the device of the witness has other chains in the record")


def check_seal(verdict: Verdict, seal: str) -> None:
    """Raise where the eight signs that people compared are not those of the record."""
    recorded = verdict.play.transcript.seal
    plain = seal.strip().upper().replace(" ", "").replace("-", "")
    if plain.translate(str.maketrans("ILO", "110")) != recorded.replace("-", ""):
        raise ChangedRecord(
            "the seal of the record is {seal}, not {given}", seal=recorded, given=seal
        )


def took_part(verdict: Verdict, witness: Witness) -> int:
    """For how many throws of the record the device showed a link."""
    return sum(verdict.contributed.get(tip, 0) for tip in set(witness.tips))
