"""How many tables of four one server carries at a human pace, and how quickly it answers.

Tables of four persons, each on a connection of its own, throw every six seconds with the physics;
timed is from sending an aim to having its trajectory, and from any other decision to its step.
Each client shows a link for every throw, as pages do: of the way from hand to trajectory, the part
until the throw is fixed and the part from then on are timed, too. Server and clients share this
machine's cores. Prints a table and a line of JSON.
"""

import argparse
import asyncio
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from kessel.fairness import CHAIN_LINKS, Chain
from kessel.hall.limits import Limits
from kessel.hall.messages.server import PROTOCOL
from kessel.server.config import Config

SEATS = 4
THROW_EVERY = 6.0
"""s between two throws at one table."""
DECIDE_AFTER = 1.0
"""s a person takes for a decision that is no throw."""
AIM = {"x": 0.0, "y": 0.0, "side": 1.0, "speed": 1.2, "height": 0.12, "spin": 20.0}
WARM_UP = 8.0
"""s before anything is counted."""
THROW_GOAL_MS, DECISION_GOAL_MS = 250.0, 50.0
WIDE = Limits(
    messages_per_second=1e5,
    address_messages_per_second=1e6,
    address_connections=10**5,
    address_sockets=10**5,
    address_sockets_per_second=1e6,
    address_requests_per_second=1e6,
    address_frames_per_second=1e6,
    address_tables_per_minute=1e5,
    connections=10**5,
    tables=10**5,
)


class Wire(msgspec.Struct):
    """As much of a message as the bench looks at."""

    type: str
    game: Any = None
    table: str = ""
    message: str = ""
    first: int = 0
    lines: list[str] = []


class Line(msgspec.Struct):
    """As much of a line of the transcript as tells whose link is asked for."""

    type: str
    throw: int = 0
    attempt: int = 0
    device: int = -1
    devices: list[Any] = []
    tip: str = ""


_decode = msgspec.json.Decoder(Wire).decode
_read_line = msgspec.json.Decoder(Line).decode


class Device:
    """Shows its links as a page does, but trusts the house: checking is not what is timed."""

    def __init__(self) -> None:
        self.renew()
        self.number: int | None = None
        self.heard = 0
        """Lines of this game."""
        self._game = ""

    def renew(self) -> str:
        """Draw a chain; its links are made at once."""
        chain = Chain(secrets.token_bytes(32))
        self.tip, self.asked = chain.tip, 0
        self._links = [chain.link(number).hex() for number in range(CHAIN_LINKS + 1)]
        return self.tip

    def fresh(self) -> str:
        """The tip of a chain of which no link was shown."""
        return self.renew() if self.asked else self.tip

    def hear(self, number: int, text: str) -> dict[str, Any] | None:
        """What to answer to a line of the transcript that is new."""
        if text == self._game or number not in (0, self.heard):
            return None
        if number == 0:
            self._game = text
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
                where = {"throw": line.throw, "attempt": line.attempt}
                return {"type": "link", **where, "link": self._links[self.asked]}
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


