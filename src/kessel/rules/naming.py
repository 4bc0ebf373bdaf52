"""Events and awaits as plain fields, with every player named as the reader names players."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from kessel.rules.awaits import Await
from kessel.rules.events import Event
from kessel.rules.moves import Player

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
