"""How many tables of four one server carries at a human pace, and how quickly it answers.

Tables of four persons, each on a connection of its own, throw every six seconds with the physics;
timed is from sending an aim to having its trajectory, and from any other decision to its step.
Each client shows a link for every throw, as pages do: of the way from hand to trajectory, the part
until the throw is fixed and the part from then on are timed, too. What links cost is measured by
itself: tables with and without devices side by side. Server and clients share this machine's
cores. Prints tables and a line of JSON.
"""

import argparse
import asyncio
import base64
import gc
import json
import os
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from serving import WIDE, ServerProcess, Stolen, quantile, served

from kessel.fairness import LINK_BYTES, Chain
from kessel.messages.server import PROTOCOL
from kessel.rules.edition import find_edition
from kessel.server.config import Config

TEXT, PING, PONG = 1, 9, 10
SEATS = 4
THROW_EVERY = 6.0
"""s between two throws at one table."""
DECIDE_AFTER = 1.0
"""s a person takes for a decision that is no throw."""
AIM = {"x": 0.0, "y": 0.0, "side": 1.0, "speed": 1.2, "height": 0.12, "spin": 20.0}
WARM_UP = 8.0
"""s before anything is counted."""
THROW_GOAL_MS, DECISION_GOAL_MS, LINKS_GOAL_MS = 250.0, 50.0, 10.0
LINKS_TABLES, LINKS_PACE = 20, 1.0
"""What links cost is measured with so many tables of each kind, and s between their throws."""
FAST_TABLES = 40
OPENED_AT_ONCE = 25


class Awaited(msgspec.Struct):
    """As much of what a game waits for as the bench answers."""

    kind: str
    seat: int = 0
    units: tuple[str, ...] = ("1",)
    may_choose: bool = False


class Game(msgspec.Struct):
    """As much of a game as the bench looks at."""

    state: int
    awaited: Awaited


class Message(msgspec.Struct):
    """As much of a message as the bench looks at; the game is read at the first seat only, which
    plays for all."""

    type: str
    table: str = ""
    first: int = 0
    lines: list[str] = []
    game: msgspec.Raw = msgspec.Raw()

    @property
    def has_game(self) -> bool:
        """Whether a game is shown, not only its name."""
        return bytes(memoryview(self.game)[:1]) == b"{"


class Line(msgspec.Struct):
    """As much of a line of the transcript as tells whose link is asked for."""

    type: str
    game: str = ""
    throw: int = 0
    attempt: int = 0
    device: int = -1
    devices: list[Any] = []
    tip: str = ""


_decode = msgspec.json.Decoder(Message).decode
_read_game = msgspec.json.Decoder(Game).decode
_read_line = msgspec.json.Decoder(Line).decode
_encode = msgspec.json.Encoder().encode


class Socket(asyncio.Protocol):
    """A WebSocket without all that the bench does not need, so that the clients of thousands of
    connections take little of the processors they share with the server."""

    def __init__(self, heard: Callable[[int, bytes], None]) -> None:
        self._heard = heard
        self._buffer = b""
        self._upgraded = asyncio.get_running_loop().create_future()

    @classmethod
    async def dial(cls, port: int, heard: Callable[[int, bytes], None]) -> "Socket":
        """A connection; `heard` is called with the opcode and the payload of every frame."""
        loop = asyncio.get_running_loop()
        _, one = await loop.create_connection(lambda: cls(heard), "127.0.0.1", port)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        one.transport.write(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        await asyncio.wait_for(one._upgraded, 30)
        return one

    def connection_made(self, transport: Any) -> None:
        self.transport: asyncio.Transport = transport

    def data_received(self, data: bytes) -> None:
        """Take whole frames from what has come; the server's are never masked nor in pieces."""
        self._buffer += data
        if not self._upgraded.done():
            head, end, self._buffer = self._buffer.partition(b"\r\n\r\n")
            if not end or b" 101 " not in head:
                raise ConnectionError(head.decode())
            self._upgraded.set_result(None)
        buffer, at = self._buffer, 0
        while len(buffer) >= at + 2:
            size, start = buffer[at + 1], at + 2
            if size > 125:
                wide = 2 if size == 126 else 8
                size, start = int.from_bytes(buffer[start : start + wide], "big"), start + wide
            if len(buffer) < start + size:
                break
            self._frame(buffer[at] & 0x0F, buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]

    def send(self, payload: bytes, opcode: int = TEXT) -> None:
        """A masked frame, with a mask of zeros."""
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes((0x80 | opcode,)) + length + bytes(4) + payload)

    def _frame(self, opcode: int, payload: bytes) -> None:
        if opcode == PING:
            self.send(payload, PONG)
        else:
            self._heard(opcode, payload)


