"""What the coach tells of one position, in the words of messages; runs in a worker."""

from functools import lru_cache

from kessel.coach.coach import STOP, Coach
from kessel.errors import BadValue, KesselError
from kessel.hall.messages import server
from kessel.hall.workers import Chances
from kessel.rules.edition import find_edition
from kessel.rules.moves import ALL, ONE
from kessel.rules.state import GameState
from kessel.solver.base.solution import check_base
from kessel.solver.library import best_model


def chances(state: GameState) -> Chances | None:
    """The chances of who is to throw or choose; None where nothing can be said."""
    try:
        advice = _coach(state.edition.id, state.players).advise(state)
    except KesselError:
        return None
    own = {name: won[advice.seat] for name, won in advice.actions.items()}
    stop = own.pop(STOP, None)
    throws = [server.ThrowOdds(action=action_view(name), chance=own[name]) for name in own]
    throws.sort(key=lambda one: -one.chance)
    return Chances(stop, throws, estimated=not (advice.is_exact and as_solved(state)))


def action_view(name: str) -> server.ActionView:
    """What the coach calls `stop`, `all`, `firm`, or `pile:0 firm`."""
    if name in (STOP, ALL):
        return server.ActionView(unit=None if name == STOP else ALL, strength=None)
    unit, _, strength = name.rpartition(" ")
    return server.ActionView(unit=unit or ONE, strength=strength)


def as_solved(state: GameState) -> bool:
    """Whether the options of a game without effects are those its solution is for.

    With effects the coach sees to that itself.
    """
    if state.edition.effects:
        return True
    try:
        check_base(state.edition, state.options)
    except BadValue:
        return False
    return True


@lru_cache(maxsize=16)
def _coach(edition: str, players: int) -> Coach:
    box = find_edition(edition)
    return Coach(box, players, best_model(box))
