"""Servers that share a database: each shows signs of life, by which all others know who is there
and whose tables are free; and who owns a table: claimed by whoever is asked for it, kept while its
owner is alive. Each function is part of a transaction that somebody else commits.

Only the database's clock is read, so that it does not matter how servers set theirs.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Float,
    delete,
    exists,
    insert,
    literal_column,
    or_,
    select,
    text,
    update,
)

from kessel.server.store.schema import nodes, notices, secrets, tables

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


def clock(connection: Connection) -> ColumnElement[float]:
    """The time by the database, in seconds; not that of the transaction's beginning."""
    if connection.dialect.name == "postgresql":
        now = "EXTRACT(EPOCH FROM clock_timestamp())::float8"
    else:
        now = "((julianday('now') - 2440587.5) * 86400.0)"
    return literal_column(now, Float)


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


def claim(
    connection: Connection, code: str, owner: str, dice: Collection[str], is_node: bool
) -> tuple[int, int, int] | None:
    """Take over a table that nobody owns, or nobody who is alive: its number, the epoch that
    begins and the length of its log; None where that is not so.

    One with a throw in the air goes only to an owner who throws the same way. A server that is
    one of many must itself be alive by the database's clock.
    """
    alive = nodes.c.expires > clock(connection)
    free = or_(
        tables.c.owner.is_(None),
        tables.c.owner == owner,
        ~exists().where(nodes.c.id == tables.c.owner, alive),
    )
    fit = or_(tables.c.dice.is_(None), tables.c.dice.in_(dice))
    wanted = update(tables).where(tables.c.code == code, free)
    if is_node:
        wanted = wanted.where(fit, exists().where(nodes.c.id == owner, alive))
    found = connection.execute(
        wanted.values(owner=owner, epoch=tables.c.epoch + 1).returning(
            tables.c.id, tables.c.epoch, tables.c.length
        )
    ).one_or_none()
    return None if found is None else (found[0], found[1], found[2])


def living_owner(connection: Connection, code: str, but: str = "") -> str | None:
    """Where the owner of a table is reached, if it is another one; empty if nobody alive owns it,
    None if there is no such table."""
    alive = (nodes.c.expires > clock(connection)) & (nodes.c.id != but)
    found = connection.execute(
        select(nodes.c.url)
        .select_from(tables)
        .outerjoin(nodes, (nodes.c.id == tables.c.owner) & alive)
        .where(tables.c.code == code)
    ).one_or_none()
    return None if found is None else found[0] or ""


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
