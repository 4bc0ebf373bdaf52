"""Everything that can be set about a server, with what holds where nothing is set."""

import os
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from kessel.table import Pace

DEFAULT_PORT = 8000


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one connection, one address or all together may ask of the server."""

    message_bytes: int = 64 * 1024
    """A larger message closes the connection."""
    messages_per_second: float = 20.0
    """Of one connection, in the long run; a burst may be four times as many."""
    address_messages_per_second: float = 100.0
    address_connections: int = 40
    address_tables_per_minute: float = 20.0
    strikes: int = 100
    """Messages refused as too fast before the connection is closed."""
    connections: int = 5000
    tables: int = 2000
    """In memory at once."""
    watchers: int = 50
    """Of one table."""
    hello_seconds: float = 10.0
    silence_seconds: float = 100.0
    """A connection that says nothing for so long is taken for lost; pages ping."""
    unsent: int = 200
    """Messages waiting for a slow client before it is let go."""
    idle_table_seconds: float = 60.0
    """A table nobody attends leaves the memory after this time; it stays in the database."""


@dataclass(frozen=True, slots=True)
class Config:
    """One server."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    data: Path = field(default_factory=lambda: Path(platformdirs.user_data_dir("kessel")))
    database: str | None = None
    """A SQLAlchemy URL; the SQLite file in `data` where it is None."""
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Processes that simulate: as many as cores, since the event loop needs little of one."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may connect; the server's own always may."""
    behind_proxy: bool = False
    """Whether the last address in X-Forwarded-For is that of the client."""
    keep_days: float = 0.0
    """Tables untouched for so long are deleted; 0 keeps them for ever."""
    limits: Limits = field(default_factory=Limits)
    pace: Pace = field(default_factory=Pace)
