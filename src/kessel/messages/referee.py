"""What the referee for a real box answers; players by name, as in `docs/how-to/referee.md`."""

from typing import Literal

from msgspec import Struct

from kessel.messages.views import AwaitedView, EventView


class RefereeHand(Struct, frozen=True, kw_only=True):
    """A supply with boulder piles in it."""

    loose: int
    piles: list[int]


class RefereeState(Struct, frozen=True, kw_only=True):
    """How the game stands; players by name, a tower as a list from bottom to top."""

    hands: dict[str, int | RefereeHand]
    arena: list[str | list[str]]
    removed: int
    aside: int | None = None
    """Dice that stay in the box; not of a position that was set up."""
    dir: Literal[1, -1]
    active: str
    elements: list[str]
    points: dict[str, int]
    eliminated: list[str]


class RefereeScore(Struct, frozen=True, kw_only=True):
    """How a tournament stands."""

    starters: list[str]
    points: dict[str, int]
    winners: list[str] | None
    playoff: list[str] | None


class RefereeError(Struct, frozen=True, kw_only=True):
    """Why a request was refused."""

    code: str
    message: str


class RefereeAnswer(Struct, frozen=True, kw_only=True):
    """A reply of the referee protocol; what happened and what is awaited are told as at a table
    whose seats are the players in their order."""

    events: list[EventView] = []
    state: RefereeState | None = None
    awaited: AwaitedView | None = None
    tournament: RefereeScore | None = None
    error: RefereeError | None = None
