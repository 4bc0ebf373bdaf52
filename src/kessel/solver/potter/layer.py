"""One layer of Harry Potter: all positions with the same number of dice in play, and their values.

A table of values has the axes of `Axes`: the tower's top, what lies loose, the other's dice, and
the tower below its top. The active player's dice follow from the dice in play. Throws need dice in
both hands: their tables have the axes of `ThrowAxes`, with one row for each of these positions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

import numpy as np
from scipy import sparse

from kessel.solver.arrays import Bools, Ints, Values
from kessel.solver.potter.arena import Loose
from kessel.solver.potter.checks import End
from kessel.solver.potter.throws import Operator
from kessel.solver.potter.towers import SPELL_LYING


class Axes(NamedTuple):
    """The shape of a table of values."""

    top: int
    loose: int
    other: int
    below: int


class ThrowAxes(NamedTuple):
    """The shape of a table of throws."""

    top: int
    row: int
    """What lies loose and the other's dice, as `ThrowRows` numbers them."""
    below: int


@dataclass(frozen=True, slots=True)
class ThrowRows:
    """The positions in which both hold dice, by what lies loose and then by the other's dice."""

    loose: Loose
    rest: int
    """Dice in play besides the tower."""
    first: Ints
    """[way]: the first row, where the other has one die; no more rows for ways of too many dice."""

    @classmethod
    def of(cls, loose: Loose, rest: int) -> "ThrowRows":
        """All rows of so many dice."""
        counts = np.maximum(rest - 1 - loose.sizes, 0)
        return cls(loose, rest, np.concatenate([[0], np.cumsum(counts)]))

    def __len__(self) -> int:
        return int(self.first[-1])

    def row(self, way: Ints, other: Ints) -> Ints:
        """The rows of positions."""
        return np.asarray(self.first[way] + other - 1)

    def of_table(self) -> Ints:
        """[row]: its number among all of (loose, other's dice) of a table of values."""
        lying = self.loose.up_to(self.rest)
        counts = np.diff(self.first[: lying + 1])
        way = np.repeat(np.arange(lying), counts)
        other = np.arange(len(self)) - self.first[way] + 1
        return np.asarray(way * (self.rest + 1) + other)

    def by_size(self, table: Values) -> Iterator[tuple[slice, Values]]:
        """Ways with equally many dice, and views [top, way, other's dice from one on, below]."""
        for size in range(self.rest - 1):
            ways = slice(*self.loose.first[size : size + 2].tolist())
            rows = slice(self.first[ways.start], self.first[ways.stop])
            count, most = ways.stop - ways.start, self.rest - size - 1
            yield ways, table[:, rows].reshape(len(table), count, most, table.shape[-1])


@dataclass(slots=True, eq=False)
class CheckEnds:
    """What each end of a check is worth in one layer: by height, tables of values."""

    choice: list[Values]
    turn: list[Values]
    """The other is on; the value is that of the player who has just ended the turn."""
    spells: dict[End, list[Values]] = field(default_factory=dict)

    def of(self, end: End, height: int) -> Values:
        """By end, and height of the tower that is left."""
        if end is End.CHOICE:
            return self.choice[height]
        return self.turn[height] if end is End.TURN else self.spells[end][height]

    def stacked(self, height: int, top: int) -> Values:
        """[place, below]: all ends of a height with that top, as `StackedEnds` numbers them."""
        return _stacked([self.of(end, height)[top] for end in End])

    def stacked_towers(self, height: int) -> Values:
        """[place, tower]: the same for all tops of a height."""
        return _stacked([by_tower(self.of(end, height)) for end in End])


@dataclass(frozen=True, slots=True, eq=False)
class BestThrows:
    """What the best throw of a die is worth in one layer, and all dice onto nothing."""

    values: Values
    """All of them in one run, of which the others are views."""
    tables: list[Values]
    """By height."""
    pour: Values
    """[other's dice]"""

    @classmethod
    def of(cls, shapes: Sequence[ThrowAxes], dice: int) -> "BestThrows":
        """Nothing known yet."""
        values = np.zeros(sum(map(prod, shapes)) + dice + 1)
        *parts, pour = np.split(values, np.cumsum([prod(shape) for shape in shapes]))
        tables = [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]
        return cls(values, tables, pour)


