"""A database in memory, with the tables of Kessel."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, create_engine

from kessel.server.store.setup import set_up


@pytest.fixture
def database() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        set_up(connection)
        yield connection
    engine.dispose()
