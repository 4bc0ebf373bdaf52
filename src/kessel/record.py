"""A finished or running game as a text file a person can read: header, moves, events, result.

    kessel record 1
    edition strike-2020
    player A "Ann"
    player B "Ben"
    first A

    1 A start 4
      = start 4 -
    2 A throw 1: 2 4
      = choice A
    result unfinished

A line `  = …` is an event as the rules told it, `  @ …` a note that others attach (an aim, a
link). A record reads back to the same bytes, and a replay checks every line against the rules.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from kessel.errors import BadValue, KesselError, ParseError, Phrase
from kessel.names import MAX_RECORDED_NAME, check_names, clean_name
from kessel.rules.awaits import AwaitColumn, AwaitExtra, Over
from kessel.rules.engine import Step, apply, awaited, elements_in_order
from kessel.rules.events import Event
from kessel.rules.moves import Move, Player
from kessel.rules.notation import NOTHING, event_text, letter, move_text, read_letter, read_move
from kessel.rules.options import edition_and_preset, options_text, read_options, resolve_options
from kessel.rules.positions import read_state, state_text
from kessel.rules.setup import new_game
from kessel.rules.state import GameState, Phase

MAGIC = "kessel record"
VERSION = 1
UNFINISHED = "unfinished"
EVERYBODY = "*"
"""Stands where several players act at once."""

Note: TypeAlias = tuple[str, str]

_KEY = re.compile(r"[a-z][a-z0-9_-]*")


class BadRecord(ParseError):
    """A text that is not a record, or a damaged one; the line is named.

    >>> from kessel import Game, read_record
    >>> read_record(Game("strike-2020").export() + "and so on")
    Traceback (most recent call last):
        ...
    kessel.record.BadRecord: line 8: nothing follows the result
    """


class RecordMismatch(KesselError):
    """A record that reads well but tells something else than the rules.

    >>> from kessel import Game, replay
    >>> game = Game("strike-2020", names=["Ann", "Ben"])
    >>> game.push("start 4")
    (Started(face='4', elements=()),)
    >>> list(replay(game.export().replace("= start 4", "= start 5")))
    Traceback (most recent call last):
        ...
    kessel.record.RecordMismatch: line 8: the record says 'start 5 -'; by the rules...
    """

    code = "record_mismatch"


@dataclass(frozen=True, slots=True)
class Entry:
    """One move, what the rules told of it, and what others noted."""

    actor: str
    """The letter of the player that acts, or `*`."""
    move: Move
    events: tuple[str, ...]
    notes: tuple[Note, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game, from set-up to result.

    >>> from kessel import Game
    >>> record = Game("strike-2020", names=["Ann", "Ben"]).record()
    >>> record.names
    ('Ann', 'Ben')
    """

    start: GameState
    names: tuple[str, ...]
    notes: tuple[Note, ...] = ()
    entries: tuple[Entry, ...] = ()
    result: tuple[Player, ...] | None = None
    """The winners; None while the game runs."""

    def add(self, before: GameState, move: Move, step: Step, *notes: Note) -> "GameRecord":
        """The record with one more move, made in the state `before`."""
        entry = Entry(_actor(before), move, _texts(step.events), _check_notes(notes))
        result = step.state.winners if step.state.is_over else None
        return replace(self, entries=(*self.entries, entry), result=result)

    def with_notes(self, *notes: Note) -> "GameRecord":
        """The record with further notes in its header."""
        return replace(self, notes=self.notes + _check_notes(notes))

    def text(self) -> str:
        """The record as a text file."""
        last = f"result {_result_text(self.result)}"
        return "\n".join((*self._header(), "", *self._moves(), last, ""))

    def _header(self) -> Iterator[str]:
        start = self.start
        yield f"{MAGIC} {VERSION}"
        if start.phase is not Phase.START:
            yield f"position {state_text(start)}"
        else:
            yield f"edition {start.edition.id}"
            if chosen := options_text(start.edition, start.options):
                yield f"options {chosen}"
            if start.elements:
                yield f"elements {','.join(elements_in_order(start))}"
        for player, name in enumerate(self.names):
            yield f"player {letter(player)} {json.dumps(name, ensure_ascii=False)}"
        if start.phase is Phase.START:
            yield f"first {letter(start.active)}"
        for key, value in self.notes:
            yield f"note {key} {value}"

    def _moves(self) -> Iterator[str]:
        for number, entry in enumerate(self.entries, start=1):
            yield f"{number} {entry.actor} {move_text(entry.move)}"
            yield from (f"  = {event}" for event in entry.events)
            yield from (f"  @ {key} {value}" for key, value in entry.notes)


