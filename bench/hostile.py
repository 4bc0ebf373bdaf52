"""What one address at its worst does to people elsewhere.

A few tables of friends throw with the physics, and newcomers say hello once in a while, while a
second process attacks from another address of the loopback (127.0.0.2), one way after the other.
Prints a table with a row for no attack and one for each, and exits 1 if a bound was missed. On a
machine that is busy with something else look at the serving cores: that is what an attack costs.
"""

import argparse
import asyncio
import base64
import contextlib
import json
import os
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from history import History
from returning import Returning
from serving import WIDE, ServerProcess, Stolen, quantile, served

from kessel.hall.limits import Limits
from kessel.hall.tokens import code_of, new_key
from kessel.messages.server import PROTOCOL
from kessel.server.config import Config

ATTACKER = "127.0.0.2"
"""Another address than that of the friends; Linux has all of 127.0.0.0/8."""
THROW_BOUND_MS, NEWCOMER_BOUND_S, MEMORY_BOUND_MB = 250.0, 2.0, 50.0
AIM = {"x": 0.0, "y": 0.0, "side": 1.0, "speed": 1.2, "height": 0.12, "spin": 20.0}
WARM_THROWS = 4
"""Throws of each table before the attack begins."""
WARM_ATTACK = 1.5
"""s until the attacker is there."""
THROWS = 200
"""At least, under each attack: the slowest of a hundred is one of two."""
PATIENCE = 120.0
"""s after which an attack ends with fewer."""
PACE = 1.0
"""s between two throws at one table."""


@dataclass
class Seen:
    """What people elsewhere had to wait for."""

    throws_ms: list[float] = field(default_factory=list)
    newcomers_s: list[float] = field(default_factory=list)
    shut_out: int = 0
    counting: bool = False
    warm: int = 0
    """Throws before anything is counted: the first ones wait for workers that start."""


# --- friends ------------------------------------------------------------------------------------


class Friends(Returning):
    """Two people at one device, who throw and throw."""

    silence = 60.0

    def __init__(self, server: ServerProcess, seen: Seen) -> None:
        super().__init__([server], History(), Counter())
        self._times = seen

    async def play_for_ever(self) -> None:
        """Until cancelled."""
        await self.open()
        await self.create("strike-2020", "pp", dice="physics")
        await self.act()
        while True:
            await self._throw(await self.hear_all())

    async def _throw(self, game: dict[str, Any]) -> None:
        waits = game["awaited"]
        if waits["kind"] == "over":
            await self.ask("snapshot", type="rematch")
            return
        await asyncio.sleep(PACE)
        began, unit = time.monotonic(), waits.get("units", ["1"])[0]
        aimed = {"seat": waits["seat"], "state": game["state"], "unit": unit, "aim": AIM}
        await self.ask("step", type="throw", **aimed)
        if self._times.counting:
            self._times.throws_ms.append((time.monotonic() - began) * 1000)
        self._times.warm += 1


async def newcomers(port: int, seen: Seen, until: float) -> None:
    """Somebody comes, is welcomed, and goes."""
    while time.monotonic() < until:
        began = time.monotonic()
        try:
            async with (
                asyncio.timeout(10.0),
                connect(f"ws://127.0.0.1:{port}/ws", open_timeout=10.0) as line,
            ):
                await line.send('{"type":"hello","protocol":1}')
                await line.recv()
            seen.newcomers_s.append(time.monotonic() - began)
        except (OSError, TimeoutError, EOFError):
            seen.shut_out += 1
        await asyncio.sleep(0.5)


# --- attacks, in a process of their own -----------------------------------------------------------


async def _open(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.wait_for(
        asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0)), 5.0
    )


async def _upgrade(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await _open(port)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5.0)
    return reader, writer


def _frame(opcode: int, payload: bytes, fin: bool = True) -> bytes:
    """A masked frame, with a mask of zeros."""
    first = (0x80 if fin else 0) | opcode
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", first, 0x80 | size)
    elif size < 65536:
        head = struct.pack("!BBH", first, 0x80 | 126, size)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, size)
    return head + b"\0\0\0\0" + payload


TEXT, BINARY, PING, CONTINUED = 1, 2, 9, 0
CONTINUED_PIECE = _frame(CONTINUED, b"x" * 60_000, fin=False)


def _said(**message: Any) -> bytes:
    return _frame(TEXT, json.dumps(message).encode())


HELLO = _said(type="hello", protocol=PROTOCOL)


async def _drain(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError, asyncio.IncompleteReadError):
        while await reader.read(65536):
            pass


