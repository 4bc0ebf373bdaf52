"""A server in a process of its own, and players who speak to it over real WebSockets."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path

import websockets
from hall.player import Player as ScriptedPlayer
from serving import free_port
from websockets.asyncio.client import ClientConnection, connect

SCRIPT = Path(__file__).parent / "serve_fast.py"
START_SECONDS = STOP_SECONDS = 60.0


class LiveServer:
    """The server's process; it can be killed at any moment and started again."""

    def __init__(self, data: Path, *given: str, **limits: float) -> None:
        """`given` as `serve_fast` takes it."""
        self.data = data
        self.port = free_port()
        self._given = [f"{name}={value}" for name, value in limits.items()]
        self._given += given
        self._log = (data / "server.log").open("ab")
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def start(self) -> None:
        """Start and wait until it answers."""
        command = [sys.executable, str(SCRIPT), str(self.port), str(self.data), *self._given]
        self.process = subprocess.Popen(
            command, stderr=self._log, stdout=self._log, env=_environment()
        )
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            with contextlib.suppress(OSError):
                if self.get("/healthz").startswith(b'{"ok":true'):
                    return
            time.sleep(0.05)
        raise AssertionError(f"the server does not start: {self.log()[-2000:]}")

    def kill(self) -> None:
        """kill -9: no chance to write or say anything."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=STOP_SECONDS)
        finally:
            self._log.close()

    def get(self, path: str, **headers: str) -> bytes:
        request = urllib.request.Request(self.http + path, headers=headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            body: bytes = answer.read()
            return body

    def log(self) -> str:
        return (self.data / "server.log").read_text()


class Player(ScriptedPlayer):
    """One connection; `play` answers for its seats until the game is over."""

    def __init__(self, server: LiveServer) -> None:
        super().__init__()
        self.server = server
        self.socket: ClientConnection | None = None

    async def connect(self) -> None:
        await self.close()  # who comes back may have half a connection left
        self.socket = await connect(
            self.server.ws, max_size=None, ping_interval=None, close_timeout=0.5
        )

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def say(self, frame: str | bytes) -> None:
        assert self.socket is not None
        await self.socket.send(frame)

    async def hear(self) -> str | bytes:
        assert self.socket is not None
        return await self.socket.recv()


@contextlib.asynccontextmanager
async def player(server: LiveServer) -> AsyncIterator[Player]:
    one = await Player(server).open()
    try:
        yield one
    finally:
        with contextlib.suppress(websockets.WebSocketException):
            await one.close()


def _environment() -> dict[str, str]:
    """With compiled modules kept for the next start, whatever this process was told."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "kessel-pycache")}
