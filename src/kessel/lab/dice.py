"""Dice without places, for games by the thousand: only what lies afterwards is drawn.

`IdealDice` draws die by die and shares nothing with the solver, which it is there to check;
`ModelDice` draws from any chance model.
"""

from bisect import bisect
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random
from typing import Protocol

from kessel.rules.faces import Face, Piece, as_piece, dice_of
from kessel.rules.moves import ALL, Landing
from kessel.rules.state import GameState
from kessel.solver.chance import POUR, ChanceModel, Movement


class Dice(Protocol):
    """Whatever can say how dice lie after a throw of a kind."""

    def land(self, state: GameState, thrown: int, kind: str, chance: Random) -> Landing:
        """How the arena of `state` lies after so many dice were thrown into it."""
        ...


@dataclass(frozen=True, slots=True)
class IdealDice:
    """Every lying piece is struck with one probability, every die in motion lost with another.

    Of a struck tower the upper part falls, from a place that is equally likely everywhere.
    """

    strike: float = 0.3
    loss: float = 0.02

    def land(self, state: GameState, thrown: int, kind: str, chance: Random) -> Landing:
        """Draw die by die; the kind of throw changes nothing."""
        arena: list[Piece] = []
        moving = thrown
        for piece in state.arena:
            if chance.random() >= self.strike:
                arena.append(piece)
                continue
            rest, fallen = knocked(piece, chance)
            moving += fallen
            if rest is not None:
                arena.append(rest)
        out = sum(chance.random() < self.loss for _ in range(moving))
        arena += fallen_faces(state, moving - out, chance)
        return Landing(tuple(arena), out)


@dataclass(frozen=True, slots=True)
class ModelDice:
    """Dice that move as a chance model says."""

    model: ChanceModel
    _cached: dict[tuple[str, int, int], tuple[list[float], tuple[Movement, ...]]] = field(
        default_factory=dict
    )

    def land(self, state: GameState, thrown: int, kind: str, chance: Random) -> Landing:
        """Draw one of the model's movements, then which pieces it strikes."""
        lying = len(state.arena)
        move = self._draw(kind if lying or thrown == 1 else POUR, thrown, lying, chance)
        order = chance.sample(range(lying), move.struck + move.knocked_out)
        gone, struck = set(order[: move.knocked_out]), set(order[move.knocked_out :])
        arena: list[Piece] = []
        moving, out = move.staying, thrown - move.staying
        for index, piece in enumerate(state.arena):
            if index not in gone and index not in struck:
                arena.append(piece)
                continue
            rest, fallen = knocked(piece, chance)
            if rest is not None:
                arena.append(rest)
            out += fallen if index in gone else 0
            moving += fallen if index in struck else 0
        arena += fallen_faces(state, moving, chance)
        return Landing(tuple(arena), out)

    def _draw(self, kind: str, thrown: int, lying: int, chance: Random) -> Movement:
        key = (kind, thrown, lying)
        if key not in self._cached:
            moves = self.model.movements(kind, thrown, lying)
            self._cached[key] = (list(accumulate(m.probability for m in moves)), moves)
        sums, moves = self._cached[key]
        return moves[min(bisect(sums, chance.random() * sums[-1]), len(moves) - 1)]


def knocked(piece: Piece, chance: Random) -> tuple[Piece | None, int]:
    """What is left standing of a struck piece, and how many dice fell."""
    dice = dice_of(piece)
    left = int(chance.random() * len(dice))
    return as_piece(dice[:left]), len(dice) - left


def fallen_faces(state: GameState, count: int, chance: Random) -> list[Face]:
    """Fair faces for dice that fell."""
    faces = state.edition.faces
    return [faces[int(chance.random() * len(faces))] for _ in range(count)]


def kind_of(unit: str, kind: str) -> str:
    """How a chance model calls a throw: all dice are poured, whatever the hand would like."""
    return POUR if unit == ALL else kind
