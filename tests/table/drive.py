"""Drives a table without a network: throws and bots are answered at once, time is only counted. The
server does the same with real time and processes."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from table.device import Device

from kessel.table import Seat
from kessel.table.notices import Job, LineAdded, Notice, Outcome, Stepped, ThrowJob
from kessel.table.table import Table
from kessel.throws.dice import Simulator

if TYPE_CHECKING:
    from kessel.table.log import Entry

GENTLE = {"x": 0.0, "y": 0.0, "side": 0.0, "speed": 0.7, "height": 0.085, "spin": 12.0}


class Driver:
    """A table with a clock that jumps to whatever is due next."""

    def __init__(
        self, table: Table, outcome: Outcome, dice: Simulator, devices: Sequence[Device] = ()
    ) -> None:
        self.table = table
        self.devices = devices
        """Those that take part in the chance of throws; they answer at once."""
        self.now = 0.0
        self.entries: list[Entry] = []
        self.notices: list[Notice] = []
        self.is_broken = False
        """Whether nobody can throw."""
        self._dice = dice
        self.take(outcome)

    def take(self, outcome: Outcome) -> None:
        """Keep what came of something, and do the work it asks for."""
        waiting = [outcome]
        while waiting:
            step = waiting.pop(0)
            self.entries += step.entries
            self.notices += step.notices
            waiting += [self._work(job) for job in step.jobs]
            waiting += self._links(step.notices)

    def do(self, action: Callable[..., Outcome], *arguments: object) -> None:
        """Call one of the table's methods with the time added."""
        self.take(action(*arguments, self.now))

    def act(self, what: str, seat: int, *given: object) -> None:
        """Somebody does something in the state that the table is in."""
        self.do(getattr(self.table.acts, what), Seat(seat), self.table.state.state_number, *given)

    def throw(self, seat: int, unit: str = "1") -> None:
        """Somebody throws, gently."""
        self.act("throw", seat, unit, GENTLE)

    def advance(self) -> bool:
        """Go to what is due next; False where the table waits for a person without end."""
        due = self.table.due()
        if due is None:
            return False
        self.now = max(self.now, due)
        self.take(self.table.tick(self.now))
        return True

    def play_on(self, most_ticks: int = 100_000) -> None:
        """Go on until the game is over or only a person can go on."""
        for _ in range(most_ticks):
            if not self.advance():
                return
        raise AssertionError("the table goes on without end")

    @property
    def steps(self) -> list[Stepped]:
        """All that were told."""
        return [one for one in self.notices if isinstance(one, Stepped)]

    def news(self) -> Iterator[Notice]:
        """What was told since the last call."""
        news, self.notices = self.notices, []
        yield from news

    def _links(self, notices: Sequence[Notice]) -> list[Outcome]:
        """What comes of the links that devices show for a throw that was fixed."""
        return [
            self.table.show_link(
                device.seats,
                shown.throw,
                shown.attempt,
                shown.link,
                self.now,
                sign=shown.sign,
            )
            for line in notices
            if isinstance(line, LineAdded)
            for device in self.devices
            for shown in device.hear(line.number, [line.text])
        ]

    def _work(self, job: Job) -> Outcome:
        if isinstance(job, ThrowJob) and self.is_broken:
            return self.table.stuck(job)
        if isinstance(job, ThrowJob):
            return self.table.landed(job, self._dice.throw(job.order), self.now)
        bot = self.table.bots.get(job.level) or next(iter(self.table.bots.values()))
        return self.table.decided(job, bot.answer(job.sight, Random(job.chance)), self.now)
