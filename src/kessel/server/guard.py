"""What one address may do to our sockets, long before it is a page that plays.

Uvicorn speaks HTTP and WebSocket; these two protocols stand where its own would, and add what it
does not count: sockets of an address, the time a request may take, the work of a frame. They know
nothing of tables or messages.
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
        self.arrivals = Bucket.full(limits.address_sockets_per_second, now)
        self.requests = Bucket.full(limits.address_requests_per_second, now)
        self.frames = Bucket.full(limits.address_frames_per_second, now)


class Gate:
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
        """Somebody comes; None where there are too many of them."""
        visitor = self._visitor(transport)
        if self.sockets >= self._most or not self._may_come(visitor):
            self.closed += 1
            return None
        self.sockets += 1
        visitor.sockets += 1
        return visitor

    def leave(self, visitor: _Visitor) -> None:
        """Somebody is gone."""
        self.sockets -= 1
        self.closed += 1
        visitor.sockets -= 1

    def wait(self, bucket: Bucket, cost: float) -> float:
        """Pay for something that was done; the seconds until more may be done."""
        return 0.0 if self._behind_proxy else bucket.owe(time.monotonic(), cost)

    def _may_come(self, visitor: _Visitor) -> bool:
        return self._behind_proxy or (
            visitor.sockets < self.limits.address_sockets
            and visitor.arrivals.take(time.monotonic())
        )

    def _visitor(self, transport: asyncio.Transport) -> _Visitor:
        peer = transport.get_extra_info("peername")
        address = network(str(peer[0])) if isinstance(peer, tuple) else ""
        if address not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known = {a: one for a, one in self._known.items() if one.sockets}
            self._known[address] = _Visitor(self.limits, time.monotonic())
        return self._known[address]


class GuardedHttp(H11Protocol):
    """Lets in who may come, and waits for nobody for ever."""

    def __init__(self, gate: Gate, **given: Any) -> None:
        super().__init__(**given)
        self._gate = gate
        self._visitor: _Visitor | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes."""
        self._visitor = self._gate.enter(transport)
        if self._visitor is None:
            transport.abort()
            return
        super().connection_made(transport)
        self._within(self._gate.limits.request_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        if self._visitor is None:
            return
        self._within(None)
        self._gate.leave(self._visitor)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A piece of a request; once it is whole the answer has its own time."""
        if self._visitor is None:
            return
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._within(ANSWER_SECONDS)

    def eof_received(self) -> bool:  # type: ignore[override]
        """They will ask no more; what they asked for is still answered, in the time it has."""
        if self._visitor is None or self.cycle is None or self.cycle.response_complete:
            return False
        self.cycle.keep_alive = False
        return True

    def on_response_complete(self) -> None:
        """Answered; the next one may have to wait for its turn."""
        assert self._visitor is not None
        wait = self._gate.wait(self._visitor.requests, 1.0)
        if wait > 0.0 and not self.transport.is_closing():
            self.flow.pause_reading()
            self._within(wait + ANSWER_SECONDS)
            self.loop.call_later(wait, self._next)
        else:
            self._next()

    def _next(self) -> None:
        self._within(self._gate.limits.request_seconds)
        before = self.cycle
        super().on_response_complete()
        if self.cycle is not before:
            self._within(ANSWER_SECONDS)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on a WebSocket, which counts as the same socket."""
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
        if self.flow.write_paused:  # by an answer before, which they have not read
            socket.pause_writing()
        socket.refuse_unless_begun()

    def _within(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self.transport.abort)


class GuardedSocket(WebSocketsSansIOProtocol):
    """Takes small pieces, and more slowly from who sends too much; writes at once what goes out
    together."""

    _gate: Gate
    _visitor: _Visitor

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._held = b""
        self._frames = 0
        self._timer: asyncio.TimerHandle | None = None
        self._end: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def admit(self, gate: Gate, visitor: _Visitor) -> None:
        """Whose socket it is."""
        self._gate, self._visitor = gate, visitor

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        for timer in (self._timer, self._end, self._unread):
            if timer is not None:
                timer.cancel()
        self._gate.leave(self._visitor)
        super().connection_lost(exc)

    def refuse_unless_begun(self) -> None:
        """Answer a request in which `websockets` found a fault that h11 did not; uvicorn would
        leave it unanswered, and could not stop while it is open."""
        if self.handshake_initiated:
            return
        answer = b"".join(self.conn.data_to_send())
        self.transport.write(answer or self.conn.reject(400, NO_WEBSOCKET).serialize())
        self.handshake_complete = self.close_sent = True
        self.transport.close()
        self._cut_soon()

    def pause_writing(self) -> None:
        """They read more slowly than we write, or not at all. Closing would wait for them."""
        super().pause_writing()
        seconds = self._gate.limits.unread_seconds
        self._unread = self.loop.call_later(seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """They have caught up."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def keepalive_timeout(self) -> None:
        """They did not answer a ping."""
        super().keepalive_timeout()
        self._cut_soon()

    def shutdown(self) -> None:
        """The server stops; who is leaving already needs no goodbye."""
        if not self.transport.is_closing():
            super().shutdown()
        self._cut_soon()

    def handle_events(self) -> None:
        """Whatever came whole; pings and pieces of messages count as well."""
        self._frames += len(self.conn.events)
        super().handle_events()

    def send_receive_event_to_app(self) -> None:
        """A message came whole. Uvicorn stops reading until it is answered, and asks the system
        twice for it; that is dear, and needed only where messages would pile up."""
        small = sum(map(len, self.frames)) <= READ_BYTES
        reads_on = not self.read_paused and small and self.queue.empty()
        self.read_paused = self.read_paused or reads_on
        super().send_receive_event_to_app()
        if reads_on:
            self.read_paused = False

    async def run_asgi(self) -> None:
        """Hand the socket to the application."""
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
        """We are done with them; who does not read the end does not hold the socket."""
        super().on_task_complete(task)
        self._cut_soon()

    def take(self, data: bytes) -> None:
        """Some bytes came."""
        if self._timer is not None:  # not their turn: uvicorn went on reading, so stop it again
            self._held += data
            self.transport.pause_reading()
            return
        self._take(data)

    def _take(self, data: bytes) -> None:
        self._frames = 0
        self.data_received(data)
        cost = self._frames + len(data) / BYTES_A_UNIT
        wait = self._gate.wait(self._visitor.frames, cost)
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
        """Where the next bytes go."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Some bytes came."""
        self._socket.take(bytes(self._buffer[:nbytes]))

    def eof_received(self) -> None:
        """They will send no more."""
        self._socket.eof_received()

    def pause_writing(self) -> None:
        """They read more slowly than we write."""
        self._socket.pause_writing()

    def resume_writing(self) -> None:
        """They have caught up."""
        self._socket.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._socket.connection_lost(exc)
