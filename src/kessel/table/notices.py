"""What a table has to tell those who attend it, and the work it asks others to do for it.

Seats here are those of the table. Data only.
"""

from dataclasses import dataclass
from typing import TypeAlias

from kessel.bots.bot import Answer, Sight
from kessel.table.log import Entry, HandShown
from kessel.table.play import Happened
from kessel.throws.thrower import ThrowOrder, ThrowResult


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Who sits where, or who plays, is different now."""


@dataclass(frozen=True, slots=True)
class GameBegan:
    """A new game: look at the table as a whole."""


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """Dice fly; the step that settles them follows."""

    game: str
    throw: int
    hands: tuple[HandShown, ...]
    thrown: ThrowResult


@dataclass(frozen=True, slots=True)
class Stepped:
    """A move was settled."""

    seat: int | None
    move: str
    by: str
    throw: int | None
    happened: tuple[Happened, ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """The game stands otherwise without a move of the rules."""

    what: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A game of the tournament was counted."""


Notice: TypeAlias = SeatsChanged | GameBegan | DiceThrown | Stepped | Changed | Scored


@dataclass(frozen=True, slots=True)
class ThrowJob:
    """A throw to be simulated; answer with `Table.landed`."""

    game: str
    throw: int
    order: ThrowOrder


@dataclass(frozen=True, slots=True)
class BotJob:
    """A bot to be asked; answer with `Table.decided`."""

    game: str
    state: int
    seat: int
    level: str
    sight: Sight
    chance: bytes
    """Seed of the bot's own random source, from the transcript: the house picks nothing."""


Job: TypeAlias = ThrowJob | BotJob


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of something: what to keep, then what to tell, then what to do."""

    entries: tuple[Entry, ...] = ()
    notices: tuple[Notice, ...] = ()
    jobs: tuple[Job, ...] = ()


__all__ = [
    "Answer",
    "BotJob",
    "Changed",
    "DiceThrown",
    "GameBegan",
    "Job",
    "Notice",
    "Outcome",
    "Scored",
    "SeatsChanged",
    "Stepped",
    "ThrowJob",
]
