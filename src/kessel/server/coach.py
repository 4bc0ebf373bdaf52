"""The coach: what a seat could win by stopping and by throwing on, where a solution is at hand."""

from kessel.server import messages as m
from kessel.server.workers import Workers
from kessel.table import Stale, Table

STOP = "stop"


async def odds(table: Table, seat: int, state: int, workers: Workers) -> m.Odds:
    """The chances of a seat that has to throw or choose, or that there are none to tell."""
    if state != table.state_number:
        raise Stale(f"this asks about state {state}; the game is at {table.state_number}")
    found = await workers.odds(table.sight_of(seat)) if table.is_to_choose(seat) else None
    if found is None:
        return m.Odds(state=state, available=False, stop=None, throw={})
    throws = {kind: chance for kind, chance in found.items() if kind != STOP}
    return m.Odds(state=state, available=True, stop=found.get(STOP), throw=throws)
