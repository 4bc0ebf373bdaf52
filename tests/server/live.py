"""A server in a process of its own, and players who speak to it over real WebSockets."""

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection, connect

SCRIPT = Path(__file__).parent / "serve_fast.py"
START_SECONDS = 60.0
AIM = {"x": 0.01, "y": 0.0, "side": 1.0, "speed": 1.1, "height": 0.1, "spin": 14.0}
Message = dict[str, Any]
SEATS: dict[str, Message] = {
    "p": {"kind": "person", "name": "Ann"},
    "b": {"kind": "bot"},
    "o": {"kind": "open"},
}


class LiveServer:
    """The server's process; it can be killed at any moment and started again."""

    def __init__(self, data: Path, **limits: float) -> None:
        self.data = data
        self.port = _free_port()
        self._limits = [f"{name}={value}" for name, value in limits.items()]
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
        command = [sys.executable, str(SCRIPT), str(self.port), str(self.data), *self._limits]
        self.process = subprocess.Popen(
            command, stderr=self._log, stdout=self._log, env=_environment()
        )
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
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
            return self.process.wait(timeout=20)
        finally:
            self._log.close()

    def get(self, path: str, **headers: str) -> bytes:
        request = urllib.request.Request(self.http + path, headers=headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            body: bytes = answer.read()
            return body

    def log(self) -> str:
        return (self.data / "server.log").read_text()


class Player:
    """One connection; `play` answers for its seats until the game is over."""

    def __init__(self, server: LiveServer) -> None:
        self.server = server
        self.tokens: dict[int, str] = {}
        self.table = ""
        self.game: Message | None = None
        self.heard: list[Message] = []
        self.seen: list[Message] = []
        """Steps only."""
        self.frames: dict[int, bytes] = {}
        self.errors: list[Message] = []
        self.snapshots: list[Message] = []
        self.answered: set[tuple[int, int, str]] = set()
        """What was answered on this connection."""
        self.socket: ClientConnection | None = None

    async def open(self) -> "Player":
        self.socket = await connect(
            self.server.ws, max_size=None, ping_interval=None, close_timeout=0.5
        )
        self.answered.clear()
        await self.send(type="hello", protocol=1)
        await self.until("welcome")
        return self

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def send(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def receive(self, seconds: float = 30.0) -> Message:
        """The next message; frames are kept on the way."""
        assert self.socket is not None
        while True:
            data = await asyncio.wait_for(self.socket.recv(), seconds)
            if isinstance(data, bytes):
                assert data[:3] == b"KF\x01"
                self.frames[int.from_bytes(data[4:8], "little")] = data
                continue
            message: Message = json.loads(data)
            self._note(message)
            return message

    async def until(self, kind: str, seconds: float = 30.0) -> Message:
        while True:
            message = await self.receive(seconds)
            if message["type"] == kind:
                return message

    async def ask(self, answer: str, **message: Any) -> Message:
        await self.send(**message)
        return await self.until(answer)

    async def create(self, edition: str, seats: str, **settings: Any) -> Message:
        """Make a table; `seats` has a letter for each: p (here), b (bot), o (open)."""
        kinds = {
            "p": {"kind": "person", "name": "Ann"},
            "b": {"kind": "bot"},
            "o": {"kind": "open"},
        }
        wish = {"thrower": "ideal"} | settings
        await self.ask(
            "joined", type="create", edition=edition, seats=[kinds[s] for s in seats], **wish
        )
        return await self.until("snapshot")

    async def join(self, table: str, name: str = "Ben") -> Message:
        await self.ask("joined", type="join", table=table, name=name)
        return await self.until("snapshot")

    async def resume(self) -> Message:
        await self.ask("joined", type="resume", table=self.table, tokens=list(self.tokens.values()))
        return await self.until("snapshot")

    def _note(self, message: Message) -> None:
        self.heard.append(message)
        if message["type"] == "joined":
            self.table = message["table"]
            self.tokens |= {seat["seat"]: seat["token"] for seat in message["seats"]}
        if message["type"] == "snapshot":
            self.snapshots.append(message)
        if message["type"] == "step":
            self.seen.append(message)
        if message["type"] == "error":
            self.errors.append(message)
        if isinstance(message.get("game"), dict):
            self.game = message["game"]

    async def play(self) -> None:
        """Answer whatever is awaited of our seats, until the game is over."""
        await self.act()
        while self.game is None or self.game["awaited"]["kind"] != "over":
            message = await self.receive()
            if message["type"] in ("snapshot", "step", "changed"):
                await self.act()

    async def act(self) -> None:
        """One answer for each of our seats that is waited for."""
        if self.game is None:
            return
        waits, state = self.game["awaited"], self.game["state"]
        if waits.get("starts_in_ms"):
            await asyncio.sleep(waits["starts_in_ms"] / 1000 + 0.01)
        for seat in self.tokens:
            for answer in answers(waits, seat):
                once = (seat, state, self.game["game"])
                if answer["type"] == "tap" or once not in self.answered:
                    self.answered.add(once)
                    await self.send(seat=seat, state=state, **answer)


def answers(waits: Message, seat: int) -> list[Message]:
    """What a scripted person answers."""
    kind = waits["kind"]
    if kind == "extra":
        mine = [one for one in waits["throwers"] if one["seat"] == seat and not one["ready"]]
        return [throw(one["units"][0]) for one in mine]
    if kind == "column":
        mine = [one for one in waits["racers"] if one["seat"] == seat]
        return [{"type": "tap"} for one in mine if one["done"] < one["needed"]]
    if waits.get("seat") != seat:
        return []
    if kind == "start_die":
        return [{"type": "place", "face": waits["faces"][0]}] if waits["faces"] else [throw("1")]
    if kind == "throw":
        return [throw(waits["units"][0])]
    if kind == "choice":
        return [throw(waits["units"][0]) if secrets.randbelow(3) == 0 else {"type": "end"}]
    if kind == "accio":
        return [{"type": "accio", "die": waits["dice"][0]}]
    if kind == "stack":
        return [{"type": "stack", "dice": waits["dice"][::-1]}]
    return [{"type": "collect", "faces": waits["faces"]}]


def throw(unit: str) -> Message:
    return {"type": "throw", "unit": unit, "aim": AIM, "nonce": secrets.token_hex(16)}


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


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
