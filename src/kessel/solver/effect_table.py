"""Tables of games with effects: what each action is worth in a position.

A table is asked with a state of the rules in which the active player throws or chooses.
"""

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Protocol

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

    def as_header(self) -> dict[str, Any]:
        """For the head of a file."""
        return asdict(self)

    @classmethod
    def from_header(cls, header: dict[str, Any]) -> "About":
        """Read back; raises KeyError or ValueError where it is the head of something else."""
        return cls(
            header["edition"],
            header["rules"],
            header["element"],
            header["model"],
            tuple(header["kinds"]),
            header["hand"],
            tuple(header["chances"]),
            header["exploitability"],
            header["states"],
            header["seconds"],
        )

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


class EffectTable(Protocol):
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

    def chances(self, state: GameState) -> dict[str, tuple[float, ...]]:
        """Every player's chance by each action, in the order of the players."""
        ...

    def shares(self, state: GameState) -> dict[str, float]:
        """How often the policy takes each action that it takes: mostly it is one."""
        ...

    def extra_unit(self, state: GameState, player: Player) -> Unit | None:
        """What a player throws in a storm; None where all units are alike or it is not known."""
        ...

    def arrays(self) -> "list[AnyArray]":
        """What goes into a file."""
        ...


class OfTwo(ABC):
    """A table of two players: what one does not win is the other's."""

    __slots__ = ()

    @abstractmethod
    def actions(self, state: GameState) -> dict[str, float]:
        """The active player's chance by each action."""

    def shares(self, state: GameState) -> dict[str, float]:
        """The best action, always."""
        return {best_action(self.actions(state)): 1.0}

    def extra_unit(self, state: GameState, player: Player) -> Unit | None:
        """There are only single dice."""
        return None

    def chances(self, state: GameState) -> dict[str, tuple[float, ...]]:
        """Both players' chances by each action, in the order of the players."""
        return {
            name: (chance, 1.0 - chance) if state.active == 0 else (1.0 - chance, chance)
            for name, chance in self.actions(state).items()
        }


def odds_of(table: EffectTable, state: GameState) -> Odds:
    """What each action is worth to all players, read off a table."""
    if not table.knows(state):
        raise BadValue(f"the table of {table.about.rules} does not hold the position {state}")
    return Odds(table.chances(state), state.active, rules=table.about.rules)
