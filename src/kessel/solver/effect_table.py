"""Tables of games with effects: what each action is worth in a position.

A table is asked with a state of the rules in which the active player throws or chooses.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from kessel.errors import BadValue, KesselError
from kessel.rules.moves import Player, Unit
from kessel.rules.state import GameState, Phase
from kessel.solver.actions import Odds, best_action

if TYPE_CHECKING:  # what reads no table needs no numpy
    from kessel.solver.arrays import AnyArray


class Cycles(KesselError):
    """Sweeps found no equilibrium, so there is no table."""

    code = "no_equilibrium"


@dataclass(frozen=True, slots=True)
class About:
    """What a table is of, and how good it is."""

    edition: str
    rules: str
    """What is played differently from the edition's defaults, as `rules_text` has it."""
    element: str | None
    model: str
    kinds: tuple[str, ...]
    hand: int
    """Dice of each player at the start."""
    chances: tuple[float, ...]
    """The chances of all players, the starter first."""
    exploitability: float
    """The most one of them can gain by deviating from the policy, or an upper bound of it."""
    states: int
    seconds: float

    @classmethod
    def from_header(cls, header: dict[str, Any]) -> "About":
        """Read back; raises KeyError or ValueError where it is the head of something else."""
        told = {field.name: header[field.name] for field in fields(cls)}
        return cls(**told | {name: tuple(told[name]) for name in ("kinds", "chances")})

    def may_be_asked(self, state: GameState) -> bool:
        """Whether a state is a throw or a choice of this game, whatever lies in the arena."""
        return (
            state.edition.id == self.edition
            and state.players == len(self.chances)
            and len(state.eliminated) <= state.players - 2
            and state.phase in (Phase.THROW, Phase.CHOICE)
            and (self.element is None or state.elements == frozenset((self.element,)))
            and state.supply(state.active) > 0
        )


class EffectTable(ABC):
    """What every action is worth, for one edition, element and chance model."""

    __slots__ = ()

    about: About
    """What it is of."""

    @abstractmethod
    def knows(self, state: GameState) -> bool:
        """Whether a position of a throw or a choice is in the table."""

    @abstractmethod
    def chances(self, state: GameState) -> dict[str, tuple[float, ...]]:
        """Every player's chance by each action, in the order of the players: `stop` first, then
        every unit and kind."""

    @abstractmethod
    def arrays(self) -> "list[AnyArray]":
        """What goes into a file."""

    def actions(self, state: GameState) -> dict[str, float]:
        """The active player's chance by each action."""
        return {name: chances[state.active] for name, chances in self.chances(state).items()}

    def shares(self, state: GameState) -> dict[str, float]:
        """How often the policy takes each action that it takes: mostly it is one."""
        return {best_action(self.actions(state)): 1.0}

    def extra_unit(self, state: GameState, player: Player) -> Unit | None:
        """What a player throws in a storm; None where all units are alike or it is not known."""
        return None


def odds_of(table: EffectTable, state: GameState) -> Odds:
    """What each action is worth to all players, read off a table."""
    if not table.knows(state):
        raise BadValue(f"the table of {table.about.rules} does not hold the position {state}")
    return Odds(table.chances(state), state.active, rules=table.about.rules)
