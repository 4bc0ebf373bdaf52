"""Records changed by somebody who knows their form: every mark is made again, as if written so."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from kessel.fairness import Transcript
from kessel.record import Entry, GameRecord, Note
from kessel.rules.notation import move_text
from kessel.table import log


def notes_of(*entries: log.Entry) -> tuple[Note, ...]:
    """Log entries as notes of a move."""
    notes = []
    for entry in entries:
        values = msgspec.to_builtins(entry)
        notes.append((values.pop("type"), msgspec.json.encode(values).decode()))
    return tuple(notes)


def mended(record: GameRecord, history: Sequence[log.Entry]) -> GameRecord:
    """The record with every mark made again for its lines and these entries of the log, whether
    or not a game can go like that."""
    bare = replace(record, notes=_unmarked(record.notes))
    header = bare.text().split("\n\n", 1)[0].split("\n")
    transcript = _begun(history[0])
    left = iter(history[1:])
    bare = replace(bare, notes=(*bare.notes, ("mark", _mark(transcript, header))), entries=())
    for entry in record.entries:
        notes = _unmarked(entry.notes)
        for _ in notes:
            transcript = transcript.add(log.entry_text(next(left)))
        mark = _mark(transcript, _lines(entry, notes))
        marked = replace(entry, notes=(*notes, ("mark", mark)))
        bare = replace(bare, entries=(*bare.entries, marked))
    return bare


def _begun(entry: log.Entry) -> Transcript:
    assert isinstance(entry, log.GameStarted)
    return Transcript().add(log.entry_text(entry))


def _unmarked(notes: Sequence[Note]) -> tuple[Note, ...]:
    return tuple(note for note in notes if note[0] != "mark")


def _lines(entry: Entry, notes: Sequence[Note]) -> list[str]:
    return [
        f"{entry.actor} {move_text(entry.move)}",
        *(f"  = {event}" for event in entry.events),
        *(f"  @ {kind} {value}" for kind, value in notes),
    ]


def _mark(transcript: Transcript, lines: Sequence[str]) -> str:
    content = " ".join((transcript.digest.hex()[:32], *map(_sum, lines)))
    return f"{content} {_sum(content)}"


def _sum(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:8]
