"""What the referee for a real box answers; players by name, as in `docs/how-to/referee.md`."""

from typing import Literal, TypeAlias

from msgspec import Struct

from kessel.hall.messages.views import EventView

RefereeUnit: TypeAlias = int | str


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


class RefereeAwaited(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What the referee waits for."""


class RefereeStartDie(RefereeAwaited, frozen=True, tag="start_die"):
    """The start die."""

    how: Literal["thrown", "placed"]
    may_choose: bool = False


class RefereeThrow(RefereeAwaited, frozen=True, tag="throw"):
    """The throw that a turn begins with."""

    player: str
    units: list[RefereeUnit]


class RefereeChoice(RefereeAwaited, frozen=True, tag="choice"):
    """A further throw, or the end of the turn."""

    player: str
    units: list[RefereeUnit]


class RefereeExtra(RefereeAwaited, frozen=True, tag="extra"):
    """A throw of several players at once."""

    players: dict[str, list[RefereeUnit]]


class RefereeAccio(RefereeAwaited, frozen=True, tag="accio"):
    """The further die of an Accio."""

    player: str
    faces: list[str]
    may_decline: bool


class RefereeStack(RefereeAwaited, frozen=True, tag="stack"):
    """The order of a tower."""

    player: str
    faces: list[str]


class RefereeColumn(RefereeAwaited, frozen=True, tag="column"):
    """Who won the column of fire."""

    players: list[str]


class RefereeOver(RefereeAwaited, frozen=True, tag="over"):
    """Nothing: the game is over."""

    winners: list[str]


RefereeAwait: TypeAlias = (
    RefereeStartDie
    | RefereeThrow
    | RefereeChoice
    | RefereeExtra
    | RefereeAccio
    | RefereeStack
    | RefereeColumn
    | RefereeOver
)


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
    """A reply of the referee protocol; its events are those of a table whose seats are the
    players in their order."""

    events: list[EventView] = []
    state: RefereeState | None = None
    awaited: RefereeAwait | None = None
    tournament: RefereeScore | None = None
    error: RefereeError | None = None
