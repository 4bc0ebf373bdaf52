"""Dice without places, for games by the thousand: only what lies afterwards is drawn.

`IdealDice` draws die by die and shares nothing with the solver, which it is there to check;
`TrialDice` of the bots draws from any chance model and fits the same protocol.
"""

from dataclasses import dataclass
from random import Random
from typing import Protocol

from kessel.rules.faces import Face, Piece, dice_of
from kessel.rules.moves import ALL, Landing
from kessel.rules.state import GameState
from kessel.solver.chance import POUR


class Dice(Protocol):
    """Whatever can say how dice lie after a throw of a kind."""

    def land(self, state: GameState, thrown: int, kind: str, chance: Random) -> Landing:
        """How the arena of `state` lies after so many dice were thrown into it."""
        ...


@dataclass(frozen=True, slots=True)
class IdealDice:
    """Every lying piece is struck with one probability, every die in motion lost with another.

    A struck tower falls, all of it.
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
            moving += len(dice_of(piece))
        out = sum(chance.random() < self.loss for _ in range(moving))
        arena += fallen_faces(state, moving - out, chance)
        return Landing(tuple(arena), out)


def fallen_faces(state: GameState, count: int, chance: Random) -> list[Face]:
    """Fair faces for dice that fell."""
    faces = state.edition.faces
    return [faces[int(chance.random() * len(faces))] for _ in range(count)]


def kind_of(unit: str, kind: str) -> str:
    """How a chance model calls a throw: all dice are poured, whatever the hand would like."""
    return POUR if unit == ALL else kind
