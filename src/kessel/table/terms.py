"""The table's terms as types: numbers that must not be mixed up, and words of which there are few.

`Player` and `Seat` are both small numbers. A game's players are counted in the order of play; the
table's seats stay what they are when a game is played without some of them. The rules know only
players, as plain `int`; they are wrapped where they come in.
"""

from typing import Literal, NewType, TypeAlias

Player = NewType("Player", int)
"""A player of a game, from 0, in the order of play."""
Seat = NewType("Seat", int)
"""A seat of a table, from 0, clockwise."""

Stage: TypeAlias = Literal["gathering", "playing", "over"]
SeatKind: TypeAlias = Literal["person", "bot", "open"]
ClockKind: TypeAlias = Literal["off", "relaxed", "fast"]
ThrowerKind: TypeAlias = Literal["physics", "ideal"]

ActedBy: TypeAlias = Literal["person", "bot", "table"]
"""Who acted for a seat; the table does for somebody who ran out of time."""
Change: TypeAlias = Literal["ready", "pushed", "push_asked", "push_refused", "tapped", "again"]
"""What is different in a game without a move of the rules."""
MoveName: TypeAlias = Literal[
    "start_die", "throw", "extra", "end", "collect", "accio", "stack", "column"
]
