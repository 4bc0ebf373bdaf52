"""The coach: what a seat could win by stopping and by throwing on, where a solution is at hand."""

from kessel.server import messages as m
from kessel.server.workers import Workers
from kessel.table import Table


async def odds(table: Table, seat: int, state: int, workers: Workers) -> m.Odds:
    """The chances of a seat that has to choose, or that there are none to tell."""
    del table, seat, workers
    return m.Odds(state=state, available=False, stop=None, throw={})
