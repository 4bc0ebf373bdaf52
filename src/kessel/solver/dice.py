"""Dice by a chance model: they have faces and no places."""

from itertools import accumulate
from random import Random

from kessel.rules.faces import Piece, dice_of
from kessel.rules.moves import ALL, Landing
from kessel.rules.state import GameState
from kessel.solver.chance import POUR, ChanceModel, IdealChance, Movement, leaving
from kessel.solver.memo import memo
from kessel.solver.models import ModelLike, read_model
from kessel.throws.aim import KINDS, nearest_strength
from kessel.throws.at_rest import DiceAtRest
from kessel.throws.dice import Cast, Casts, Dice, Landed, dice_thrown
from kessel.throws.ideal import IdealFaces, fair_faces

Drawn = tuple[list[float], tuple[Movement, ...]]
"""Movements, and their probabilities added up."""


class ModelDice:
    """Dice that move as a chance model says; a struck tower falls, all of it.

    One of its dice fares as its piece does, each further one leaves the arena as often as a
    struck die does.

    >>> from kessel import Game, shipped
    >>> game = Game.from_state("strike-2020 hands=2,3 arena=2,5")
    >>> game.throw(ModelDice(shipped("oval")), seed=1)
    (Collected(player=0, faces={'5': 2}), TurnEnded(player=0), NextTurn(player=1, throw='one'))
    """

    def __init__(self, model: ModelLike) -> None:
        self.model = read_model(model)

    def land(
        self, state: GameState, casts: Casts, chance: Random, lying: DiceAtRest | None = None
    ) -> Landed:
        """Draw how many pieces move, then which ones, then faces."""
        thrown = dice_thrown(state, casts)
        kind, pieces = model_kind(self.model, casts), len(state.arena)
        shares, moves, leaves = self._movements(kind, thrown, pieces)
        move = moves[0] if len(moves) == 1 else chance.choices(moves, cum_weights=shares)[0]
        moving, out = move.staying, thrown - move.staying
        arena: list[Piece] = list(state.arena)
        if falling := move.struck + move.knocked_out:
            order = chance.sample(range(pieces), falling)
            arena = [piece for index, piece in enumerate(arena) if index not in order]
            for place, index in enumerate(order):
                fallen = len(dice_of(state.arena[index]))
                left = int(place < move.knocked_out)
                left += sum(chance.random() < leaves for _ in range(fallen - 1))
                out += left
                moving += fallen - left
        arena += fair_faces(state.edition, moving, chance)
        return Landed(Landing(tuple(arena), out))

    @memo
    def _movements(
        self, kind: str, thrown: int, lying: int
    ) -> tuple[list[float], tuple[Movement, ...], float]:
        """Probabilities added up, their movements, and how often a struck die leaves the arena."""
        moves = self.model.movements(kind, thrown, lying)
        return list(accumulate(move.probability for move in moves)), moves, leaving(moves)


def model_dice(model: ChanceModel) -> Dice:
    """Dice of a chance model; those of the ideal one fall by its two numbers."""
    if isinstance(model, IdealChance):
        return IdealFaces(model.strike, model.loss)
    return ModelDice(model)


def model_kind(model: ChanceModel, casts: Casts) -> str:
    """What a model calls a throw: all dice are poured; of several casts the hardest counts."""
    thrown = tuple(casts.values())
    if thrown[0].unit == ALL:
        return POUR
    kind = max(map(_strength, thrown), key=_hardness)
    return kind if kind in model.kinds else model.kinds[0]


def _strength(cast: Cast) -> str:
    return cast.kind or nearest_strength(cast.aim)


def _hardness(kind: str) -> int:
    return KINDS.index(kind) if kind in KINDS else -1