async def flood(port: int, made: Callable[[], bytes], *, in_turn: bool = False) -> None:
    """Such bytes again and again, as fast as they are taken, or each after an answer."""
    reader, writer = await _upgrade(port)
    drain = asyncio.create_task(asyncio.sleep(0) if in_turn else _drain(reader))
    try:
        writer.write(HELLO)
        while not (reader.at_eof() if in_turn else drain.done()):
            writer.write(made())
            await writer.drain()
            if in_turn:
                await reader.read(65536)
    finally:
        drain.cancel()
        writer.close()


def games() -> bytes:
    """As many games as fit into one message."""
    new = {"new": {"edition": "strike-2020", "players": ["a", "b"]}}
    return _said(type="referee_open", requests=[new] * 500)


def watch() -> bytes:
    """Tables to be read from the store, one after the other."""
    return _said(type="watch", table=code_of(new_key())) * 10


def seek() -> bytes:
    """Look for a quick match and leave again, as somebody else each time."""
    seeker = {"name": "Eve", "editions": ["strike-2020"], "key": new_key()}
    return _said(type="seek", **seeker) + _said(type="leave")


def posted() -> bytes:
    """Throws of today, to be thrown again and listed."""
    date = time.strftime("%Y-%m-%d", time.gmtime())
    return _said(type="post_daily", date=date, aim=AIM, name="Eve") * 5


async def unfinished(port: int) -> None:
    """A message that never ends, in pieces."""
    pieces = chain([_frame(TEXT, b"x" * 60_000, fin=False)], repeat(CONTINUED_PIECE, 1000))
    await flood(port, lambda: next(pieces, b""))


async def silent(port: int, said: bytes) -> None:
    """Say this much, then nothing more."""
    reader, writer = await _open(port)
    try:
        writer.write(said)
        await reader.read()
    finally:
        writer.close()


KEY = new_key()
"""Of the table that all connections of an attack watch."""


async def transcripts(port: int) -> None:
    """Ask for the whole transcript of a game of bots again and again, and read nothing."""
    create = {"edition": "strike-2020", "seats": [{"kind": "bot"}] * 4, "dice": "ideal"}
    reader, writer = await _upgrade(port)
    try:
        writer.write(HELLO + _said(type="create", key=KEY, **create))
        writer.write(_said(type="watch", table=code_of(KEY)))
        while not reader.at_eof():
            writer.write(_said(type="lines", first=0) * 10)
            await writer.drain()
            await asyncio.sleep(0.1)
    finally:
        writer.close()


async def coached(port: int) -> None:
    """Ask what the strongest bot would do, and for the odds, again and again."""
    seats = [{"kind": "person", "name": name} for name in ("Eve", "Mal")]
    uri = f"ws://127.0.0.1:{port}/ws"
    async with connect(uri, local_addr=(ATTACKER, 0), max_size=None) as line:
        await line.send('{"type":"hello","protocol":1}')
        create = {"type": "create", "edition": "strike-2020", "seats": seats, "key": new_key()}
        await line.send(json.dumps(create))
        game: dict[str, Any] = {}
        thrown = -1
        while game.get("awaited", {}).get("kind") not in ("throw", "choice"):
            if game and game["state"] != thrown:
                thrown = game["state"]
                start = {"type": "throw", "unit": "1", "aim": AIM, "state": thrown}
                await line.send(json.dumps({**start, "seat": game["awaited"]["seat"]}))
            said = await asyncio.wait_for(line.recv(), 10.0)
            found = json.loads(said).get("game") if isinstance(said, str) else None
            game = found if isinstance(found, dict) else game
        asked = {"seat": game["awaited"]["seat"], "state": game["state"]}
        while True:
            for kind in ("advice", "odds"):
                await line.send(json.dumps({"type": kind, **asked}))
            await asyncio.wait_for(line.recv(), 10.0)


Attack = tuple[int, Callable[[int], Awaitable[None]]]
ATTACKS: dict[str, Attack] = {
    "referee": (40, lambda port: flood(port, games, in_turn=True)),
    "text": (40, lambda port: flood(port, lambda: _said(type="ping") * 50)),
    "binary": (40, lambda port: flood(port, lambda: _frame(BINARY, b"x") * 100)),
    "ping": (40, lambda port: flood(port, lambda: _frame(PING, b"") * 200)),
    "half requests": (400, lambda port: silent(port, b"GET / HTTP/1.1\r\nHost: x")),
    "idle": (1100, lambda port: silent(port, b"")),
    "unfinished": (40, unfinished),
    "transcripts": (30, transcripts),
    "watching": (40, lambda port: flood(port, watch)),
    "seekers": (40, lambda port: flood(port, seek)),
    "coach": (40, coached),
    "daily": (40, lambda port: flood(port, posted)),
}
"""How many connections at once, and what each does; one that is closed is opened again."""


