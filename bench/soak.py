"""Play with faults: an hour of games while everything around them breaks, again and again.

Servers are killed and told to stop, workers killed and stopped, the disk is full for a moment,
writes fail, sockets are cut. Everything anybody saw must be in the replay of its game, in that
order, every game that ends must prove itself, and nobody may wait long for the next move. Prints
counts as it goes; exits 1 where something was lost or changed, where a game failed its proof, or
where play did not go on in time. Linux only, loopback only.
"""

import argparse
import asyncio
import contextlib
import json
import math
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from hall.player import answers
from serving import FAST, WIDE, Stolen, free_port, spread

from kessel.errors import KesselError
from kessel.hall.store import Writing
from kessel.hall.tokens import new_key
from kessel.messages.server import PROTOCOL
from kessel.rules.edition import EDITIONS
from kessel.server.config import Config

BETWEEN = (0.5, 5.0)
"""s between two faults."""
FLAKY = "flaky"
"""A file that makes some of the writes of a server fail while it is there."""
FLAKY_SHARE = 0.3
DRAIN_SECONDS = 300.0
"""s in which the games under way may end after the last fault."""
START_SECONDS = 90.0
WAIT_SECONDS = 6.0
"""s without a move that one fault may cost; not counted while it lasts: a server that starts is not
there, and a full disk keeps nothing."""
SEVERAL, NONE = "several faults", "no fault meanwhile"
Message = dict[str, Any]