def begin_record(start: GameState | str, names: Sequence[str], *notes: Note) -> GameRecord:
    """The record of a game that begins now, fresh or from a position.

    >>> from kessel import new_game
    >>> begin_record(new_game("strike-2020", 2), ["Ann", "Ben"]).text().splitlines()[:2]
    ['kessel record 1', 'edition strike-2020']
    """
    start = read_state(start)
    check_names(names)
    if len(names) != start.players:
        raise BadRecord(
            "{players} players need as many names, not {given}",
            players=start.players,
            given=len(names),
        )
    called = tuple(clean_name(name, MAX_RECORDED_NAME) for name in names)
    return GameRecord(start, called, _check_notes(notes))


def read_record(text: str) -> GameRecord:
    """A record read back; raises BadRecord with the line that is wrong.

    >>> from kessel import Game
    >>> read_record(Game("strike-2020", names=["Ann", "Ben"]).export()).names
    ('Ann', 'Ben')
    """
    if not isinstance(text, str):
        raise BadRecord("a record is text, not {given}", given=repr(text))
    record = _RecordReader(text).read()
    again = record.text()
    if again != text:
        raise _first_difference(text, again)
    return record


def replay(record: GameRecord | str) -> Iterator[Step]:
    """Every step of a record, checked against the rules; raises where they part.

    >>> from kessel import Game
    >>> game = Game("strike-2020")
    >>> events = game.push("start 4")
    >>> [step.state.arena for step in replay(game.export())]
    [('4',)]
    """
    if not isinstance(record, GameRecord):
        record = read_record(record)
    state = record.start
    for entry in record.entries:
        step = _checked_step(state, entry)
        yield step
        state = step.state
    result = state.winners if state.is_over else None
    if record.result != result:
        raise RecordMismatch(
            "line {line}: by the rules the result is {result}",
            line=record.text().count("\n"),
            result=_result_text(result),
        )


# --- replaying -------------------------------------------------------------------------------


def _checked_step(state: GameState, entry: Entry) -> Step:
    if entry.actor != _actor(state):
        raise RecordMismatch(
            "line {line}: it is {player}'s turn, not {given}'s",
            line=entry.line,
            player=_actor(state),
            given=entry.actor,
        )
    try:
        step = apply(state, entry.move)
    except KesselError as error:
        raise RecordMismatch("line {line}: {error}", line=entry.line, error=error) from None
    told, by_rules = entry.events, _texts(step.events)
    for place in range(max(len(told), len(by_rules))):
        if told[place : place + 1] != by_rules[place : place + 1]:
            line = entry.line + 1 + place
            raise RecordMismatch(
                "line {line}: the record says {told}; by the rules it is {proper}",
                line=line,
                told=_quoted(told, place),
                proper=_quoted(by_rules, place),
            )
    return step


def _quoted(events: Sequence[str], place: int) -> str:
    return f"'{events[place]}'" if place < len(events) else "nothing more"


def _texts(events: Sequence[Event]) -> tuple[str, ...]:
    return tuple(map(event_text, events))


def _actor(state: GameState) -> str:
    expected = awaited(state)
    if isinstance(expected, AwaitExtra | AwaitColumn | Over):
        return EVERYBODY
    return letter(expected.player)


def _result_text(winners: Sequence[Player] | None) -> str:
    return UNFINISHED if winners is None else ",".join(map(letter, winners)) or NOTHING


# --- reading ---------------------------------------------------------------------------------


def _check_notes(notes: Sequence[Note]) -> tuple[Note, ...]:
    for note in notes:
        if not _is_note(note):
            given = " ".join(map(repr, note)) if isinstance(note, tuple) else repr(note)
            raise BadValue("a note is a lower-case word and one line, not {note}", note=given)
    return tuple(notes)


def _is_note(note: object) -> bool:
    match note:
        case (str(key), str(value)):
            return bool(_KEY.fullmatch(key) and value and value == " ".join(value.split()))
        case _:
            return False


def _read_note(text: str) -> Note:
    key, _, value = text.partition(" ")
    return _check_notes([(key, value)])[0]


def _read_winners(text: str) -> tuple[Player, ...]:
    return () if text == NOTHING else tuple(map(read_letter, text.split(",")))


