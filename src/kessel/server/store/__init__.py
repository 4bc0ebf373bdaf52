"""What outlives the process: every table as an append-only log, games, trajectories."""

from kessel.server.store.store import NewGame, NewThrow, Store, Writing

__all__ = ["NewGame", "NewThrow", "Store", "Writing"]
