"""How servers run for tests and benches: bots answer at once and nobody is refused; and a server
in a process of its own whose memory and processor time can be watched, on Linux."""

import contextlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from kessel.hall.limits import Limits
from kessel.table import Pace

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


class WatchedServer:
    """A bench that serves: its own script, called with `--serve PORT FOLDER`."""

    def __init__(self, script: str, *arguments: str) -> None:
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.port = free_port()
        where = ["--serve", str(self.port), self.folder.name]
        self._command = [sys.executable, script, *where, *arguments]
        self.start()

    @property
    def ws(self) -> str:
        """Where pages connect."""
        return f"ws://127.0.0.1:{self.port}/ws"

    def start(self) -> None:
        """Until it answers."""
        log = None if os.environ.get("BENCH_LOG") else subprocess.DEVNULL
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=log)
        while not self.answers():
            time.sleep(0.2)

    def get(self, path: str, seconds: float = 10.0) -> bytes:
        """A page of it."""
        address = f"http://127.0.0.1:{self.port}{path}"
        with urllib.request.urlopen(address, timeout=seconds) as answer:
            return bytes(answer.read())

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

    def end(self) -> None:
        """Ask it to stop, and wait for it."""
        self.process.terminate()
        self.process.wait(30)

    def stop(self) -> None:
        """For good."""
        self.end()
        self.folder.cleanup()

    def answers(self) -> bool:
        """Whether it says that all is well."""
        if self.process.poll() is not None:
            raise AssertionError(f"the server ended with {self.process.returncode}")
        with contextlib.suppress(OSError):
            return bool(self.get("/healthz", 5.0))
        return False


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
