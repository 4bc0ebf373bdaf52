"""Quick match: whoever looks for a game at the same time sits down at one table.

Knows who looks and what they would play; how a table is opened and how somebody is seated there
is handed in.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kessel.errors import KesselError
from kessel.hall.limits import Full
from kessel.hall.room import Room
from kessel.hall.tasks import Tasks
from kessel.messages.client import StartGame
from kessel.messages.server import Seeking

MOST_TOGETHER = 4
"""With this many the game begins at once."""

OpenTable: TypeAlias = Callable[[str, int], Awaitable[Room]]
"""Opens a table for an edition with that many free seats."""


@dataclass(slots=True, eq=False)
class Seeker:
    """Somebody who looks for a game."""

    editions: Sequence[str]
    """What they would play, the favourite first."""
    token: str
    """Of the seat to be given: whoever comes again with the same takes the place of the first."""
    tell: Callable[[Seeking], None]
    sit: Callable[[Room], None]
    refuse: Callable[[KesselError], None]
    is_there: Callable[[], Awaitable[bool]]
    """Asks whether they still answer; whoever does not, looks no more."""
    is_gone: bool = False


Group: TypeAlias = tuple[str, list[Seeker]]
"""An edition, and those who play it together."""


class Matching:
    """Those who look for a game, longest waiting first."""

    def __init__(self, open_table: OpenTable, patience: float, most: int) -> None:
        """`patience` is the time two wait for a third, `most` how many may look at once."""
        self._open_table, self._patience, self._most = open_table, patience, most
        self._seekers: list[Seeker] = []
        self._timer: asyncio.TimerHandle | None = None
        self._tasks = Tasks()

    def __len__(self) -> int:
        """How many are looking."""
        return len(self._seekers)

    def join(self, seeker: Seeker) -> None:
        """Begin to look; or go on, where the line was lost."""
        tokens = [one.token for one in self._seekers]
        if seeker.token in tokens:
            self._seekers[tokens.index(seeker.token)] = seeker
        elif len(self) >= self._most:
            raise Full(f"{self._most} are looking for a game already")
        else:
            self._seekers.append(seeker)
        self._look()

    def leave(self, seeker: Seeker) -> None:
        """Look no more."""
        seeker.is_gone = True
        if seeker in self._seekers:
            self._seekers.remove(seeker)
            self._look()

    def close(self) -> None:
        """Seat nobody any more."""
        self._cancel_timer()
        self._tasks.cancel()

    def _look(self) -> None:
        """Tell everybody how it stands; then wait for more, or for anybody. A group that is full
        waits as long: whoever does something else meanwhile has time to end it."""
        group = find_group(self._seekers)
        for seeker in self._seekers:
            together = len(group[1]) if group is not None and seeker in group[1] else 1
            seeker.tell(Seeking(looking=len(self), together=together))
        if group is None:
            self._cancel_timer()
        elif self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._patience, self._begin)

    def _begin(self) -> None:
        self._cancel_timer()
        group = find_group(self._seekers)
        assert group is not None, "whoever leaves cancels the timer"
        self._seekers = [one for one in self._seekers if one not in group[1]]
        self._tasks.start(self._seat(*group))
        self._look()

    async def _seat(self, edition: str, group: list[Seeker]) -> None:
        answers = await asyncio.gather(*(one.is_there() for one in group))
        for seeker, is_there in zip(group, answers, strict=True):
            seeker.is_gone = seeker.is_gone or not is_there
        if self._someone_left(group):
            return
        try:
            room = await self._open_table(edition, len(group))
        except KesselError as error:
            for seeker in group:
                seeker.refuse(error)
            return
        if self._someone_left(group):
            return
        seated = [seeker for seeker in group if _try_to_seat(seeker, room)]
        if len(seated) > 1:
            room.act(StartGame(fill=False))

    def _someone_left(self, group: list[Seeker]) -> bool:
        """Whether not all are here any more; then the others go on looking, before all others."""
        came_again = {one.token for one in self._seekers}
        here = [one for one in group if not one.is_gone and one.token not in came_again]
        if len(here) == len(group):
            return False
        self._seekers = here + self._seekers
        self._look()
        return True

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _try_to_seat(seeker: Seeker, room: Room) -> bool:
    """Whether they could be seated; who could not is told why, and the others play."""
    try:
        seeker.sit(room)
    except KesselError as error:
        seeker.refuse(error)
        return False
    return True


def find_group(seekers: Sequence[Seeker]) -> Group | None:
    """The first two to four who would play the same; who waits longest chooses what."""
    for first in seekers:
        for edition in first.editions:
            mates = [one for one in seekers if edition in one.editions][:MOST_TOGETHER]
            if len(mates) > 1:
                return edition, mates
    return None
