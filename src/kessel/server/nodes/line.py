"""One page's connection: answered at the desk here, or passed on to where its table is."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import msgspec

from kessel.errors import KesselError
from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_RESTART, Desk
from kessel.hall.hub import Hub
from kessel.hall.store import Elsewhere
from kessel.server.nodes.relay import UNREACHABLE, Relay

UNREADABLE = "unreadable"
HERE = frozenset(
    {
        UNREADABLE,
        "hello",
        "create",
        "join",
        "resume",
        "watch",
        "seek",
        "referee_open",
        "referee_send",
    }
)
"""What this server is asked first, wherever the page's table is. Not a ping: its answer says that
whatever was said before it has come to the table, and a page that hears none comes back."""
PATIENCE = 6.0
"""s to wait for a table whose owner does not answer; its lease runs out sooner."""
LOOK_AGAIN = 0.15
"""s between looks at whose it is now."""

OpenRelay = Callable[[str], Awaitable[Relay]]


class _Kind(msgspec.Struct):
    type: str = ""


_kind_of = msgspec.json.Decoder(_Kind).decode


class Line:
    """A page's frames come here, one after the other."""

    def __init__(
        self,
        hub: Hub,
        desk: Desk,
        who: Attendee,
        open_relay: OpenRelay | None = None,
        lease_of: Callable[[str], float] = lambda _: 0.0,
    ) -> None:
        """A server that is alone opens no relays. `lease_of` a server grows while it is alive."""
        self._hub, self._desk, self._who = hub, desk, who
        self._lease_of = lease_of
        self._open_relay = open_relay
        self._relay: Relay | None = None
        if open_relay is not None:
            desk.hand_on = self._hand_on

    @property
    def relayed_to(self) -> str:
        """The server that owns the page's table; empty where that is this one."""
        return "" if self._relay is None else self._relay.node

    async def receive(self, frame: str | bytes) -> None:
        """One frame, here or elsewhere."""
        if self._relay is not None and _kind(frame) not in HERE:
            self._who.hear()
            await self._relay.send(frame)
            return
        await self._desk.receive(frame)
        if self._relay is not None and (self._desk.attends or self._desk.seeks):
            self._drop_relay()

    async def leave(self) -> None:
        """The page is gone."""
        self._desk.leave()
        self._drop_relay()

    def cut(self) -> None:
        """The owner of the page's table is dead; the page will come back."""
        if self._relay is not None:
            self._relay.cut()

    async def _hand_on(self, elsewhere: Elsewhere, frame: str) -> None:
        """Pass a frame on to the owner; wait for another one where that does not answer. If it is
        alive all the same, it is out of our reach: the page comes back, and others may reach it."""
        until, leases = time.monotonic() + PATIENCE, dict[str, float]()
        while time.monotonic() < until and not self._who.is_gone:
            if elsewhere.node and await self._passed_on(elsewhere.node, frame):
                self._desk.leave()
                return
            lease = self._lease_of(elsewhere.node)
            if lease > leases.setdefault(elsewhere.node, lease):
                break
            await asyncio.sleep(LOOK_AGAIN)
            try:
                await self._hub.find(elsewhere.table)
            except Elsewhere as again:
                elsewhere = again
                continue
            except KesselError:
                pass  # the desk says what is wrong
            await self._desk.receive(frame)
            return
        self._desk.close_code = CLOSE_RESTART
        self._who.close()

    async def _passed_on(self, node: str, frame: str) -> bool:
        assert self._open_relay is not None
        if self._relay is None or self._relay.node != node:
            try:
                relay = await self._open_relay(node)
            except UNREACHABLE:
                return False
            self._drop_relay()
            self._relay = relay
            relay.start(self._ended)
        await self._relay.send(frame)
        return True

    def _drop_relay(self) -> None:
        relay, self._relay = self._relay, None
        if relay is not None:
            relay.close()

    def _ended(self, relay: Relay) -> None:
        if relay is self._relay:
            self._desk.close_code = relay.close_code
            self._who.close()


def _kind(frame: str | bytes) -> str:
    """What a frame is, by its own word; what cannot be read is refused here."""
    if isinstance(frame, bytes):
        return ""
    try:
        return _kind_of(frame).type
    except (msgspec.MsgspecError, RecursionError):
        return UNREADABLE
