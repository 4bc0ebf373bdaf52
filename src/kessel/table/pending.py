"""What a table knows at one moment beyond what its log says: what it waits for, and who is there.
Data only."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from kessel.table.clock import NO_TIME, TimeLeft
from kessel.table.push import PushRequest
from kessel.table.terms import Seat


@dataclass(frozen=True, slots=True)
class TablePending:
    """Seconds left, and a push that waits for consent; nothing of it where a game is replayed."""

    time: TimeLeft | None = None
    """To answer, where a clock is shown."""
    push: PushRequest | None = None
    consent: TimeLeft = NO_TIME
    """To agree to the push."""
    race_starts_in: float = 0.0
    is_stuck: bool = False
    """Whether the dice of a throw did not come: it is made again when somebody asks for it."""


@dataclass(frozen=True, slots=True)
class People:
    """Who is there, with or without a seat."""

    host: Seat | None = None
    """The seat that may start the game."""
    present: Collection[Seat] = ()
    slow: Collection[Seat] = ()
    """Whose lines are slow."""
    bot_in: Mapping[Seat, float] = field(default_factory=dict)
    """Seconds until a bot plays on for somebody who is missed."""
    usual: str = ""
    """The bot that plays where no level was chosen."""
    watchers: int = 0
