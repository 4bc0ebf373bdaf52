"""The answers to what a game awaits, and `Landing`: how the dice lie after a throw."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from kessel.rules.faces import Arena, Face, Tower

Player: TypeAlias = int
"""A player of a game, from 0, in the order of play."""

Unit: TypeAlias = str
"""What one throw consists of: `1`, `pile:k`, `die:k` (one die out of pile k) or `all`."""

ONE: Unit = "1"
ALL: Unit = "all"
OUT = "out"
"""Said of a start die that left the arena."""


def pile(index: int) -> Unit:
    """Boulder pile `index` of a player, thrown as a whole."""
    return f"pile:{index}"


def die_of_pile(index: int) -> Unit:
    """One die out of pile `index`, where the option `pile_throw` lets piles be split."""
    return f"die:{index}"


class Landing(NamedTuple):
    """The whole arena as it lies when all dice have settled."""

    arena: Arena
    out: int = 0
    """Dice that left the arena in this throw."""
    cocked: int = 0
    """Dice in `arena` that had to be settled before they could be read."""


@dataclass(frozen=True, slots=True)
class StartDie:
    """How the start die was thrown or placed: a face, or `out`."""

    face: Face


@dataclass(frozen=True, slots=True)
class Throw:
    """The active player throws; without a landing it is only the decision to throw."""

    unit: Unit = ONE
    landing: Landing | None = None

    def lands(self, landing: Landing) -> "Throw":
        """The same throw once the dice lie."""
        return replace(self, landing=landing)


@dataclass(frozen=True, slots=True)
class ExtraThrow:
    """Several players throw at the same moment (Relashio, lightning storm)."""

    units: Mapping[Player, Unit] = field(default_factory=lambda: MappingProxyType({}))
    landing: Landing | None = None

    def __hash__(self) -> int:
        return hash((tuple(sorted(self.units.items())), self.landing))

    def lands(self, landing: Landing) -> "ExtraThrow":
        """The same throw once the dice lie."""
        return replace(self, landing=landing)


@dataclass(frozen=True, slots=True)
class WinColumn:
    """Who finished the column of fire first, and which piles their owners built up again."""

    winner: Player
    keep: tuple[tuple[Player, int], ...] = ()
    """(owner, index) of piles kept; only with `piles_after_column=owner_choice`."""


@dataclass(frozen=True, slots=True)
class Collect:
    """Which sets are taken, where the option `collecting` leaves it to the player."""

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class TakeAccio:
    """The further die of an Accio, or none."""

    face: Face | None


@dataclass(frozen=True, slots=True)
class StackTower:
    """The Wingardium tower out of all dice left, bottom to top."""

    tower: Tower


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The active player stops."""


Move: TypeAlias = (
    StartDie | Throw | ExtraThrow | WinColumn | Collect | TakeAccio | StackTower | EndTurn
)


def faces_meant(move: Move) -> tuple[Face, ...]:
    """The faces that stand for single dice in a move, in its order: an Accio's, a tower's."""
    match move:
        case TakeAccio(face=str(face)):
            return (face,)
        case StackTower(tower=tower):
            return tower
        case _:
            return ()
