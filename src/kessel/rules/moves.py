"""The answers to what a game awaits, and `Landing`: how the dice lie after a throw."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from kessel.rules.faces import Arena, Face, Place, Tower

Player: TypeAlias = int
"""A player of a game, from 0, in the order of play."""

Unit: TypeAlias = str
"""What one throw consists of: `1`, `pile:k`, `die:k` (one die out of pile k) or `all`."""

ONE: Unit = "1"
ALL: Unit = "all"
OUT = "out"
"""Said of a starting die that left the arena."""


def pile(index: int) -> Unit:
    """Boulder pile `index` of a player, thrown as a whole."""
    return f"pile:{index}"


def die_of_pile(index: int) -> Unit:
    """One die out of pile `index`, where the option `pile_throw` lets piles be split."""
    return f"die:{index}"


class Landing(NamedTuple):
    """The whole arena as it lies when all dice have settled.

    >>> from kessel import read_move
    >>> read_move("throw 1: 2 5 X; cocked 1").landing
    Landing(arena=('2', '5', 'X'), out=0, cocked=1)
    """

    arena: Arena
    out: int = 0
    """Dice that left the arena in this throw."""
    cocked: int = 0
    """Dice in `arena` that had to be settled before they could be read."""


@dataclass(frozen=True, slots=True)
class StartDie:
    """How the starting die was thrown or placed: a face, or `out`.

    >>> from kessel import move_text
    >>> move_text(StartDie("4"))
    'start 4'
    """

    face: Face


@dataclass(frozen=True, slots=True)
class Throw:
    """The active player throws; without a landing it is only the decision to throw.

    >>> from kessel import Landing, move_text
    >>> move_text(Throw()), move_text(Throw("all").lands(Landing(("2", "5"), out=1)))
    ('throw 1', 'throw all: 2 5; out 1')
    """

    unit: Unit = ONE
    landing: Landing | None = None

    def lands(self, landing: Landing) -> "Throw":
        """The same throw once the dice lie."""
        return replace(self, landing=landing)


@dataclass(frozen=True, slots=True)
class ExtraThrow:
    """Several players throw at the same moment (Relashio, lightning storm).

    >>> from kessel import Landing, move_text
    >>> move_text(ExtraThrow({0: "1", 1: "1"}, Landing(("confundo", "accio"))))
    'extra A=1 B=1: confundo accio'
    """

    units: Mapping[Player, Unit] = field(default_factory=lambda: MappingProxyType({}))
    landing: Landing | None = None

    def __hash__(self) -> int:
        return hash((tuple(sorted(self.units.items())), self.landing))

    def lands(self, landing: Landing) -> "ExtraThrow":
        """The same throw once the dice lie."""
        return replace(self, landing=landing)


@dataclass(frozen=True, slots=True)
class WinColumn:
    """Who finished the column of fire first, and which piles their owners built up again.

    >>> from kessel import move_text
    >>> move_text(WinColumn(1))
    'column B'
    """

    winner: Player
    keep: tuple[tuple[Player, int], ...] = ()
    """(owner, index) of piles kept; only with `piles_after_column=owner_choice`."""


@dataclass(frozen=True, slots=True)
class Collect:
    """Which sets are taken, where the option `collecting` leaves it to the player.

    >>> from kessel import apply
    >>> two = "strike-2020 hands=7,8 arena=2,2,3,3 phase=collect options=collecting:optional"
    >>> apply(two, Collect(("2",))).events[0]
    Collected(player=0, faces={'2': 2})
    """

    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class TakeAccio:
    """The extra die of an Accio, or none; with its place, where it matters which of equal ones.

    >>> from kessel import apply
    >>> state = "harry-potter hands=8,8 arena=relashio phase=accio"
    >>> apply(state, TakeAccio("relashio")).events[0]
    AccioTaken(player=0, face='relashio')
    >>> apply(state, TakeAccio(None)).events[0]
    AccioTaken(player=0, face=None)
    >>> tower = "harry-potter hands=8,8 arena=accio,accio/relashio phase=accio"
    >>> apply(tower, TakeAccio("accio", (1, 0))).state.arena
    ('accio', 'relashio')
    """

    face: Face | None
    place: Place | None = None
    """None: a loose die, else the least covered one of a tower."""


@dataclass(frozen=True, slots=True)
class StackTower:
    """The Wingardium tower out of all dice left, bottom to top.

    >>> from kessel import apply
    >>> state = "harry-potter hands=7,8 arena=relashio,accio phase=stack"
    >>> apply(state, StackTower(("accio", "relashio"))).state.arena
    (('accio', 'relashio'),)
    """

    tower: Tower


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The active player stops.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=2,3 arena=2,5 phase=choice", EndTurn()).events
    (TurnEnded(player=0), NextTurn(player=1, throw='one'))
    """


Move: TypeAlias = (
    StartDie | Throw | ExtraThrow | WinColumn | Collect | TakeAccio | StackTower | EndTurn
)
"""Whatever can be played.

>>> from kessel import EndTurn, Move, read_move
>>> isinstance(read_move("end"), Move), read_move("end") == EndTurn()
(True, True)
"""


def faces_meant(move: Move) -> tuple[Face, ...]:
    """The faces that stand for single dice in a move, in its order: an Accio's, a tower's."""
    match move:
        case TakeAccio(face=str(face)):
            return (face,)
        case StackTower(tower=tower):
            return tower
        case _:
            return ()
