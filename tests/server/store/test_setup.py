"""An empty database gets all tables; one that another version made is refused in one line."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, create_engine, inspect, text

from kessel.server.store import BadDatabase
from kessel.server.store.schema import VERSION, metadata
from kessel.server.store.setup import set_up


@pytest.fixture
def empty() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_an_empty_database_gets_every_table_and_column_of_the_schema(empty: Connection) -> None:
    set_up(empty)
    found = inspect(empty)
    assert set(found.get_table_names()) == set(metadata.tables)
    for name, table in metadata.tables.items():
        assert {column["name"] for column in found.get_columns(name)} == set(table.columns.keys())


def test_the_second_time_nothing_is_done(empty: Connection) -> None:
    set_up(empty)
    set_up(empty)
    assert empty.execute(text("SELECT version FROM kessel_schema")).all() == [(VERSION,)]


@pytest.mark.parametrize("version", [0, 2, 99])
def test_a_database_of_another_version_is_left_alone(empty: Connection, version: int) -> None:
    set_up(empty)
    empty.execute(text(f"UPDATE kessel_schema SET version = {version}"))
    with pytest.raises(BadDatabase, match=f"has version {version}; this program reads") as told:
        set_up(empty)
    assert "name an empty database" in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE days",
        "ALTER TABLE tables RENAME dice TO thrower",
        "ALTER TABLE nodes ADD COLUMN load INTEGER",
    ],
)
def test_one_of_a_shape_that_was_never_released_is_left_alone(
    empty: Connection, change: str
) -> None:
    set_up(empty)
    empty.execute(text(change))
    with pytest.raises(BadDatabase, match="has other tables than those of version 1; this"):
        set_up(empty)


def test_a_database_without_a_version_is_left_alone(empty: Connection) -> None:
    empty.execute(text("CREATE TABLE tables (id INTEGER)"))
    with pytest.raises(BadDatabase, match="is not Kessel's; this"):
        set_up(empty)
    assert inspect(empty).get_table_names() == ["tables"]


def test_tables_of_others_beside_ours_do_not_matter(empty: Connection) -> None:
    empty.execute(text("CREATE TABLE elsewhere (id INTEGER)"))
    set_up(empty)
    assert set(inspect(empty).get_table_names()) == {"elsewhere", *metadata.tables}
