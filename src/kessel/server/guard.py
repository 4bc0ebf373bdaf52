"""What neither uvicorn nor a proxy before it does for our sockets. Knows no tables or messages.

================================  ===============================================================
sockets of an address             a server without a proxy (a local network) has nobody else
requests that never end           such a socket is held for ever by uvicorn
answers that nobody reads         they are ours to keep; a proxy reads only as fast as its client
frames of an address              a proxy passes a WebSocket on unread: pings, pieces of messages
upgrades that are malformed       h11 takes them, `websockets` does not, and nobody answers
closing that is not answered      uvicorn waits for it, and could not stop
several messages in one write     ASGI has no word for it
================================  ===============================================================
"""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from kessel.hall.limits import Bucket, Limits
from kessel.server.security import network

ANSWER_SECONDS = 120.0
"""In which it has to be answered, and the answer read."""
LAST_SECONDS = 5.0
"""After which a WebSocket that was closed is cut, whether or not the other side agreed."""
READ_BYTES = 4096
"""Of a WebSocket at once, so that no single read keeps the others waiting."""
BYTES_A_UNIT = 4096
"""Bytes that cost as much as one frame."""
WRITE_AT_ONCE = "kessel.write_at_once"
"""The extension of ASGI by which an application sends several messages in one write."""
NO_WEBSOCKET = "this request cannot open a WebSocket: it has a body or is malformed\n"
REMEMBERED = 10_000
"""Addresses; beyond that those without sockets are forgotten."""


class _Visitor:
    """One address."""

    def __init__(self, limits: Limits, now: float) -> None:
        self.sockets = 0
        self.frames = Bucket.full(limits.address_frames_per_second, now)


class SocketGate:
    """Counts sockets, by address and together; behind a proxy only together."""

    def __init__(self, limits: Limits, behind_proxy: bool, most_sockets: int) -> None:
        self.limits, self._behind_proxy, self._most = limits, behind_proxy, most_sockets
        self._known: dict[str, _Visitor] = {}
        self.buffer = bytearray(READ_BYTES)
        """Where all WebSockets are read into, one after the other."""
        self.sockets = 0
        self.closed = 0
        """Sockets that are gone, those that were never let in too."""

    def enter(self, transport: asyncio.Transport) -> "_Visitor | None":
        """Count a socket; None if there are too many."""
        visitor = self._visitor(transport)
        of_address = 0 if self._behind_proxy else visitor.sockets
        if self.sockets >= self._most or of_address >= self.limits.address_sockets:
            self.closed += 1
            return None
        self.sockets += 1
        visitor.sockets += 1
        return visitor

    def leave(self, visitor: _Visitor) -> None:
        self.sockets -= 1
        self.closed += 1
        visitor.sockets -= 1

    def wait(self, visitor: _Visitor, cost: float) -> float:
        """Pay for frames that came; the seconds until more are read."""
        return 0.0 if self._behind_proxy else visitor.frames.owe(time.monotonic(), cost)

    def _visitor(self, transport: asyncio.Transport) -> _Visitor:
        peer = transport.get_extra_info("peername")
        address = network(str(peer[0])) if isinstance(peer, tuple) else ""
        if address not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known = {a: one for a, one in self._known.items() if one.sockets}
            self._known[address] = _Visitor(self.limits, time.monotonic())
        return self._known[address]


