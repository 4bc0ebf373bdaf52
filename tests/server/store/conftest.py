"""A database in memory, brought up to date."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, create_engine

from kessel.server.store.migrations import migrate


@pytest.fixture
def database() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        migrate(connection)
        yield connection
    engine.dispose()
