"""What a game waits for, with all that is allowed; read from a state, never stored in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from kessel.rules.faces import Face, Place, Tower
from kessel.rules.moves import Collect, Player, StackTower, Unit, WinColumn


@dataclass(frozen=True, slots=True)
class AwaitStartDie:
    """The starting die has to be thrown or placed.

    >>> from kessel import Game
    >>> Game("impact").awaited
    AwaitStartDie(player=0, how='placed', may_choose=True)
    """

    kind: ClassVar[str] = "start_die"
    player: Player
    how: Literal["thrown", "placed"]
    may_choose: bool
    """Whether a face may be chosen now: placed, or after an X with `start_die_x=choose_face`."""


@dataclass(frozen=True, slots=True)
class AwaitThrow:
    """The compulsory throw at the start of a turn.

    >>> from kessel import awaited
    >>> awaited("strike-2020 hands=2,3 arena=2,5")
    AwaitThrow(player=0, units=('1',))
    >>> awaited("strike-2020 hands=2,3 arena=-").units
    ('all',)
    """

    kind: ClassVar[str] = "throw"
    player: Player
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class AwaitChoice:
    """Throw one of the units, or end the turn.

    >>> from kessel import awaited
    >>> awaited("strike-2020 hands=2,3 arena=2,5 phase=choice")
    AwaitChoice(player=0, units=('1',))
    """

    kind: ClassVar[str] = "choice"
    player: Player
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class AwaitExtra:
    """The simultaneous throw: what each of these players may throw.

    >>> from kessel import awaited
    >>> called = "harry-potter hands=2,9 arena=relashio,relashio phase=extra before=relashio"
    >>> awaited(called).units[1]
    ('1',)
    """

    kind: ClassVar[str] = "extra"
    units: Mapping[Player, tuple[Unit, ...]]


@dataclass(frozen=True, slots=True)
class AwaitColumn:
    """The column of fire: who may win it.

    >>> from kessel import awaited
    >>> awaited("impact-power hands=7,8 arena=fire,fire phase=column elements=fire")
    AwaitColumn(players=(0, 1))
    """

    kind: ClassVar[str] = "column"
    players: tuple[Player, ...]

    def answer(self, winner: Player) -> WinColumn:
        """The move with which this player wins it."""
        return WinColumn(winner)


@dataclass(frozen=True, slots=True)
class AwaitCollect:
    """Which of these sets the player takes (only with `collecting=optional`).

    >>> from kessel import awaited
    >>> awaited("strike-2020 hands=7,8 arena=2,2 phase=collect options=collecting:optional")
    AwaitCollect(player=0, faces=('2',))
    """

    kind: ClassVar[str] = "collect"
    player: Player
    faces: tuple[Face, ...]

    def answer(self, faces: tuple[Face, ...]) -> Collect:
        """The move that takes these sets."""
        return Collect(faces)


@dataclass(frozen=True, slots=True)
class AwaitAccio:
    """Which extra die the player takes.

    >>> from kessel import awaited
    >>> awaited("harry-potter hands=8,8 arena=relashio phase=accio")
    AwaitAccio(player=0, faces=('relashio',), may_decline=True, others=())
    """

    kind: ClassVar[str] = "accio"
    player: Player
    faces: tuple[Face, ...]
    may_decline: bool
    others: tuple[tuple[Face, Place], ...] = ()
    """Further dice of these faces, which leave another arena behind."""


@dataclass(frozen=True, slots=True)
class AwaitStack:
    """In which order the dice left are stacked.

    >>> from kessel import awaited
    >>> awaited("harry-potter hands=7,8 arena=relashio,accio phase=stack")
    AwaitStack(player=0, faces=('relashio', 'accio'))
    """

    kind: ClassVar[str] = "stack"
    player: Player
    faces: tuple[Face, ...]

    def answer(self, tower: Tower) -> StackTower:
        """The move that stacks them in this order, bottom to top."""
        return StackTower(tower)


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing: the game is over.

    >>> from kessel import apply, awaited
    >>> awaited(apply("strike-2020 hands=1,9 arena=6", "throw 1: 6 3").state)
    Over(winners=(1,))
    """

    kind: ClassVar[str] = "over"
    winners: tuple[Player, ...]


Await: TypeAlias = (
    AwaitStartDie
    | AwaitThrow
    | AwaitChoice
    | AwaitExtra
    | AwaitColumn
    | AwaitCollect
    | AwaitAccio
    | AwaitStack
    | Over
)
"""Whatever a game can wait for.

>>> from kessel import Await, awaited
>>> isinstance(awaited("strike-2020 hands=2,3 arena=2,5"), Await)
True
"""
