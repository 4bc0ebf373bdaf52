"""The rules' events, awaits and remarks as they go over the wire: a player of the game there is a
seat of the table here, and a field called `player` is called `seat`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kessel.messages.views import AwaitedView, EventView
from kessel.rules.awaits import Await
from kessel.rules.events import Event
from kessel.rules.notation import named_fields
from kessel.rules.reading import Params, Remark, remarks
from kessel.table import Seat
from kessel.table.play import Happened

RENAMED: Mapping[str, str] = {"player": "seat", "players": "seats"}
FLYING = AwaitedView({"kind": "flying"})
STUCK = AwaitedView({"kind": "flying", "stuck": True})
"""What is awaited while the dice are in the air, or nobody could throw them."""


def awaited_view(awaited: Await, seats: Sequence[Seat]) -> AwaitedView:
    """What the rules wait for."""
    return AwaitedView(_seated(awaited, seats))


def event_view(happened: Happened, seats: Sequence[Seat]) -> EventView:
    """An event with its dice, and everything that is said about it."""
    told = remarks(happened.event, happened.reason)
    return EventView(
        _seated(happened.event, seats)
        | {"dice": happened.dice, "remarks": [_seated_remark(one, seats) for one in told]}
    )


def _seated(thing: Event | Await, seats: Sequence[Seat]) -> dict[str, Any]:
    told = named_fields(thing, seats.__getitem__)
    return {"kind": thing.kind} | {RENAMED.get(name, name): told[name] for name in told}


def _seated_remark(remark: Remark, seats: Sequence[Seat]) -> Remark:
    params = remark.params
    seated = Params()
    if "name" in params:
        seated["name"] = seats[params["name"]]
    if "names" in params:
        seated["names"] = tuple(seats[player] for player in params["names"])
    return replace(remark, params=params | seated)
