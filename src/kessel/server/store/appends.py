"""Appends to many logs in one statement of PostgreSQL: one way to the database and back for all.

The fence: a row of `tables` moves on only where owner, epoch and length are those that the writer
believes in, and nothing else is written without it. The lock on that row orders it against claims.
"""

from collections.abc import Sequence
from itertools import chain

from sqlalchemy import Connection, text

from kessel.hall.store import Writing

FENCE = "t.owner = :owner AND t.epoch = w.epoch AND t.length = w.first"

STATEMENT = """
WITH fence AS (
  UPDATE tables t SET length = w.after, thrower = w.thrower, touched_at = :now
  FROM unnest(CAST(:ids AS bigint[]), CAST(:epochs AS bigint[]), CAST(:firsts AS integer[]),
    CAST(:afters AS integer[]), CAST(:throwers AS text[]))
    AS w (id, epoch, first, after, thrower)
  WHERE t.id = w.id AND {fence} RETURNING t.id),
new_entries AS (
  INSERT INTO entries (table_id, number, body)
  SELECT id, number, body FROM fence JOIN unnest(CAST(:entry_ids AS bigint[]),
    CAST(:numbers AS integer[]), CAST(:bodies AS text[])) AS e (id, number, body) USING (id))
{further}
SELECT id FROM fence
"""

FURTHER = """
, new_games AS (
  INSERT INTO games (code, table_id, number, edition, first_entry, finished_at)
  SELECT code, id, number, edition, first, CASE WHEN code = ANY(:finished) THEN :now END
  FROM fence JOIN unnest(CAST(:game_ids AS bigint[]), CAST(:game_codes AS text[]),
    CAST(:game_numbers AS integer[]), CAST(:editions AS text[]), CAST(:first_entries AS integer[]))
    AS g (id, code, number, edition, first) USING (id)),
new_throws AS (
  INSERT INTO throws (game, number, seconds, trajectory)
  SELECT game, number, seconds, trajectory
  FROM fence JOIN unnest(CAST(:throw_ids AS bigint[]), CAST(:throw_games AS text[]),
    CAST(:throw_numbers AS integer[]), CAST(:seconds AS float8[]), CAST(:trajectories AS bytea[]))
    AS h (id, game, number, seconds, trajectory) USING (id)),
ended AS (
  UPDATE games SET finished_at = :now FROM fence
  WHERE games.table_id = fence.id AND games.code = ANY(:finished))
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
    return set(connection.execute(text(statement), values).scalars())


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
