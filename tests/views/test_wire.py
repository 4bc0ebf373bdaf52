"""What the rules say and wait for is told with the seats of the table, and with nothing else."""

import msgspec

from kessel.rules import awaits as a
from kessel.rules import events as e
from kessel.rules.reasons import Note, Reason
from kessel.table import Seat
from kessel.table.play import Happened
from kessel.views.wire import awaited_view, event_view

SEATS = (Seat(2), Seat(4))
"""Of players 0 and 1."""


def told(event: e.Event, reason: Reason, dice: tuple[int, ...] = ()) -> object:
    """An event as it is sent."""
    return msgspec.json.decode(
        msgspec.json.encode(event_view(Happened(event, reason, dice), SEATS))
    )


def test_an_event_is_told_with_seats_dice_and_all_that_is_said() -> None:
    note = Note("made_by_extra", ("accio",), ("C-16",))
    reason = Reason("match", ("A.0",), (note,))
    assert told(e.Collected(1, {"4": 2}), reason, (7, 9)) == {
        "kind": "collect",
        "seat": 4,
        "faces": {"4": 2},
        "dice": [7, 9],
        "remarks": [
            {
                "key": "say.collect",
                "params": {"name": 4, "faces": {"4": 2}},
                "rules": ["A.0"],
                "why": "why.match",
            },
            {
                "key": "why.made_by_extra",
                "params": {"faces": ["accio"]},
                "rules": ["C-16"],
                "why": None,
            },
        ],
    }


def test_what_is_awaited_is_told_with_seats() -> None:
    assert awaited_view(a.AwaitThrow(1, ("1", "pile:0")), SEATS) == {
        "kind": "throw",
        "seat": 4,
        "units": ("1", "pile:0"),
    }
    assert awaited_view(a.AwaitExtra({0: ("1",), 1: ("1", "all")}), SEATS) == {
        "kind": "extra",
        "units": {2: ("1",), 4: ("1", "all")},
    }
    assert awaited_view(a.Over((1,)), SEATS) == {"kind": "over", "winners": (4,)}
