"""A server that is told to stop is gone in its time, and can be reached once it says so; what those
who are there hear: `test_guard.py`."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from server.live import LiveServer, player
from serving import children_of, free_port

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@linux_only
async def test_it_stops_in_its_time_whatever_hangs(tmp_path: Path) -> None:
    """Workers are stopped, the database is locked, and a throw is under way."""
    server = LiveServer(tmp_path, "stop:1.5")
    async with player(server) as ann:
        await ann.create("strike-2020", "pp", dice="physics")
        for pid in children_of(server.process.pid):
            os.kill(pid, signal.SIGSTOP)
        with contextlib.closing(sqlite3.connect(server.folder / "kessel.db")) as database:
            database.execute("BEGIN IMMEDIATE")
            await ann.act()
            await asyncio.sleep(0.3)
            assert await asyncio.to_thread(server.stop) == 0
    assert "stopped without waiting any longer" in server.log()


REACHED = """
import signal, socket, sys
from pathlib import Path
from kessel.server import serve
from kessel.server.config import Config

def look() -> None:
    socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5.0).close()
    print("reached")
    signal.raise_signal(signal.SIGINT)

serve.run(Config(port=int(sys.argv[1]), data=Path(sys.argv[2]), workers=1, dice="ideal"), look)
"""


def test_whoever_is_told_where_it_is_can_come_at_once(tmp_path: Path) -> None:
    """A browser that is opened too early shows that nobody answers."""
    command = [sys.executable, "-c", REACHED, str(free_port()), str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120.0, check=False)
    assert (ended.stdout, ended.returncode) == ("reached\n", 0), ended.stderr


@linux_only
def test_with_ulimit_n_64_the_command_refuses_in_one_line(tmp_path: Path) -> None:
    serve = f"{sys.executable} -m kessel serve --port 18731 --data {tmp_path}"
    ended = subprocess.run(
        ["sh", "-c", f"ulimit -n 64; exec {serve}"], capture_output=True, text=True, timeout=60
    )
    assert ended.returncode != 0
    assert ended.stderr.startswith("kessel: only 64 files may be open at once")
    assert len(ended.stderr.splitlines()) == 1
