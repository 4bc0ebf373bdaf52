"""Text forms: every move, event and position as one readable line that reads back to itself.

Players are letters from A, faces are their names, a tower is `bottom/…/top`, nothing is `-`.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, get_args

from kessel.errors import BadValue, OneOf, ParseError
from kessel.rules.edition import MAX_PLAYERS, Activation, Edition
from kessel.rules.events import Event
from kessel.rules.faces import Arena, Face, Piece
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
from kessel.rules.naming import named_fields
from kessel.rules.options import (
    check_elements,
    edition_and_preset,
    options_text,
    read_options,
    resolve_options,
)
from kessel.rules.state import NOTHING_PENDING, Emptied, GameState, Pending, Phase

NOTHING = "-"
LETTERS = "ABCDE"
assert len(LETTERS) == MAX_PLAYERS

_MOVES, _EVENTS = frozenset(get_args(Move)), frozenset(get_args(Event))
_UNITS = OneOf(("1", "all", "pile:k", "die:k"))
_UNIT = re.compile(r"1|all|(pile|die):[0-9]{1,4}")


def letter(player: Player) -> str:
    """A player as its letter."""
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
        counts[name] = _read_count(number)
    arena = () if lies == NOTHING else tuple(map(read_piece, lies.split(" ")))
    return Landing(arena, counts["out"], counts["cocked"])


# --- moves -----------------------------------------------------------------------------------


def move_text(move: Move | str) -> str:
    """A move as one line."""
    match read_move(move):
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
        case TakeAccio(taken):
            return f"accio {taken or NOTHING}"
        case StackTower(tower):
            return f"stack {'/'.join(tower)}"
        case _:
            return "end"


def read_move(text: Move | str) -> Move:
    """A move read back, or the move itself; raises ParseError with what a move looks like."""
    if not isinstance(text, str):
        if text.__class__ not in _MOVES:
            raise BadValue("{move} is not a move", move=repr(text))
        return text
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
    keep = tuple((read_letter(one[:1]), _read_count(one[1:])) for one in kept.split())
    return WinColumn(read_letter(winner), keep)


_MOVE_READERS: Mapping[str, Callable[[str], Move]] = MappingProxyType(
    {
        "start": lambda text: StartDie(_read_face(text)),
        "throw": _read_throw,
        "extra": _read_extra,
        "column": _read_column,
        "collect": lambda text: Collect(() if text == NOTHING else tuple(text.split())),
        "accio": lambda text: TakeAccio(None if text == NOTHING else _read_face(text)),
        "stack": lambda text: StackTower(tuple(map(_read_face, text.split("/")))),
        "end": lambda _: EndTurn(),
    }
)


# --- events ----------------------------------------------------------------------------------


def event_text(event: Event) -> str:
    """An event as one line; events are compared by it, not read back."""
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


# --- positions -------------------------------------------------------------------------------


def state_text(state: GameState | str) -> str:
    """A whole game as one line; what is as usual is left out, also of a line in another form.

    >>> from kessel.rules.engine import new_game
    >>> state_text(new_game("strike-2020", 2))
    'strike-2020 hands=8,8 arena=- turn=A> phase=start aside=9'
    """
    state = read_state(state)
    pending = state.pending
    parts = {
        "hands": ",".join(_hand_text(state, player) for player in range(state.players)),
        "arena": ",".join(map(piece_text, state.arena)) or NOTHING,
        "turn": letter(state.active) + (">" if state.direction > 0 else "<"),
        "phase": state.phase.value,
        "elements": _sorted_faces(state.edition, state.elements),
        "removed": str(state.removed or ""),
        "aside": str(state.aside or ""),
        "eliminated": ",".join(_eliminated_text(state, player) for player in state.eliminated),
        "emptied": "" if state.emptied is Emptied.NOT else state.emptied.value,
        "before": "" if pending.before is None else ",".join(pending.before),
        "muted": "yes" if pending.muted else "",
        "bound": "yes" if pending.bound else "",
        "collector": letter(pending.collector) if pending.collector else "",
        "raced": "yes" if pending.raced else "",
        "spells": ",".join(pending.spells),
        "winners": ",".join(map(letter, state.winners)),
        "options": options_text(state.edition, state.options),
    }
    return " ".join([state.edition.id, *(f"{name}={v}" for name, v in parts.items() if v)])


def read_state(text: GameState | str) -> GameState:
    """A position read back, or the position itself; short forms such as
    `strike-2020 hands=3,4 arena=2,5` do, too. One in which nobody can move is refused."""
    if isinstance(text, GameState):
        return text
    from kessel.rules.engine import check_standing, check_supplies  # which import this file

    if not isinstance(text, str):
        raise ParseError("a position is a state or its line of text, not {given}", given=repr(text))
    name, *words = text.split() or [""]
    parts = _parts(words)
    edition, language = edition_and_preset(name)
    state = _build(edition, language, parts)
    _check_faces(state)
    check_supplies(state)
    check_standing(state)
    return state


_PARTS = (
    "hands", "arena", "turn", "phase", "elements", "removed", "aside", "eliminated", "emptied",
    "before", "muted", "bound", "collector", "raced", "spells", "winners", "options",
)  # fmt: skip


def _parts(words: Sequence[str]) -> dict[str, str]:
    parts: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name not in _PARTS or not equals or name in parts:
            raise ParseError(
                "{word} is not part of a position; parts are name=value, each once, of {parts}",
                word=repr(word),
                parts=" ".join(_PARTS),
            )
        parts[name] = value
    if "hands" not in parts:
        raise ParseError("a position needs hands=8,8: the dice of each player")
    return parts


_DIRECTIONS = {">": 1, "<": -1}


def _build(edition: Edition, language: str | None, parts: Mapping[str, str]) -> GameState:
    hands = [one.split("+") for one in parts["hands"].split(",")]
    players = len(hands)
    edition.hand(players)
    turns = [player + way for player in LETTERS[:players] for way in _DIRECTIONS]
    turn = _one_of(parts, "turn", turns, "A>")
    out = [one.partition(":") for one in _words(parts, "eliminated")]
    points: list[int | None] = [None] * players
    for player, _, lost in out:
        points[_player(player, players)] = _read_count(lost) if lost else None
    pending = Pending(
        before=tuple(_words(parts, "before")) if "before" in parts else None,
        muted=_is_set(parts, "muted"),
        bound=_is_set(parts, "bound"),
        collector=_player(parts.get("collector", "A"), players),
        raced=_is_set(parts, "raced"),
        spells=tuple(_words(parts, "spells")),
    )
    return GameState(
        edition=edition,
        options=resolve_options(edition, read_options(parts.get("options", "")), language),
        elements=_elements(edition, parts),
        hands=tuple(_read_count(loose) for loose, *_ in hands),
        piles=tuple(tuple(map(_read_count, piles)) for _, *piles in hands),
        arena=_read_arena(parts.get("arena", NOTHING)),
        active=_player(turn[:1], players),
        direction=_DIRECTIONS[turn[1:]],
        phase=Phase(_one_of(parts, "phase", [phase.value for phase in Phase], "throw")),
        pending=NOTHING_PENDING if pending == NOTHING_PENDING else pending,
        emptied=Emptied(_one_of(parts, "emptied", [how.value for how in Emptied], "not")),
        removed=_read_count(parts.get("removed", "0")),
        aside=_read_count(parts.get("aside", "0")),
        eliminated=tuple(_player(player, players) for player, _, _ in out),
        points=tuple(points),
        winners=tuple(_player(player, players) for player in _words(parts, "winners")),
    )


def _elements(edition: Edition, parts: Mapping[str, str]) -> frozenset[Face]:
    """Those given; where players agree on them and none are, all."""
    if "elements" not in parts and edition.activation is Activation.AGREED:
        return check_elements(edition, None)
    return frozenset(_words(parts, "elements"))


def _check_faces(state: GameState) -> None:
    for piece in state.arena:
        for face in (piece,) if isinstance(piece, str) else piece:
            state.edition.check_face(face)
    for face in (*state.elements, *(state.pending.before or ()), *state.pending.spells):
        state.edition.check_face(face)


def _one_of(parts: Mapping[str, str], name: str, allowed: Sequence[str], usual: str) -> str:
    value = parts.get(name, usual)
    if value not in allowed:
        raise ParseError(
            "{part} is not part of a position; {name} is one of {allowed}",
            part=f"{name}={value}",
            name=name,
            allowed=" ".join(allowed),
        )
    return value


def _is_set(parts: Mapping[str, str], name: str) -> bool:
    return _one_of(parts, name, ("yes", "no"), "no") == "yes"


def _words(parts: Mapping[str, str], name: str) -> list[str]:
    return [word for word in parts.get(name, "").split(",") if word]


def _read_arena(text: str) -> Arena:
    return () if text == NOTHING else tuple(map(read_piece, text.split(",")))


def _player(text: str, players: int) -> Player:
    player = read_letter(text)
    if player >= players:
        raise ParseError(
            "there is no player {text}; the players are {players}",
            text=text,
            players=" ".join(LETTERS[:players]),
        )
    return player


def _read_count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 4:
        raise ParseError("{text} is not a number of dice", text=repr(text))
    return int(text)


def _hand_text(state: GameState, player: Player) -> str:
    return "+".join(map(str, (state.hands[player], *state.piles[player])))


def _eliminated_text(state: GameState, player: Player) -> str:
    points = state.points[player]
    return letter(player) if points is None else f"{letter(player)}:{points}"


def _sorted_faces(edition: Edition, faces: Iterable[Face]) -> str:
    chosen = set(faces)
    return ",".join(face for face in edition.faces if face in chosen)
