"""What a table has to tell those who attend it, and the work it asks others to do for it.

Seats here are those of the table. Decides nothing.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from kessel.bots.bot import Sight
from kessel.rules.awaits import Await, AwaitExtra, AwaitStartDie
from kessel.rules.moves import Unit
from kessel.table.log import DiceLanded, Entry, Links, MoveEntry, RaceWon
from kessel.table.play import Happened, Play
from kessel.table.terms import ActedBy, Change, Seat
from kessel.throws.aim import AimValues
from kessel.throws.dice import ThrowOrder, ThrowResult

if TYPE_CHECKING:
    from kessel.table.state import TableState


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Who sits where, or who plays, is different now."""


@dataclass(frozen=True, slots=True)
class GameBegan:
    """A new game: look at the table as a whole."""


@dataclass(frozen=True, slots=True)
class BoxChanged:
    """After a game: something else is played next."""


@dataclass(frozen=True, slots=True)
class ThrownCast:
    """One cast of a throw: whose, what and how."""

    seat: Seat
    unit: Unit
    aim: AimValues
    by: ActedBy


def thrown_casts(play: Play) -> tuple[ThrownCast, ...]:
    """The casts that are shown in a game, with the table's seats."""
    return tuple(
        ThrownCast(play.seat_of(cast.player), cast.unit, cast.aim, cast.by) for cast in play.casts
    )


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """Dice fly; the step that settles them follows."""

    game: str
    throw: int
    casts: tuple[ThrownCast, ...]
    thrown: ThrowResult


@dataclass(frozen=True, slots=True)
class LineAdded:
    """The transcript of the game has one more line; who checks it needs every one."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Stepped:
    """A move was settled."""

    seat: Seat | None
    """None where several acted."""
    move: str
    """The first word of its text form."""
    by: ActedBy
    throw: int | None
    happened: tuple[Happened, ...]
    after: "TableState" = field(repr=False, compare=False)
    """The table after this very step; others may have followed at once."""


def step_told(
    before: Play, entry: MoveEntry, happened: tuple[Happened, ...], after: "TableState"
) -> Stepped:
    """What there is to tell about a move."""
    match entry:
        case DiceLanded(throw=throw):
            throwers = [cast.player for cast in before.casts]
            seat = before.seat_of(throwers[0]) if len(throwers) == 1 else None
            by = before.casts[0].by
            return Stepped(seat, _throw_name(before.awaited), by, throw, happened, after)
        case RaceWon():
            return Stepped(None, "column", "person", None, happened, after)
        case _:
            seat = before.seat_of(entry.player)
            word, _, _ = entry.move.partition(" ")
            return Stepped(seat, word, entry.by, None, happened, after)


def _throw_name(awaited: Await) -> str:
    match awaited:
        case AwaitStartDie():
            return "start"
        case AwaitExtra():
            return "extra"
        case _:
            return "throw"


@dataclass(frozen=True, slots=True)
class GameChanged:
    """Something in the game is different without a move of the rules."""

    what: Change


@dataclass(frozen=True, slots=True)
class Scored:
    """A game of the tournament was counted."""


Notice: TypeAlias = (
    SeatsChanged | GameBegan | BoxChanged | LineAdded | DiceThrown | Stepped | GameChanged | Scored
)


@dataclass(frozen=True, slots=True)
class ThrowJob:
    """A throw to be simulated; answer with `Table.landed`."""

    game: str
    throw: int
    attempt: int
    order: ThrowOrder
    links: Links
    """What was shown for it; goes into the entry of the landing."""


@dataclass(frozen=True, slots=True)
class BotJob:
    """A bot to be asked; answer with `Table.decided`."""

    game: str
    state: int
    seat: Seat
    level: str
    sight: Sight
    chance: bytes
    """Seed of the bot's own random source, from the transcript: the server picks nothing."""


Job: TypeAlias = ThrowJob | BotJob


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows from a call: what to keep, then what to tell, then what to do."""

    entries: tuple[Entry, ...] = ()
    notices: tuple[Notice, ...] = ()
    jobs: tuple[Job, ...] = ()

    def __add__(self, later: "Outcome") -> "Outcome":
        """What follows from one thing and then from another."""
        return Outcome(
            self.entries + later.entries, self.notices + later.notices, self.jobs + later.jobs
        )


NOTHING = Outcome()


def tell(notice: Notice) -> Outcome:
    """Nothing but something to tell."""
    return Outcome(notices=(notice,))
