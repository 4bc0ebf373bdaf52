"""What each seat may see of a game: with hidden supplies not how many dice the others hold.

Who holds none is no secret, since that must be seen to tell who is out (C-59).
"""

from kessel.rules.moves import Seat
from kessel.rules.state import GameState


def seen_supplies(state: GameState, viewer: Seat | None) -> tuple[int | None, ...]:
    """The supply of every seat as `viewer` sees it; None where it is hidden.

    A watcher is `None` and holds no supply of their own.
    """
    return tuple(_seen(state, seat, viewer) for seat in range(state.players))


def as_seen(state: GameState, viewer: Seat) -> GameState:
    """The game as `viewer` may imagine it: dice of hidden supplies are spread evenly."""
    seen = seen_supplies(state, viewer)
    hidden = [seat for seat, dice in enumerate(seen) if dice is None]
    total = sum(state.hands[seat] for seat in hidden)
    hands = list(state.hands)
    for place, seat in enumerate(hidden):
        hands[seat] = total // len(hidden) + (place < total % len(hidden))
    return state._replace(hands=tuple(hands))


def _seen(state: GameState, seat: Seat, viewer: Seat | None) -> int | None:
    supply = state.supply(seat)
    if state.options.supply == "open" or seat == viewer or not supply or state.is_over:
        return supply
    return None
