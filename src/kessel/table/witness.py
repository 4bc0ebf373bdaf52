"""What a device saw of a game, as its page keeps it: held against a record, it tells whether that
is the game that was played."""

import msgspec
from msgspec import Struct

from kessel.errors import BadValue
from kessel.table.chronicle import ChangedRecord
from kessel.table.proof import Verdict

FORMAT = 2


class WitnessDevice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A device number of this game, and the tip of each chain it had."""

    number: int
    tips: list[str]


class Witness(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The witness of one device."""

    kessel_witness: int = msgspec.field(name="kessel witness")
    table: str
    game: str
    lines: int
    digest: str
    devices: list[WitnessDevice] = []
    late: int = 0
    """How often this device was told to be late."""
    answered: int = 0
    """How often of those it had answered in time."""
    findings: list[str] = []


def read_witness(text: str | bytes) -> Witness:
    """A witness from its JSON; raises where it does not read as one."""
    try:
        witness = msgspec.json.decode(text, type=Witness)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadValue(f"this is no witness as the page saves it: {error}") from None
    if witness.kessel_witness != FORMAT:
        raise BadValue(f"a witness of version {witness.kessel_witness}; {FORMAT} is read")
    return witness


def check_witness(verdict: Verdict, witness: Witness) -> None:
    """Raise where a device saw another game than the record tells."""
    play = verdict.play
    if verdict.version != FORMAT:
        raise ChangedRecord(f"the record has version {verdict.version} of the proof: no witness")
    if (witness.table, witness.game) != (play.started.table, play.started.game):
        raise ChangedRecord(
            f"the witness is of game {witness.game}, the record of {play.started.game}"
        )
    if witness.digest != verdict.transcript.digest.hex():
        raise ChangedRecord(
            f"the device saw another game: its digest is {witness.digest[:16]}…, "
            f"the record's {verdict.transcript.digest.hex()[:16]}…"
        )
    if witness.findings:
        raise ChangedRecord(f"the device found: {'; '.join(witness.findings)}")


def check_seal(verdict: Verdict, seal: str) -> None:
    """Raise where the eight signs that people compared are not those of the record."""
    if verdict.version != FORMAT:
        raise ChangedRecord(f"the record has version {verdict.version} of the proof: no seal")
    plain = seal.strip().upper().replace(" ", "").replace("-", "")
    if plain.translate(str.maketrans("ILO", "110")) != verdict.transcript.seal.replace("-", ""):
        raise ChangedRecord(f"the seal of the record is {verdict.transcript.seal}, not {seal}")
