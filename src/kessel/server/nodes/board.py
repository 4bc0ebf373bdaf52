"""What servers tell each other with every sign of life: their part of the lobby, the codes that
lead to their tables, and what addresses spend.

So a lobby shows the tables of all, a code is good everywhere, and nobody gets more by asking
several servers. An address is told by a hash that only servers of one database can make.
"""

import hashlib
import hmac
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from kessel.hall.codes import Lead
from kessel.hall.limits import Addresses, Limits
from kessel.messages.views import LobbyTable
from kessel.server.store.members import Member

NOTICED = 0.1
"""Share of its limit that an address must use before others hear of it."""
HASH_BYTES = 12


class Spending(msgspec.Struct, frozen=True, array_like=True):
    """What an address has at one server, and spent there since the last notice."""

    connections: int
    messages: float
    tables: float


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One server's notice; `number` tells a new one from one that was read before."""

    number: int = 0
    lobby: list[LobbyTable] = []
    codes: dict[str, Lead] = {}
    spent: dict[str, Spending] = {}
    seeking: int = 0
    """How many look for a quick match there."""


_read = msgspec.json.Decoder(Notice).decode


class NoticeBoard:
    """What this server tells, and what it last heard of all others."""

    def __init__(self, addresses: Addresses, limits: Limits) -> None:
        self.secret = ""
        """Known once the database was asked for it."""
        self._addresses, self._limits = addresses, limits
        self._number = 0
        self._notices: dict[str, Notice] = {}
        self._queue = ""
        self._connections: Counter[str] = Counter()

    def lobby(self) -> list[LobbyTable]:
        """The public tables of all others."""
        return [table for notice in self._notices.values() for table in notice.lobby]

    def codes(self) -> dict[str, Lead]:
        """The codes of all others, and where they lead."""
        return {code: lead for one in self._notices.values() for code, lead in one.codes.items()}

    def seeking(self) -> int:
        """How many look for a quick match at others."""
        return sum(notice.seeking for notice in self._notices.values())

    def queue(self) -> str:
        """The address of the server where those meet who look for one; empty where it is this."""
        return self._queue

    def connections(self, address: str) -> int:
        """How many an address has at other servers."""
        return self._connections[self._hash(address)]

    def notice(
        self, lobby: Sequence[LobbyTable], codes: Mapping[str, Lead], seeking: int = 0
    ) -> str:
        """What to tell the others now."""
        self._number += 1
        notice = Notice(self._number, list(lobby), dict(codes), dict(self._spent()), seeking)
        return msgspec.json.encode(notice).decode()

    def read(self, members: Sequence[Member], own: str) -> None:
        """Hear what the others tell, and charge addresses here for what they spent there."""
        others = [member for member in members if member.id != own]
        notices, connections = dict[str, Notice](), Counter[str]()
        spent: list[dict[str, Spending]] = []
        for member in others:
            notice = _told(member)
            notices[member.id] = notice
            connections.update({name: one.connections for name, one in notice.spent.items()})
            before = self._notices.get(member.id)
            if before is None or before.number != notice.number:
                spent.append(notice.spent)
        self._notices, self._connections = notices, connections
        self._charge(spent)
        self._queue = _queue(members, own)

    def _spent(self) -> Iterable[tuple[str, Spending]]:
        limits = self._limits
        for name, one in self._addresses.known():
            messages, tables = one.messages.settle(), one.tables.settle()
            if (
                one.connections > NOTICED * limits.address_connections
                or messages > NOTICED * limits.address_messages_per_second
                or tables
            ):
                yield self._hash(name), Spending(one.connections, messages, tables)

    def _charge(self, spent: Sequence[dict[str, Spending]]) -> None:
        if not any(spent):
            return
        now = time.monotonic()
        for name, address in self._addresses.known():
            hashed = self._hash(name)
            for one in spent:
                if hashed in one:
                    address.messages.owe(now, one[hashed].messages)
                    address.tables.owe(now, one[hashed].tables)

    def _hash(self, address: str) -> str:
        made = hmac.new(self.secret.encode(), address.encode(), hashlib.sha256)
        return made.hexdigest()[: 2 * HASH_BYTES]


def _queue(members: Sequence[Member], own: str) -> str:
    """Where all look for a quick match: where most do already, else at the server that all agree
    on. So nobody who waits is left alone when another server comes."""
    open_ones = [member for member in members if not member.draining]
    first = min(open_ones, key=lambda one: (-_told(one).seeking, one.id), default=None)
    return "" if first is None or first.id == own else first.url


def _told(member: Member) -> Notice:
    return _read(member.notice) if member.notice else Notice()
