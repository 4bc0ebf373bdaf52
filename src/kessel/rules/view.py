"""What each player may see of a game: with hidden supplies not how many dice the others hold.

Who holds none is no secret, since that must be seen to tell who is out (C-59).
"""

from kessel.rules.moves import Player
from kessel.rules.state import GameState


def seen_supplies(state: GameState, viewer: Player | None) -> tuple[int | None, ...]:
    """The supply of every player as `viewer` sees it; None where it is hidden.

    A watcher is `None` and holds no supply of their own.
    """
    return tuple(_seen(state, player, viewer) for player in range(state.players))


def as_seen(state: GameState, viewer: Player) -> GameState:
    """The game as `viewer` may imagine it: dice of hidden supplies are spread evenly."""
    if state.options.supply == "open":
        return state
    seen = seen_supplies(state, viewer)
    hidden = [player for player, dice in enumerate(seen) if dice is None]
    total = sum(state.hands[player] for player in hidden)
    hands = list(state.hands)
    for place, player in enumerate(hidden):
        hands[player] = total // len(hidden) + (place < total % len(hidden))
    return state._replace(hands=tuple(hands))


def _seen(state: GameState, player: Player, viewer: Player | None) -> int | None:
    supply = state.supply(player)
    if state.options.supply == "open" or player == viewer or not supply or state.is_over:
        return supply
    return None
