"""Buckets that fill with time: how often something may be done in the long run and at once."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from kessel.errors import KesselError

BURST_SECONDS = 4.0
"""Burst capacity in seconds of refill."""
DAY_SECONDS = 86_400.0
FORGIVEN_SECONDS = 3600.0
"""In which all strikes of a connection are."""
FORGET_AFTER = 10_000
"""Addresses remembered before those with full buckets are forgotten."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one connection, one address or all together may ask of the server."""

    message_bytes: int = 64 * 1024
    """A larger message closes the connection."""
    messages_per_second: float = 20.0
    """Of one connection, in the long run; a burst may be four times as many."""
    address_messages_per_second: float = 100.0
    address_connections: int = 40
    """WebSockets of one address."""
    address_sockets: int = 200
    """Sockets of one address, also those that have asked for nothing yet."""
    address_frames_per_second: float = 250.0
    """Frames of WebSockets of any kind, a piece of a message among them; further ones wait."""
    address_tables_per_minute: float = 20.0
    address_readings_per_minute: float = 60.0
    """Tables read from the store, where they are not in memory."""
    address_throws_per_minute: float = 30.0
    """Throws outside of games: that of the day, and those that are listed."""
    address_throws: float = 10.0
    """Of these at once."""
    strikes: int = 100
    """Messages refused as too fast before the connection is closed; forgiven within an hour."""
    connections: int = 5000
    tables: int = 2000
    """In memory at once."""
    watchers: int = 50
    """Of one table."""
    reactions_per_second: float = 1.0
    """Of one connection, in the long run; a burst may be four times as many."""
    watcher_reactions_per_second: float = 2.0
    """Of all watchers of a table together."""
    seekers: int = 500
    """Looking for a quick match at once."""
    match_seconds: float = 6.0
    """Two who found each other wait this long for a third and a fourth."""
    match_answer_seconds: float = 3.0
    """In which those who found each other have to answer before they are seated."""
    codes: int = 40
    """Tables that wait with a code of four letters at once."""
    address_codes: int = 3
    address_chances: float = 100.0
    """Tries of such codes: each costs as many tokens as tables can be found by one (codes.py)."""
    address_chances_per_minute: float = 0.5
    chances: float = 300.0
    """The same for all addresses together."""
    chances_per_minute: float = 2.0
    spare_tries_per_day: float = 3.0
    """Of each address, when all together have tried too much: guessers lock nobody out."""
    request_seconds: float = 10.0
    """In which a request has to come, from the first byte or from the answer before."""
    hello_seconds: float = 30.0
    """In which `hello` has to come: a page dials before its script has come over a slow line."""
    silence_seconds: float = 100.0
    """After this long without a word a connection counts as lost, if it never pinged."""
    ping_silence_seconds: float = 11.0
    """The same for one that pings."""
    hidden_silence_seconds: float = 29.0
    """The same for one that pings from a page that nobody sees: its clock may stand still."""
    unread_seconds: float = 30.0
    """In which a client has to read what waits for it, once that is more than a little."""
    unsent: int = 200
    """Messages that may wait for a slow client before it is disconnected."""
    unsent_bytes: int = 512 * 1024
    """The same in bytes; a single message may be larger."""
    idle_table_seconds: float = 60.0
    """A table nobody attends leaves the memory after this time; it stays in the database."""


class TooFast(KesselError):
    """More was asked in a time than is allowed."""

    code = "too_fast"


class TooBig(KesselError):
    """A message larger than is allowed."""

    code = "too_big"


class Full(KesselError):
    """There is no room for more."""

    code = "full"


@dataclass(slots=True)
class Bucket:
    """Holds tokens, one for each thing that may be done now."""

    rate: float
    size: float
    tokens: float
    at: float
    spent: float = 0.0
    """Taken since `settle` was last called."""

    @classmethod
    def full(cls, rate: float, now: float, size: float | None = None) -> "Bucket":
        """A bucket that fills at `rate` a second."""
        most = max(1.0, rate * BURST_SECONDS) if size is None else size
        return cls(rate, most, most, now)

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take what something costs; False where there is not enough, and then nothing is taken."""
        self._fill(now)
        if self.tokens < cost:
            return False
        self.tokens -= cost
        self.spent += cost
        return True

    def give(self, cost: float) -> None:
        """Give back what was taken for something that need not be paid for."""
        self.tokens = min(self.size, self.tokens + cost)
        self.spent -= cost

    def settle(self) -> float:
        """What was taken since the last call."""
        spent, self.spent = self.spent, 0.0
        return spent

    def owe(self, now: float, cost: float) -> float:
        """Pay for what is done already; the seconds until that debt is gone."""
        self._fill(now)
        self.tokens -= cost
        return max(0.0, -self.tokens / self.rate)

    def _fill(self, now: float) -> None:
        self.tokens = min(self.size, self.tokens + (now - self.at) * self.rate)
        self.at = now


@dataclass(slots=True, eq=False)
class Address:
    """What one address may do, and does."""

    messages: Bucket
    tables: Bucket
    readings: Bucket
    """Of tables that have to be read from the store."""
    throws: Bucket
    """Outside of games."""
    chances: Bucket
    """To find a table by trying codes."""
    spare_tries: Bucket
    connections: int = 0


def fresh_address(limits: Limits, now: float) -> Address:
    """An address that has done nothing yet."""
    tables, spare = limits.address_tables_per_minute, limits.spare_tries_per_day
    readings = limits.address_readings_per_minute
    return Address(
        Bucket.full(limits.address_messages_per_second, now),
        Bucket.full(tables / 60.0, now, size=tables),
        Bucket.full(readings / 60.0, now, size=readings),
        Bucket.full(limits.address_throws_per_minute / 60.0, now, size=limits.address_throws),
        Bucket.full(limits.address_chances_per_minute / 60.0, now, size=limits.address_chances),
        Bucket.full(spare / DAY_SECONDS, now, size=spare),
    )


class Addresses:
    """Everything that is counted by address."""

    def __init__(self, fresh: Callable[[], Address]) -> None:
        self._fresh = fresh
        self._known: dict[str, Address] = {}

    def known(self) -> Collection[tuple[str, Address]]:
        """Every address with its counts."""
        return self._known.items()

    def find(self, address: str) -> Address:
        """The counts of an address."""
        if address not in self._known:
            if len(self._known) >= FORGET_AFTER:
                self._known = {a: one for a, one in self._known.items() if one.connections}
            self._known[address] = self._fresh()
        return self._known[address]
