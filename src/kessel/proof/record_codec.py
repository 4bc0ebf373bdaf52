"""A game's log entries as a record that people can read, and back.

Each move of the record carries the entries that led to it as notes, and a `mark`: the digest of
the transcript so far and a short sum of every line and of itself, so that a changed line can be
named.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import msgspec

from kessel.errors import KesselError
from kessel.fairness import Transcript
from kessel.record import BadRecord, Entry, GameRecord, Note, begin_record
from kessel.rules.edition import Activation
from kessel.rules.engine import Step, elements_in_order
from kessel.rules.notation import move_text
from kessel.table import log
from kessel.table.feed import feed
from kessel.table.play import begin, spelled_out

MARK = "mark"
SUM_DIGITS = 8
MOST_DIGITS = 9
"""Of a number in a header."""
DIGEST_DIGITS = 32
HEADER = ("table", "game", "number", "players", "clock", "server", "devices", "dice")
"""Keys of the notes of a header, in their order; the mark follows."""


class ChangedRecord(KesselError):
    """A record that is not as it was written; the line is named."""

    code = "record_changed"


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A log entry, and the line of the record it stands in."""

    number: int
    entry: log.GameEntry


def record_of(history: Sequence[log.GameEntry]) -> GameRecord:
    """The record of a game."""
    started = history[0]
    assert isinstance(started, log.GameStarted)
    play = begin(started)
    record = begin_record(play.state, started.names, *_header_notes(started))
    record = record.with_notes((MARK, _mark(play.transcript, _header_lines(record))))
    notes: list[Note] = []
    for entry in history[1:]:
        settled = feed(play, entry)
        notes.append(_note(entry))
        if settled.move is not None:
            events = tuple(happened.event for happened in settled.happened)
            step = Step(settled.play.state, events)
            record = record.add(play.state, settled.move, step, *notes)
            last = record.entries[-1]
            mark = _mark(settled.play.transcript, _entry_lines(last))
            marked = replace(last, notes=(*last.notes, (MARK, mark)))
            record = replace(record, entries=(*record.entries[:-1], marked))
            notes = []
        play = settled.play
    return record


def entries_of(record: GameRecord) -> Iterator[RecordLine]:
    """The log entries of a record, with every mark checked on the way."""
    started = _started(record)
    transcript = Transcript().add(log.entry_text(started))
    _check_mark(record.notes, transcript, _header_lines(record), first_line=1)
    try:
        play = begin(started)
    except KesselError as error:
        raise BadRecord("line 1: no game begins like this: {error}", error=error) from None
    if play.state != record.start:  # the transcript knows no position
        raise ChangedRecord("line 1: the game does not begin as games of its edition do")
    yield RecordLine(1, started)
    for entry in record.entries:
        lines = _entry_lines(entry)
        noted = list(_entries_in(entry))
        for line in noted:
            transcript = transcript.add(log.entry_text(line.entry))
        _check_mark(entry.notes, transcript, lines, first_line=entry.line)
        yield from noted


def header_note(record: GameRecord, key: str) -> str:
    """A note of the header; raises where it is missing."""
    value = dict(record.notes).get(key)
    if value is None:
        line = 1 + len(_all_header_lines(record))
        raise BadRecord(
            "line {line}: this record has no proof, since its header lacks 'note {key}'; "
            "kessel replay checks its rules",
            line=line,
            key=key,
        )
    return value


def line_of_note(record: GameRecord, key: str) -> int:
    """The line of a note of the header."""
    lines = _all_header_lines(record)
    return next(n for n, line in enumerate(lines, start=1) if line.startswith(f"note {key} "))


# --- notes --------------------------------------------------------------------------------------


def _header_notes(started: log.GameStarted) -> Iterator[Note]:
    yield "table", started.table
    yield "game", started.game
    yield "number", str(started.number)
    yield "players", msgspec.json.encode(started.players).decode()
    yield "clock", started.clock
    yield "server", started.server
    yield "devices", msgspec.json.encode(started.devices).decode()
    yield "dice", started.dice


def _started(record: GameRecord) -> log.GameStarted:
    notes = {key: header_note(record, key) for key in HEADER}
    start = record.start
    values = {
        "type": "game",
        "table": notes["table"],
        "game": notes["game"],
        "number": _whole(record, "number"),
        "edition": start.edition.id,
        "options": spelled_out(start.edition, start.options),
        "players": _listed(record, "players"),
        "first": start.active,
        "clock": notes["clock"],
        "dice": notes["dice"],
        "server": notes["server"],
        "devices": _listed(record, "devices"),
    }
    if start.edition.activation is Activation.AGREED:
        values["elements"] = list(elements_in_order(start))
    try:
        started = msgspec.convert(values, log.GameStarted)
    except msgspec.ValidationError as error:
        raise BadRecord("line 1: no game begins like this: {error}", error=error) from None
    if started.names != list(record.names):
        line = line_of_note(record, "players")
        raise BadRecord("line {line}: the players have other names above", line=line)
    _check_header(record, started)
    return started