@dataclass(slots=True, eq=False)
class PotterLayer:
    """All positions with the same number of dice in play."""

    dice: int
    ends: CheckEnds
    throws: list[list[Values]]
    """[kind][height]: what throwing a die is worth."""
    pour: Values
    """[other's dice]: all dice onto an empty arena."""
    residual: float = 0.0
    """The last change of a value."""

    def best(self) -> list[Values]:
        """By height: what the best throw of a die is worth."""
        if len(self.throws) == 1:
            return self.throws[0]
        return [np.max(of_kinds, axis=0) for of_kinds in zip(*self.throws, strict=True)]


@dataclass(frozen=True, slots=True)
class RelashioBranches:
    """One throw, by whom a Relashio calls: nobody, both players, or only the other.

    Both throw where the active player keeps a die, only the other after the last one, or always
    where there is no operator for both.
    """

    nobody: Operator | None
    both: Operator | None
    other: Operator

    def ranged(self) -> Iterator[tuple[Operator, int, int, int | None]]:
        """(operator, dice the other throws, least and most own dice before the throw)."""
        if self.nobody is not None:
            yield self.nobody, 0, 1, None
        if self.both is not None:
            yield self.both, 1, 2, None
        yield self.other, 1, 1, None if self.both is None else 1

    def masked(self, own: Ints) -> Iterator[tuple[Operator, int, Bools]]:
        """(operator, dice the other throws, [loose, other's, 1]: where it applies).

        The other has at least one die before the throw.
        """
        some = np.zeros_like(own, dtype=np.bool_)
        some[:, 1:] = True
        for operator, called, least, most in self.ranged():
            yield operator, called, some & (own >= least) & (own <= (most or own))


@dataclass(frozen=True, slots=True)
class StackedEnds:
    """The numbering of `CheckEnds.stacked`: (end, way, other's dice)."""

    loose: Loose
    dice: int
    """Dice in play besides the tower."""

    def _lying(self, end: End) -> int:
        """Ways in which dice can lie loose at an end."""
        lying = self.loose.up_to(self.dice)
        return lying if end <= End.TURN else min(lying, self.loose.up_to(SPELL_LYING))

    @property
    def count(self) -> int:
        """How many places."""
        return sum(map(self._lying, End)) * (self.dice + 1)

    def place(self, end: End, way: Ints, other: int | Ints) -> Ints:
        """The places of an end, by what lies loose."""
        before = sum(self._lying(one) for one in End if one < end)
        return np.asarray((before + way) * (self.dice + 1) + other)


@dataclass(frozen=True, slots=True)
class LayerLinks:
    """Where throws of one kind lead inside their layer: by (height, top), sparse operators
    [row of the throw, place]."""

    standing: dict[tuple[int, int], sparse.csr_array]
    """The tower stands afterwards as before, if there was one."""
    popped: dict[tuple[int, int], sparse.csr_array]
    """Its top was taken."""
    toppled: dict[tuple[int, int], sparse.csr_array]
    """A Relashio has brought it down."""
    fallen: dict[int, sparse.csr_array]
    """By height: the throw has brought it down, whatever its top was."""

    def worth(self, ends: CheckEnds, height: int, bare: Values) -> Values:
        """What throws are worth by the values of their own layer; `bare` are the stacked ends
        without a tower."""
        tops, _, _, below = ends.turn[height].shape
        if (height, 0) not in self.standing:
            return np.zeros(ThrowAxes(tops, 0, below))
        value = np.stack(
            [self.standing[height, top] @ ends.stacked(height, top) for top in range(tops)]
        )
        if height:
            lower, fallen = ends.stacked_towers(height - 1), self.fallen[height] @ bare
            for top in range(tops):
                value[top] += self.popped[height, top] @ lower
                value[top] += self.toppled[height, top] @ bare + fallen
        return value


def _stacked(tables: list[Values]) -> Values:
    return np.concatenate([table.reshape(-1, table.shape[-1]) for table in tables])


def by_tower(table: Values) -> Values:
    """[loose, other's, tower]: a table with top and below as one axis."""
    return table.transpose(1, 2, 0, 3).reshape(*table.shape[1:3], -1)
