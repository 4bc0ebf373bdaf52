"""How servers run for tests and benches: bots answer at once and nobody is refused, and each is a
process of its own."""

import contextlib
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kessel.hall.limits import Limits
from kessel.table import Pace

if TYPE_CHECKING:
    from history import Advance

FAST = Pace(
    think=(0.0, 0.02),
    race_countdown=0.05,
    race_bot_tap=(0.01, 0.02),
    race_tap_gap=0.0,
    race_tie=0.001,
)
WIDE = Limits(
    messages_per_second=1e6,
    address_messages_per_second=1e6,
    address_connections=10**6,
    address_sockets=10**6,
    address_frames_per_second=1e6,
    address_tables_per_minute=1e6,
    address_readings_per_minute=1e6,
    address_throws=1e6,
    connections=10**6,
    tables=10**6,
)

START_SECONDS, STOP_SECONDS = 180.0, 60.0
"""On a busy machine."""
PORTS = range(15_000, 32_000)
"""Those that no system gives to whoever connects: between a look at a port and the start of its
server another test may connect a hundred times."""


def free_port() -> int:
    """A port of the loopback that nobody has, for a server that starts soon."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


class ServerProcess:
    """A script that serves, called with `--serve PORT FOLDER` and more, in a process of its own. It
    can be killed and stopped, and started again; on Linux it can be hindered and watched, too."""

    def __init__(self, script: str | Path, folder: Path, *arguments: str) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws = f"ws://127.0.0.1:{self.port}/ws"
        """Where pages connect."""
        where = ["--serve", str(self.port), str(folder)]
        self._command = [sys.executable, str(script), *where, *arguments]
        self.start()

    def start(self) -> None:
        """Until it answers. Compiled modules are kept for the next start, whatever this process was
        told, and solutions out of the user's cache."""
        compiled = str(Path(tempfile.gettempdir()) / "kessel-pycache")
        kept = {"PYTHONPYCACHEPREFIX": compiled, "KESSEL_CACHE": str(self.folder / "solutions")}
        told = {name: one for name, one in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                self._command, stdout=log, stderr=log, env={**told, **kept}
            )
        until = time.monotonic() + START_SECONDS
        while not self.answers():
            ended = self.process.poll()
            if ended is not None or time.monotonic() > until:
                self.process.kill()
                raise AssertionError(f"it does not start ({ended}): {self.log()[-2000:]}")
            time.sleep(0.05)

    def kill(self) -> None:
        """kill -9: no chance to write or say anything; and start again."""
        self.process.kill()
        self.process.wait()
        self.start()

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        self.process.terminate()
        return self.process.wait(STOP_SECONDS)

    def get(self, path: str, seconds: float = 60.0, **headers: str) -> bytes:
        """A page of it."""
        request = urllib.request.Request(self.url + path, headers=headers)
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            return bytes(answer.read())

    def answers(self) -> bool:
        """Whether it says that all is well."""
        with contextlib.suppress(OSError):
            return bool(self.get("/healthz", 5.0))
        return False

    def log(self) -> str:
        """What it has said so far."""
        return (self.folder / "server.log").read_text()

    @contextlib.contextmanager
    def silent(self) -> Iterator[None]:
        """Answer nothing, and close nothing either, as in a network that leads nowhere."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """No file may grow: what a full disk is to the database."""
        import resource

        whole = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (0, whole[1]))
        try:
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, whole)

    def log_rows(self) -> Iterator[tuple[str, int, int, list[tuple[int, str]]]]:
        """Every table in its file: code, length, epoch and entries with their numbers."""
        with contextlib.closing(sqlite3.connect(self.folder / "kessel.db")) as reading:
            tables = reading.execute("SELECT id, code, length, epoch FROM tables").fetchall()
            wanted = "SELECT number, body FROM entries WHERE table_id = ? ORDER BY number"
            for number, code, length, epoch in tables:
                yield code, length, epoch, reading.execute(wanted, [number]).fetchall()

    def advances(self, table: str) -> "list[Advance]":
        """There is no other server."""
        return []

    def memory(self) -> float:
        """MB of the serving process, without its workers."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def cpu(self) -> tuple[float, float]:
        """s of processor time so far: of the serving process, and of all that it has started, and
        they: workers, and the Nodes that throw for them."""
        own, gone = _cpu(self.process.pid)
        workers = children_of(self.process.pid)
        nodes = [node for worker in workers for node in children_of(worker)]
        return own, gone + sum(sum(_cpu(pid)) for pid in workers + nodes)


@contextlib.contextmanager
def served(script: str, *arguments: str) -> Iterator[ServerProcess]:
    """A bench that serves, in a folder that goes with it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        server = ServerProcess(script, Path(folder), *arguments)
        try:
            yield server
        finally:
            server.stop()


def children_of(pid: int) -> list[int]:
    """The processes that one has started; none of one that is gone. Only on Linux."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, task.read_text().split())
    return found


def _cpu(pid: int) -> tuple[float, float]:
    """Of one process, and of those it had started that are gone."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    own, system, gone, gone_system = (int(one) / os.sysconf("SC_CLK_TCK") for one in fields[11:15])
    return own + system, gone + gone_system


class Stolen:
    """How much of this machine's processor time its host gives to others, from now on; percentiles
    measured while it did say little about us."""

    def __init__(self) -> None:
        self._before = _ticks()

    def share(self) -> float:
        """Of all processor time since, in percent."""
        since = [after - before for before, after in zip(self._before, _ticks(), strict=True)]
        return 100 * since[7] / max(1, sum(since))


def _ticks() -> list[int]:
    """user, nice, system, idle, iowait, irq, softirq, steal."""
    return [int(one) for one in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]


def quantile(values: list[float], share: float) -> float:
    """The value below which that share lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def spread(seconds: Sequence[float]) -> str:
    """How long something took, again and again."""
    p50, p95 = (quantile(list(seconds), share) for share in (0.5, 0.95))
    return f"p50 {p50:.2f} s, p95 {p95:.2f} s, worst {max(seconds):.2f} s of {len(seconds)}"
