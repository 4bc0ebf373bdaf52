"""The coach during a game: what a seat could win by stopping and by throwing on."""

from kessel.hall.messages.server import Odds
from kessel.hall.workers import Workers
from kessel.table import Ledger, Seat, Stale


async def odds(ledger: Ledger, seat: Seat, state: int, workers: Workers) -> Odds:
    """The chances of a seat that has to throw or choose; not available where there is no solution.

    They are worked out from what the seat may see.
    """
    if state != ledger.state_number:
        raise Stale(f"this asks about state {state}; the game is at {ledger.state_number}")
    if not ledger.is_to_choose(seat):
        return _not_available(state, preparing=False)
    sight = ledger.sight_of(seat)
    chances = await workers.odds(sight)
    if chances is None:
        return _not_available(state, preparing=workers.is_preparing(sight))
    return Odds(
        state=state,
        available=True,
        preparing=False,
        estimated=chances.estimated,
        stop=chances.stop,
        throws=chances.throws,
    )


def _not_available(state: int, preparing: bool) -> Odds:
    return Odds(
        state=state, available=False, preparing=preparing, estimated=False, stop=None, throws=[]
    )
