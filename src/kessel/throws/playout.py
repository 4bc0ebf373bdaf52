"""Play a game on by chance: a random legal answer to whatever is awaited, with ideal dice.

For tests, benches and simulation. It plays badly on purpose: every rule should come up.
"""

from collections.abc import Iterator
from random import Random

from kessel.errors import BadValue
from kessel.rules.awaits import AwaitChoice, AwaitExtra, AwaitStack, AwaitThrow, Over
from kessel.rules.engine import Step, apply, awaited, legal_moves
from kessel.rules.moves import EndTurn, ExtraThrow, Move, StackTower, Throw
from kessel.rules.state import GameState
from kessel.throws.ideal import IdealFaces

DICE = IdealFaces(strike=0.3, loss=0.03, cocked=0.02)
"""Enough losses and cocked dice that they come up in a short game."""
STOP = 0.5
"""Chance to end a turn that may go on."""


def play_out(state: GameState, chance: Random) -> Iterator[tuple[GameState, Move, Step]]:
    """Every step from `state` to the end of the game: the state before, the move, the outcome."""
    while not state.is_over:
        move = random_move(state, chance)
        step = apply(state, move)
        yield state, move, step
        state = step.state


def random_move(state: GameState, chance: Random) -> Move:
    """A legal answer to what is awaited; throws land by chance."""
    match awaited(state):
        case AwaitChoice() if chance.random() < STOP:
            return EndTurn()
        case AwaitThrow(player, units) | AwaitChoice(player, units):
            unit = chance.choice(units)
            return Throw(unit, DICE.land(state, state.unit_size(player, unit), "", chance))
        case AwaitExtra(allowed):
            thrown = {player: chance.choice(units) for player, units in allowed.items()}
            dice = sum(state.unit_size(player, unit) for player, unit in thrown.items())
            return ExtraThrow(thrown, DICE.land(state, dice, "", chance))
        case AwaitStack(_, faces):
            return StackTower(tuple(chance.sample(faces, len(faces))))
        case Over():
            raise BadValue("the game is over: there is no move")
        case _:
            return chance.choice(list(legal_moves(state)))
