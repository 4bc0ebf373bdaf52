"""What outlives the process: every table as an append-only log, games, trajectories."""

from kessel.server.store.engine import BadDatabase
from kessel.server.store.store import SqlStore

__all__ = ["BadDatabase", "SqlStore"]
