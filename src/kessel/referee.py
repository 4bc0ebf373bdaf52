"""The rules on a pipe: one JSON object a line in, one a line out; it rolls nothing.

A line that cannot be understood, comes out of order or is against the rules is answered with an
error, and the game stays exactly as it was.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from kessel.errors import (
    BadValue,
    IllegalMove,
    KesselError,
    NoGame,
    ParseError,
    UnknownRequest,
)
from kessel.names import MAX_RECORDED_NAME, clean_name
from kessel.rules.awaits import (
    Await,
    AwaitAccio,
    AwaitChoice,
    AwaitCollect,
    AwaitColumn,
    AwaitExtra,
    AwaitStack,
    AwaitStartDie,
    AwaitThrow,
)
from kessel.rules.edition import MAX_PLAYERS, MIN_PLAYERS, Edition
from kessel.rules.engine import (
    Hand,
    apply,
    awaited,
    check_awaited,
    elements_in_order,
    new_game,
    position,
)
from kessel.rules.events import Event
from kessel.rules.faces import Arena, Face, Piece, Tower
from kessel.rules.moves import (
    ONE,
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
from kessel.rules.options import Options, check_value, edition_and_preset, resolve_options
from kessel.rules.reasons import Reason, reasons
from kessel.rules.state import GameState
from kessel.rules.tournament import FinishedGame, score

Json: TypeAlias = dict[str, Any]

MAX_NESTING = 8
"""Objects and lists in each other; a tournament has the deepest request, with six."""
MAX_NUMBER = 9999
"""Dice, piles: no number in a request is larger."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """A game after an accepted request."""

    state: GameState
    events: tuple[Event, ...]
    reasons: tuple[Reason, ...]


class Referee:
    """One conversation: at most one game at a time, and all its accepted requests."""

    def __init__(self, why: bool = False) -> None:
        """With `why`, replies say why each event happened."""
        self._why = why
        self._names: tuple[str, ...] = ()
        self._dealt = False
        self._past: list[_Moment] = []

    @property
    def state(self) -> GameState | None:
        """The game as it stands, if there is one."""
        return self._past[-1].state if self._past else None

    @property
    def names(self) -> tuple[str, ...]:
        """The players in order of play."""
        return self._names

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last accepted move led to."""
        return self._past[-1].events if self._past else ()

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why, event by event."""
        return self._past[-1].reasons if self._past else ()

    def answer(self, line: str | bytes) -> str:
        """The reply to one line, as one line without its end; never raises."""
        try:
            return json.dumps(self.handle(_parse(line)))
        except KesselError as error:
            return json.dumps({"error": {"code": error.code, "message": str(error)}})

    def handle(self, request: Json) -> Json:
        """The reply to one request; raises a KesselError and changes nothing if it is refused."""
        kind, handler, allowed = _kind_of(request)
        if kind in _MOVES:
            check_awaited(self._now(), _MOVES[kind])
        extra = [name for name in request if name not in allowed]
        if extra:
            raise BadValue(f"{kind!r} knows no {extra[0]!r}; its fields are {' '.join(allowed)}")
        reply: Json = handler(self, request)
        return reply

    # --- requests that begin a game ---------------------------------------------------------

    def _new(self, request: Json) -> Json:
        given = _fields(request["new"], "new", _NEW_FIELDS, required=("edition", "players"))
        edition, options = _edition_and_options(given)
        names = _names(given["players"])
        first = _player(given.get("first", names[0]), names)
        state = new_game(edition, len(names), options, elements=given.get("elements"), first=first)
        return self._begin(state, names, dealt=True)

    def _position(self, request: Json) -> Json:
        needed = ("edition", "players", "active", "arena")
        given = _fields(request["position"], "position", _POSITION_FIELDS, required=needed)
        edition, options = _edition_and_options(given)
        rows = _list(given["players"], "players are a list of [name, hand]")
        if not all(isinstance(row, list) and len(row) == 2 for row in rows):
            raise BadValue(f"players are a list of [name, hand], not {rows!r}")
        names = _names([row[0] for row in rows])
        state = position(
            edition,
            [_hand(row[1]) for row in rows],
            tuple(_piece(piece) for piece in _list(given["arena"], "the arena is a list")),
            options,
            active=_player(given["active"], names),
            elements=given.get("elements"),
            direction=_integer(given.get("dir", 1), "dir"),
        )
        return self._begin(state, names, dealt=False)

    def _begin(self, state: GameState, names: tuple[str, ...], dealt: bool) -> Json:
        self._names, self._dealt = names, dealt
        self._past = [_Moment(state, (), ())]
        return self._reply()

    # --- requests that move it on -----------------------------------------------------------

    def _start_die(self, request: Json) -> Json:
        face = request["start_die"]
        if not isinstance(face, str):
            raise BadValue(f'start_die is a face or "out", not {face!r}')
        return self._make(StartDie(face))

    def _throw(self, request: Json) -> Json:
        return self._make(Throw(_unit(request["throw"]), _landing(request)), _leave(request))

    def _extra(self, request: Json) -> Json:
        thrown = request["extra"]
        if not isinstance(thrown, dict):
            raise BadValue(f"extra says what each player throws, {{name: unit}}, not {thrown!r}")
        units = {_player(name, self._names): _unit(unit) for name, unit in thrown.items()}
        expected = awaited(self._now())
        assert isinstance(expected, AwaitExtra)
        if set(units) != set(expected.units):
            raise IllegalMove(
                f"{self._list_names(expected.units)} must all throw, and nobody else; "
                f"you gave {self._list_names(units) or 'nobody'}"
            )
        for player, unit in units.items():
            if unit not in expected.units[player]:
                may = " or ".join(expected.units[player])
                raise IllegalMove(f"{self._names[player]} may throw {may}, not {unit}")
        return self._make(ExtraThrow(units, _landing(request)), _leave(request))

    def _column(self, request: Json) -> Json:
        winner = _player(request["column"], self._names)
        expected = awaited(self._now())
        assert isinstance(expected, AwaitColumn)
        if winner not in expected.players:
            raise IllegalMove(
                f"the column can be won by {self._list_names(expected.players)}, "
                f"not by {self._names[winner]}"
            )
        return self._make(WinColumn(winner, self._kept(request)), _leave(request))

    def _kept(self, request: Json) -> tuple[tuple[Player, int], ...]:
        kept = request.get("keep", {})
        if not isinstance(kept, dict):
            raise BadValue(f"keep names the piles built up again, {{name: [k, …]}}, not {kept!r}")
        piles = {_player(n, self._names): _list(k, "keep lists piles") for n, k in kept.items()}
        for player, numbers in piles.items():
            there = range(len(self._now().piles[player]))
            if any(_integer(number, "a pile's number") not in there for number in numbers):
                name = self._names[player]
                raise IllegalMove(f"the piles of {name} are {list(there)}, not {_short(numbers)}")
        return tuple((player, number) for player, numbers in piles.items() for number in numbers)

    def _accio(self, request: Json) -> Json:
        face = request["accio"]
        if face is not None and not isinstance(face, str):
            raise BadValue(f"accio is a face or null, not {face!r}")
        return self._make(TakeAccio(face))

    def _stack(self, request: Json) -> Json:
        return self._make(StackTower(_tower(request["stack"])))

    def _end(self, request: Json) -> Json:
        _must_be_true(request, "end")
        return self._make(EndTurn())

    def _make(self, move: Move, leave: Sequence[Face] | None = None) -> Json:
        moment = _and_then(_Moment(self._now(), (), ()), move)
        expected = awaited(moment.state)
        if isinstance(expected, AwaitCollect):
            taken = Collect(_without(expected.faces, leave or ()))
            moment = _and_then(moment, taken)
        elif leave is not None:
            raise IllegalMove(
                "sets can be left only with collecting=optional, by the request that takes them"
            )
        self._past.append(moment)
        return self._reply()

    # --- requests about it ------------------------------------------------------------------

    def _undo(self, request: Json) -> Json:
        _must_be_true(request, "undo")
        self._now()
        if len(self._past) == 1:
            raise IllegalMove("nothing to take back: the game has just begun")
        self._past.pop()
        return self._reply(told=True)

    def _show(self, request: Json) -> Json:
        _must_be_true(request, "show")
        self._now()
        return self._reply(told=True)

    def _tournament(self, request: Json) -> Json:
        given = _fields(
            request["tournament"], "tournament", _TOURNAMENT_FIELDS, required=("seats", "games")
        )
        players = _names(given["seats"])
        options = _tournament_options(given.get("options", {}))
        games = [_game(game) for game in _list(given["games"], "games are a list")]
        return {
            "tournament": score(players, given.get("first", players[0]), games, options).as_json()
        }

    # --- replies ----------------------------------------------------------------------------

    def _reply(self, told: bool = False) -> Json:
        moment = self._past[-1]
        events, reasons = ((), ()) if told else (moment.events, moment.reasons)
        reply: Json = {"events": [event_json(event, self._names) for event in events]}
        if self._why:
            reply["reasons"] = [reason_json(reason) for reason in reasons]
        reply["state"] = state_json(moment.state, self._names, self._dealt)
        reply["await"] = await_json(awaited(moment.state), self._names)
        return reply

    def _now(self) -> GameState:
        if not self._past:
            raise NoGame('there is no game yet; begin one with {"new": …} or {"position": …}')
        return self._past[-1].state

    def _list_names(self, players: Any) -> str:
        return ", ".join(self._names[player] for player in players)


def _and_then(moment: _Moment, move: Move) -> _Moment:
    """The moment after a further move of the same request."""
    step = apply(moment.state, move)
    why = reasons(moment.state, move, step)
    return _Moment(step.state, moment.events + step.events, moment.reasons + why)


# --- what is sent ------------------------------------------------------------------------------


def event_json(event: Event, names: Sequence[str]) -> Json:
    """An event with players by name."""
    told = named_fields(event, names.__getitem__)
    return {"event": event.kind, **{field: _plain(value) for field, value in told.items()}}


def reason_json(reason: Reason) -> Json:
    """Why an event happened, and what did not happen with it."""
    return {
        "reason": reason.key,
        "rules": list(reason.rules),
        "notes": [
            {"reason": note.key, "faces": list(note.faces), "rules": list(note.rules)}
            for note in reason.notes
        ],
    }


def state_json(state: GameState, names: Sequence[str], dealt: bool) -> Json:
    """A state with players by name; `aside` only of a game that was dealt."""
    told: Json = {
        "hands": {name: _hand_json(state, player) for player, name in enumerate(names)},
        "arena": _plain(state.arena),
        "removed": state.removed,
    }
    if dealt:
        told["aside"] = state.aside
    told |= {
        "dir": state.direction,
        "active": names[state.active],
        "elements": list(elements_in_order(state)),
        "points": {
            names[player]: points
            for player, points in enumerate(state.points)
            if points is not None
        },
        "eliminated": _named(state.eliminated, names),
    }
    return told


def await_json(expected: Await, names: Sequence[str]) -> Json:
    """What is awaited, with players by name."""
    told: Json = {"kind": expected.kind}
    match expected:
        case AwaitStartDie(_, how, may_choose):
            told["how"] = how
            if may_choose and how == "thrown":
                told["may_choose"] = True
        case AwaitThrow(player, units) | AwaitChoice(player, units):
            told |= {"player": names[player], "units": _units_json(units)}
        case AwaitExtra(units_by_player):
            told["players"] = {names[s]: _units_json(u) for s, u in units_by_player.items()}
        case AwaitColumn(players):
            told["players"] = _named(players, names)
        case AwaitAccio(player, faces, may_decline):
            told |= {"player": names[player], "faces": list(faces), "may_decline": may_decline}
        case AwaitStack(player, faces) | AwaitCollect(player, faces):
            told |= {"player": names[player], "faces": list(faces)}
        case _:
            told["winners"] = _named(expected.winners, names)
    return told


def _hand_json(state: GameState, player: Player) -> int | Json:
    piles = state.piles[player]
    return {"loose": state.hands[player], "piles": list(piles)} if piles else state.hands[player]


def _units_json(units: Sequence[Unit]) -> list[int | Unit]:
    return [1 if unit == ONE else unit for unit in units]


def _named(value: Player | Sequence[Player], names: Sequence[str]) -> str | list[str]:
    return names[value] if isinstance(value, int) else [names[player] for player in value]


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return dict(value) if isinstance(value, Mapping) else value


# --- what is received --------------------------------------------------------------------------


def _parse(line: str | bytes) -> Json:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ParseError(f"this line is no JSON ({error}); a request is one object") from None
    check_nesting(request)
    if not isinstance(request, dict):
        raise ParseError(f"a request is a JSON object, not {_short(request)}")
    return request


def check_nesting(request: Any) -> None:
    """Raise where a request is so deep that whoever goes through it might not get out again."""
    if _is_nested(request, MAX_NESTING):
        raise ParseError(f"no request is nested more than {MAX_NESTING} deep")


def _is_nested(value: Any, levels: int) -> bool:
    """Whether lists and objects stand in each other deeper than that."""
    inside = [value] if isinstance(value, dict | list) else []
    for _ in range(levels):
        lists = [one.values() if isinstance(one, dict) else one for one in inside]
        inside = [one for some in lists for one in some if isinstance(one, dict | list)]
        if not inside:
            return False
    return True


def _kind_of(request: Json) -> tuple[str, "_Handler", tuple[str, ...]]:
    kinds = [kind for kind in request if kind in _REQUESTS]
    if len(kinds) != 1:
        given = " ".join(request) or "nothing"
        raise UnknownRequest(
            f"a request names exactly one of {' '.join(_REQUESTS)}; given was {_short(given)}"
        )
    return kinds[0], *_REQUESTS[kinds[0]]


def _fields(given: Any, kind: str, allowed: Sequence[str], required: Sequence[str]) -> Json:
    if not isinstance(given, dict):
        raise BadValue(f"{kind} is an object with {' '.join(allowed)}, not {_short(given)}")
    for name in given:
        if name not in allowed:
            raise BadValue(f"{kind} knows no {name!r}; its fields are {' '.join(allowed)}")
    for name in required:
        if name not in given:
            raise BadValue(f"{kind} needs {name!r}")
    return given


def _edition_and_options(given: Json) -> tuple[Edition, Options]:
    name = given["edition"]
    if not isinstance(name, str):
        raise BadValue(f"an edition is a name, not {_short(name)}")
    edition, language = edition_and_preset(name)
    language = language if given.get("preset") is None else given["preset"]
    if language is not None and not isinstance(language, str):
        raise BadValue(f"a preset is a language, not {_short(language)}")
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise BadValue(f"options are an object of names and values, not {_short(options)}")
    return edition, resolve_options(edition, options, language)


def _names(given: Any) -> tuple[str, ...]:
    names = _list(given, "players are a list of names")
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise BadValue(f"{MIN_PLAYERS} to {MAX_PLAYERS} players sit down, not {len(names)}")
    for name in names:
        if not isinstance(name, str):
            raise BadValue(f"a name is a text, not {_short(name)}")
    called = tuple(clean_name(name, MAX_RECORDED_NAME) for name in names)
    if len(set(called)) < len(called):
        raise BadValue(f"every player needs a name of their own, not {_short(names)}")
    return called


def _player(name: Any, names: Sequence[str]) -> Player:
    called = clean_name(name, MAX_RECORDED_NAME) if isinstance(name, str) else None
    if called not in names:
        raise BadValue(f"nobody here is called {_short(name)}; the players are {', '.join(names)}")
    return names.index(called)


def _hand(given: Any) -> Hand:
    if given == "out":
        return Hand(eliminated=True)
    if isinstance(given, dict):
        hand = _fields(given, "a hand", ("loose", "piles"), required=())
        piles = _list(hand.get("piles", []), "piles are a list of numbers")
        return Hand(
            _integer(hand.get("loose", 0), "loose"),
            tuple(_integer(size, "a pile") for size in piles),
        )
    return Hand(_integer(given, "a hand"))


def _landing(request: Json) -> Landing:
    if "after" not in request:
        raise BadValue('a throw needs "after": the whole arena as it lies then')
    pieces = _list(request["after"], '"after" is a list of pieces')
    cocked = [piece for piece in pieces if isinstance(piece, dict)]
    for piece in cocked:
        if set(piece) != {"cocked"} or not isinstance(piece["cocked"], str):
            raise BadValue(
                f'a die that had to be settled is {{"cocked": face}}, not {_short(piece)}'
            )
    arena: Arena = tuple(
        _piece(piece["cocked"] if isinstance(piece, dict) else piece) for piece in pieces
    )
    return Landing(arena, _integer(request.get("out", 0), "out"), len(cocked))


def _piece(given: Any) -> Piece:
    if isinstance(given, str):
        return given
    if isinstance(given, list):
        return _tower(given)
    raise BadValue(
        f"a piece is a face, a list of faces (a tower, bottom to top) or, after a throw, "
        f'{{"cocked": face}}; not {_short(given)}'
    )


def _tower(given: Any) -> Tower:
    faces = _list(given, "a tower is a list of faces, bottom to top")
    if not all(isinstance(face, str) for face in faces):
        raise BadValue(f"a tower is a list of faces, bottom to top, not {_short(given)}")
    if not faces:
        raise BadValue("a tower has dice; an empty list is none")
    return tuple(faces)


def _unit(given: Any) -> Unit:
    if isinstance(given, int) and not isinstance(given, bool):
        return str(_integer(given, "what is thrown"))
    if isinstance(given, str) and given != ONE:
        return given
    raise BadValue(f'what is thrown is 1, "pile:k", "die:k" or "all", not {_short(given)}')


def _leave(request: Json) -> list[Face] | None:
    return _list(request["leave"], "leave lists faces") if "leave" in request else None


def _without(faces: Sequence[Face], leave: Sequence[Face]) -> tuple[Face, ...]:
    wrong = [face for face in leave if face not in faces]
    if wrong:
        raise IllegalMove(f"no set of {_short(wrong[0])} to leave; there are {' '.join(faces)}")
    return tuple(face for face in faces if face not in leave)


def _integer(given: Any, what: str) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or abs(given) > MAX_NUMBER:
        raise BadValue(f"{what} is a whole number up to {MAX_NUMBER}, not {_short(given)}")
    return given


def _list(given: Any, meaning: str) -> list[Any]:
    if not isinstance(given, list):
        raise BadValue(f"{meaning}, not {_short(given)}")
    return given


def _must_be_true(request: Json, name: str) -> None:
    if request[name] is not True:
        raise BadValue(f'"{name}" is true or absent, not {_short(request[name])}')


def _short(given: Any) -> str:
    """What was given, cut so that a message stays one readable line."""
    text = given if isinstance(given, str) else json.dumps(given)
    return text if len(text) <= 80 else text[:77] + "…"


def _game(given: Any) -> FinishedGame:
    game = _fields(given, "a game", ("out", "win", "first"), required=("out", "win"))
    batches = _list(game["out"], "out lists who was eliminated, batch by batch")
    first = game.get("first")
    if first is not None and not isinstance(first, str):
        raise BadValue(f"who began a game is a name, not {_short(first)}")
    return FinishedGame(
        out=tuple(_players(batch) for batch in batches),
        win=_players(game["win"]),
        first=first,
    )


def _players(given: Any) -> tuple[str, ...]:
    names = _list(given, "players are a list of names")
    if not all(isinstance(name, str) for name in names):
        raise BadValue(f"players are a list of names, not {_short(given)}")
    return tuple(names)


def _tournament_options(given: Any) -> Options:
    if not isinstance(given, dict):
        raise BadValue(f"options are an object of names and values, not {_short(given)}")
    for name, value in given.items():
        check_value(name, value)
    return replace(Options(), **given)


_Handler: TypeAlias = Callable[[Referee, Json], Json]

_NEW_FIELDS = ("edition", "players", "first", "options", "preset", "elements")
_POSITION_FIELDS = (
    "edition", "options", "preset", "elements", "players", "active", "arena", "dir",
)  # fmt: skip
_TOURNAMENT_FIELDS = ("seats", "first", "games", "options")

_MOVES: Mapping[str, type[Move]] = {
    "start_die": StartDie,
    "throw": Throw,
    "extra": ExtraThrow,
    "accio": TakeAccio,
    "stack": StackTower,
    "column": WinColumn,
    "end": EndTurn,
}

_REQUESTS: Mapping[str, tuple[_Handler, tuple[str, ...]]] = {
    "new": (Referee._new, ("new",)),
    "position": (Referee._position, ("position",)),
    "start_die": (Referee._start_die, ("start_die",)),
    "throw": (Referee._throw, ("throw", "after", "out", "leave")),
    "extra": (Referee._extra, ("extra", "after", "out", "leave")),
    "accio": (Referee._accio, ("accio",)),
    "stack": (Referee._stack, ("stack",)),
    "column": (Referee._column, ("column", "keep", "leave")),
    "end": (Referee._end, ("end",)),
    "undo": (Referee._undo, ("undo",)),
    "show": (Referee._show, ("show",)),
    "tournament": (Referee._tournament, ("tournament",)),
}