async def attack(name: str, port: int, seconds: float) -> None:
    """Attack for so long, then stop."""
    connections, one = ATTACKS[name]
    until = time.monotonic() + seconds

    async def again_and_again() -> None:
        while time.monotonic() < until:
            with contextlib.suppress(
                OSError, TimeoutError, EOFError, ValueError, WebSocketException
            ):
                await one(port)
            await asyncio.sleep(0.05)

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(again_and_again() for _ in range(connections)))


# --- measuring ------------------------------------------------------------------------------------


async def measure(server: ServerProcess, name: str, tables: int, seconds: float) -> dict[str, Any]:
    """Play for a while, under this attack."""
    seen = Seen()
    plays = [asyncio.create_task(Friends(server, seen).play_for_ever()) for _ in range(tables)]
    while seen.warm < WARM_THROWS * tables:
        await asyncio.sleep(0.1)
    before = most = server.memory()
    command = [sys.executable, __file__, "--attack", name, str(server.port)]
    longest = ["--seconds", str(seconds + PATIENCE)]
    attacker = subprocess.Popen([*command, *longest]) if name in ATTACKS else None
    await asyncio.sleep(WARM_ATTACK)
    seen.counting, until = True, time.monotonic() + seconds - WARM_ATTACK
    (cpu, _), began, stolen = server.cpu(), time.monotonic(), Stolen()
    comers = asyncio.create_task(newcomers(server.port, seen, until))
    while time.monotonic() < until or (
        len(seen.throws_ms) < THROWS and time.monotonic() < until + PATIENCE
    ):
        await asyncio.sleep(0.25)
        most = max(most, server.memory())
    cores = (server.cpu()[0] - cpu) / (time.monotonic() - began)
    await comers
    failed = [one for one in plays if one.done()]
    for one in plays:
        one.cancel()
    await asyncio.gather(*plays, return_exceptions=True)
    if attacker is not None:
        attacker.terminate()
        attacker.wait(30)
    return {
        "attack": name,
        "throws": len(seen.throws_ms),
        "throw p50 ms": quantile(seen.throws_ms, 0.50),
        "throw p99 ms": quantile(seen.throws_ms, 0.99),
        "tables lost": len(failed),
        "newcomers": len(seen.newcomers_s),
        "slowest s": max(seen.newcomers_s, default=float("nan")),
        "shut out": seen.shut_out,
        "MB more": most - before,
        "serving cores": cores,
        "stolen %": stolen.share(),
    }


def held(row: dict[str, Any]) -> bool:
    """Whether a row is within its bounds."""
    return bool(
        row["throws"] >= THROWS
        and row["throw p99 ms"] < THROW_BOUND_MS
        and row["slowest s"] < NEWCOMER_BOUND_S
        and not row["shut out"]
        and not row["tables lost"]
        and row["MB more"] <= MEMORY_BOUND_MB
    )


def show(row: dict[str, Any], *, first: bool) -> None:
    """A row of a table for people, as soon as it is known."""
    if first:
        print(" | ".join(f"{name:>13}" for name in row) + " |  held")
    cells = [f"{v:13.2f}" if isinstance(v, float) else f"{v:>13}" for v in row.values()]
    print(" | ".join(cells) + f" | {'yes' if held(row) else 'NO':>5}", flush=True)


def main() -> None:
    """Measure every attack, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0, help="of each attack (15)")
    parser.add_argument("--tables", type=int, default=8, help="of friends elsewhere (8)")
    parser.add_argument("--only", nargs="*", help=f"some of: {', '.join(ATTACKS)}")
    parser.add_argument("--no-limits", action="store_true", help="what happens without limits")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--attack", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(int(args.serve[0]), Path(args.serve[1]), limited=not args.no_limits)
        return
    if args.attack:
        asyncio.run(attack(args.attack[0], int(args.attack[1]), args.seconds))
        return
    rows = []
    for name in ["none", *(args.only or ATTACKS)]:
        with served(__file__, *(["--no-limits"] if args.no_limits else [])) as server:
            rows.append(asyncio.run(measure(server, name, args.tables, args.seconds)))
        show(rows[-1], first=len(rows) == 1)
    print(
        f"bounds: at least {THROWS} throws, 99 of 100 within {THROW_BOUND_MS:g} ms, newcomers "
        f"within {NEWCOMER_BOUND_S:g} s, nobody shut out, at most {MEMORY_BOUND_MB:g} MB more"
    )
    print(json.dumps({"bench": "hostile", "limits": not args.no_limits, "rows": rows}))
    sys.exit(0 if all(map(held, rows)) else 1)


def serve(port: int, folder: Path, limited: bool) -> None:
    """The server that is attacked."""
    from kessel.server.serve import run

    limits = Limits() if limited else replace(WIDE, strikes=10**9)
    run(Config(port=port, data=folder, limits=limits))


if __name__ == "__main__":
    main()
