"""What happened, in the order in which it happened; data only, for referee, record and page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from kessel.rules.faces import Face, Tower
from kessel.rules.moves import Player


@dataclass(frozen=True, slots=True)
class StartAgain:
    """The thrown starting die showed the null face or left the arena.

    >>> from kessel import Game
    >>> Game("strike-2020", options="start_die:thrown").push("start X")
    (StartAgain(),)
    """

    kind: ClassVar[str] = "start_again"


@dataclass(frozen=True, slots=True)
class Started:
    """The starting die lies; the elements now active.

    >>> from kessel import Game
    >>> Game("impact").push("start air")
    (Started(face='air', elements=()),)
    """

    kind: ClassVar[str] = "start"
    face: Face
    elements: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Cocked:
    """Dice that had to be settled.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=7,7 arena=6", "throw 1: 6 3; cocked 1").events[0]
    Cocked(count=1)
    """

    kind: ClassVar[str] = "cocked"
    count: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """Dice that left the arena.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=7,7 arena=5,6,3", "throw 1: 5 6 3; out 1").events[0]
    WentOut(count=1)
    """

    kind: ClassVar[str] = "out"
    count: int


@dataclass(frozen=True, slots=True)
class NullRemoved:
    """Dice that showed the null face and are gone for good.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=8,7 arena=4,5", "throw 1: 4 5 X").events[0]
    NullRemoved(count=1)
    """

    kind: ClassVar[str] = "x"
    count: int


@dataclass(frozen=True, slots=True)
class Locked:
    """A matched face that stays: Immobulus, or water in a swamp.

    >>> from kessel import apply
    >>> swamp = "impact-avatar hands=7,7 arena=fire,water,water elements=water"
    >>> apply(swamp, "throw 1: air water water stone").events[0]
    Locked(face='water', count=2)
    """

    kind: ClassVar[str] = "lock"
    face: Face
    count: int


@dataclass(frozen=True, slots=True)
class ExtraCalled:
    """Who must join the throw, from the active player clockwise; nobody if none has a die.

    >>> from kessel import apply
    >>> apply("harry-potter hands=8,8 arena=accio", "throw 1: relashio relashio").events
    (ExtraCalled(players=(0, 1)),)
    """

    kind: ClassVar[str] = "extra"
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class ColumnWon:
    """Who built the column of fire first.

    >>> from kessel import apply
    >>> column = "impact-power hands=7,8 arena=fire,fire phase=column elements=fire"
    >>> apply(column, "column B").events[0]
    ColumnWon(winner=1)
    """

    kind: ClassVar[str] = "column"
    winner: Player


@dataclass(frozen=True, slots=True)
class PilesDissolved:
    """Boulder piles became loose dice.

    >>> from kessel import apply
    >>> column = "impact-avatar hands=2+2,4 arena=fire,fire phase=column elements=fire,stone"
    >>> apply(column, "column B").events[1]
    PilesDissolved()
    """

    kind: ClassVar[str] = "dissolve"


@dataclass(frozen=True, slots=True)
class Collected:
    """The sets that were taken, all at once.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=7,7 arena=5,6", "throw 1: 5 6 6").events[0]
    Collected(player=0, faces={'6': 2})
    """

    kind: ClassVar[str] = "collect"
    player: Player
    faces: Mapping[Face, int]

    def __hash__(self) -> int:
        return hash((self.player, tuple(self.faces.items())))


@dataclass(frozen=True, slots=True)
class Suppressed:
    """Spells that were collected without effect.

    >>> from kessel import apply
    >>> bound = "harry-potter hands=8,5 arena=confundo,immobulus,immobulus"
    >>> apply(bound, "throw 1: confundo immobulus immobulus confundo").events[2]
    Suppressed(faces=('confundo',))
    """

    kind: ClassVar[str] = "suppressed"
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class AccioTaken:
    """The extra die of an Accio, or none.

    >>> from kessel import apply
    >>> apply("harry-potter hands=8,8 arena=relashio phase=accio", "accio relashio").events[0]
    AccioTaken(player=0, face='relashio')
    """

    kind: ClassVar[str] = "accio"
    player: Player
    face: Face | None


@dataclass(frozen=True, slots=True)
class TowerStacked:
    """What was left was stacked, bottom to top.

    >>> from kessel import apply
    >>> left = "harry-potter hands=7,8 arena=relashio,accio phase=stack"
    >>> apply(left, "stack relashio/accio").events[0]
    TowerStacked(tower=('relashio', 'accio'))
    """

    kind: ClassVar[str] = "stack"
    tower: Tower


@dataclass(frozen=True, slots=True)
class Reversed:
    """The order of play turned round: 1 clockwise, -1 counter-clockwise.

    >>> from kessel import apply
    >>> apply("harry-potter hands=8,8 arena=accio", "throw 1: confundo confundo").events[1]
    Reversed(dir=-1)
    """

    kind: ClassVar[str] = "reverse"
    dir: Literal[1, -1]


@dataclass(frozen=True, slots=True)
class PileMade:
    """Collected stones became a boulder pile.

    >>> from kessel import apply
    >>> state = "impact-power hands=8,8 arena=stone elements=stone"
    >>> apply(state, "throw 1: stone stone").events[1]
    PileMade(player=0, count=2)
    """

    kind: ClassVar[str] = "pile"
    player: Player
    count: int


@dataclass(frozen=True, slots=True)
class PassedLeft:
    """Everybody passed the whole supply to the left neighbour.

    >>> from kessel import apply
    >>> apply("impact-power hands=8,8 arena=air elements=air", "throw 1: air air").events[1]
    PassedLeft()
    """

    kind: ClassVar[str] = "pass_left"


@dataclass(frozen=True, slots=True)
class MayGoOn:
    """The active player may throw on or end.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=8,8 arena=6", "throw 1: 6 4").events
    (MayGoOn(player=0),)
    """

    kind: ClassVar[str] = "choice"
    player: Player


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The active player's turn is over.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=7,8 arena=6,4 phase=choice", "end").events[0]
    TurnEnded(player=0)
    """

    kind: ClassVar[str] = "end"
    player: Player


@dataclass(frozen=True, slots=True)
class NoDice:
    """A player's turn came with nothing to throw.

    >>> from kessel import apply
    >>> late = "strike-2020 hands=1,0,4 arena=2 phase=choice options=zero_elimination:own_turn"
    >>> apply(late, "end").events[1]
    NoDice(player=1)
    """

    kind: ClassVar[str] = "no_dice"
    player: Player


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A player is out of the game, with that many points.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=1,9 arena=6", "throw 1: 6 3").events[1]
    Eliminated(player=0, points=1)
    """

    kind: ClassVar[str] = "elim"
    player: Player
    points: int


@dataclass(frozen=True, slots=True)
class NextTurn:
    """Whose turn begins, and whether with `one` unit or `all` dice.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=7,8 arena=6,4 phase=choice", "end").events[1]
    NextTurn(player=1, throw='one')
    """

    kind: ClassVar[str] = "next"
    player: Player
    throw: Literal["one", "all"]


@dataclass(frozen=True, slots=True)
class GameOver:
    """Who won, in player order; nobody if the game is to be played again.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=1,9 arena=6", "throw 1: 6 3").events[-1]
    GameOver(winners=(1,))
    """

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
"""Whatever can happen.

>>> from kessel import Event, apply
>>> events = apply("strike-2020 hands=7,8 arena=6", "throw 1: 6 X").events
>>> all(isinstance(event, Event) for event in events)
True
"""
