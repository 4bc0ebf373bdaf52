"""Appends to many logs in one statement of PostgreSQL: one way to the database and back for all.

The fence: a row of `tables` moves on only where owner, epoch and length are those that the writer
believes in, and nothing else is written without it. The lock on that row orders it against claims.
The statements are the driver's own: reading them anew each time would cost more than running them.
"""

from collections.abc import Sequence
from itertools import chain

from sqlalchemy import Connection

from kessel.hall.store import Writing

FENCE = "t.owner = %(owner)s AND t.epoch = w.epoch AND t.length = w.first"

STATEMENT = """
WITH fence AS (
  UPDATE tables t SET length = w.after, thrower = w.thrower, touched_at = %(now)s
  FROM unnest(CAST(%(ids)s AS bigint[]), CAST(%(epochs)s AS bigint[]),
    CAST(%(firsts)s AS integer[]), CAST(%(afters)s AS integer[]), CAST(%(throwers)s AS text[]))
    AS w (id, epoch, first, after, thrower)
  WHERE t.id = w.id AND {fence} RETURNING t.id),
new_entries AS (
  INSERT INTO entries (table_id, number, body)
  SELECT id, number, body FROM fence JOIN unnest(CAST(%(entry_ids)s AS bigint[]),
    CAST(%(numbers)s AS integer[]), CAST(%(bodies)s AS text[])) AS e (id, number, body) USING (id))
{further}
SELECT id FROM fence
"""

FURTHER = """
, new_games AS (
  INSERT INTO games (code, table_id, number, edition, first_entry, finished_at)
  SELECT code, id, number, edition, first, CASE WHEN code = ANY(%(finished)s) THEN %(now)s END
  FROM fence JOIN unnest(CAST(%(game_ids)s AS bigint[]), CAST(%(game_codes)s AS text[]),
    CAST(%(game_numbers)s AS integer[]), CAST(%(editions)s AS text[]),
    CAST(%(first_entries)s AS integer[]))
    AS g (id, code, number, edition, first) USING (id)),
new_throws AS (
  INSERT INTO throws (game, number, seconds, trajectory)
  SELECT game, number, seconds, trajectory
  FROM fence JOIN unnest(CAST(%(throw_ids)s AS bigint[]), CAST(%(throw_games)s AS text[]),
    CAST(%(throw_numbers)s AS integer[]), CAST(%(seconds)s AS float8[]),
    CAST(%(trajectories)s AS bytea[]))
    AS h (id, game, number, seconds, trajectory) USING (id)),
ended AS (
  UPDATE games SET finished_at = %(now)s FROM fence
  WHERE games.table_id = fence.id AND games.code = ANY(%(finished)s))
"""
"""For the few writings that have more than entries."""


def append_all(
    connection: Connection, writings: Sequence[Writing], owner: str, now: float
) -> list[bool]:
    """Append all; whether each was let through. Those of one table go one after the other."""
    kept = [False] * len(writings)
    for places in _rounds(writings):
        some = [writings[place] for place in places]
        through = _append(connection, some, owner, now)
        for place in places:
            kept[place] = writings[place].table in through
    return kept


def _rounds(writings: Sequence[Writing]) -> list[list[int]]:
    """The places of all writings, so that no table comes twice in one round."""
    rounds: list[list[int]] = []
    seen: dict[int, int] = {}
    for place, writing in enumerate(writings):
        number = seen[writing.table] = seen.get(writing.table, -1) + 1
        if number == len(rounds):
            rounds.append([])
        rounds[number].append(place)
    return rounds


def _append(connection: Connection, some: Sequence[Writing], owner: str, now: float) -> set[int]:
    values: dict[str, object] = {
        "owner": owner,
        "now": now,
        "ids": [one.table for one in some],
        "epochs": [one.epoch for one in some],
        "firsts": [one.first for one in some],
        "afters": [one.first + len(one.bodies) for one in some],
        "throwers": [one.thrower for one in some],
        "entry_ids": [one.table for one in some for _ in one.bodies],
        "numbers": [one.first + n for one in some for n in range(len(one.bodies))],
        "bodies": [body for one in some for body in one.bodies],
    }
    has_more = any(one.games or one.throws or one.finished for one in some)
    further = FURTHER if has_more else ""
    values |= _further(some) if has_more else {}
    statement = STATEMENT.format(fence=FENCE, further=further)
    return set(connection.exec_driver_sql(statement, values).scalars())


def _further(some: Sequence[Writing]) -> dict[str, object]:
    games = [(one.table, game) for one in some for game in one.games]
    throws = [(one.table, throw) for one in some for throw in one.throws]
    return {
        "game_ids": [table for table, _ in games],
        "game_codes": [game.code for _, game in games],
        "game_numbers": [game.number for _, game in games],
        "editions": [game.edition for _, game in games],
        "first_entries": [game.first_entry for _, game in games],
        "throw_ids": [table for table, _ in throws],
        "throw_games": [throw.game for _, throw in throws],
        "throw_numbers": [throw.number for _, throw in throws],
        "seconds": [throw.seconds for _, throw in throws],
        "trajectories": [throw.trajectory for _, throw in throws],
        "finished": list(chain.from_iterable(one.finished for one in some)),
    }
