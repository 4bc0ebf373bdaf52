"""The port for dice: whoever plays a game tells them what is thrown, they say how everything lies.

Some know only faces; a `Simulator` also knows where every die lies, and makes the same throw again
for the same order, anywhere, at any time, in any process.
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import NamedTuple, Protocol, TypeAlias

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.rules.moves import OUT, Landing, Player, StartDie, Unit
from kessel.rules.options import Options
from kessel.rules.state import GameState
from kessel.throws.aim import Aim, AimValues
from kessel.throws.at_rest import DiceAtRest, arena_of
from kessel.throws.placing import arranged

SEED_BYTES = 32


class Cast(NamedTuple):
    """What one player decides to throw, and how.

    >>> from kessel import Aim, Game
    >>> game = Game.from_state("impact hands=3,4 arena=fire")
    >>> game.throw("ideal", {0: Cast("1", Aim())}, seed=1)
    (NullRemoved(count=1), MayGoOn(player=0))
    """

    unit: Unit
    aim: Aim | AimValues | None = None
    kind: str = ""
    """The kind of throw, as a chance model names it."""


Casts: TypeAlias = Mapping[Player, Cast]
"""What each player throws at the same moment."""


def dice_thrown(state: GameState, casts: Casts) -> int:
    """How many dice are in the air."""
    dice = 0
    for player, cast in casts.items():
        dice += state.unit_size(player, cast.unit)
    return dice


class Landed(NamedTuple):
    """How a throw ended.

    >>> from kessel import Landing
    >>> Landed(Landing(("2", "5"), out=1)).landing.out
    1
    """

    landing: Landing
    at_rest: DiceAtRest | None = None
    """Where every die lies; None if only the faces are known."""


def as_landed(given: Landed) -> Landed:
    """What dice gave; raises where it does not say how they landed."""
    if not isinstance(given, Landed) or not isinstance(given.landing, Landing):
        raise BadValue(f"`land` gives a `Landed` with a `Landing`, not {given!r}")
    return given


def start_die(landing: Landing) -> StartDie:
    """The move that a start throw is: the face of its one die, or that it left the arena."""
    match landing.arena or (OUT,):
        case (str(face),):
            return StartDie(face)
        case _:
            raise BadValue(
                "a start throw is of one die, which shows a face or left the arena; "
                f"not {landing!r}"
            )


class Dice(Protocol):
    """Anything that can say how the dice lie after a throw.

    >>> from random import Random
    >>> from kessel import Cast, Dice, IdealFaces, read_state
    >>> dice: Dice = IdealFaces()
    >>> state = read_state("strike-2020 hands=2,3 arena=2,5")
    >>> dice.land(state, {0: Cast("1")}, Random(1)).landing
    Landing(arena=('5', '3', '3'), out=0, cocked=0)
    """

    def land(
        self, state: GameState, casts: Casts, chance: Random, lying: DiceAtRest | None = None
    ) -> Landed:
        """Throw onto the arena, all chance drawn from `chance`.

        `lying` says where the dice lie, if that is known.
        """


@dataclass(frozen=True, slots=True)
class Handful:
    """A cast with its dice: the ids they get, and how they are thrown.

    >>> from kessel import Aim
    >>> Handful(player=0, dice=(4, 7), aim=Aim.of_strength("wild")).aim.speed
    3.0
    """

    player: Player
    dice: tuple[int, ...]
    aim: Aim = field(default_factory=Aim)


@dataclass(frozen=True, slots=True)
class ThrowOrder:
    """One throw to be made: all handfuls at the same moment, every chance out of one seed.

    >>> from kessel import Handful, IdealDice, read_state
    >>> state = read_state("strike-2020 hands=2,3 arena=-")
    >>> order = ThrowOrder(state.edition, state.options, (), (Handful(0, (1, 2)),), bytes(32))
    >>> IdealDice().throw(order).landing
    Landing(arena=('3', '2'), out=0, cocked=0)
    """

    edition: Edition
    options: Options
    at_rest: DiceAtRest
    handfuls: tuple[Handful, ...]
    seed: bytes
    """32 bytes."""


@dataclass(frozen=True, slots=True)
class ThrowResult:
    """How an order ended, and what everybody watches.

    >>> ThrowResult(at_rest=(), out=(3,)).landing
    Landing(arena=(), out=1, cocked=0)
    """

    at_rest: DiceAtRest
    out: tuple[int, ...] = ()
    """Dice that left the arena."""
    cocked: int = 0
    """Dice that had to be settled before they could be read."""
    trajectory: bytes = b""
    """Packed for the wire; empty where there is nothing to watch."""
    seconds: float = 0.0
    """How long there is something to watch."""

    @property
    def landing(self) -> Landing:
        """What the rules see of it."""
        return Landing(arena_of(self.at_rest), len(self.out), self.cocked)


class Simulator(ABC):
    """Dice that lie somewhere. It keeps nothing between throws.

    >>> from kessel import IdealDice
    >>> isinstance(IdealDice(), Simulator)
    True
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """Kind and version: what has to be the same for the same order to give the same answer."""

    @abstractmethod
    def throw(self, order: ThrowOrder) -> ThrowResult:
        """Make one throw."""

    def land(
        self, state: GameState, casts: Casts, chance: Random, lying: DiceAtRest | None = None
    ) -> Landed:
        """Throw by a seed drawn from `chance`."""
        thrown = self.throw(throw_order(state, lying, casts, chance.randbytes(SEED_BYTES)))
        return Landed(thrown.landing, thrown.at_rest)


def throw_order(
    state: GameState, lying: DiceAtRest | None, casts: Casts, seed: bytes
) -> ThrowOrder:
    """What a simulator is told: dice in neat rows if nobody knows how they lie."""
    at_rest, thrown = numbered(state, lying, dice_thrown(state, casts))
    free = iter(thrown)
    handfuls = tuple(
        Handful(player, tuple(islice(free, state.unit_size(player, cast.unit))), read_aim(cast))
        for player, cast in sorted(casts.items())
    )
    return ThrowOrder(state.edition, state.options, at_rest, handfuls, seed)


def numbered(
    state: GameState, lying: DiceAtRest | None, thrown: int
) -> tuple[DiceAtRest, list[int]]:
    """The dice that lie there, and the numbers of so many that are thrown: the first ones free."""
    at_rest = arranged(state.edition, state.arena) if lying is None else lying
    taken = {die.die for stack in at_rest for die in stack}
    return at_rest, sorted(set(range(len(taken) + thrown)) - taken)[:thrown]


def read_aim(cast: Cast) -> Aim:
    """How a player throws: an aim, or its values read; gently at the middle where nothing is
    said."""
    return cast.aim if isinstance(cast.aim, Aim) else Aim.from_json(cast.aim or {})


Seed: TypeAlias = int | str | bytes
"""What a throw or a game can be repeated by."""


def seed_text(seed: Seed | None) -> str:
    """A seed as text, the same for a number and its digits; a fresh one where none is given."""
    if seed is None:
        return secrets.token_hex(SEED_BYTES)
    if not isinstance(seed, int | str | bytes):
        raise BadValue(f"a seed is a whole number, text or bytes, not {seed!r}")
    return seed.hex() if isinstance(seed, bytes) else str(seed)
