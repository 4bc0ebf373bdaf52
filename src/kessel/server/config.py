"""Everything that can be set about a server, with what holds where nothing is set."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kessel.folders import data_folder
from kessel.hall.limits import Limits
from kessel.table import Pace

DEFAULT_PORT = 8000


@dataclass(frozen=True, slots=True)
class Config:
    """One server."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    data: Path = field(default_factory=data_folder)
    database: str | None = None
    """A SQLAlchemy URL; the SQLite file in `data` where it is None."""
    node: str | None = None
    """Where other servers of the same database reach this one; None where there are none."""
    lease: float = 2.4
    """s without a sign of life after which its tables go to others."""
    drain_seconds: float = 3.0
    """For which a server that is to stop says so before it gives its tables up."""
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Processes that simulate: as many as cores, since the event loop needs little of one."""
    dice: str = "portable"
    """What throws: portable, native or ideal dice."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may connect; the server's own always may."""
    names: tuple[str, ...] = ()
    """Host names it is reached by, besides this machine's; behind a proxy, none means any."""
    invitation: str | None = None
    """The origin that others in the network open; None where only this machine can."""
    key: str = ""
    """What the page that the command opened knows, and may let others in by; none may without."""
    home: bool = False
    """Whether somebody plays at this computer, and others only in its network."""
    behind_proxy: bool = False
    """Whether the last address in X-Forwarded-For is that of the client."""
    metrics: tuple[str, int] | None = None
    """A further address, which answers `/metrics` to whoever reaches it; none where it is None."""
    keep_days: float = 0.0
    """Tables untouched for so long are deleted; 0 keeps them for ever."""
    delete_all_old: bool = False
    """Even if more than a fifth of all tables goes with it."""
    log_in_words: bool = False
    """Warnings alone, for whoever plays on this machine; else everything, as JSON."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """Commands of bots from elsewhere, by the names under which people meet them."""
    limits: Limits = field(default_factory=Limits)
    pace: Pace = field(default_factory=Pace)
