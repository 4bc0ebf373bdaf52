"""The deadlines of a table: what becomes due when. Knows nothing of games, logs or the present."""

from dataclasses import dataclass, field
from typing import NamedTuple

from kessel.table.terms import Seat


class TimeLeft(NamedTuple):
    """Seconds left, of the seconds that were given."""

    left: float
    total: float


NO_TIME = TimeLeft(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Countdown:
    """A time that was given, and when it ends."""

    ends: float
    seconds: float

    def left(self, now: float) -> TimeLeft:
        """What is left of it."""
        return TimeLeft(max(0.0, self.ends - now), self.seconds)


@dataclass(slots=True)
class Clock:
    """All deadlines; those of a state of the game are dropped with it."""

    answer: Countdown | None = None
    """For those whom the game waits for."""
    grace: float = 0.0
    """Seconds by which an answer may come after its time: its way, and that of the question."""
    consent: Countdown | None = None
    """To agree to a push."""
    links: float | None = None
    """When devices that have not shown a link are late."""
    race: float | None = None
    """When a race is decided."""
    bots: dict[Seat, float] = field(default_factory=dict)
    """When a bot that plays a seat answers."""
    absent: dict[Seat, float] = field(default_factory=dict)
    """When a bot takes over for a person who is not there."""
    quiet_until: float = 0.0
    """Until then dice are seen flying, and no time runs."""

    def start(self, seconds: float, now: float) -> Countdown:
        """A countdown that begins now, or once the dice have been seen to lie."""
        return Countdown(max(now, self.quiet_until) + seconds, seconds)

    def schedule_bot(self, seat: Seat, at: float) -> None:
        """Let a bot answer then, unless it is to answer already."""
        self.bots.setdefault(seat, at)

    def hurry_bots(self, now: float) -> None:
        """Let all of them answer now."""
        self.bots = dict.fromkeys(self.bots, now)

    def cancel_bot(self, seat: Seat) -> None:
        """This seat needs no bot any more."""
        self.bots.pop(seat, None)

    def drop_state(self) -> None:
        """The game has gone on: what it waited for is not due any more."""
        self.answer, self.consent, self.links, self.race = None, None, None, None
        self.grace = 0.0
        self.bots.clear()

    def due(self) -> float | None:
        """The next deadline of all."""
        answers = [] if self.answer is None else [self.answer.ends + self.grace]
        consents = [] if self.consent is None else [self.consent.ends]
        moments = [moment for moment in (self.links, self.race) if moment is not None]
        times = [*answers, *consents, *moments, *self.bots.values(), *self.absent.values()]
        return min(times, default=None)

    def answer_is_over(self, now: float) -> bool:
        """Whether no answer counts any more, however slow the line is that would bring it."""
        return is_over(self.answer, now - self.grace)

    def bots_due(self, now: float) -> list[Seat]:
        """Seats whose bots answer now."""
        return [seat for seat, at in self.bots.items() if at <= now]

    def absences_due(self, now: float) -> list[Seat]:
        """Seats whose persons have been away for too long."""
        return [seat for seat, at in self.absent.items() if at <= now]


def is_over(countdown: Countdown | None, now: float) -> bool:
    """Whether a countdown ran and has ended."""
    return countdown is not None and now >= countdown.ends
