"""What a throw does to the dice, as an exact distribution: the only thing a solver knows of dice.

A `Movement` says how many lying dice fall again or leave and how many thrown ones stay; every die
in motion that stays shows one of six equally likely faces. All sets of struck dice of a size are
equally likely, so faces and seats do not come in here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from numbers import Integral
from typing import Any, Protocol

from kessel.errors import BadValue

SYMBOLS = 5
"""Faces of a die that can match; the sixth is the null face."""

BARE = SYMBOLS + 1
"""In place of a number of dice left lying: none, and only because dice flew out."""

THROW = "throw"
"""The only kind of throw the ideal model knows."""
POUR = "all"
"""All dice at once, onto an empty arena."""


@dataclass(frozen=True, slots=True)
class Movement:
    """One way in which the dice can move, with its probability.

    >>> from kessel import IdealChance
    >>> IdealChance(loss=0.0).movements("throw", thrown=1, lying=1)[1]
    Movement(probability=0.3, struck=1, knocked_out=0, staying=1)
    """

    probability: float
    struck: int
    """Lying pieces that fall again and stay."""
    knocked_out: int
    """Lying pieces that leave the arena."""
    staying: int
    """Thrown dice that stay in the arena; the others are lost."""

    @property
    def falling(self) -> int:
        """Dice that come to lie with a face that chance decides."""
        return self.struck + self.staying


def check_throw(kinds: tuple[str, ...], kind: str, thrown: int, lying: int) -> None:
    """Raise unless it is a kind of throw of these, or a pour, and numbers of dice."""
    if kind not in (*kinds, POUR):
        known = " ".join((*kinds, POUR))
        raise BadValue(
            "{kind} is not a kind of throw; there are {kinds}", kind=repr(kind), kinds=known
        )
    numbers: tuple[Any, ...] = thrown, lying
    for dice in numbers:
        if not isinstance(dice, Integral) or dice < 0:
            raise BadValue("{text} is not a number of dice", text=repr(dice))


def leaving(moves: tuple[Movement, ...]) -> float:
    """The probability that a struck die leaves the arena, over all movements of a throw."""
    moved = sum(move.probability * (move.struck + move.knocked_out) for move in moves)
    return sum(move.probability * move.knocked_out for move in moves) / moved if moved else 0.0


class ChanceModel(Protocol):
    """What the dice do; `name` says which model, with its numbers.

    >>> from kessel import ChanceModel, IdealChance
    >>> model: ChanceModel = IdealChance()
    >>> model.kinds
    ('throw',)
    """

    @property
    def name(self) -> str:
        """Short and unique: it versions the tables solved over this model."""
        ...

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of throw a player can choose from, for one die or a pile."""
        ...

    def movements(self, kind: str, thrown: int, lying: int) -> tuple[Movement, ...]:
        """The distribution of movements when `thrown` dice are thrown at `lying` pieces."""
        ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class IdealChance:
    """Every lying die is struck with one probability; every die in motion lost with another.

    >>> IdealChance(strike=0.25).name
    'ideal strike=0.25 loss=0.02'
    """

    strike: float = 0.3
    loss: float = 0.02

    def __post_init__(self) -> None:
        for name, value in (("strike", self.strike), ("loss", self.loss)):
            if not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
                raise BadValue(
                    "{name} {value}: a probability from 0 to 1 is accepted",
                    name=name,
                    value=repr(value),
                )

    @property
    def name(self) -> str:
        """`ideal` with its two numbers."""
        return f"ideal strike={self.strike!r} loss={self.loss!r}"

    @property
    def kinds(self) -> tuple[str, ...]:
        """Ideal dice know one way of throwing."""
        return (THROW,)

    def movements(self, kind: str, thrown: int, lying: int) -> tuple[Movement, ...]:
        """Independent strikes and losses."""
        check_throw(self.kinds, kind, thrown, lying)
        return _independent(self.strike, self.loss, thrown, 0 if kind == POUR else lying)


Outcomes = Mapping[tuple[int, int], float]
"""(different dice left lying, dice collected) -> probability."""


def base_outcomes(
    model: ChanceModel, kind: str, thrown: int, lying: int, *, bare: bool = False
) -> Outcomes:
    """What a throw onto `lying` different symbols leaves in an edition without effects.

    With `bare`, an arena that only dice flying out left empty is told apart.
    """
    result: dict[tuple[int, int], float] = {}
    for move in model.movements(kind, thrown, lying):
        resting = lying - move.struck - move.knocked_out
        for seen, chance in binomial(move.falling, SYMBOLS / (SYMBOLS + 1)):
            for singles, share in singles_after(resting, seen):
                left = BARE if bare and not resting and not move.falling else singles
                key = (left, resting + seen - singles)
                result[key] = result.get(key, 0.0) + move.probability * chance * share
    return {key: chance for key, chance in sorted(result.items()) if chance > 0.0}


def _independent(strike: float, loss: float, thrown: int, lying: int) -> tuple[Movement, ...]:
    moves = []
    for moved, chance in binomial(lying, strike):
        for left, lost in binomial(moved, loss):
            for gone, missed in binomial(thrown, loss):
                moves.append(Movement(chance * lost * missed, moved - left, left, thrown - gone))
    return tuple(moves)


def binomial(trials: int, chance: float) -> list[tuple[int, float]]:
    """(hits, probability) of independent trials, without what cannot happen."""
    pairs = (
        (hits, comb(trials, hits) * chance**hits * (1.0 - chance) ** (trials - hits))
        for hits in range(trials + 1)
    )
    return [(hits, probability) for hits, probability in pairs if probability > 0.0]


@lru_cache(maxsize=1024)
def singles_after(resting: int, falling: int) -> tuple[tuple[int, float], ...]:
    """How many symbols are seen exactly once, after `falling` random symbols join different ones.

    Followed as (symbols seen once, symbols seen more often).
    """
    cells: dict[tuple[int, int], float] = {(resting, 0): 1.0}
    for _ in range(falling):
        grown: dict[tuple[int, int], float] = {}
        for (once, more), chance in cells.items():
            for key, ways in (
                ((once - 1, more + 1), once),
                ((once, more), more),
                ((once + 1, more), SYMBOLS - once - more),
            ):
                if ways:
                    grown[key] = grown.get(key, 0.0) + chance * ways / SYMBOLS
        cells = grown
    singles: dict[int, float] = {}
    for (once, _), chance in cells.items():
        singles[once] = singles.get(once, 0.0) + chance
    return tuple(sorted(singles.items()))


def column_weights(dice: Sequence[int]) -> list[float]:
    """How likely each player is to finish a column of fire first, by the dice each has to stack:
    all stack equally fast, so fewer dice mean a better chance. Not normalised."""
    return [1.0 / max(held, 1) for held in dice]