class TableOfFour:
    """Four persons on four connections who play one game after another."""

    def __init__(self, port: int, thrower: str, edition: str, tally: Tally, pace: float) -> None:
        self._port, self._thrower, self._edition = port, thrower, edition
        self._tally, self._pace = tally, pace
        self._sockets: list[ClientConnection] = []
        self._game: dict[str, Any] | None = None
        self._changed = asyncio.Event()
        self._frame = asyncio.Event()
        self._devices = [Device() for _ in range(SEATS)]
        self._fixed_at = 0.0
        self._chance = Random(secrets.randbits(32))
        self._readers: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Everybody comes and sits down."""
        table = ""
        for seat in range(SEATS):
            one = await connect(
                f"ws://127.0.0.1:{self._port}/ws",
                max_size=None,
                ping_interval=None,
                compression=None,
            )
            self._sockets.append(one)
            await self._send(seat, type="hello", protocol=PROTOCOL)
            await one.recv()
            if seat == 0:
                plan = [{"kind": "person", "name": "P"}] + [{"kind": "open"}] * (SEATS - 1)
                wish = {"edition": self._edition, "seats": plan, "thrower": self._thrower}
                await self._send(0, type="create", tip=self._devices[0].tip, **wish)
                table = json.loads(await one.recv())["table"]
            else:
                tip = self._devices[seat].tip
                await self._send(seat, type="join", table=table, name="P", tip=tip)
            self._readers.append(asyncio.create_task(self._read(seat)))

    async def play(self) -> None:
        """Play until cancelled."""
        await asyncio.sleep(self._chance.random() * self._pace)
        while True:
            while self._game is None:
                await self._changed.wait()
                self._changed.clear()
            await self._answer(self._game)

    async def close(self) -> None:
        for reader in self._readers:
            reader.cancel()
        for one in self._sockets:
            one.transport.abort()

    async def _read(self, seat: int) -> None:
        while True:
            data = await self._sockets[seat].recv()
            self._tally.received += 1
            if isinstance(data, bytes):
                if seat == 0:
                    self._frame.set()
                continue
            message = _decode(data)
            if message.type == "error":
                self._tally.errors += 1
            for number, line in enumerate(message.lines, start=message.first):
                await self._heard(seat, number, line)
            if message.type == "snapshot" and message.game and not self._devices[seat].heard:
                await self._send(seat, type="lines", first=0)
            if seat == 0 and isinstance(message.game, dict):
                self._game = message.game
                self._changed.set()

    async def _heard(self, seat: int, number: int, line: str) -> None:
        if seat == 0 and line.startswith('{"type":"fixed"'):
            self._fixed_at = time.perf_counter()
        self._tally.late += seat == 0 and line.startswith('{"type":"late"')
        answer = self._devices[seat].hear(number, line)
        if answer is not None:
            await self._send(seat, **answer)

    async def _answer(self, game: dict[str, Any]) -> None:
        waits, action = game["awaited"], {"state": game["state"]}
        kind, seat = waits["kind"], waits.get("seat", 0)
        self._changed.clear()
        if kind == "over":
            for one, device in enumerate(self._devices):
                await self._send(one, type="offer", tip=device.fresh())
            await self._timed(0, {"type": "rematch"})
        elif kind == "start_die" and waits["faces"]:
            await self._timed(seat, {"type": "place", "face": waits["faces"][0], **action})
        elif kind == "choice" and self._chance.random() < 0.5:
            await asyncio.sleep(DECIDE_AFTER * self._pace / THROW_EVERY)
            await self._timed(seat, {"type": "end", **action})
        elif kind in ("throw", "choice", "start_die"):
            await asyncio.sleep(self._pace * self._chance.uniform(0.7, 1.3))
            await self._throw(seat, waits.get("units", ["1"])[0], action)
        else:
            await asyncio.wait_for(self._changed.wait(), 30)

    async def _throw(self, seat: int, unit: str, action: dict[str, Any]) -> None:
        self._frame.clear()
        began = time.perf_counter()
        await self._send(seat, type="throw", unit=unit, aim=AIM, seat=seat, **action)
        if self._thrower == "physics":
            await asyncio.wait_for(self._frame.wait(), 30)
            self._thrown(began)
        await self._until_after(action["state"])
        if self._thrower != "physics":
            self._thrown(began)

    def _thrown(self, began: float) -> None:
        self._tally.add(self._tally.throws, began)
        self._tally.add(self._tally.fixed, began, self._fixed_at)
        self._tally.add(self._tally.landed, self._fixed_at)

    async def _timed(self, seat: int, message: dict[str, Any]) -> None:
        began = time.perf_counter()
        state = self._game["state"] if self._game else 0
        whose = {"seat": seat} if "state" in message else {}
        await self._send(seat, **message, **whose)
        await self._until_after(state)
        self._tally.add(self._tally.decisions, began)

    async def _until_after(self, state: int) -> None:
        while self._game is None or self._game["state"] <= state:
            await asyncio.wait_for(self._changed.wait(), 30)
            self._changed.clear()

    async def _send(self, by: int, /, **message: Any) -> None:
        self._tally.sent += 1
        await self._sockets[by].send(json.dumps(message))


class BenchServer:
    """The server in a process of its own."""

    def __init__(self, workers: int) -> None:
        self.folder = tempfile.TemporaryDirectory()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [sys.executable, __file__, "--serve", str(self.port), self.folder.name]
        self.process = subprocess.Popen(
            [*command, "--workers", str(workers)],
            stdout=subprocess.DEVNULL,
            stderr=None if os.environ.get("BENCH_LOG") else subprocess.DEVNULL,
        )
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5).close()
                return
            except OSError:
                time.sleep(0.2)

    def memory(self) -> float:
        """MB of the serving process, without its workers."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def cpu(self) -> tuple[float, float]:
        """s of processor time so far: of the serving process, and of its workers."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        children = [int(pid) for task in tasks for pid in task.read_text().split()]
        return _cpu(self.process.pid), sum(map(_cpu, children))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)
        self.folder.cleanup()


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(
    server: BenchServer, tables: int, seconds: float, thrower: str, edition: str, pace: float
) -> dict[str, float]:
    """Play on so many tables for a while."""
    tally = Tally()
    before = server.memory()
    playing = [TableOfFour(server.port, thrower, edition, tally, pace) for _ in range(tables)]
    for some in range(0, tables, 25):
        await asyncio.gather(*(one.open() for one in playing[some : some + 25]))
    plays = [asyncio.create_task(one.play()) for one in playing]
    await asyncio.sleep(WARM_UP)
    tally.counting, tally.received, tally.sent = True, 0, 0
    cpu, began = server.cpu(), time.perf_counter()
    await asyncio.sleep(seconds)
    tally.counting = False
    lasted = time.perf_counter() - began
    serving, working = (after - before for before, after in zip(cpu, server.cpu(), strict=True))
    memory = server.memory()
    for task in plays:
        task.cancel()
    for one in playing:
        await one.close()
    return {
        "tables": tables,
        "throws_per_s": len(tally.throws) / lasted,
        "throw_p50_ms": quantile(tally.throws, 0.50),
        "throw_p99_ms": quantile(tally.throws, 0.99),
        "fixed_p50_ms": quantile(tally.fixed, 0.50),
        "landed_p50_ms": quantile(tally.landed, 0.50),
        "decision_p50_ms": quantile(tally.decisions, 0.50),
        "decision_p99_ms": quantile(tally.decisions, 0.99),
        "messages_per_s": (tally.received + tally.sent) / lasted,
        "serving_cores": serving / lasted,
        "physics_cores": working / lasted,
        "kb_per_table": (memory - before) * 1024 / tables,
        "errors": tally.errors,
        "late": tally.late,
        "load": os.getloadavg()[0],
    }


def quantile(values: list[float], share: float) -> float:
    """The value below which that share lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def show(rows: list[dict[str, float]]) -> None:
    """A table for people."""
    names = list(rows[0])
    print(" | ".join(f"{name:>15}" for name in names))
    for row in rows:
        print(" | ".join(f"{row[name]:15.2f}" for name in names))


