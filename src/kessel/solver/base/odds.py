"""What each action is worth in one position of the base game, by a solution and its model."""

from kessel.errors import BadValue
from kessel.rules.faces import visible
from kessel.rules.moves import Player
from kessel.rules.state import GameState, Phase
from kessel.rules.turn import must_throw_all, players_from
from kessel.solver.actions import STOP, Odds
from kessel.solver.base.position import LYING, dice_in
from kessel.solver.base.solution import Solution
from kessel.solver.chance import (
    BARE,
    POUR,
    SYMBOLS,
    ChanceModel,
    Movement,
    base_outcomes,
    binomial,
    singles_after,
)


def odds(state: GameState, solution: Solution, model: ChanceModel) -> Odds:
    """The chances in a position in which the active player throws or chooses."""
    lying, hands = base_position(state)
    values = action_values(solution, model, lying, hands, may_stop=state.phase is Phase.CHOICE)
    order = playing_order(state)
    actions = {}
    for name, value in values.items():
        by_player = [0.0] * state.players
        for player, chance in zip(order, value, strict=True):
            by_player[player] = chance
        actions[name] = tuple(by_player)
    return Odds(actions, state.active)


def action_values(
    solution: Solution, model: ChanceModel, lying: int, hands: tuple[int, ...], *, may_stop: bool
) -> dict[str, tuple[float, ...]]:
    """What each action is worth to all seats, in playing order from the active player on."""
    values = {}
    if may_stop:
        values[STOP] = _own_seat_first(solution.turn_value(lying, (*hands[1:], hands[0])))
    if lying == 0 and not may_stop:
        values[POUR] = throw_value(solution, model, POUR, hands[0], lying, hands)
        return values
    for kind in model.kinds:
        values[kind] = throw_value(solution, model, kind, 1, lying, hands)
    return values


def throw_value(
    solution: Solution,
    model: ChanceModel,
    kind: str,
    thrown: int,
    lying: int,
    hands: tuple[int, ...],
) -> tuple[float, ...]:
    """What a throw is worth to all seats, in playing order from the thrower on."""
    total = [0.0] * len(hands)
    # What an X has emptied, dice flying out in the same turn do not make bare.
    bare = solution.arenas > LYING and (kind == POUR or lying > 0)
    for (left, taken), chance in base_outcomes(
        model, kind, thrown, dice_in(lying), bare=bare
    ).items():
        value = _after(solution, left, hands[0] - thrown, taken, hands[1:])
        for seat, part in enumerate(value):
            total[seat] += chance * part
    return tuple(total)


def movement_value(
    solution: Solution, move: Movement, thrown: int, lying: int, hands: tuple[int, ...]
) -> float:
    """The thrower's chance after a movement of the dice, before their faces are known."""
    resting = dice_in(lying) - move.struck - move.knocked_out
    bare = solution.arenas > LYING and lying > 0 and not resting and not move.falling
    value = 0.0
    for seen, chance in binomial(move.falling, SYMBOLS / (SYMBOLS + 1)):
        for singles, share in singles_after(resting, seen):
            taken = resting + seen - singles
            after = _after(solution, BARE if bare else singles, hands[0] - thrown, taken, hands[1:])
            value += chance * share * after[0]
    return value


def base_position(state: GameState) -> tuple[int, tuple[int, ...]]:
    """A position as the solver has it: different dice lying, and hands from the active player on.

    An empty arena that makes nobody throw everything is `BARE`. Raises for positions outside the
    tables.
    """
    if state.phase not in (Phase.THROW, Phase.CHOICE):
        raise BadValue(
            "a position of phase {phase} is neither a throw nor a choice", phase=state.phase.value
        )
    seen = visible(state.arena)
    if len(set(seen)) < len(state.arena) or len(seen) != len(state.arena):
        raise BadValue("equal dice lie in the arena; such a position is not in the tables")
    return lying_in(state), tuple(state.supply(player) for player in playing_order(state))


def lying_in(state: GameState) -> int:
    """How many different dice are seen; `BARE` if none, and that does not make a player throw
    everything."""
    if not state.arena and not must_throw_all(state):
        return BARE
    return len(set(visible(state.arena)))


def playing_order(state: GameState) -> tuple[Player, ...]:
    """The seats in the game from the active player on, in the direction of play."""
    return tuple(players_from(state, state.active, state.direction))


def _after(
    solution: Solution, left: int, own: int, taken: int, others: tuple[int, ...]
) -> tuple[float, ...]:
    if taken:
        return _own_seat_first(solution.turn_value(left, (*others, own + taken)))
    if own == 0:
        return (0.0, *solution.turn_value(left, others))
    return solution.choice_value(left, (own, *others))


def _own_seat_first(value: tuple[float, ...]) -> tuple[float, ...]:
    return (value[-1], *value[:-1])
