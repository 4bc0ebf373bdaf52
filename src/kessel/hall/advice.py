"""What the coach tells of one position, in the words of messages; runs in a worker."""

from functools import lru_cache

from kessel.coach.coach import Coach
from kessel.errors import KesselError
from kessel.hall.workers import Chances
from kessel.messages import views
from kessel.rules.edition import find_edition
from kessel.rules.moves import ALL, ONE
from kessel.rules.state import GameState
from kessel.solver.actions import STOP
from kessel.solver.library import best_model


def chances(state: GameState) -> Chances | None:
    """The chances of who is to throw or choose; None where nothing can be said."""
    try:
        odds = _coach(state.edition.id, state.players).advise(state)
    except KesselError:
        return None
    own = {name: won[odds.player] for name, won in odds.actions.items()}
    stop = own.pop(STOP, None)
    throws = [views.ThrowOdds(action=action_view(name), chance=own[name]) for name in own]
    throws.sort(key=lambda one: -one.chance)
    return Chances(stop, throws, estimated=not odds.is_exact)


def action_view(name: str) -> views.ActionView:
    """What the coach calls `stop`, `all`, `firm`, or `pile:0 firm`."""
    if name in (STOP, ALL):
        return views.ActionView(unit=None if name == STOP else ALL, strength=None)
    unit, _, strength = name.rpartition(" ")
    return views.ActionView(unit=unit or ONE, strength=strength)


@lru_cache(maxsize=16)
def _coach(edition_id: str, players: int) -> Coach:
    edition = find_edition(edition_id)
    return Coach(edition, players, best_model(edition))
