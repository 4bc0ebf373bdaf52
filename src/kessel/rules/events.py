"""What happened, in the order in which it happened; data only, for referee, record and page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from kessel.rules.faces import Face, Tower
from kessel.rules.moves import Player


@dataclass(frozen=True, slots=True)
class StartAgain:
    """The thrown start die showed the null face or left the arena."""

    kind: ClassVar[str] = "start_again"


@dataclass(frozen=True, slots=True)
class Started:
    """The start die lies; the elements now active."""

    kind: ClassVar[str] = "start"
    face: Face
    elements: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Cocked:
    """Dice that had to be settled."""

    kind: ClassVar[str] = "cocked"
    count: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """Dice that left the arena."""

    kind: ClassVar[str] = "out"
    count: int


@dataclass(frozen=True, slots=True)
class NullRemoved:
    """Dice that showed the null face and are gone for good."""

    kind: ClassVar[str] = "x"
    count: int


@dataclass(frozen=True, slots=True)
class Locked:
    """A matched face that stays: Immobulus, or water in a swamp."""

    kind: ClassVar[str] = "lock"
    face: Face
    count: int


@dataclass(frozen=True, slots=True)
class ExtraCalled:
    """Who must join the throw, from the active player clockwise; nobody if none has a die."""

    kind: ClassVar[str] = "extra"
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class ColumnWon:
    """Who built the column of fire first."""

    kind: ClassVar[str] = "column"
    winner: Player


@dataclass(frozen=True, slots=True)
class PilesDissolved:
    """Boulder piles became loose dice."""

    kind: ClassVar[str] = "dissolve"


@dataclass(frozen=True, slots=True)
class Collected:
    """The sets that were taken, all at once."""

    kind: ClassVar[str] = "collect"
    player: Player
    faces: Mapping[Face, int]

    def __hash__(self) -> int:
        return hash((self.player, tuple(self.faces.items())))


@dataclass(frozen=True, slots=True)
class Suppressed:
    """Spells that were collected without effect."""

    kind: ClassVar[str] = "suppressed"
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class AccioTaken:
    """The further die of an Accio, or none."""

    kind: ClassVar[str] = "accio"
    player: Player
    face: Face | None


@dataclass(frozen=True, slots=True)
class TowerStacked:
    """What was left was stacked, bottom to top."""

    kind: ClassVar[str] = "stack"
    tower: Tower


@dataclass(frozen=True, slots=True)
class Reversed:
    """The order of play turned round: 1 clockwise, -1 counter-clockwise."""

    kind: ClassVar[str] = "reverse"
    dir: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class PileMade:
    """Collected stones became a boulder pile."""

    kind: ClassVar[str] = "pile"
    player: Player
    count: int


@dataclass(frozen=True, slots=True)
class PassedLeft:
    """Everybody passed the whole supply to the left neighbour."""

    kind: ClassVar[str] = "pass_left"


@dataclass(frozen=True, slots=True)
class MayGoOn:
    """The active player may throw on or end."""

    kind: ClassVar[str] = "choice"
    player: Player


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The active player's turn is over."""

    kind: ClassVar[str] = "end"
    player: Player


@dataclass(frozen=True, slots=True)
class NoDice:
    """A player's turn came with nothing to throw."""

    kind: ClassVar[str] = "no_dice"
    player: Player


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A player is out of the game, with that many points."""

    kind: ClassVar[str] = "elim"
    player: Player
    points: int


@dataclass(frozen=True, slots=True)
class NextTurn:
    """Whose turn begins, and whether with `one` unit or `all` dice."""

    kind: ClassVar[str] = "next"
    player: Player
    throw: Literal["one", "all"]


@dataclass(frozen=True, slots=True)
class GameOver:
    """Who won, in player order; nobody if the game is to be played again."""

    kind: ClassVar[str] = "over"
    winners: tuple[Player, ...]


Event: TypeAlias = (
    StartAgain
    | Started
    | Cocked
    | WentOut
    | NullRemoved
    | Locked
    | ExtraCalled
    | ColumnWon
    | PilesDissolved
    | Collected
    | Suppressed
    | AccioTaken
    | TowerStacked
    | Reversed
    | PileMade
    | PassedLeft
    | MayGoOn
    | TurnEnded
    | NoDice
    | Eliminated
    | NextTurn
    | GameOver
)
