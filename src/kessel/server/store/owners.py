"""Who owns a table: claimed by whoever is asked for it, kept while its owner shows signs of life.

Each function is part of a transaction that somebody else commits. Only the database's clock is
read, so that it does not matter how servers set theirs.
"""

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, Float, exists, literal_column, or_, select, update

from kessel.server.store.schema import nodes, tables


def clock(connection: Connection) -> ColumnElement[float]:
    """The time by the database, in seconds; not that of the transaction's beginning."""
    if connection.dialect.name == "postgresql":
        now = "EXTRACT(EPOCH FROM clock_timestamp())::float8"
    else:
        now = "((julianday('now') - 2440587.5) * 86400.0)"
    return literal_column(now, Float)


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