class Device:
    """Shows its links as a page does, but trusts the server: checking is not what is timed."""

    def __init__(self) -> None:
        self.renew()
        self.number: int | None = None
        self.heard = 0
        """Lines of this game."""
        self._game = self._code = ""

    def renew(self) -> str:
        """Draw a chain."""
        self._chain = Chain(secrets.token_bytes(LINK_BYTES))
        self.tip, self.asked = self._chain.tip, 0
        return self.tip

    def fresh(self) -> str:
        """The tip of a chain of which no link was shown."""
        return self.renew() if self.asked else self.tip

    def hear(self, number: int, text: str) -> dict[str, Any] | None:
        """What to answer to a line of the transcript that is new."""
        if text == self._game or number not in (0, self.heard):
            return None
        if number == 0:
            self._game, self._code = text, _read_line(text).game
        line, self.heard = _read_line(text), number + 1
        match line.type:
            case "game":
                tips = [device["tip"] for device in line.devices]
                self.number = tips.index(self.tip) if self.tip in tips else None
                return None if self.number is not None else {"type": "offer", "tip": self.fresh()}
            case "join" if line.tip == self.tip:
                self.number = line.device
            case "late" if self.number in line.devices:
                self.number = None
                return {"type": "offer", "tip": self.fresh()}
            case "fixed" if self.number in line.devices:
                self.asked += 1
                where = {"game": self._code, "throw": line.throw, "attempt": line.attempt}
                return {"type": "link", **where, "link": self._chain.link(self.asked).hex()}
        return None


@dataclass
class Tally:
    """What was timed, in milliseconds, and counted."""

    throws: list[float] = field(default_factory=list)
    fixed: list[float] = field(default_factory=list)
    """From sending an aim to hearing that the throw is fixed."""
    landed: list[float] = field(default_factory=list)
    """From there to having the trajectory: links to the server, the physics, and back."""
    decisions: list[float] = field(default_factory=list)
    late: int = 0
    """Devices that the server called late."""
    received: int = 0
    sent: int = 0
    errors: int = 0
    counting: bool = False

    def add(self, times: list[float], began: float, ended: float | None = None) -> None:
        if self.counting:
            times.append(((ended or time.perf_counter()) - began) * 1000)


@dataclass(frozen=True)
class Play:
    """How the tables of a run play."""

    dice: str = "physics"
    edition: str = "strike-2020"
    pace: float = THROW_EVERY
    """s between two throws at one table."""
    links: bool = True
    """Whether devices take part; without them a throw is made at once."""


