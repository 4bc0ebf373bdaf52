"""One layer of Harry Potter: all positions with the same number of dice in play, and their values.

A table of values has the axes of `Axes`: the tower's top, what lies loose, the other's dice, and
the tower below its top. The active player's dice follow from the dice in play.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
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


@dataclass(slots=True, eq=False)
class Ends:
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
        """[place, below]: all ends of a height with that top, then those of the height below.

        Places are numbered by `StackedEnds`.
        """
        tables = [self.of(end, height)[top] for end in End]
        if height:
            tables += [by_tower(self.of(end, height - 1)) for end in End]
        return np.concatenate([table.reshape(-1, table.shape[-1]) for table in tables])


@dataclass(slots=True, eq=False)
class PotterLayer:
    """All positions with the same number of dice in play."""

    dice: int
    ends: Ends
    throws: list[list[Values]]
    """[kind][height]: what throwing a die is worth."""
    pour: Values
    """[other's dice]: all dice onto an empty arena."""
    residual: float = 0.0
    """The last change of a value."""


@dataclass(frozen=True, slots=True)
class RelashioBranches:
    """One throw, by whom a Relashio calls: nobody, both players, or only the other.

    Both throw where the active player keeps a die, only the other after the last one.
    """

    nobody: Operator | None
    both: Operator
    other: Operator

    def ranged(self) -> Iterator[tuple[Operator, int, int, int | None]]:
        """(operator, dice the other throws, least and most own dice before the throw)."""
        if self.nobody is not None:
            yield self.nobody, 0, 1, None
        yield self.both, 1, 2, None
        yield self.other, 1, 1, 1

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
    """The numbering of `Ends.stacked`: (end, whether the top is gone, way, other's dice)."""

    loose: Loose
    dice: int
    """Dice in play besides the tower."""
    popped: bool
    """Whether the ends of the height below are among them."""

    def _sections(self) -> Iterator[tuple[End, bool, int, int]]:
        for gone in (False, True) if self.popped else (False,):
            for end in End:
                lying = self.loose.up_to(self.dice + gone)
                if end > End.TURN:
                    lying = min(lying, self.loose.up_to(SPELL_LYING))
                yield end, gone, lying, self.dice + 1 + gone

    @property
    def count(self) -> int:
        """How many places."""
        return sum(lying * width for _, _, lying, width in self._sections())

    def place(self, end: End, gone: bool, way: Ints, other: int) -> Ints:
        """The places of an end, by what lies loose."""
        first = 0
        for name, below, lying, width in self._sections():
            if (name, below) == (end, gone):
                return np.asarray(first + way * width + other)
            first += lying * width
        raise AssertionError(f"no place for end {end}")


@dataclass(frozen=True, slots=True)
class LayerLinks:
    """Where throws of one kind lead inside their layer: by (height, top), sparse operators."""

    standing: dict[tuple[int, int], sparse.csr_array]
    """[(loose, other's), place]: the tower stands afterwards, if there was one."""
    bare: dict[tuple[int, int], sparse.csr_array]
    """[(loose, other's), place]: the tower has fallen."""

    def worth(self, ends: Ends, height: int, bare: Values) -> Values:
        """What throws are worth by the values of their own layer; `bare` are the stacked ends
        without a tower."""
        value = np.zeros_like(ends.turn[height])
        for top in range(len(value)):
            if (height, top) not in self.standing:
                continue
            worth = self.standing[height, top] @ ends.stacked(height, top)
            if height:
                worth += self.bare[height, top] @ bare
            value[top] = worth.reshape(value.shape[1:])
        return value


def by_tower(table: Values) -> Values:
    """[loose, other's, tower]: a table with top and below as one axis."""
    return table.transpose(1, 2, 0, 3).reshape(*table.shape[1:3], -1)
