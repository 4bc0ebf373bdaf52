"""Exact tables of games with effects, for two players: what each action is worth in a position.

A table is asked with a state of the rules in which the active player throws or chooses; what it
answers are chances of that player, and the other has what is left to one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kessel.errors import BadValue
from kessel.rules.state import GameState, Phase

STOP = "stop"
ALL_DICE = "all"
TIE = 1e-12
"""Actions that are worth so much more or less are equally good; ties go to the first."""


@dataclass(frozen=True, slots=True)
class About:
    """What a table is of, and how good it is."""

    edition: str
    element: str | None
    model: str
    kinds: tuple[str, ...]
    hand: int
    """Dice of each player at the start."""
    seats: tuple[float, float]
    """The chances of both, the starter first."""
    exploitability: float
    """The most either could gain by leaving the policy, at most."""
    states: int
    seconds: float


class ExactTable(Protocol):
    """What every action is worth, for one edition, element and chance model."""

    @property
    def about(self) -> About:
        """What it is of."""
        ...

    def knows(self, state: GameState) -> bool:
        """Whether a position of a throw or a choice is in the table."""
        ...

    def actions(self, state: GameState) -> dict[str, float]:
        """The active player's chance by each action: `stop` first, then every unit and kind."""
        ...

    def arrays(self) -> list[NDArray[np.float64]]:
        """What goes into a file."""
        ...


def value(table: ExactTable, state: GameState) -> float:
    """The active player's chance."""
    return max(table.actions(state).values())


def best_action(actions: Mapping[str, float]) -> str:
    """The best one; ties go to the first."""
    names = iter(actions)
    best = next(names)
    for name in names:
        if actions[name] > actions[best] + TIE:
            best = name
    return best


def check_known(table: ExactTable, state: GameState) -> None:
    """Raise unless the table can be asked about this state."""
    if not table.knows(state):
        raise BadValue(
            f"this position is not in the table of {table.about.edition}: two players who throw "
            f"or choose, with at most {2 * table.about.hand + 1} dice in all"
        )


def may_be_asked(state: GameState, about: About) -> bool:
    """Whether a state is a throw or a choice of the game that a table is of, by its outside."""
    return (
        state.edition.id == about.edition
        and state.players == 2
        and not state.eliminated
        and state.phase in (Phase.THROW, Phase.CHOICE)
        and (about.element is None or state.elements == frozenset((about.element,)))
        and state.supply(state.active) > 0
    )
