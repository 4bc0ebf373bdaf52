"""Phones in the living room: the page on this computer that the command opened may ask for a second
listener, at a private address of this machine, so that others in the network come in."""

import asyncio
import ipaddress
import secrets
import socket
from collections.abc import Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from kessel.server.address import address_in_network, is_loopback, origin
from kessel.server.config import Config
from kessel.server.guard import SocketGate
from kessel.server.security import origin_is_ours
from kessel.server.sockets import Port, settings

KEY = "x-kessel-key"
"""The header that shows it; only pages of the same origin can send one."""


class Door:
    """Shut until it is asked for, and again when the server ends."""

    def __init__(self, config: Config, gate: SocketGate, tell: Callable[[str], None]) -> None:
        self.origin: str | None = None
        """Where others come in; None while it is shut."""
        self._config, self._gate, self._tell = config, gate, tell
        self._host: str | None = None
        self._port: Port | None = None
        self._turning = asyncio.Lock()

    async def answer(self, request: Request) -> Response:
        """Open it, and say where others come in."""
        if not self._knows(request):
            told = "only the page that Kessel opened on this computer lets others in"
            return PlainTextResponse(told, 403)
        host = await asyncio.to_thread(address_in_network)
        if host is None or not ipaddress.ip_address(host).is_private:
            return PlainTextResponse("this computer is in no private network", 409)
        async with self._turning:
            if host != self._host:
                await self._open(request.app, host)
        return JSONResponse({"origin": self.origin}, headers={"cache-control": "no-store"})

    async def close(self) -> None:
        """Nobody comes in any more."""
        if self._port is not None:
            await self._port.close()
        self._host = self._port = self.origin = None

    def _knows(self, request: Request) -> bool:
        near = request.client is not None and is_loopback(request.client.host)
        shown, key = request.headers.get(KEY, ""), self._config.key
        is_told = secrets.compare_digest(shown.encode(), key.encode())
        return near and is_told and origin_is_ours(request.headers, (), "http")

    async def _open(self, app: Starlette, host: str) -> None:
        """At the port that this computer's page has, or another where somebody has that one."""
        await self.close()
        bound = _bound(host, self._config.port)
        port = bound.getsockname()[1]
        opened = Port(settings(app, host, port, self._gate, lifespan="off"))
        await opened.open(bound)
        self._host, self._port, self.origin = host, opened, origin(host, port)
        self._tell(self.origin)


def _bound(host: str, port: int) -> socket.socket:
    bound = socket.socket()
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError:
        bound.bind((host, 0))
    return bound
