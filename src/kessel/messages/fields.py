"""What fields of messages look like, both ways.

Patterns end with `\\Z`: in Python `$` lets a newline follow.
"""

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta, Struct

from kessel.table.terms import Seat

SeatNumber: TypeAlias = Annotated[Seat, Meta(ge=0, le=4)]
StateNumber: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Ref: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
DieId: TypeAlias = Annotated[int, Meta(ge=0, le=255)]
PlayerName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20)]
TableCode: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z2-7]{12}\Z")]
ShortCode: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z]{4}\Z")]
"""Of a table that waits for players (`hall/codes.py`)."""
SeatToken: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{32}\Z")]
Key: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{32}\Z")]
"""24 random bytes of a device's choice, new for every wish to sit down."""
Link: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""A link of a chain, or its tip."""
PublicKey: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]
"""Of a device, which has one for each table it sits at (docs/reference/proof.md)."""
Sign: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{86}\Z")]
"""What a device signs with the key that it showed when it sat down."""
Word: TypeAlias = Annotated[str, Meta(max_length=32)]
UnitName: TypeAlias = Annotated[str, Meta(pattern=r"^(1|all|pile:[0-9]{1,2}|die:[0-9]{1,2})\Z")]
MAX_DICE = 31

Reaction: TypeAlias = Literal[
    "well_thrown", "lucky", "unlucky", "wow", "laugh", "cry", "hurry", "good_game"
]
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)


class AimFields(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a hand does. Metres, m/s, rad, rad/s as in the arena's description; the server
    draws values beyond a hand's reach back to its limits."""

    x: float
    y: float
    side: float
    speed: float
    height: float
    spin: float


class PushedDie(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where to put a lying die: its middle on the mat, in metres."""

    die: DieId
    x: Annotated[float, Meta(ge=-1.0, le=1.0)]
    y: Annotated[float, Meta(ge=-1.0, le=1.0)]
