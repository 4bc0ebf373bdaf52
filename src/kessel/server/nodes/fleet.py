"""This server as one of several: joins them, hears of them, and lets go of everything in time.

Ties the membership to sockets and tables; what each of them does is written beside it.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from kessel.errors import BadValue
from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_RESTART, Desk
from kessel.hall.hub import Hub
from kessel.hall.limits import Addresses
from kessel.server.metrics import ServerMetrics
from kessel.server.nodes.board import NoticeBoard
from kessel.server.nodes.line import Line
from kessel.server.nodes.membership import Membership
from kessel.server.nodes.relay import Inlet, Relay
from kessel.server.store import SqlStore, members
from kessel.server.store.members import Member

SECRET = "relay"
SECRET_BYTES = 32
SECRET_SECONDS = 10.0
IN_THE_AIR_SECONDS = 2.0
"""For which throws may still land before all tables are given up."""


class Fleet:
    """All servers of one database, seen from this one."""

    def __init__(
        self,
        store: SqlStore,
        hub: Hub,
        metrics: ServerMetrics,
        addresses: Addresses,
        connections: dict[Attendee, Desk],
        url: str,
        lease: float,
    ) -> None:
        check_url(url)
        self._store, self._hub, self._metrics = store, hub, metrics
        self._addresses, self._connections = addresses, connections
        self._lines: dict[Attendee, Line] = {}
        self._leases: dict[str, float] = {}
        """Of all who are alive, by where they are reached."""
        self._chore: asyncio.Task[None] | None = None
        self.board = NoticeBoard(addresses, hub.limits)
        self.membership = Membership(
            store,
            url,
            lease=lease,
            notice=self._notice,
            on_news=self._hear,
            on_end=self._abandon,
        )
        self._inlet = Inlet(
            url,
            self._welcome,
            self._forget,
            lambda: self.membership.holds,
            metrics,
            hub.limits,
        )
        store.is_node = True
        store.dice = tuple(hub.workers.dice.values())
        hub.others = self.board.lobby
        hub.codes.elsewhere = self.board.codes
        hub.queue_elsewhere = self.board.queue
        hub.seeking_elsewhere = self.board.seeking

    # --- coming and going -------------------------------------------------------------------------

    async def open(self) -> None:
        """Listen for the others, and be one of them."""
        fresh = secrets.token_hex(SECRET_BYTES)
        self.board.secret = await self._store.beside(
            lambda c: members.shared_secret(c, SECRET, fresh), SECRET_SECONDS
        )
        self._inlet.secret = self.board.secret
        await self._inlet.open()
        self._chore = asyncio.create_task(self.membership.keep_up())

    @property
    def health(self) -> str:
        """`ok`, or why no new connection should come here."""
        if self.membership.draining:
            return "draining"
        return "ok" if self.membership.holds else "has no lease"

    async def drain(self, seconds: float) -> None:
        """Say that nobody should come here any more; after some seconds give everything up.

        Proxies have that long to hear it. Throws in the air land first; nothing new begins.
        """
        self.membership.draining = True
        await asyncio.sleep(seconds)
        await self._hub.wind_down(IN_THE_AIR_SECONDS)
        await self.close()

    async def close(self) -> None:
        """Give everything up, then let everybody go: their tables are free already."""
        if self._chore is not None:
            self._chore.cancel()
            self._chore = None
            await self.membership.leave()
        self._abandon()
        await self._inlet.close()

    def _abandon(self) -> None:
        """Drop everything: others own it; clients reconnect to them."""
        self._hub.abandon()
        self._send_away(lambda _: True)

    def _send_away(self, which: Callable[[Desk], bool]) -> None:
        """Let pages come back, here or to another server."""
        for who, desk in list(self._connections.items()):
            if which(desk):
                desk.close_code = CLOSE_RESTART
                who.close()

    # --- pages here, tables elsewhere -------------------------------------------------------------

    def line(self, who: Attendee, desk: Desk, address: str) -> Line:
        """A page that came to this server, until it is gone."""

        async def open_relay(node: str) -> Relay:
            return await Relay.open(node, self.board.secret, address, who)

        self._lines[who] = Line(
            self._hub, desk, who, open_relay, lambda node: self._leases.get(node, 0.0)
        )
        return self._lines[who]

    def gone(self, who: Attendee) -> None:
        """A page that came to this server is gone."""
        self._lines.pop(who, None)

    def _notice(self) -> str:
        hub = self._hub
        return self.board.notice(hub.own_lobby(), hub.codes.leads(), len(hub.matching))

    def _hear(self, news: Sequence[Member]) -> None:
        """Who is alive: relays to anybody else are cut, whatever their sockets say."""
        self._leases = {member.url: member.expires for member in news}
        for line in self._lines.values():
            if line.relayed_to and line.relayed_to not in self._leases:
                line.cut()
        metrics = self._metrics
        metrics.nodes.set(len(news))
        metrics.relays.set(sum(bool(line.relayed_to) for line in self._lines.values()))
        self.board.read(news, self._store.owner)
        if self.board.queue():
            # Whoever looks for a quick match here would look alone: they come back, and are led on.
            self._send_away(lambda desk: desk.seeks)

    # --- tables here, pages elsewhere -------------------------------------------------------------

    def _welcome(self, who: Attendee, address: str) -> Desk:
        desk = Desk(self._hub, who, self._addresses.find(address))
        desk.greeted = True
        self._connections[who] = desk
        return desk

    def _forget(self, who: Attendee) -> None:
        self._connections.pop(who, None)


def check_url(url: str) -> None:
    """Raise where other servers could not find us by this."""
    parts = urlsplit(url)
    try:
        well = (
            parts.scheme == "http" and parts.hostname and parts.port and not parts.path.strip("/")
        )
    except ValueError:
        well = False
    if not well:
        raise BadValue(
            f"--node {url}: where other servers reach this one, such as http://10.0.0.5:8100"
        )
