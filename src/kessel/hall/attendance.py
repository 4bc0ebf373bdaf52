"""Who attends a table, with which seats, and from where; knows no table and sends nothing."""

from collections import Counter
from collections.abc import Collection, Set

from kessel.hall.attendee import Attendee
from kessel.table import Seat


class Attendance:
    """Which attendee holds which seats is written here and nowhere else."""

    def __init__(self) -> None:
        self._seats: dict[Attendee, set[Seat]] = {}
        self._sources: dict[Attendee, object] = {}

    @property
    def everybody(self) -> Set[Attendee]:
        """All who attend, watchers too, in the order in which they came."""
        return self._seats.keys()

    @property
    def watchers(self) -> int:
        """How many attend without a seat."""
        return sum(not seats for seats in self._seats.values())

    def seats_of(self, who: Attendee) -> frozenset[Seat]:
        """The seats somebody holds; none where they only watch, or are not here."""
        return frozenset(self._seats.get(who, ()))

    def watches(self, who: Attendee) -> bool:
        """Whether somebody is here without a seat."""
        return who in self._seats and not self._seats[who]

    def holders(self, seats: Collection[Seat], but: Attendee) -> list[Attendee]:
        """Who else holds one of these seats."""
        return [one for one, held in self._seats.items() if one is not but and held & set(seats)]

    def add(self, who: Attendee, seats: Collection[Seat], source: object) -> None:
        """Somebody attends with these seats, and no others."""
        self._seats[who] = set(seats)
        self._sources[who] = source

    def remove(self, who: Attendee) -> None:
        """Somebody attends no more."""
        del self._seats[who], self._sources[who]

    def take(self, who: Attendee, seats: Collection[Seat]) -> None:
        """Others have these seats; whoever has none left attends no more."""
        self._seats[who].difference_update(seats)
        if not self._seats[who]:
            self.remove(who)

    def give_up(self, seat: Seat) -> None:
        """Nobody holds a seat any more; whoever did goes on watching."""
        for seats in self._seats.values():
            seats.discard(seat)

    def newest_of_crowd(self, source: object) -> Attendee | None:
        """The newest watcher from where most come, if one from `source` may have the place: fewer
        watch from there."""
        watching = [one for one, seats in self._seats.items() if not seats]
        counts = Counter(self._sources[one] for one in watching)
        crowd, most = next(iter(counts.most_common(1)), (None, 0))
        if most <= counts[source] + 1:
            return None
        return next(one for one in reversed(watching) if self._sources[one] is crowd)
