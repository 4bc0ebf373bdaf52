"""A table and its game as they are shown; which of it to whom is decided in `views`."""

from typing import Any, Literal, NewType

from msgspec import Struct

from kessel.messages.fields import AimFields, PushedDie
from kessel.table.stats import SeatStats
from kessel.table.terms import ClockKind, Seat, SeatKind, Stage


class DieView(Struct, frozen=True, omit_defaults=True):
    """A die in the arena. `pose` is x, y, z in metres and a quaternion w, x, y, z."""

    id: int
    face: str
    pose: tuple[float, float, float, float, float, float, float]
    finish: str = ""
    """What the dice of whoever threw it look like; missing if plain."""


class PieceView(Struct, frozen=True):
    """What stands on one spot: one die, or a tower from bottom to top."""

    dice: list[DieView]


class HandView(Struct, frozen=True, kw_only=True):
    """A seat's supply; `dice` (loose and piled together) is null where it is hidden."""

    dice: int | None
    loose: int | None
    piles: list[int]


class DeadlineView(Struct, frozen=True, kw_only=True):
    """Time that is left when the message is sent, in milliseconds, and what it was at first."""

    left_ms: int
    total_ms: int


AwaitedView = NewType("AwaitedView", dict[str, Any])
"""What the rules wait for, or dice in the air: written by `views/wire.py`."""
EventView = NewType("EventView", dict[str, Any])
"""An event of the rules with its dice and remarks: written by `views/wire.py`."""


class Racer(Struct, frozen=True, kw_only=True):
    """How far one builder of the column is."""

    seat: int
    needed: int
    done: int


class RaceView(Struct, frozen=True, kw_only=True):
    """The race for a column of fire: answer with `tap`, again and again."""

    racers: list[Racer]
    heat: int
    """1 for the first race; those after ties are counted on."""
    starts_in_ms: int


class PushAsked(Struct, frozen=True, kw_only=True):
    """A push of lying dice that waits for everybody's consent."""

    seat: int
    dice: list[PushedDie]
    agreed: list[int]
    asked: list[int]
    """Seats that still have to answer with `agree`."""
    deadline: DeadlineView


class ProofView(Struct, frozen=True, kw_only=True):
    """How far the transcript of a game goes, for pages that check it
    (docs/reference/proof.md)."""

    lines: int
    digest: str
    """Of the transcript, in hexadecimal."""


class GameView(Struct, frozen=True, kw_only=True):
    """One game as a seat or watcher may see it."""

    game: str
    """Code of the game: its record and replay are found by it."""
    number: int
    """1 for the first game at the table."""
    seats: list[int]
    """Seats that play, in the order of the game's players; in a deciding game of a tournament not
    all do. All lists by seat below have an entry for every seat of the table."""
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
    deadline: DeadlineView | None
    """For what is awaited; null without a clock."""
    ready: list[int]
    """Seats that have shown their casts for the coming throw."""
    dice: list[int]
    """Those that may be taken with an Accio, or are to be stacked; empty at other times."""
    race: RaceView | None
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
    slow: bool
    """Whether the line of the person's device is slow."""
    bot_plays: bool
    """Whether a bot plays at the moment, for whatever reason."""
    bot_in_ms: int | None
    """Of somebody who is away: when a bot will play on, counted from when the message is sent."""
    yours: bool
    finish: str
    """What the dice of a person look like; empty if plain."""
    mat: str
    """The mat a person brings; the table has that of the first who brings one."""


class TournamentView(Struct, frozen=True, kw_only=True):
    """The score over the games of a tournament."""

    games: int
    """How many games it has, a playoff not counted."""
    played: int
    starters: list[int]
    points: list[int]
    winners: list[int] | None
    playoff: list[int] | None


class NextBox(Struct, frozen=True, kw_only=True):
    """What the next game at a table is played with."""

    edition: str
    preset: str | None
    options: dict[str, str | bool]
    elements: list[str] | None
    clock: ClockKind
    public: bool
    tournament: bool


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


class NearTable(Struct, frozen=True, kw_only=True):
    """A table in this network that waits for players, who need no invitation."""

    table: str
    host: str
    """Who starts the game; empty while nobody sits there."""
    screen: bool
    """Whether a big screen shows it, so that players only need a hand."""


class HeldSeat(Struct, frozen=True, kw_only=True):
    """A seat of this device and the secret that holds it; keep it, and show it to nobody."""

    seat: Seat
    token: str


class ThrowCast(Struct, frozen=True, kw_only=True):
    """One cast of a throw: who threw what, and how."""

    seat: int
    unit: str
    aim: AimFields | None
    """Null for dice that know no aims (ideal ones)."""
    by_table: bool
    """Whether the table threw for a seat that did not."""


class GuessScore(Struct, frozen=True, kw_only=True):
    """What a seat has guessed right this evening."""

    seat: int
    points: int


class ActionView(Struct, frozen=True, kw_only=True):
    """What a player did or could do: throw `unit`, or stop where it is null."""

    unit: str | None
    strength: str | None
    """The named strength of the throw; null where there is none to choose (all dice at once)."""


class ThrowOdds(Struct, frozen=True, kw_only=True):
    """A way to throw and the chance to win by it."""

    action: ActionView
    chance: float


class DailyThrow(Struct, frozen=True, kw_only=True):
    """What came of a throw of the day."""

    arena: list[PieceView]
    out: list[int]
    """Dice that left the arena."""
    frame: str
    """The trajectory, in base 64; empty if there is none to watch."""


class DayBest(Struct, frozen=True, kw_only=True):
    """One of the best throws of a day: what it took when it was thrown again, and how to throw it
    once more."""

    name: str
    count: int
    aim: AimFields