class TableOfFour:
    """Four persons on four connections who play one game after another."""

    def __init__(self, port: int, play: Play, tally: Tally) -> None:
        self._port, self._play, self._tally = port, play, tally
        self._sockets: list[Socket] = []
        self._code = asyncio.get_running_loop().create_future()
        self._seated = 0
        self._game: Game | None = None
        self._changed = asyncio.Event()
        self._frame = asyncio.Event()
        self._devices = [Device() if play.links else None for _ in range(SEATS)]
        self._fixed_at = 0.0
        self._chance = Random(secrets.randbits(32))

    async def open(self) -> None:
        """Everybody comes and sits down."""
        plan = [{"kind": "person", "name": "P"}] + [{"kind": "open"}] * (SEATS - 1)
        create = {"edition": self._play.edition, "seats": plan, "dice": self._play.dice}
        for seat, device in enumerate(self._devices):
            self._sockets.append(await Socket.dial(self._port, partial(self._hear, seat)))
            tip = {} if device is None else {"tip": device.tip}
            self._send(seat, type="hello", protocol=PROTOCOL)
            if seat == 0:
                self._send(0, type="create", **create, **tip)
                await asyncio.wait_for(self._code, 30)
            else:
                self._send(seat, type="join", table=self._code.result(), name="P", **tip)

    async def play(self) -> None:
        """Play until cancelled."""
        await asyncio.sleep(self._chance.random() * self._play.pace)
        while True:
            while self._game is None:
                await self._changed.wait()
                self._changed.clear()
            await self._answer(self._game)

    def close(self) -> None:
        for one in self._sockets:
            one.transport.abort()

    # --- what is heard ----------------------------------------------------------------------------

    def _hear(self, seat: int, opcode: int, payload: bytes) -> None:
        self._tally.received += 1
        if opcode == TEXT:
            self._read(seat, _decode(payload))
        elif seat == 0:
            self._frame.set()

    def _read(self, seat: int, message: Message) -> None:
        self._tally.errors += message.type == "error"
        for number, line in enumerate(message.lines, start=message.first):
            self._read_line(seat, number, line)
        device = self._devices[seat]
        if device and message.type == "snapshot" and message.has_game and not device.heard:
            self._send(seat, type="lines", first=0)
        if seat == 0 and message.type == "joined":
            self._code.set_result(message.table)
        self._seated += message.type == "joined"
        if message.type == "joined" and self._seated == SEATS:
            self._send(0, type="start")
        if seat == 0 and message.has_game:
            self._game = _read_game(message.game)
            self._changed.set()

    def _read_line(self, seat: int, number: int, line: str) -> None:
        if seat == 0 and line.startswith('{"type":"fixed"'):
            self._fixed_at = time.perf_counter()
        self._tally.late += seat == 0 and line.startswith('{"type":"late"')
        device = self._devices[seat]
        answer = device.hear(number, line) if device else None
        if answer is not None:
            self._send(seat, **answer)

    # --- what is done -----------------------------------------------------------------------------

    async def _answer(self, game: Game) -> None:
        waits, action = game.awaited, {"state": game.state}
        pace = self._play.pace
        self._changed.clear()
        if waits.kind == "over":
            for one, device in enumerate(self._devices):
                if device:
                    self._send(one, type="offer", tip=device.fresh())
            await self._timed(0, {"type": "rematch"})
        elif waits.kind == "start_die" and waits.may_choose:
            face = find_edition(self._play.edition).symbols[0]
            await self._timed(waits.seat, {"type": "answer", "move": f"start {face}", **action})
        elif waits.kind == "choice" and self._chance.random() < 0.5:
            await asyncio.sleep(DECIDE_AFTER * pace / THROW_EVERY)
            await self._timed(waits.seat, {"type": "answer", "move": "end", **action})
        elif waits.kind in ("throw", "choice", "start_die"):
            await asyncio.sleep(pace * self._chance.uniform(0.7, 1.3))
            await self._throw(waits.seat, waits.units[0], game.state)
        else:
            await asyncio.wait_for(self._changed.wait(), 30)

    async def _throw(self, seat: int, unit: str, state: int) -> None:
        self._frame.clear()
        began = time.perf_counter()
        self._send(seat, type="throw", unit=unit, aim=AIM, seat=seat, state=state)
        if self._play.dice == "physics":
            await asyncio.wait_for(self._frame.wait(), 30)
            self._thrown(began)
        await self._until_after(state)
        if self._play.dice != "physics":
            self._thrown(began)

    def _thrown(self, began: float) -> None:
        self._tally.add(self._tally.throws, began)
        self._tally.add(self._tally.fixed, began, self._fixed_at)
        self._tally.add(self._tally.landed, self._fixed_at)

    async def _timed(self, seat: int, message: dict[str, Any]) -> None:
        began = time.perf_counter()
        state = self._game.state if self._game else 0
        whose = {"seat": seat} if "state" in message else {}
        self._send(seat, **message, **whose)
        await self._until_after(state)
        self._tally.add(self._tally.decisions, began)

    async def _until_after(self, state: int) -> None:
        while self._game is None or self._game.state <= state:
            await asyncio.wait_for(self._changed.wait(), 30)
            self._changed.clear()

    def _send(self, by: int, /, **message: Any) -> None:
        self._tally.sent += 1
        self._sockets[by].send(_encode(message))


async def measure(
    server: ServerProcess, plays: Sequence[Play], seconds: float
) -> tuple[dict[str, float], dict[Play, Tally]]:
    """Play for a while, each table in its way; all of it as one row, and times by way."""
    tallies = {play: Tally() for play in plays}
    before = server.memory()
    tables = [TableOfFour(server.port, play, tallies[play]) for play in plays]
    for some in range(0, len(tables), OPENED_AT_ONCE):
        await asyncio.gather(*(one.open() for one in tables[some : some + OPENED_AT_ONCE]))
    tasks = [asyncio.create_task(one.play()) for one in tables]
    gc.collect()
    gc.disable()  # what the clients would wait for it is not the server's doing
    await asyncio.sleep(WARM_UP)
    for tally in tallies.values():
        tally.counting, tally.received, tally.sent = True, 0, 0
    cpu, own, began, stolen = server.cpu(), time.process_time(), time.perf_counter(), Stolen()
    await asyncio.sleep(seconds)
    lasted = time.perf_counter() - began
    for tally in tallies.values():
        tally.counting = False
    serving, working = (after - before for before, after in zip(cpu, server.cpu(), strict=True))
    client, memory = time.process_time() - own, server.memory()
    gc.enable()
    for task in tasks:
        task.cancel()
    for one in tables:
        one.close()
    cores = {"serving": serving, "physics": working, "client": client}
    row = {
        "tables": len(tables),
        **summary(list(tallies.values()), lasted),
        **{f"{name}_cores": spent / lasted for name, spent in cores.items()},
        "kb_per_table": (memory - before) * 1024 / len(tables),
        "stolen_percent": stolen.share(),
    }
    return row, tallies


