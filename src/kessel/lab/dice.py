"""Dice without places, for games by the thousand: only what lies afterwards is drawn.

`IdealFaces` of `throws` draw die by die and share nothing with the solver, so they can check it;
`TrialDice` of the bots draw from any chance model.
"""

from random import Random
from typing import Protocol

from kessel.rules.moves import ALL, Landing
from kessel.rules.state import GameState
from kessel.solver.chance import POUR


class Dice(Protocol):
    """Whatever can say how dice lie after a throw of a kind."""

    def land(self, state: GameState, thrown: int, kind: str, chance: Random) -> Landing:
        """How the arena of `state` lies after `thrown` dice are thrown into it."""
        ...


def kind_of(unit: str, kind: str) -> str:
    """What a chance model calls a throw: all dice are poured, whatever the hand would like."""
    return POUR if unit == ALL else kind