def _check_header(record: GameRecord, started: log.GameStarted) -> None:
    """Raise unless the header has these notes, each once and written in the one way there is."""
    given = [note for note in record.notes if note[0] != MARK]
    for (key, value), expected in zip_longest(given, _header_notes(started), fillvalue=("", "")):
        if (key, value) != expected:
            line = line_of_note(record, key)
            raise BadRecord(
                "line {line}: {kind} is not written that way", line=line, kind=repr(key)
            )


def _whole(record: GameRecord, key: str) -> int:
    text = header_note(record, key)
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        line = line_of_note(record, key)
        raise BadRecord("line {line}: {kind} is a whole number", line=line, kind=repr(key))
    return int(text)


def _listed(record: GameRecord, key: str) -> Any:
    try:
        return msgspec.json.decode(header_note(record, key))
    except (msgspec.MsgspecError, RecursionError) as error:
        line = line_of_note(record, key)
        raise BadRecord(
            "line {line}: {kind} cannot be read: {error}", line=line, kind=repr(key), error=error
        ) from None


def _note(entry: log.GameEntry) -> Note:
    values = msgspec.to_builtins(entry)
    kind = values.pop("type")
    return kind, msgspec.json.encode(values).decode()


def _entries_in(entry: Entry) -> Iterator[RecordLine]:
    first = entry.line + 1 + len(entry.events)
    for number, (kind, value) in enumerate(entry.notes, start=first):
        if kind == MARK:
            continue
        try:
            read = log.read_entry(json.dumps({"type": kind} | json.loads(value)))
        except (ValueError, TypeError, RecursionError, msgspec.MsgspecError) as error:
            raise BadRecord(
                "line {line}: {kind} cannot be read: {error}",
                line=number,
                kind=repr(kind),
                error=error,
            ) from None
        if isinstance(read, log.TableEntry | log.GameStarted) or _note(read) != (kind, value):
            raise BadRecord(
                "line {line}: {kind} is not written that way", line=number, kind=repr(kind)
            )
        yield RecordLine(number, read)


# --- marks --------------------------------------------------------------------------------------


def _mark(transcript: Transcript, lines: Iterable[str]) -> str:
    content = " ".join((transcript.digest.hex()[:DIGEST_DIGITS], *map(_sum, lines)))
    return f"{content} {_sum(content)}"


def _sum(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:SUM_DIGITS]


def _all_header_lines(record: GameRecord) -> list[str]:
    return record.text().split("\n\n", 1)[0].split("\n")


def _header_lines(record: GameRecord) -> list[str]:
    return [line for line in _all_header_lines(record) if not line.startswith(f"note {MARK} ")]


def _entry_lines(entry: Entry) -> list[str]:
    """The lines of a move that its mark sums up; the number before a move is checked elsewhere."""
    notes = (f"  @ {kind} {value}" for kind, value in entry.notes if kind != MARK)
    events = (f"  = {event}" for event in entry.events)
    return [f"{entry.actor} {move_text(entry.move)}", *events, *notes]


def _check_mark(
    notes: Sequence[Note], transcript: Transcript, lines: list[str], first_line: int
) -> None:
    mark = dict(notes).get(MARK)
    end = first_line + len(lines)
    if mark is None or notes[-1][0] != MARK:
        raise ChangedRecord("line {line}: the mark that closes these lines is missing", line=end)
    if [key for key, _ in notes].count(MARK) > 1:
        raise ChangedRecord("line {line}: only one mark closes these lines", line=end)
    content, _, own_sum = mark.rpartition(" ")
    if own_sum != _sum(content):
        raise ChangedRecord("line {line}: this mark was changed", line=end)
    digest, *sums = content.split(" ")
    for number, line in enumerate(lines):
        if number < len(sums) and sums[number] != _sum(line):
            raise ChangedRecord("line {line}: this line was changed", line=first_line + number)
    if len(sums) != len(lines):
        raise ChangedRecord(
            "line {line}: {written} lines were written here, now {found}",
            line=end,
            written=len(sums),
            found=len(lines),
        )
    if digest != transcript.digest.hex()[:DIGEST_DIGITS]:
        raise ChangedRecord("line {line}: the mark was changed, or lines before it", line=end)
