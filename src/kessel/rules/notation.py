"""Text forms: every move and event as one readable line that reads back to itself.

Players are letters from A, faces are their names, a tower is `bottom/…/top`, nothing is `-`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import lru_cache
from types import MappingProxyType
from typing import Any, get_args

from kessel.errors import BadValue, OneOf, ParseError
from kessel.rules.awaits import Await
from kessel.rules.edition import MAX_PLAYERS
from kessel.rules.events import Event
from kessel.rules.faces import Face, Piece
from kessel.rules.moves import (
    Collect,
    EndTurn,
    ExtraThrow,
    Landing,
    Move,
    Player,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
    Unit,
    WinColumn,
)

NOTHING = "-"
LETTERS = "ABCDE"
assert len(LETTERS) == MAX_PLAYERS

_MOVES, _EVENTS = frozenset(get_args(Move)), frozenset(get_args(Event))
_UNITS = OneOf(("1", "all", "pile:k", "die:k"))
_UNIT = re.compile(r"1|all|(pile|die):[0-9]{1,4}")


def letter(player: Player) -> str:
    """A player as its letter."""
    if player not in range(MAX_PLAYERS):
        raise BadValue(
            "there is no player {player}; players are 0 to {last}",
            player=repr(player),
            last=MAX_PLAYERS - 1,
        )
    return LETTERS[player]


def read_letter(text: str) -> Player:
    """A letter as its player."""
    if len(text) != 1 or text not in LETTERS:
        raise ParseError(
            "{text} is not a player; players are {players}",
            text=repr(text),
            players=" ".join(LETTERS),
        )
    return LETTERS.index(text)


# --- arenas and landings ---------------------------------------------------------------------


def piece_text(piece: Piece) -> str:
    """A die by its face, a tower as `bottom/…/top`."""
    return piece if isinstance(piece, str) else "/".join(piece)


def read_piece(text: str) -> Piece:
    """A piece read back; whether an edition has such faces is checked elsewhere."""
    dice = tuple(map(_read_face, text.split("/")))
    return dice if len(dice) > 1 else text


def _read_face(text: str) -> Face:
    if not text.isalnum():
        raise ParseError(
            "{text} is not a face; a face is one word, a tower is written 2/5/3", text=repr(text)
        )
    return text


def landing_text(landing: Landing) -> str:
    """How the dice lie: `2 5 3/4; out 1; cocked 2`."""
    text = " ".join(map(piece_text, landing.arena)) or NOTHING
    if landing.out:
        text += f"; out {landing.out}"
    if landing.cocked:
        text += f"; cocked {landing.cocked}"
    return text


def read_landing(text: str) -> Landing:
    """A landing read back."""
    lies, *rest = text.split("; ")
    counts = {"out": 0, "cocked": 0}
    for part in rest:
        name, _, number = part.partition(" ")
        if name not in counts or counts[name]:
            raise ParseError(
                "{part} is not part of a landing: out N, cocked N, in this order", part=repr(part)
            )
        counts[name] = read_count(number)
    arena = () if lies == NOTHING else tuple(map(read_piece, lies.split(" ")))
    return Landing(arena, counts["out"], counts["cocked"])


def read_count(text: str) -> int:
    """A number of dice."""
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise ParseError("{text} is not a number of dice", text=repr(text))
    return int(text)


# --- moves -----------------------------------------------------------------------------------


def move_text(move: Move | str) -> str:
    """A move as one line.

    >>> from kessel import Throw
    >>> move_text(Throw("all"))
    'throw all'
    """
    known = read_move(move)
    try:
        return _written(known)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadValue("{move} is not a move", move=repr(known)) from None


def _written(move: Move) -> str:
    match move:
        case StartDie(face):
            return f"start {face}"
        case Throw(unit, landing):
            return _with_landing(f"throw {unit}", landing)
        case ExtraThrow(units, landing):
            thrown = " ".join(f"{letter(player)}={units[player]}" for player in sorted(units))
            return _with_landing(f"extra {thrown}", landing)
        case WinColumn(winner, keep):
            kept = "".join(f" {letter(player)}{index}" for player, index in keep)
            return f"column {letter(winner)}" + (f" keep{kept}" if keep else "")
        case Collect(faces):
            return f"collect {' '.join(faces) or NOTHING}"
        case TakeAccio(taken, place):
            return f"accio {taken or NOTHING}" + (f" {place[0]}.{place[1]}" if place else "")
        case StackTower(tower):
            return f"stack {'/'.join(tower)}"
        case _:
            return "end"


def read_move(text: Move | str) -> Move:
    """A move read back, or the move itself; raises ParseError with what a move looks like.

    >>> read_move("throw 1: 4 6 X; out 1")
    Throw(unit='1', landing=Landing(arena=('4', '6', 'X'), out=1, cocked=0))
    """
    if not isinstance(text, str):
        if text.__class__ not in _MOVES:
            raise BadValue("{move} is not a move", move=repr(text))
        return text
    if text.startswith("extra"):  # it has a dictionary, which nobody shares
        return _read_text.__wrapped__(text)
    return _read_text(text)


@lru_cache(maxsize=8192)
def _read_text(text: str) -> Move:
    """Texts come again and again; moves never change."""
    kind, _, rest = text.partition(" ")
    reader = _MOVE_READERS.get(kind)
    if reader is None:
        raise ParseError(
            "{text} is not a move; a move begins with {words}",
            text=repr(text),
            words=" ".join(_MOVE_READERS),
        )
    move = reader(rest)
    if move_text(move) != text:
        raise ParseError(
            "{text} is not how this move is written: {proper}",
            text=repr(text),
            proper=repr(move_text(move)),
        )
    return move


def _with_landing(text: str, landing: Landing | None) -> str:
    return text if landing is None else f"{text}: {landing_text(landing)}"


def _split_landing(text: str) -> tuple[str, Landing | None]:
    what, colon, lies = text.partition(": ")
    return what, read_landing(lies) if colon else None


def _read_throw(text: str) -> Move:
    unit, landing = _split_landing(text)
    return Throw(_read_unit(unit), landing)


def _read_unit(text: str) -> Unit:
    if not _UNIT.fullmatch(text):
        raise ParseError("{unit} cannot be thrown; it is {units}", unit=repr(text), units=_UNITS)
    return text


def _read_extra(text: str) -> Move:
    thrown, landing = _split_landing(text)
    units = {}
    for part in thrown.split():
        player, _, unit = part.partition("=")
        units[read_letter(player)] = _read_unit(unit)
    return ExtraThrow(units, landing)


def _read_column(text: str) -> Move:
    winner, _, kept = text.partition(" keep ")
    keep = tuple((read_letter(one[:1]), read_count(one[1:])) for one in kept.split())
    return WinColumn(read_letter(winner), keep)


def _read_accio(text: str) -> Move:
    face, space, place = text.partition(" ")
    piece, _, die = place.partition(".")
    at = (read_count(piece), read_count(die)) if space else None
    return TakeAccio(None if face == NOTHING else _read_face(face), at)


_MOVE_READERS: Mapping[str, Callable[[str], Move]] = MappingProxyType(
    {
        "start": lambda text: StartDie(_read_face(text)),
        "throw": _read_throw,
        "extra": _read_extra,
        "column": _read_column,
        "collect": lambda text: Collect(() if text == NOTHING else tuple(text.split())),
        "accio": _read_accio,
        "stack": lambda text: StackTower(tuple(map(_read_face, text.split("/")))),
        "end": lambda _: EndTurn(),
    }
)


# --- events ----------------------------------------------------------------------------------


def event_text(event: Event) -> str:
    """An event as one line; events are compared by it, not read back.

    >>> from kessel import Collected
    >>> event_text(Collected(0, {"5": 2}))
    'collect A 5×2'
    """
    if event.__class__ not in _EVENTS:
        raise BadValue("{event} is not an event", event=repr(event))
    return " ".join([event.kind, *map(_plain, named_fields(event, letter).values())])


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return _join(f"{face}×{count}" for face, count in value.items())
    if isinstance(value, tuple):
        return _join(value)
    return NOTHING if value is None else str(value)


def _join(words: Iterable[str]) -> str:
    return ",".join(words) or NOTHING


_ONE_PLAYER = ("player", "winner")
_PLAYERS = ("players", "winners")


def named_fields(thing: Event | Await, name: Callable[[Player], Any]) -> dict[str, Any]:
    """The fields of an event or an await in their order."""
    return {one.name: _named(one.name, getattr(thing, one.name), name) for one in fields(thing)}


def _named(field: str, value: Any, name: Callable[[Player], Any]) -> Any:
    if field in _ONE_PLAYER:
        return name(value)
    if field in _PLAYERS:
        return tuple(map(name, value))
    if field == "units" and isinstance(value, Mapping):
        return {name(player): units for player, units in value.items()}
    return value
