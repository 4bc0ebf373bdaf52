"""Appends to many logs in one statement of PostgreSQL: one way to the database and back for all.

The fence: a row of `tables` moves on only where owner, epoch and length are those that the writer
believes in, and nothing else is written without it. The lock on that row orders it against claims.
All writings go there as one JSON text: a driver spends more on lists than a database on reading it.
"""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection

from kessel.hall.store import Writing

FENCE = "t.owner = %(owner)s AND t.epoch = w.epoch AND t.length = w.first"

STATEMENT = """
WITH fence AS (
  UPDATE tables t SET length = w.first + json_array_length(w.bodies), dice = w.dice,
    touched_at = greatest(%(now)s, w.until)
  FROM json_to_recordset(CAST(%(writings)s AS json)) AS w ("table" bigint, epoch bigint,
    first integer, bodies json, dice text, until float8, games json, throws json)
  WHERE t.id = ANY(CAST(%(tables)s AS bigint[])) AND t.id = w."table" AND {fence}
  RETURNING t.id, w.first, w.bodies, w.games, w.throws),
new_entries AS (
  INSERT INTO entries (table_id, number, body, checksum)
  SELECT id, first + place - 1, body, left(md5((first + place - 1)::text || ' ' || body), 16)
  FROM fence, json_array_elements_text(bodies) WITH ORDINALITY AS e (body, place))
{further}
SELECT id FROM fence
"""

FURTHER = """
, new_games AS (
  INSERT INTO games (code, table_id, number, edition, first_entry, finished_at)
  SELECT code, id, number, edition, first_entry,
    CASE WHEN code = ANY(CAST(%(finished)s AS text[])) THEN %(now)s END
  FROM fence, json_to_recordset(games)
    AS g (code text, number integer, edition text, first_entry integer)),
new_throws AS (
  INSERT INTO throws (game, number, seconds, trajectory, checksum)
  SELECT game, number, seconds, decode(trajectory, 'base64'),
    left(md5(decode(trajectory, 'base64')), 16)
  FROM fence, json_to_recordset(throws)
    AS h (game text, number integer, seconds float8, trajectory text)),
ended AS (
  UPDATE games SET finished_at = %(now)s FROM fence
  WHERE games.code = ANY(CAST(%(finished)s AS text[])) AND games.table_id = fence.id)
"""
"""For the few writings that have more than entries."""


def append(connection: Connection, some: Sequence[Writing], owner: str, now: float) -> set[int]:
    """Append to these logs, none of which is there twice; the tables that were let through."""
    values: dict[str, object] = {
        "owner": owner,
        "now": now,
        "tables": [one.table for one in some],
        "writings": msgspec.json.encode(some).decode(),
    }
    has_more = any(one.games or one.throws or one.finished for one in some)
    if has_more:
        values["finished"] = [code for one in some for code in one.finished]
    statement = STATEMENT.format(fence=FENCE, further=FURTHER if has_more else "")
    return set(connection.exec_driver_sql(statement, values).scalars())