@dataclass
class Tally:
    """What happened."""

    faults: Counter[str] = field(default_factory=Counter)
    returns: int = 0
    told: Counter[str] = field(default_factory=Counter)
    steps: int = 0
    events: int = 0
    lost: int = 0
    changed: int = 0
    finished: int = 0
    verified: int = 0
    wrong: list[str] = field(default_factory=list)
    struck: list[tuple[str, float, float]] = field(default_factory=list)
    """Every fault, with its beginning and its end; one that lasts has none yet."""
    waits: dict[str, list[float]] = field(default_factory=dict)
    """s from one move at a table to the next, by what happened meanwhile."""

    @contextlib.contextmanager
    def striking(self, name: str) -> Iterator[None]:
        """While a fault lasts."""
        began = time.monotonic()
        self.struck.append((name, began, math.inf))
        yield
        self.struck[-1] = (name, began, time.monotonic())
        self.faults[name] += 1

    def waited(self, since: float, until: float) -> None:
        """Somebody saw no move for so long."""
        names, left = list[str](), until - since
        for name, began, ended in reversed(self.struck):
            if ended < since:
                break
            if began > until:
                continue
            names.append(name)
            left -= max(0.0, min(until, ended) - max(since, began))
        kind = NONE if not names else names[0] if len(names) == 1 else SEVERAL
        self.waits.setdefault(kind, []).append(left)
        if left > WAIT_SECONDS * max(1, len(names)):
            self.wrong.append(f"{left:.1f} s without a move, {', '.join(names[::-1]) or NONE}")

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost or changed, everything proved itself, and nobody hung."""
        return not (self.lost or self.changed or self.wrong) and self.finished == self.verified

    def line(self) -> str:
        """One line for people."""
        faults = ", ".join(f"{count} {name}" for name, count in sorted(self.faults.items()))
        told = ", ".join(f"{count} {code}" for code, count in sorted(self.told.items()))
        return (
            f"faults {self.faults.total()} ({faults}); came back {self.returns}, told {told or 0}; "
            f"events seen {self.events}, lost {self.lost}, changed {self.changed}; "
            f"games finished {self.finished}, verified {self.verified}"
        )


# --- the server, and what breaks it ---------------------------------------------------------------


class Server:
    """The server's process, which can be broken in many ways."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._log = (folder / "server.log").open("ab")
        self._start()

    def get(self, path: str, seconds: float = 30.0) -> bytes:
        """A page of the server."""
        address = f"http://127.0.0.1:{self.port}{path}"
        with urllib.request.urlopen(address, timeout=seconds) as answer:
            return bytes(answer.read())

    def is_well(self) -> bool:
        """Whether it says that all is well."""
        with contextlib.suppress(OSError):
            return bool(json.loads(self.get("/healthz", 5.0))["ok"])
        return False

    def kill(self) -> None:
        """kill -9, and start again."""
        with self._all_gone():
            self.process.kill()
            self.process.wait()
        self._start()

    def stop_and_start(self) -> None:
        """As an operator does."""
        self.end()
        self._start()

    def end(self) -> None:
        """Ask it to stop; it has to, in its time."""
        with self._all_gone():
            self.process.terminate()
            self.process.wait(20)

    @contextlib.contextmanager
    def _all_gone(self) -> Iterator[None]:
        """Those of its processes that are stopped cannot end by themselves."""
        workers = self.workers()
        yield
        for pid in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def workers(self) -> list[int]:
        """The processes it has started."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for task in tasks for pid in task.read_text().split()]

    def signal_worker(self, number: signal.Signals) -> None:
        """Kill or stop one of its workers."""
        workers = self.workers()
        if workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(random.choice(workers), number)

    def fill_disk(self, seconds: float) -> None:
        """No file may grow: what a full disk is to the database."""
        whole = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (0, whole[1]))
        time.sleep(seconds)
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, whole)

    def fail_writes(self, seconds: float) -> None:
        """Some writes fail, others do not."""
        (self.folder / FLAKY).touch()
        time.sleep(seconds)
        (self.folder / FLAKY).unlink()

    def _start(self) -> None:
        (self.folder / FLAKY).unlink(missing_ok=True)
        command = [sys.executable, __file__, "--serve", str(self.port), str(self.folder)]
        self.process = subprocess.Popen(command, stdout=self._log, stderr=self._log)
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if self.is_well():
                return
            time.sleep(0.05)
        raise AssertionError(f"the server does not start; see {self.folder / 'server.log'}")


def serve(port: int, folder: Path) -> None:
    """The server, with a store whose writes may be made to fail."""
    from kessel.server.serve import run
    from kessel.server.store import appends_sqlite

    append = appends_sqlite.append

    def flaky(connection: Connection, writing: Writing, owner: str, now: float) -> bool:
        if (folder / FLAKY).exists() and random.random() < FLAKY_SHARE:
            raise OSError(28, "No space left on device")
        return append(connection, writing, owner, now)

    appends_sqlite.append = flaky
    run(Config(port=port, data=folder, workers=2, limits=WIDE, pace=FAST))


# --- people ---------------------------------------------------------------------------------------


class Refused(OSError):
    """The server cannot do now what was asked of it."""


class Player:
    """Somebody who plays for some seats, and comes back whatever happens."""

    def __init__(self, server: Server, tally: Tally) -> None:
        self.table, self.tokens, self.edition = "", {}, ""
        self.game: Message | None = None
        self.steps: list[Message] = []
        """Seen of the present game."""
        self.line: ClientConnection | None = None
        self._server, self._tally = server, tally
        self._answered: set[tuple[int, int]] = set()
        self._key = new_key()
        self._heard: deque[Message] = deque(maxlen=8)
        self._moved: float | None = None
        """When the game under way was last seen to move on."""

    table: str
    tokens: dict[int, str]

    async def create(self, edition: str, dice: str) -> None:
        """Make a table with a seat for somebody else and one for a bot."""
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}, {"kind": "bot"}]
        wish = {"edition": edition, "seats": seats, "dice": dice, "key": self._key}
        while not self.table:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await self._connect()
                await self._ask("snapshot", type="create", **wish)

    async def join(self, table: str) -> None:
        """Sit down there."""
        while not self.table:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await self._connect()
                await self._ask("snapshot", type="join", table=table, name="Ben", key=self._key)

    async def play(self) -> None:
        """Play the present game to its end."""
        while not self.is_over:
            try:
                await self._act()
                if (await self._hear())["type"] == "error":
                    self._answered.clear()
                    await asyncio.sleep(0.05)
            except (OSError, WebSocketException, TimeoutError):
                await self._come_back()

    async def begin(self, how: str, before: str = "") -> None:
        """Begin a game, whoever is first to say so."""
        while self.game is None or self.game["game"] == before:
            try:
                await self._say(type=how)
                while self.game is None or self.game["game"] == before:
                    await self._hear(5.0)
            except (OSError, WebSocketException, TimeoutError):
                await self._come_back()

    async def wait_for_next(self, before: str) -> None:
        """Until somebody else has begun the next game."""
        while self.game is None or self.game["game"] == before:
            try:
                await self._hear()
            except (OSError, WebSocketException, TimeoutError):
                await self._come_back()

    @property
    def is_over(self) -> bool:
        """Whether the present game has ended."""
        return self.game is not None and bool(self.game["awaited"]["kind"] == "over")

    def standing(self) -> str:
        """Where the game stands for this player, for whoever looks for a fault."""
        game = self.game or {}
        heard = [one["type"] for one in self._heard]
        return (
            f"{self.edition} {self.table}: seats {list(self.tokens)}, awaited "
            f"{game.get('awaited')}, race {game.get('race')}, ready {game.get('ready')}, "
            f"heard {heard}, answered {(game.get('state'), self._answered)}"
        )

    async def _come_back(self) -> None:
        while True:
            self._tally.returns += 1
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(random.uniform(0.1, 1.0))
                await self._connect()
                tokens = list(self.tokens.values())
                await self._ask("snapshot", type="resume", table=self.table, tokens=tokens)
                return

    async def _connect(self) -> None:
        if self.line is not None:
            self.line.transport.abort()
        address = f"ws://127.0.0.1:{self._server.port}/ws"
        self.line = await connect(address, max_size=None, open_timeout=10, ping_interval=None)
        self._answered.clear()
        await self._ask("welcome", type="hello", protocol=PROTOCOL)

    async def _ask(self, answer: str, **message: Any) -> None:
        await self._say(**message)
        async with asyncio.timeout(20.0):
            while (heard := await self._hear())["type"] != answer:
                if heard["type"] == "error":
                    raise Refused(heard["code"])

    async def _say(self, **message: Any) -> None:
        assert self.line is not None
        await self.line.send(json.dumps(message))

    async def _hear(self, seconds: float = 40.0) -> Message:
        assert self.line is not None
        while isinstance(data := await asyncio.wait_for(self.line.recv(), seconds), bytes):
            pass
        message: Message = json.loads(data)
        self._heard.append(message)
        if message["type"] == "error":
            self._tally.told[message["code"]] += 1
        if message["type"] == "joined":
            self.table = message["table"]
            self.tokens |= {seat["seat"]: seat["token"] for seat in message["seats"]}
        if isinstance(message.get("game"), dict):
            self._note(message["game"])
        if message["type"] == "snapshot":
            self.edition = message["edition"]
        if message["type"] == "step":
            self.steps.append(message)
        return message

    def _note(self, game: Message) -> None:
        before, now = self.game, time.monotonic()
        if before is None or before["game"] != game["game"]:
            self.steps, self._moved = [], now
        elif self._moved is not None and before["state"] != game["state"]:
            self._tally.waited(self._moved, now)
            self._moved = None if game["awaited"]["kind"] == "over" else now
        self.game = game

    async def _act(self) -> None:
        if self.game is None:
            return
        state, race = self.game["state"], self.game["race"]
        if race and race["starts_in_ms"]:
            await asyncio.sleep(race["starts_in_ms"] / 1000 + 0.01)
        for seat in self.tokens:
            for answer in answers(self.game, seat, self.edition):
                if answer["type"] == "tap" or (seat, state) not in self._answered:
                    self._answered.add((seat, state))
                    await self._say(seat=seat, state=state, **answer)


# --- checking -------------------------------------------------------------------------------------


def told(step: Message) -> str:
    """What somebody saw of a step, without what belongs to the moment it was sent in."""
    game = step["game"]
    seen = (step["move"], step["seat"], step["throw"], step["events"], game["arena"])
    return json.dumps([*seen, game["throws"]])


def compare(seen: list[Message], replay: list[Message], tally: Tally) -> None:
    """Count what was seen, and what of it is not in the replay, in that order."""
    kept = [told(one["step"]) for one in replay]
    throws = {one["step"]["throw"] for one in replay if one["step"]["throw"] is not None}
    place = 0
    for step in seen:
        tally.steps += 1
        tally.events += len(step["events"])
        try:
            place = kept.index(told(step), place) + 1
        except ValueError:
            if step["throw"] in throws:
                tally.changed += 1
            else:
                tally.lost += 1
            tally.wrong.append(told(step)[:300])


def proven(record: str) -> str:
    """Nothing, or why a record does not prove itself; in a process of its own."""
    from kessel.proof.verify import verify
    from kessel.table.dice import dice_named

    try:
        verdict = verify(record, dice_named)
    except KesselError as error:
        return str(error)
    return "" if verdict.exact else "not the same to the last bit"


async def check(
    server: Server, players: list[Player], tally: Tally, pool: ProcessPoolExecutor
) -> None:
    """Everything that was seen of a game is in its replay, and its record proves itself."""
    assert players[0].game is not None
    game = players[0].game["game"]
    tally.finished += 1
    replay = json.loads(await fetched(server, f"/api/games/{game}"))["steps"]
    for one in players:
        compare(one.steps, replay, tally)
    record = (await fetched(server, f"/api/games/{game}/record")).decode()
    why = await asyncio.get_running_loop().run_in_executor(pool, proven, record)
    if why:
        tally.wrong.append(f"{game}: {why}")
    else:
        tally.verified += 1


async def fetched(server: Server, path: str) -> bytes:
    """A page, asked for until the server is there again."""
    while True:
        with contextlib.suppress(OSError):
            return await asyncio.to_thread(server.get, path)
        await asyncio.sleep(0.3)


async def table(
    server: Server,
    number: int,
    tally: Tally,
    pool: ProcessPoolExecutor,
    until: float,
    crowd: list[Player],
) -> None:
    """Two people at a table play one game after the other."""
    ann, ben = Player(server, tally), Player(server, tally)
    crowd += [ann, ben]
    edition = list(EDITIONS)[number % len(EDITIONS)]
    await ann.create(edition, "physics" if number % 2 else "ideal")
    await ben.join(ann.table)
    await asyncio.gather(ann.begin("start"), ben.wait_for_next(""))
    while True:
        await asyncio.gather(ann.play(), ben.play())
        await check(server, [ann, ben], tally, pool)
        if time.monotonic() > until:
            return
        assert ann.game is not None
        before = ann.game["game"]
        await asyncio.gather(ann.begin("rematch", before), ben.wait_for_next(before))


async def break_things(server: Server, tally: Tally, until: float, crowd: list[Player]) -> None:
    """One fault after the other, at random."""

    async def cut() -> None:
        for one in random.sample(crowd, min(3, len(crowd))):
            if one.line is not None:
                one.line.transport.abort()

    def in_thread(work: Callable[..., None], *given: Any) -> Callable[[], Awaitable[None]]:
        return lambda: asyncio.to_thread(work, *given)

    faults: dict[str, tuple[float, Callable[[], Awaitable[None]]]] = {
        "killed server": (1.0, in_thread(server.kill)),
        "stopped server": (0.5, in_thread(server.stop_and_start)),
        "killed worker": (3.0, in_thread(server.signal_worker, signal.SIGKILL)),
        "hung worker": (1.0, in_thread(server.signal_worker, signal.SIGSTOP)),
        "full disk, short": (3.0, in_thread(server.fill_disk, 0.02)),
        "full disk, long": (1.0, in_thread(server.fill_disk, 2.0)),
        "failed writes": (2.0, in_thread(server.fail_writes, 0.5)),
        "cut sockets": (3.0, cut),
    }
    names, weights = list(faults), [weight for weight, _ in faults.values()]
    while time.monotonic() < until:
        await asyncio.sleep(random.uniform(*BETWEEN))
        name = random.choices(names, weights)[0]
        with tally.striking(name):
            await faults[name][1]()


async def soak(minutes: float, tables: int, folder: Path) -> Tally:
    """Play and break for so long, then let the games end."""
    tally, crowd = Tally(), list[Player]()
    server = await asyncio.to_thread(Server, folder)
    until = time.monotonic() + minutes * 60
    # What is proven afterwards takes no time from the server that plays.
    with ProcessPoolExecutor(1, initializer=os.nice, initargs=(19,)) as pool:
        plays = [
            asyncio.create_task(table(server, number, tally, pool, until, crowd))
            for number in range(tables)
        ]
        breaking = asyncio.create_task(break_things(server, tally, until, crowd))
        try:
            while not breaking.done():
                await asyncio.wait([breaking], timeout=30.0)
                print(f"{time.strftime('%H:%M:%S')} {tally.line()}", flush=True)
            await breaking
            await asyncio.wait_for(asyncio.gather(*plays), DRAIN_SECONDS)
            if not await asyncio.to_thread(server.is_well):
                tally.wrong.append("the server is not well after all")
        except TimeoutError:
            tally.wrong.append("some tables do not go on")
            tally.wrong += [one.standing() for one in crowd if not one.is_over]
        finally:
            for one in plays:
                one.cancel()
            await asyncio.to_thread(server.end)
    return tally


def main() -> int:
    """Soak, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="of faults (60)")
    parser.add_argument("--tables", type=int, default=6, help="tables that play (6)")
    parser.add_argument("--seed", type=int, help="of the faults' chance")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(int(args.serve[0]), Path(args.serve[1]))
        return 0
    random.seed(args.seed)
    stolen = Stolen()
    with tempfile.TemporaryDirectory(prefix="kessel-soak-", ignore_cleanup_errors=True) as folder:
        tally = asyncio.run(soak(args.minutes, args.tables, Path(folder)))
    print(tally.line())
    for kind, seconds in sorted(tally.waits.items()):
        print(f"  from move to move, {kind}: {spread(seconds)}")
    print(f"  stolen {stolen.share():.0f}% of the time, load {os.getloadavg()[1]:.1f}")
    for wrong in tally.wrong[:20]:
        print(f"  wrong: {wrong}")
    print("nothing lost, nothing changed" if tally.is_clean else "NOT CLEAN")
    return 0 if tally.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