def summary(tallies: Sequence[Tally], lasted: float) -> dict[str, float]:
    """Times and counts of one run."""
    throws, fixed, landed, decisions = (
        [ms for tally in tallies for ms in getattr(tally, name)]
        for name in ("throws", "fixed", "landed", "decisions")
    )
    return {
        "throws_per_s": len(throws) / lasted,
        "throw_p50_ms": quantile(throws, 0.50),
        "throw_p99_ms": quantile(throws, 0.99),
        "fixed_p50_ms": quantile(fixed, 0.50),
        "landed_p50_ms": quantile(landed, 0.50),
        "decision_p50_ms": quantile(decisions, 0.50),
        "decision_p99_ms": quantile(decisions, 0.99),
        "messages_per_s": sum(tally.received + tally.sent for tally in tallies) / lasted,
        "errors": sum(tally.errors for tally in tallies),
        "late": sum(tally.late for tally in tallies),
    }


def show(rows: list[dict[str, float]]) -> None:
    """A table for people."""
    names = list(rows[0])
    print(" | ".join(f"{name:>15}" for name in names))
    for row in rows:
        print(" | ".join(f"{row[name]:15.2f}" for name in names))


def run(workers: int, plays: Sequence[Play], seconds: float) -> Any:
    """One measurement, with a server of its own."""
    with served(__file__, "--workers", str(workers)) as server:
        return asyncio.run(measure(server, plays, seconds))


def cost_of_links(workers: int, play: Play, seconds: float) -> dict[str, float]:
    """What the way to the devices and back adds to a throw: tables with and without devices, side
    by side on one server."""
    ways = [replace(play, pace=LINKS_PACE, links=links) for links in (True, False)]
    _, tallies = run(workers, ways * LINKS_TABLES, seconds)
    linked, alone = (quantile(tallies[way].throws, 0.50) for way in ways)
    return {
        "throws": sum(len(tally.throws) for tally in tallies.values()),
        "with_p50_ms": linked,
        "without_p50_ms": alone,
        "links_ms": linked - alone,
    }


def main() -> None:
    """Measure at a human pace with physics, what links cost, and as fast as it goes without."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[100, 200, 300])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--edition", default="strike-2020")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(int(args.serve[0]), Path(args.serve[1]), args.workers)
        return
    play, half = Play(edition=args.edition), args.seconds / 2
    print(f"tables of {SEATS}, a throw every {play.pace:g} s, physics in {args.workers} worker(s)")
    rows = [run(args.workers, [play] * tables, args.seconds)[0] for tables in args.tables]
    show(rows)
    good = [
        row["tables"]
        for row in rows
        if row["throw_p99_ms"] < THROW_GOAL_MS and row["decision_p99_ms"] < DECISION_GOAL_MS
    ]
    print(
        f"within {THROW_GOAL_MS:g} ms and {DECISION_GOAL_MS:g} ms: {max(good, default=0):g} tables"
    )
    print(f"{LINKS_TABLES} tables whose devices show links, {LINKS_TABLES} without devices")
    links = cost_of_links(args.workers, play, half)
    show([links])
    print(f"within {LINKS_GOAL_MS:g} ms: {'yes' if links['links_ms'] < LINKS_GOAL_MS else 'NO'}")
    print(f"{FAST_TABLES} tables as fast as they can, ideal dice")
    fast, _ = run(args.workers, [replace(play, dice="ideal", pace=0.0)] * FAST_TABLES, half)
    show([fast])
    print(json.dumps({"bench": "server", "human": rows, "links": links, "fast": fast}))


def serve(port: int, folder: Path, workers: int) -> None:
    """The server that is measured."""
    from kessel.server.serve import run as run_server

    run_server(Config(port=port, data=folder, workers=workers, limits=WIDE))


if __name__ == "__main__":
    main()
