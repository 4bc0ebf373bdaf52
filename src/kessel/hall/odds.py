"""The coach during a game: what a seat could win by stopping or throwing on, and where to aim."""

import secrets

from kessel.bots.levels import COACH
from kessel.hall.workers import Workers
from kessel.messages.fields import AimFields
from kessel.messages.server import Advice, OddsAnswer
from kessel.rules.moves import Throw
from kessel.table import Seat, Stale, TableState
from kessel.throws.aim import aim_values

CHANCE_BYTES = 32


async def odds(table: TableState, seat: Seat, state: int, workers: Workers) -> OddsAnswer:
    """The chances of a seat that has to throw or choose; not available where there is no solution.

    They are worked out from what the seat may see.
    """
    _check_state(table, state)
    if not table.is_to_choose(seat):
        return _not_available(state, preparing=False)
    sight = table.sight_of(seat)
    chances = await workers.odds(sight)
    if chances is None:
        return _not_available(state, preparing=workers.is_preparing(sight))
    return OddsAnswer(
        state=state,
        available=True,
        preparing=False,
        estimated=chances.estimated,
        stop=chances.stop,
        throws=chances.throws,
    )


async def advice(table: TableState, seat: Seat, state: int, workers: Workers) -> Advice:
    """Where the strongest bot would aim if it sat there, from what the seat may see.

    It has chance of its own.
    """
    _check_state(table, state)
    if not table.is_to_choose(seat):
        return _no_advice(state)
    sight = table.seen_from(seat)
    if workers.is_preparing(sight.state):
        return _no_advice(state, preparing=True)
    try:
        answer = await workers.decide(COACH, sight, secrets.token_bytes(CHANCE_BYTES))
    except TimeoutError:  # it is busy, or still reading what it needs
        return _no_advice(state, preparing=True)
    if not isinstance(answer.move, Throw) or answer.aim is None or answer.worth is None:
        return _no_advice(state)
    aim, unit = AimFields(**aim_values(answer.aim)), answer.move.unit
    return Advice(state=state, unit=unit, aim=aim, worth=answer.worth, preparing=False)


def _no_advice(state: int, preparing: bool = False) -> Advice:
    return Advice(state=state, unit=None, aim=None, worth=None, preparing=preparing)


def _check_state(table: TableState, state: int) -> None:
    if state != table.state_number:
        raise Stale(f"this asks about state {state}; the game is at {table.state_number}")


def _not_available(state: int, preparing: bool) -> OddsAnswer:
    return OddsAnswer(
        state=state, available=False, preparing=preparing, estimated=False, stop=None, throws=[]
    )