def main() -> None:
    """Measure at a human pace with physics, then as fast as it goes without."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="*", default=[100, 200, 300])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--edition", default="strike-2020")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        from kessel.server.serve import run

        port, folder = args.serve
        asyncio.run(
            run(Config(port=int(port), data=Path(folder), workers=args.workers, limits=WIDE))
        )
        return
    rows = []
    for tables in args.tables:
        server = BenchServer(args.workers)
        try:
            rows.append(
                asyncio.run(
                    measure(server, tables, args.seconds, "physics", args.edition, THROW_EVERY)
                )
            )
        finally:
            server.stop()
    print(
        f"tables of {SEATS}, a throw every {THROW_EVERY:g} s, physics in {args.workers} worker(s)"
    )
    show(rows)
    server = BenchServer(args.workers)
    try:
        fast = asyncio.run(measure(server, 40, args.seconds / 2, "ideal", args.edition, 0.0))
    finally:
        server.stop()
    print("40 tables as fast as they can, ideal dice")
    show([fast])
    good = [
        row["tables"]
        for row in rows
        if row["throw_p99_ms"] < THROW_GOAL_MS and row["decision_p99_ms"] < DECISION_GOAL_MS
    ]
    print(
        f"within {THROW_GOAL_MS:g} ms and {DECISION_GOAL_MS:g} ms: {max(good, default=0):g} tables"
    )
    print(json.dumps({"bench": "server", "human": rows, "fast": fast}))


if __name__ == "__main__":
    main()