class _RecordReader:
    """Reads line by line, and knows in which line it is."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._at = 0
        self._values: dict[str, tuple[str, int]] = {}
        self._blamed: int | None = None
        """A line of the header that is looked at again."""

    def read(self) -> GameRecord:
        try:
            return self._record()
        except BadRecord:
            raise
        except KesselError as error:
            raise self._bad(error) from None

    def _record(self) -> GameRecord:
        self._magic()
        start, names, notes = self._header()
        entries: list[Entry] = []
        while self._peek(Phrase("a move or the result"))[:1].isdigit():
            entries.append(self._entry(len(entries) + 1))
        return GameRecord(start, names, notes, tuple(entries), self._result())

    def _magic(self) -> None:
        first = self._next(Phrase("the first line"))
        if first == f"{MAGIC} {VERSION}":
            return
        if first.startswith(MAGIC):
            raise self._wrong(
                "this is {first}; this program reads version {version}: "
                "use the Kessel that wrote it",
                first=repr(first),
                version=VERSION,
            )
        raise self._wrong(
            "a record begins with {magic}, not with {first}",
            magic=repr(f"{MAGIC} {VERSION}"),
            first=repr(first[:60]),
        )

    def _header(self) -> tuple[GameState, tuple[str, ...], tuple[Note, ...]]:
        names: list[str] = []
        notes: list[Note] = []
        while line := self._next(Phrase("the header")):
            key, _, value = line.partition(" ")
            if key == "player":
                names.append(self._player(value, len(names)))
            elif key == "note":
                notes.append(_read_note(value))
            elif key in ("edition", "position", "options", "elements", "first"):
                self._values[key] = (value, self._at)
            else:
                raise self._wrong("{key} does not belong in the header", key=repr(key))
        return self._start(len(names)), tuple(names), tuple(notes)

    def _value(self, key: str) -> str | None:
        """A line of the header; what is wrong from now on is wrong in that line."""
        value, self._blamed = self._values.get(key, (None, None))
        return value

    def _player(self, value: str, player: Player) -> str:
        at, _, quoted = value.partition(" ")
        try:
            name = json.loads(quoted)
        except (ValueError, RecursionError):
            name = None
        if read_letter(at) != player or not isinstance(name, str):
            raise self._wrong('a player is written: player {player} "name"', player=letter(player))
        return clean_name(name, MAX_RECORDED_NAME)

    def _start(self, players: int) -> GameState:
        if place := self._value("position"):
            state = read_state(place)
            if state.players != players:
                raise self._wrong(
                    "the position has {hands} hands, but {players} players",
                    hands=state.players,
                    players=players,
                )
        else:
            state = self._dealt(players)
        self._blamed = None
        return state

    def _dealt(self, players: int) -> GameState:
        for key in ("edition", "first"):
            if key not in self._values:
                raise self._wrong("the header lacks {key}", key=repr(key))
        first = read_letter(self._value("first") or "")
        edition, language = edition_and_preset(self._value("edition") or "")
        edition.hand(players)
        chosen = self._value("options")
        options = resolve_options(edition, read_options(chosen or ""), language)
        agreed = self._value("elements")
        elements = None if agreed is None else agreed.split(",")
        return new_game(edition, players, options, elements=elements, first=first)

    def _entry(self, number: int) -> Entry:
        told, _, rest = self._next(Phrase("a move")).partition(" ")
        actor, _, move = rest.partition(" ")
        if told != str(number):
            raise self._wrong(
                "move {number} is missing; this is number {given}", number=number, given=repr(told)
            )
        line, made = self._at, read_move(move)
        events = tuple(self._marked("  = "))
        notes = tuple(map(_read_note, self._marked("  @ ")))
        return Entry(actor, made, events, notes, line)

    def _marked(self, mark: str) -> Iterator[str]:
        while self._peek(Phrase("an event, a move or the result")).startswith(mark):
            yield self._next(Phrase("an event")).removeprefix(mark)

    def _result(self) -> tuple[Player, ...] | None:
        key, _, value = self._next(Phrase("the result")).partition(" ")
        if not key and self._at == len(self._lines):
            raise self._cut_off(Phrase("a move or the result"))
        if key != "result":
            raise self._wrong("a move or the result is expected, not {key}", key=repr(key))
        winners = None if value == UNFINISHED else _read_winners(value)
        if self._next(Phrase("the end of the last line")) or self._at < len(self._lines):
            raise self._wrong("nothing follows the result")
        return winners

    def _peek(self, what: Phrase) -> str:
        if self._at >= len(self._lines):
            raise self._cut_off(what)
        return self._lines[self._at]

    def _next(self, what: Phrase) -> str:
        line = self._peek(what)
        self._at += 1
        return line

    def _cut_off(self, what: Phrase) -> BadRecord:
        return self._wrong(
            "the record is cut off; {what} should follow, and 'result …' ends it", what=what
        )

    def _wrong(self, message: str, **params: object) -> BadRecord:
        return self._bad(KesselError(message, **params))

    def _bad(self, why: KesselError) -> BadRecord:
        return BadRecord("line {line}: {why}", line=self._blamed or self._at, why=why)


def _first_difference(text: str, again: str) -> BadRecord:
    pairs = enumerate(zip(text.split("\n"), again.split("\n"), strict=False), start=1)
    number, given, proper = next((n, one, other) for n, (one, other) in pairs if one != other)
    return BadRecord(
        "line {line}: {given} is written {proper}",
        line=number,
        given=repr(given),
        proper=repr(proper),
    )
