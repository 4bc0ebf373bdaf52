"""Servers that share a database: each shows a sign of life once a second, by which all others know
whose tables are free. Each function is part of a transaction that somebody else commits.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Column, ColumnElement, Connection, delete, insert, select, text, update

from kessel.server.store.owners import clock
from kessel.server.store.schema import nodes, notices, secrets

KEPT_DEAD = 60.0
"""s for which a server that died can still be seen in the database."""


@dataclass(frozen=True, slots=True)
class Member:
    """A server that is alive."""

    id: str
    url: str
    draining: bool
    notice: str
    """What it told the others last."""
    expires: float = 0.0
    """When its lease runs out, by the database's clock."""


def enter(connection: Connection, node: str, url: str, lease: float) -> None:
    """Be one of them from now on, under an identity that never was before."""
    now = clock(connection)
    _remove(connection, nodes.c.id, nodes.c.expires < now - KEPT_DEAD)
    _remove(connection, notices.c.node, notices.c.node.not_in(select(nodes.c.id)))
    connection.execute(insert(nodes).values(id=node, url=url, expires=now + lease, draining=False))


def beat(connection: Connection, node: str, lease: float, draining: bool) -> bool:
    """A sign of life. False: it came too late, others may own our tables, and this identity is
    over for good."""
    now = clock(connection)
    moved = connection.execute(
        update(nodes)
        .where(nodes.c.id == node, nodes.c.expires > now)
        .values(expires=now + lease, draining=draining)
    )
    return moved.rowcount == 1


def bury(connection: Connection, silent: Sequence[tuple[str, float]]) -> None:
    """Remove servers that have shown no sign of life since their lease was seen to end then."""
    for node, expires in silent:
        _remove(connection, nodes.c.id, nodes.c.id == node, nodes.c.expires == expires)


def leave(connection: Connection, node: str) -> None:
    """Be no longer one of them: all tables of this identity are free at once."""
    connection.execute(delete(nodes).where(nodes.c.id == node))
    connection.execute(delete(notices).where(notices.c.node == node))


def post(connection: Connection, node: str, notice: str) -> list[Member]:
    """Tell the others something; all who are alive, with what they told."""
    connection.execute(
        text(
            "INSERT INTO notices (node, body) VALUES (:node, :body)"
            " ON CONFLICT (node) DO UPDATE SET body = excluded.body"
        ),
        {"node": node, "body": notice},
    )
    rows = connection.execute(
        select(nodes.c.id, nodes.c.url, nodes.c.draining, notices.c.body, nodes.c.expires)
        .outerjoin(notices, notices.c.node == nodes.c.id)
        .where(nodes.c.expires > clock(connection))
    )
    return [
        Member(id_, url, draining, body or "", expires)
        for id_, url, draining, body, expires in rows
    ]


def shared_secret(connection: Connection, name: str, fresh: str) -> str:
    """A secret that all servers of a database know: the first one's, whoever that is."""
    connection.execute(
        text("INSERT INTO secrets (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING"),
        {"name": name, "value": fresh},
    )
    return str(connection.execute(select(secrets.c.value).where(secrets.c.name == name)).scalar())


def _remove(connection: Connection, key: Column[str], *which: ColumnElement[bool]) -> None:
    """Delete rows, but for those that somebody holds: one that was cut off amid a sign of life
    holds its own for seconds, and nobody must miss theirs because of that."""
    free = select(key).where(*which).with_for_update(skip_locked=True)
    connection.execute(delete(key.table).where(key.in_(free)))