class GuardedHttp(H11Protocol):
    """Counts sockets by address; a request and its answer have their time."""

    def __init__(self, gate: SocketGate, **given: Any) -> None:
        super().__init__(**given)
        self._gate = gate
        self._visitor: _Visitor | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._visitor = self._gate.enter(transport)
        if self._visitor is None:
            transport.abort()
            return
        super().connection_made(transport)
        self._within(self._gate.limits.request_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._visitor is None:
            return
        self._within(None)
        self._gate.leave(self._visitor)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Once a request is whole, its answer has its own time."""
        if self._visitor is None:
            return
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._within(ANSWER_SECONDS)

    def eof_received(self) -> bool:  # type: ignore[override]
        """Answer what was asked for, though nothing more will be asked."""
        if self._visitor is None or self.cycle is None or self.cycle.response_complete:
            return False
        self.cycle.keep_alive = False
        return True

    def on_response_complete(self) -> None:
        """Give the next request its time; one that waited is begun at once."""
        self._within(self._gate.limits.request_seconds)
        before = self.cycle
        super().on_response_complete()
        if self.cycle is not before:
            self._within(ANSWER_SECONDS)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand over to a WebSocket, which counts as the same socket."""
        self._within(None)
        made = self.ws_protocol_class
        assert made is not None

        def upgraded(**given: Any) -> asyncio.Protocol:
            socket = made(**given)
            assert isinstance(socket, GuardedSocket)
            assert self._visitor is not None
            socket.admit(self._gate, self._visitor)
            return socket

        self.ws_protocol_class = upgraded  # type: ignore[assignment]
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        assert isinstance(socket, GuardedSocket)
        self.transport.set_protocol(_Pieces(socket, self._gate.buffer))
        if self.flow.write_paused:  # by an answer before, which was not read
            socket.pause_writing()
        socket.refuse_unless_begun()

    def _within(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self.transport.abort)


class GuardedSocket(WebSocketsSansIOProtocol):
    """Reads small pieces, and more slowly if too much is sent; cuts clients that do not read."""

    _gate: SocketGate
    _visitor: _Visitor

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._held = b""
        self._frames = 0
        self._timer: asyncio.TimerHandle | None = None
        self._end: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def admit(self, gate: SocketGate, visitor: _Visitor) -> None:
        self._gate, self._visitor = gate, visitor

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._timer, self._end, self._unread):
            if timer is not None:
                timer.cancel()
        self._gate.leave(self._visitor)
        super().connection_lost(exc)

    def refuse_unless_begun(self) -> None:
        """Answer a request in which `websockets` found a fault that h11 did not."""
        if self.handshake_initiated:
            return
        answer = b"".join(self.conn.data_to_send())
        self.transport.write(answer or self.conn.reject(400, NO_WEBSOCKET).serialize())
        self.handshake_complete = self.close_sent = True
        self.transport.close()
        self._cut_soon()

    def pause_writing(self) -> None:
        """Cut the client unless it reads again in time; closing would wait for it."""
        super().pause_writing()
        seconds = self._gate.limits.unread_seconds
        self._unread = self.loop.call_later(seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._cut_soon()

    def shutdown(self) -> None:
        """Close, unless the client is leaving already."""
        if not self.transport.is_closing():
            super().shutdown()
        self._cut_soon()

    def handle_events(self) -> None:
        """Count frames of every kind."""
        self._frames += len(self.conn.events)
        super().handle_events()

    async def run_asgi(self) -> None:
        self.scope["extensions"][WRITE_AT_ONCE] = {"write": self.write_at_once}
        await super().run_asgi()

    async def write_at_once(self, messages: Sequence[bytes | str]) -> None:
        """Send messages, text or binary, in one write; waits for a client that reads slowly."""
        await self.writable.wait()
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        for message in messages:
            if isinstance(message, str):
                self.conn.send_text(message.encode())
            else:
                self.conn.send_binary(message)
        self.transport.write(b"".join(self.conn.data_to_send()))

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The app has returned; abort if the peer stalls the close handshake."""
        super().on_task_complete(task)
        self._cut_soon()

    def take(self, data: bytes) -> None:
        """Read bytes, or keep them until the address may send again."""
        if self._timer is not None:  # uvicorn went on reading: stop it again
            self._held += data
            self.transport.pause_reading()
            return
        self._take(data)

    def _take(self, data: bytes) -> None:
        self._frames = 0
        self.data_received(data)
        cost = self._frames + len(data) / BYTES_A_UNIT
        wait = self._gate.wait(self._visitor, cost)
        if wait > 0.0 and not self.transport.is_closing():
            self.transport.pause_reading()
            self._timer = self.loop.call_later(wait, self._go_on)

    def _cut_soon(self) -> None:
        if self._end is None:
            self._end = self.loop.call_later(LAST_SECONDS, self.transport.abort)

    def _go_on(self) -> None:
        held, self._held, self._timer = self._held, b"", None
        if self.transport.is_closing():
            return
        if not self.read_paused:
            self.transport.resume_reading()
        if held:
            self._take(held)


class _Pieces(asyncio.BufferedProtocol):
    """Reads for a WebSocket, a small piece at a time. A protocol of its own, since uvloop reads as
    much as it likes for an `asyncio.Protocol`, which uvicorn's are."""

    def __init__(self, socket: GuardedSocket, buffer: bytearray) -> None:
        self._socket, self._buffer = socket, buffer

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        self._socket.take(bytes(self._buffer[:nbytes]))

    def eof_received(self) -> None:
        self._socket.eof_received()

    def pause_writing(self) -> None:
        self._socket.pause_writing()

    def resume_writing(self) -> None:
        self._socket.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._socket.connection_lost(exc)
