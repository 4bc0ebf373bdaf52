"""What a referee replies, as JSON: events, reasons, the state, and what is awaited."""

from collections.abc import Mapping, Sequence
from typing import Any

from kessel.referee.requests import Json
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
from kessel.rules.engine import elements_in_order
from kessel.rules.events import Event
from kessel.rules.moves import ONE, Player, Unit
from kessel.rules.notation import named_fields
from kessel.rules.reasons import Reason
from kessel.rules.state import GameState


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
        case AwaitAccio(player, faces, may_decline, others):
            told |= {"player": names[player], "faces": list(faces), "may_decline": may_decline}
            if others:
                told["others"] = [
                    {"face": face, "piece": piece, "die": die} for face, (piece, die) in others
                ]
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


def _named(players: Sequence[Player], names: Sequence[str]) -> list[str]:
    return [names[player] for player in players]


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return dict(value) if isinstance(value, Mapping) else value
