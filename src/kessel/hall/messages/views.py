"""A table and its game as they are shown; which of it to whom is decided in `hall/views`."""

from typing import Literal, TypeAlias

from msgspec import Struct

from kessel.hall.messages.fields import PushedDie
from kessel.table.terms import ClockKind, Seat, SeatKind, Stage


class DieView(Struct, frozen=True):
    """A die in the arena. `pose` is x, y, z in metres and a quaternion w, x, y, z."""

    id: int
    face: str
    pose: tuple[float, float, float, float, float, float, float]


class PieceView(Struct, frozen=True):
    """What stands on one spot: one die, or a tower from bottom to top."""

    dice: list[DieView]


class HandView(Struct, frozen=True, kw_only=True):
    """A seat's supply; `dice` (loose and piled together) is null where it is hidden."""

    dice: int | None
    loose: int | None
    piles: list[int]


class SeatStats(Struct, frozen=True, kw_only=True):
    """What a seat did in this game so far; all zero while its supply is hidden, which could be
    worked out from it."""

    throws: int = 0
    dice_thrown: int = 0
    strikes: int = 0
    """Throws after which this seat took dice."""
    collected: int = 0
    lost_null: int = 0
    lost_out: int = 0


class DeadlineView(Struct, frozen=True, kw_only=True):
    """Time that is left when the message is sent, in milliseconds, and what it was at first."""

    left_ms: int
    total_ms: int


# --- what is awaited ---------------------------------------------------------------------------
class Awaited(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What every awaited thing has; `deadline` is null without a clock."""

    deadline: DeadlineView | None = None


class AwaitStartDie(Awaited, frozen=True, tag="start_die"):
    """Answer with `throw` (unit `1`), or with `place` where `faces` lists some."""

    seat: int
    how: Literal["thrown", "placed"]
    faces: list[str]
    """Faces that may be placed or turned to; empty where the die has to be thrown."""


class AwaitThrow(Awaited, frozen=True, tag="throw"):
    """Answer with `throw`."""

    seat: int
    units: list[str]
    may_push: Literal["free", "walls_by_consent", "none"]


class AwaitChoice(Awaited, frozen=True, tag="choice"):
    """Answer with `throw` or `end`."""

    seat: int
    units: list[str]
    may_push: Literal["free", "walls_by_consent", "none"]


class ExtraThrower(Struct, frozen=True, kw_only=True):
    """One of those who throw along."""

    seat: int
    units: list[str]
    ready: bool
    """Whether this seat has thrown already."""


class AwaitExtra(Awaited, frozen=True, tag="extra"):
    """The window of a simultaneous throw: every seat not ready answers with `throw`."""

    throwers: list[ExtraThrower]


class Racer(Struct, frozen=True, kw_only=True):
    """How far one builder of the column is."""

    seat: int
    needed: int
    done: int


class AwaitColumn(Awaited, frozen=True, tag="column"):
    """The race of the column of fire: answer with `tap`, again and again. `heat` is 1 for the
    first race and counts the ones after ties."""

    racers: list[Racer]
    heat: int
    starts_in_ms: int
    keep_piles: bool
    """Whether owners may say `keep`."""


class AwaitCollect(Awaited, frozen=True, tag="collect"):
    """Answer with `collect`."""

    seat: int
    faces: list[str]


class AwaitAccio(Awaited, frozen=True, tag="accio"):
    """Answer with `accio`; `dice` are those that may be taken."""

    seat: int
    dice: list[int]
    may_decline: bool


class AwaitStack(Awaited, frozen=True, tag="stack"):
    """Answer with `stack`, all of `dice` in one order."""

    seat: int
    dice: list[int]


class Flying(Awaited, frozen=True, tag="flying"):
    """The dice are in the air; nothing can be done."""


class Over(Awaited, frozen=True, tag="over"):
    """The game is over."""

    winners: list[int]


AwaitedView: TypeAlias = (
    AwaitStartDie
    | AwaitThrow
    | AwaitChoice
    | AwaitExtra
    | AwaitColumn
    | AwaitCollect
    | AwaitAccio
    | AwaitStack
    | Flying
    | Over
)


class PushAsked(Struct, frozen=True, kw_only=True):
    """A push of lying dice that waits for everybody's consent."""

    seat: int
    dice: list[PushedDie]
    agreed: list[int]
    asked: list[int]
    """Seats that still have to answer with `agree`."""
    deadline: DeadlineView


class ProofView(Struct, frozen=True, kw_only=True):
    """How far the transcript of a game goes, for pages that check it (docs/fairness.md)."""

    lines: int
    digest: str
    """Of the transcript, in hexadecimal."""


class GameView(Struct, frozen=True, kw_only=True):
    """One game as a seat or watcher may see it."""

    game: str
    """Code of the game: its record and replay are found by it."""
    number: int
    """1 for the first game at the table."""
    players: list[int]
    """Seats that play; in a deciding game of a tournament not all do. All lists by seat below
    have an entry for every seat of the table."""
    first: int
    state: int
    """Goes up with every change; actions carry the one they answer."""
    hands: list[HandView]
    arena: list[PieceView]
    removed: int
    aside: int
    direction: Literal[1, -1]
    active: int
    elements: list[str]
    eliminated: list[int]
    points: list[int | None]
    awaited: AwaitedView
    push: PushAsked | None
    stats: list[SeatStats]
    throws: int
    """Throws made so far; the next has this number."""
    proof: ProofView


# --- the table around the game -----------------------------------------------------------------
class SeatView(Struct, frozen=True, kw_only=True):
    """Who sits on a seat."""

    seat: int
    name: str
    """Empty where the seat is open; of bots the page chooses how to write it."""
    kind: SeatKind
    level: str | None
    """Of a bot, or of the one that plays on for a person."""
    present: bool
    bot_plays: bool
    """Whether a bot plays at the moment, for whatever reason."""
    bot_in_ms: int | None
    """Of somebody who is away: when a bot will play on, counted from when the message is sent."""
    yours: bool


class TournamentView(Struct, frozen=True, kw_only=True):
    """The score over the games of a tournament."""

    games: int
    """How many games it has, a playoff not counted."""
    played: int
    starters: list[int]
    points: list[int]
    winners: list[int] | None
    playoff: list[int] | None


class LobbyTable(Struct, frozen=True, kw_only=True):
    """A public table."""

    table: str
    edition: str
    stage: Stage
    names: list[str]
    open: int
    watchers: int
    tournament: bool
    clock: ClockKind


class HeldSeat(Struct, frozen=True, kw_only=True):
    """A seat of this device and the secret that holds it; keep it, and show it to nobody."""

    seat: Seat
    token: str
