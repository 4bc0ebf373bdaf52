"""Servers for tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from databases import postgres, sqlite
from server.live import LiveServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    live = LiveServer(tmp_path_factory.mktemp("server"))
    yield live
    assert live.stop() == 0


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., LiveServer]]:
    """Starts servers of a test's own."""
    started: list[LiveServer] = []

    def start(**limits: float) -> LiveServer:
        started.append(LiveServer(tmp_path, **limits))
        return started[-1]

    yield start
    for live in started:
        live.stop()


@pytest.fixture(scope="session")
def pg() -> Iterator[Callable[[], str]]:
    """Gives addresses of new, empty databases of one PostgreSQL."""
    with postgres() as fresh:
        yield fresh


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database of either kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    return str(request.getfixturevalue("pg")())
