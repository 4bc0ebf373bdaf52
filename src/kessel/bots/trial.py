"""Dice for a bot's own trials: a chance model's landings, drawn from the bot's own source."""

from collections.abc import Sequence
from random import Random

from kessel.rules.awaits import AwaitColumn, AwaitExtra
from kessel.rules.engine import apply, awaited
from kessel.rules.faces import Piece, dice_of
from kessel.rules.moves import ALL, ExtraThrow, Landing, Player, Throw, Unit, WinColumn
from kessel.rules.state import GameState, Phase
from kessel.solver.chance import POUR, ChanceModel, Movement, leaving
from kessel.solver.impact.column import column_weights
from kessel.throws.ideal import fair_faces

Drawn = tuple[list[float], tuple[Movement, ...]]


class TrialDice:
    """Dice that move as a chance model says; a struck tower falls, all of it.

    One of its dice fares as its piece does, each further one leaves the arena as often as a
    struck die does.
    """

    def __init__(self, model: ChanceModel) -> None:
        self._model = model
        self._cached: dict[tuple[str, int, int], Drawn] = {}
        self._leaving: dict[tuple[str, int, int], float] = {}

    def land(self, state: GameState, thrown: int, kind: str, chance: Random) -> Landing:
        """How the arena lies after `thrown` dice are thrown into it."""
        lying = len(state.arena)
        move = self._draw(POUR if kind == POUR else kind, thrown, lying, chance)
        order = chance.sample(range(lying), move.struck + move.knocked_out)
        gone = set(order[: move.knocked_out])
        arena: list[Piece] = [p for i, p in enumerate(state.arena) if i not in set(order)]
        moving, out = move.staying, thrown - move.staying
        for index in order:
            fallen = len(dice_of(state.arena[index]))
            more = 0
            if fallen > 1:
                leaving = self._leave(kind, thrown, lying)
                more = sum(chance.random() < leaving for _ in range(fallen - 1))
            left = more + (index in gone)
            out += left
            moving += fallen - left
        arena += fair_faces(state.edition, moving, chance)
        return Landing(tuple(arena), out)

    def _draw(self, kind: str, thrown: int, lying: int, chance: Random) -> Movement:
        key = (kind, thrown, lying)
        if key not in self._cached:
            moves = self._model.movements(kind, thrown, lying)
            self._cached[key] = ([move.probability for move in moves], moves)
        weights, moves = self._cached[key]
        return moves[0] if len(moves) == 1 else chance.choices(moves, weights)[0]

    def _leave(self, kind: str, thrown: int, lying: int) -> float:
        """How often a struck die leaves the arena."""
        key = (kind, thrown, lying)
        if key not in self._leaving:
            self._leaving[key] = leaving(self._model.movements(*key))
        return self._leaving[key]


def trial_step(
    state: GameState, unit: Unit, kind: str, dice: TrialDice, chance: Random
) -> GameState:
    """What comes of a throw, extra throws and columns that it calls included."""
    thrown = state.unit_size(state.active, unit)
    landing = dice.land(state, thrown, POUR if unit == ALL else kind, chance)
    state = apply(state, Throw(unit, landing)).state
    while state.phase in (Phase.EXTRA, Phase.COLUMN):
        state = shared_step(state, kind, dice, chance)
    return state


def shared_step(state: GameState, kind: str, dice: TrialDice, chance: Random) -> GameState:
    """What comes of an extra throw or a column of fire."""
    return apply(state, _shared_move(state, kind, dice, chance)).state


def _shared_move(
    state: GameState, kind: str, dice: TrialDice, chance: Random
) -> ExtraThrow | WinColumn:
    waiting = awaited(state)
    if isinstance(waiting, AwaitColumn):
        return WinColumn(column_winner(state, waiting.players, chance))
    assert isinstance(waiting, AwaitExtra)
    units = {player: units[0] for player, units in waiting.units.items()}
    thrown = sum(state.unit_size(player, unit) for player, unit in units.items())
    return ExtraThrow(units, dice.land(state, thrown, kind, chance))


def column_winner(state: GameState, players: Sequence[Player], chance: Random) -> Player:
    """Draw who builds the Column of Fire first: the fewer dice to stack, the likelier."""
    return chance.choices(players, column_weights([state.supply(player) for player in players]))[0]
