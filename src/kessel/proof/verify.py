"""A record held against the rules, its chains and its dice: what can be said of a game without the
story of anybody who was there. Judged like a story, in the same words."""

from collections.abc import Sequence

from kessel.errors import KesselError
from kessel.proof.audit import check_kept
from kessel.proof.counts import UnprovenCounts
from kessel.proof.record_codec import ChangedRecord, RecordLine, entries_of, line_of_note
from kessel.proof.rethrow import Named, Rethrows
from kessel.proof.verdict import Contradiction, Finding, Unproven, Verdict
from kessel.record import Entry, read_record, replay
from kessel.rules.moves import Move
from kessel.table import log
from kessel.table.dice import are_known
from kessel.table.feed import Settled, feed
from kessel.table.play import Play, begin


def verify(text: str, named: Named) -> Verdict:
    """The verdict on a record; raises with the line where it is damaged.

    `named` gives dice of the kind a name tells.
    """
    record = read_record(text)
    first, *lines = entries_of(record)
    for _ in replay(record):
        pass
    started = first.entry
    assert isinstance(started, log.GameStarted)
    if not are_known(started.dice):
        at = line_of_note(record, "dice")
        raise ChangedRecord(
            "line {line}: {dice} are dice that no table has", line=at, dice=started.dice
        )
    return _followed(begin(started), lines, record.entries, Rethrows(named))


def _followed(
    play: Play, lines: Sequence[RecordLine], entries: Sequence[Entry], throws: Rethrows
) -> Verdict:
    counts, moves = UnprovenCounts(), iter(entries)
    wrong: tuple[Finding, ...] = ()
    for line in lines:
        try:
            settled = _fed(play, line.entry, throws)
        except Contradiction as found:
            wrong = (Finding(found.kind, play.started.number, line.number, found.what),)
            break
        except KesselError as error:
            wrong = (Finding("line", play.started.number, line.number, str(error)),)
            break
        counts.enter(play, line.entry)
        if settled.move is not None:
            _check_move(next(moves, None), settled.move, line.number)
        play = settled.play
    left = None if wrong else next(moves, None)
    if left is not None:
        raise ChangedRecord("line {line}: no note tells of this move", line=left.line)
    seal = play.transcript.seal
    checked = {"games": 1, "lines": len(lines) + 1, "views": 0, "throws": play.throws}
    unproven = (*counts.all(), *throws.unproven(), Unproven("record", 1, seal))
    return Verdict(wrong, unproven, {**checked, "again": throws.again}, seal)


def _fed(play: Play, entry: log.GameEntry, throws: Rethrows) -> Settled:
    """The game after one more entry; its dice are those that had to fall."""
    settled = feed(play, entry)
    check_kept(play, entry)
    if isinstance(entry, log.DiceLanded):
        throws.check(play, entry)
    return settled


def _check_move(recorded: Entry | None, move: Move, number: int) -> None:
    if recorded is None:
        raise ChangedRecord(
            "line {line}: this note tells of a move that is not in the record", line=number
        )
    if recorded.move != move:
        raise ChangedRecord("line {line}: the notes below tell of another move", line=recorded.line)


def check_seal(verdict: Verdict, given: str) -> None:
    """Raise where the eight signs that people compared are not those of the newest game."""
    plain = given.strip().upper().replace(" ", "").replace("-", "")
    if plain.translate(str.maketrans("ILO", "110")) != verdict.seal.replace("-", ""):
        raise ChangedRecord(
            "the seal of the record is {seal}, not {given}", seal=verdict.seal, given=given
        )
