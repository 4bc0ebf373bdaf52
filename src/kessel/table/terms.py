"""The table's terms as types: a seat, which must not be mixed up with a player, and words of which
there are few.

A game's players are counted in the order of play (`kessel.rules.moves.Player`); the table's seats
stay what they are when a game is played without some of them.
"""

from typing import Literal, NewType, TypeAlias

from kessel.errors import KesselError

Seat = NewType("Seat", int)
"""A seat of a table, from 0, clockwise."""

Stage: TypeAlias = Literal["gathering", "playing", "over"]
SeatKind: TypeAlias = Literal["person", "bot", "open"]
ClockKind: TypeAlias = Literal["off", "relaxed", "fast", "day", "three_days"]
OVER_DAYS: frozenset[ClockKind] = frozenset({"day", "three_days"})
"""Clocks that run while nobody attends."""
DiceKind: TypeAlias = Literal["physics", "ideal"]

ActedBy: TypeAlias = Literal["person", "bot", "table"]
"""Who acted for a seat; the table does for somebody who ran out of time."""
Change: TypeAlias = Literal[
    "ready", "pushed", "push_asked", "push_refused", "tapped", "again", "stuck", "flying"
]
"""What is different in a game without a move of the rules."""


class WrongSeat(KesselError):
    """Something was asked for a seat that cannot do it."""

    code = "wrong_seat"


class SeatIsTaken(KesselError):
    """Somebody sits there already."""

    code = "seat_taken"


class Stale(KesselError):
    """An answer to a state that has passed."""

    code = "stale"
