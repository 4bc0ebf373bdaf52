"""Throws tried in a bot's head: what comes of one on the rules, drawn from the bot's own source."""

from collections.abc import Callable, Sequence
from random import Random

from kessel.rules.awaits import AwaitColumn, AwaitExtra
from kessel.rules.engine import apply, awaited
from kessel.rules.moves import ExtraThrow, Player, Throw, Unit
from kessel.rules.state import GameState, Phase
from kessel.solver.chance import column_weights
from kessel.throws.dice import Cast, Dice


def trial_step(state: GameState, unit: Unit, kind: str, dice: Dice, chance: Random) -> GameState:
    """What comes of a throw, extra throws and columns that it calls included."""
    landing = dice.land(state, {state.active: Cast(unit, kind=kind)}, chance).landing
    state = apply(state, Throw(unit, landing)).state
    while state.phase in (Phase.EXTRA, Phase.COLUMN):
        state = shared_step(state, kind, dice, chance)
    return state


def shared_step(
    state: GameState,
    kind: str,
    dice: Dice,
    chance: Random,
    chosen: Callable[[Player], Unit | None] = lambda _: None,
) -> GameState:
    """What comes of an extra throw or a column of fire; others throw their first unit unless
    something else is chosen."""
    waiting = awaited(state)
    if isinstance(waiting, AwaitColumn):
        return apply(state, waiting.answer(column_winner(state, waiting.players, chance))).state
    assert isinstance(waiting, AwaitExtra)
    casts = {
        player: Cast(chosen(player) or units[0], kind=kind)
        for player, units in waiting.units.items()
    }
    units = {player: cast.unit for player, cast in casts.items()}
    return apply(state, ExtraThrow(units, dice.land(state, casts, chance).landing)).state


def column_winner(state: GameState, players: Sequence[Player], chance: Random) -> Player:
    """Draw who builds the Column of Fire first: the fewer dice to stack, the likelier."""
    return chance.choices(players, column_weights([state.supply(player) for player in players]))[0]
