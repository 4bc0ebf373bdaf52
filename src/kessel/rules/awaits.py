"""What a game waits for, with all that is allowed; read from a state, never stored in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from kessel.rules.faces import Face
from kessel.rules.moves import Player, Unit


@dataclass(frozen=True, slots=True)
class AwaitStartDie:
    """The start die has to be thrown or placed."""

    kind: ClassVar[str] = "start_die"
    player: Player
    how: Literal["thrown", "placed"]
    may_choose: bool
    """Whether a face may be chosen now: placed, or after an X with `start_die_x=choose_face`."""


@dataclass(frozen=True, slots=True)
class AwaitThrow:
    """The compulsory throw at the start of a turn."""

    kind: ClassVar[str] = "throw"
    player: Player
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class AwaitChoice:
    """Throw one of the units, or end the turn."""

    kind: ClassVar[str] = "choice"
    player: Player
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class AwaitExtra:
    """The simultaneous throw: what each of these players may throw."""

    kind: ClassVar[str] = "extra"
    units: Mapping[Player, tuple[Unit, ...]]


@dataclass(frozen=True, slots=True)
class AwaitColumn:
    """The column of fire: who may win it."""

    kind: ClassVar[str] = "column"
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class AwaitCollect:
    """Which of these sets the player takes (only with `collecting=optional`)."""

    kind: ClassVar[str] = "collect"
    player: Player
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class AwaitAccio:
    """Which further die the player takes."""

    kind: ClassVar[str] = "accio"
    player: Player
    faces: tuple[Face, ...]
    may_decline: bool


@dataclass(frozen=True, slots=True)
class AwaitStack:
    """In which order the dice left are stacked."""

    kind: ClassVar[str] = "stack"
    player: Player
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing: the game is over."""

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
