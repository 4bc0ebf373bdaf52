"""Whole games between bots on the real rules, with dice that have no places; nothing is watched.

Used where only the winner matters: agreement of the solution with the rules, matches, ladders.
"""

from collections.abc import Sequence
from random import Random

from kessel.bots.bot import Answer, Bot, Sight
from kessel.bots.trial import column_winner
from kessel.lab.dice import Dice, kind_of
from kessel.rules.awaits import AwaitColumn, AwaitExtra, AwaitStartDie
from kessel.rules.engine import Step, apply, awaited
from kessel.rules.moves import ExtraThrow, Move, Player, StartDie, Throw, Unit, WinColumn
from kessel.rules.state import GameState, Phase


def play(state: GameState, bots: Sequence[Bot], dice: Dice, chance: Random) -> tuple[Player, ...]:
    """Play a game to its end; the winners."""
    while state.phase is not Phase.OVER:
        state = next_step(state, bots, dice, chance).state
    return state.winners


def next_step(state: GameState, bots: Sequence[Bot], dice: Dice, chance: Random) -> Step:
    """Whatever comes next in a game, asked of whom it concerns."""
    if state.phase in (Phase.THROW, Phase.CHOICE):
        answer = bots[state.active].answer(Sight(state.active, state), chance)
        return apply(state, _landed(state, answer, dice, chance))
    return apply(state, _other_move(state, bots, dice, chance))


def _landed(state: GameState, answer: Answer, dice: Dice, chance: Random) -> Move:
    move = answer.move
    if not isinstance(move, Throw):
        return move
    thrown = state.unit_size(state.active, move.unit)
    return move.lands(dice.land(state, thrown, kind_of(move.unit, answer.kind), chance))


def _other_move(state: GameState, bots: Sequence[Bot], dice: Dice, chance: Random) -> Move:
    waiting = awaited(state)
    match waiting:
        case AwaitStartDie():
            return StartDie(chance.choice(state.edition.symbols))
        case AwaitExtra(units=allowed):
            return _extra(state, tuple(allowed), bots, dice, chance)
        case AwaitColumn(players=players):
            return WinColumn(column_winner(state, players, chance))
        case _:
            player = getattr(waiting, "player", state.active)
            return bots[player].answer(Sight(player, state), chance).move


def _extra(
    state: GameState, players: tuple[Player, ...], bots: Sequence[Bot], dice: Dice, chance: Random
) -> Move:
    units: dict[Player, Unit] = {}
    kind = ""
    for player in players:
        answer = bots[player].answer(Sight(player, state), chance)
        assert isinstance(answer.move, Throw)
        units[player] = answer.move.unit
        kind = answer.kind
    thrown = sum(state.unit_size(player, unit) for player, unit in units.items())
    return ExtraThrow(units).lands(dice.land(state, thrown, kind, chance))
