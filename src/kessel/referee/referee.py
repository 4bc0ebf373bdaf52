"""The rules on a pipe: one JSON object a line in, one a line out; it rolls nothing.

A line that cannot be understood, comes out of order or is against the rules is answered with an
error, and the game stays exactly as it was.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from kessel.errors import BadValue, IllegalMove, KesselError, NoGame, ParseError, UnknownRequest
from kessel.referee import requests
from kessel.referee.replies import await_json, event_json, reason_json, state_json
from kessel.referee.requests import Json
from kessel.rules.awaits import AwaitCollect, AwaitColumn, AwaitExtra
from kessel.rules.engine import apply, awaited, check_awaited
from kessel.rules.events import Event
from kessel.rules.faces import Face
from kessel.rules.moves import (
    Collect,
    EndTurn,
    ExtraThrow,
    Move,
    Player,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
    WinColumn,
)
from kessel.rules.reasons import Reason, reasons
from kessel.rules.setup import new_game, position
from kessel.rules.state import GameState
from kessel.rules.tournament import score


@dataclass(frozen=True, slots=True)
class _Moment:
    """A game after an accepted request."""

    state: GameState
    events: tuple[Event, ...]
    reasons: tuple[Reason, ...]


class Referee:
    """One conversation: at most one game at a time, and all its accepted requests.

    >>> referee = Referee()
    >>> begun = referee.answer('{"new": {"edition": "strike-2020", "players": ["Ann", "Ben"]}}')
    >>> referee.handle({"start_die": "4"})["events"]
    [{'event': 'start', 'face': '4', 'elements': []}]
    """

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
            return json.dumps(self.handle(requests.read_request(line)))
        except KesselError as error:
            return json.dumps({"error": {"code": error.code, "message": str(error)}})

    def handle(self, request: Json) -> Json:
        """The reply to one request; raises a KesselError and changes nothing if it is refused."""
        if not isinstance(request, dict):
            raise ParseError(f"a request is an object, not {requests.short(request)}")
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
        given = requests.read_fields(
            request["new"], "new", _NEW_FIELDS, required=("edition", "players")
        )
        edition, options = requests.read_box(given)
        names = requests.read_names(given["players"])
        first = requests.read_player(given.get("first", names[0]), names)
        state = new_game(edition, len(names), options, elements=given.get("elements"), first=first)
        return self._begin(state, names, dealt=True)

    def _position(self, request: Json) -> Json:
        needed = ("edition", "players", "active", "arena")
        given = requests.read_fields(
            request["position"], "position", _POSITION_FIELDS, required=needed
        )
        edition, options = requests.read_box(given)
        rows = requests.read_list(given["players"], "players are a list of [name, hand]")
        if not all(isinstance(row, list) and len(row) == 2 for row in rows):
            raise BadValue(f"players are a list of [name, hand], not {rows!r}")
        names = requests.read_names([row[0] for row in rows])
        state = position(
            edition,
            [requests.read_hand(row[1]) for row in rows],
            tuple(
                requests.read_piece(piece)
                for piece in requests.read_list(given["arena"], "the arena is a list")
            ),
            options,
            active=requests.read_player(given["active"], names),
            elements=given.get("elements"),
            direction=requests.read_number(given.get("dir", 1), "dir"),
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
        return self._make(
            Throw(requests.read_unit(request["throw"]), requests.read_landing(request)),
            requests.read_leave(request),
        )

    def _extra(self, request: Json) -> Json:
        thrown = request["extra"]
        if not isinstance(thrown, dict):
            raise BadValue(f"extra says what each player throws, {{name: unit}}, not {thrown!r}")
        units = {
            requests.read_player(name, self._names): requests.read_unit(unit)
            for name, unit in thrown.items()
        }
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
        return self._make(
            ExtraThrow(units, requests.read_landing(request)), requests.read_leave(request)
        )

    def _column(self, request: Json) -> Json:
        winner = requests.read_player(request["column"], self._names)
        expected = awaited(self._now())
        assert isinstance(expected, AwaitColumn)
        if winner not in expected.players:
            raise IllegalMove(
                f"the column can be won by {self._list_names(expected.players)}, "
                f"not by {self._names[winner]}"
            )
        return self._make(WinColumn(winner, self._kept(request)), requests.read_leave(request))

    def _kept(self, request: Json) -> tuple[tuple[Player, int], ...]:
        kept = request.get("keep", {})
        if not isinstance(kept, dict):
            raise BadValue(f"keep names the piles built up again, {{name: [k, …]}}, not {kept!r}")
        piles = {
            requests.read_player(n, self._names): requests.read_list(k, "keep lists piles")
            for n, k in kept.items()
        }
        for player, numbers in piles.items():
            there = range(len(self._now().piles[player]))
            if any(
                requests.read_number(number, "a pile's number") not in there for number in numbers
            ):
                name = self._names[player]
                raise IllegalMove(
                    f"the piles of {name} are {list(there)}, not {requests.short(numbers)}"
                )
        return tuple((player, number) for player, numbers in piles.items() for number in numbers)

    def _accio(self, request: Json) -> Json:
        return self._make(TakeAccio(*requests.read_accio(request["accio"])))

    def _stack(self, request: Json) -> Json:
        return self._make(StackTower(requests.read_tower(request["stack"])))

    def _end(self, request: Json) -> Json:
        requests.check_true(request, "end")
        return self._make(EndTurn())

    def _make(self, move: Move, leave: Sequence[Face] | None = None) -> Json:
        moment = _and_then(_Moment(self._now(), (), ()), move)
        expected = awaited(moment.state)
        if isinstance(expected, AwaitCollect):
            taken = Collect(requests.without(expected.faces, leave or ()))
            moment = _and_then(moment, taken)
        elif leave is not None:
            raise IllegalMove(
                "sets can be left only with collecting=optional, by the request that takes them"
            )
        self._past.append(moment)
        return self._reply()

    # --- requests about it ------------------------------------------------------------------

    def _undo(self, request: Json) -> Json:
        requests.check_true(request, "undo")
        self._now()
        if len(self._past) == 1:
            raise IllegalMove("nothing to take back: the game has just begun")
        self._past.pop()
        return self._reply(told=True)

    def _show(self, request: Json) -> Json:
        requests.check_true(request, "show")
        self._now()
        return self._reply(told=True)

    def _tournament(self, request: Json) -> Json:
        given = requests.read_fields(
            request["tournament"], "tournament", _TOURNAMENT_FIELDS, required=("seats", "games")
        )
        players = requests.read_names(given["seats"])
        options = requests.read_tournament_options(given.get("options", {}))
        games = [
            requests.read_game(game)
            for game in requests.read_list(given["games"], "games are a list")
        ]
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


def _kind_of(request: Json) -> tuple[str, "_Handler", tuple[str, ...]]:
    kinds = [kind for kind in request if kind in _REQUESTS]
    if len(kinds) != 1:
        given = requests.short(" ".join(map(str, request)) or "nothing")
        raise UnknownRequest(
            f"a request names exactly one of {' '.join(_REQUESTS)}; given was {given}"
        )
    return kinds[0], *_REQUESTS[kinds[0]]


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
