"""Appends to a log in SQLite, statement by statement, in a transaction that somebody else commits.

The statements go straight to the driver, whose errors are its own: the thread that writes and the
event loop share one interpreter, and what the one spends on statements the other waits for.
"""

from sqlalchemy import Connection

from kessel.hall.store import Writing
from kessel.server.store.schema import of_entry, of_trajectory

_MOVE_ON = """
UPDATE tables SET length = ?, touched_at = ?, dice = ?
WHERE id = ? AND owner = ? AND epoch = ? AND length = ?
"""
_ADD_ENTRY = "INSERT INTO entries (table_id, number, body, checksum) VALUES (?, ?, ?, ?)"
_ADD_GAME = """
INSERT INTO games (code, table_id, number, edition, first_entry) VALUES (?, ?, ?, ?, ?)
"""
_ADD_THROW = """
INSERT INTO throws (game, number, seconds, trajectory, checksum) VALUES (?, ?, ?, ?, ?)
"""
_END_GAME = "UPDATE games SET finished_at = ? WHERE code = ?"


def append(connection: Connection, writing: Writing, owner: str, now: float) -> bool:
    """Append to a log; whether the entries belong there.

    Where they do not, or where the table has another owner, nothing is done.
    """
    run, table, first = connection.connection.cursor().execute, writing.table, writing.first
    after = first + len(writing.bodies)
    where = (table, owner, writing.epoch, first)
    touched = max(now, writing.until)
    if run(_MOVE_ON, (after, touched, writing.dice, *where)).rowcount != 1:
        return False
    for number, body in enumerate(writing.bodies, start=first):
        run(_ADD_ENTRY, (table, number, body, of_entry(number, body)))
    for game in writing.games:
        run(_ADD_GAME, (game.code, table, game.number, game.edition, game.first_entry))
    for throw in writing.throws:
        flight = throw.trajectory
        run(_ADD_THROW, (throw.game, throw.number, throw.seconds, flight, of_trajectory(flight)))
    for code in writing.finished:
        run(_END_GAME, (now, code))
    return True
