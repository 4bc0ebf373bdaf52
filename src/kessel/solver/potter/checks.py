"""Checks of Harry Potter as sparse matrices: from what rests and what falls to what follows.

The first check of a throw may call a Relashio; the last one, after its throws, calls nobody. In
between, all sets of dice of the same size are equally likely to be moved by the extra throws.
Dice that show an X have left before: only those that show a symbol are counted here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from kessel.solver.arrays import Bools, Ints, Values
from kessel.solver.potter.arena import FLAGGED, FLAGS, NO_TOP, Spell, flag
from kessel.solver.potter.rules import MOST_BOOKLETS, PotterRules

Matrix = sparse.csr_array
Entries = tuple[Ints, Ints, Values]
"""Rows, columns and weights of a sparse matrix."""
Counts = NDArray[np.int8]
"""[way, spell]: dice of each symbol."""

CROWD = 8
"""Loose dice beside a standing tower up to which a Relashio is followed. Beyond, nearly all of
them would have been bound and struck at once: with ten the starter's chance differs by 4e-12."""
FEW = 2
"""Dice of one symbol are counted as none, one, or this many and more."""
KNOWN = range(FEW + 1)
"""How many Immobulus rest, as checks count them."""
CLASSES: int = 3 ** len(FLAGGED)
"""None, one, or more of each of the four symbols besides Immobulus."""
BOUND_CLASSES = 2 * CLASSES
"""The same with no or one Immobulus."""
SPELLS = 4
"""Which matched before a Relashio: bit 0 an Accio, bit 1 a Wingardium."""


class End(IntEnum):
    """What follows a check."""

    CHOICE = 0
    TURN = 1
    """Of the other player."""
    SUMMON = 2
    """An Accio, then the other's turn."""
    STACK = 3
    """A tower is built, then the other's turn."""
    SUMMON_STACK = 4


@dataclass(frozen=True, slots=True)
class EndColumns:
    """Columns of the matrices: end, whether a tower's top was taken, dice kept in the arena and
    Immobulus among them, and flags of the other symbols left."""

    dice: int

    @property
    def count(self) -> int:
        """How many columns."""
        return int(len(End) * 2 * self.dice * self.dice * FLAGS)

    def column(self, end: Ints, popped: Ints, kept: Ints, bound: Ints, flags: Ints) -> Ints:
        """The number of a column."""
        place = ((end * 2 + popped) * self.dice + kept) * self.dice + bound
        return np.asarray(place * FLAGS + flags)

    def decode(self, column: Ints) -> tuple[Ints, ...]:
        """(end, popped, kept, bound, flags) of columns."""
        place, flags = np.divmod(column, FLAGS)
        place, bound = np.divmod(place, self.dice)
        place, kept = np.divmod(place, self.dice)
        end, popped = np.divmod(place, 2)
        return end, popped, kept, bound, flags

    def shifted(self, column: Ints, bound: int | Ints, kept: Ints) -> Ints:
        """The columns with `bound` more Immobulus and `kept` more dice; -1 where these are more
        dice than there are."""
        before = column // (self.dice * FLAGS) % self.dice
        after = column + (kept * self.dice + bound) * FLAGS
        return np.where(before + kept < self.dice, after, -1)


@dataclass(frozen=True, slots=True)
class FirstChecks:
    """First checks by [(Immobulus that rest, flags that rest, dice that fall)]."""

    ends: Matrix
    """To the end of a check that calls nobody; dice kept and Immobulus only count those that
    fall, so that resting ones can be added later."""
    nodes: Matrix
    """To a node, which is what lies there when a Relashio is called."""


@dataclass(frozen=True, slots=True)
class Splits:
    """Which dice of a node an extra throw moves, and what is left of each symbol."""

    most: int
    node: Ints
    counts: Counts
    """[node, spell]"""
    moved: Ints
    classes: Ints
    """Classes of what is left, Immobulus included."""
    share: Values

    @property
    def columns(self) -> int:
        """How many columns the matrix has."""
        return (self.most + 1) * SPELLS * (self.most + 1) * BOUND_CLASSES

    def column(self, loose: int | Ints, spells: Ints, moved: int | Ints, classes: Ints) -> Ints:
        """The column of (loose dice, spells matched, dice moved, classes left)."""
        place = (np.asarray(loose) * SPELLS + spells) * (self.most + 1) + moved
        return np.asarray(place * BOUND_CLASSES + classes, dtype=np.intp)

    def matrix(self, top: int) -> Matrix:
        """[node, (loose dice, spells matched, dice moved, classes left)]."""
        seen = self.counts.astype(np.intp)
        accio = seen[:, Spell.ACCIO] + (top == Spell.ACCIO) > 1
        spells = accio + 2 * (seen[:, Spell.WINGARDIUM] > 1)
        loose = seen.sum(axis=1)
        column = self.column(loose[self.node], spells[self.node], self.moved, self.classes)
        shape = (len(seen), self.columns)
        return sparse.csr_array((self.share, (self.node, column)), shape=shape)


def crowd(top: int, most: int) -> int:
    """Most loose dice with which a Relashio is followed."""
    return most if top == NO_TOP else min(CROWD, most)


def first_checks(
    columns: EndColumns, top: int, most: int, rules: PotterRules = MOST_BOOKLETS
) -> FirstChecks:
    """The first checks under a tower with this top, or none."""
    ends: list[Entries] = []
    nodes: list[Entries] = []
    numbers = _node_numbers(most)
    for known in KNOWN:
        for falling in range(most + 1 - known):
            resting = _with_flags(known, most - falling)
            flags = resting[:, 1:] @ _BITS
            rows = (known * FLAGS + flags) * (most + 1) + falling
            loose, row, chances = _beside(resting, rows, _fallen_classes(falling))
            check = _Check.of(loose, top)
            quiet = ~check.calls
            works = ~check.bound & quiet
            kept = falling + (resting[:, 1:].sum(axis=1))
            kept = np.repeat(kept, len(loose) // len(resting)).astype(np.intp)
            fresh = (loose[:, Spell.IMMOBULUS] - known).astype(np.intp)
            end = check.end(works, works, rules.bound_ends_turn)
            column = columns.column(end, check.popped, kept, fresh, check.flags)
            ends.append((row[quiet], column[quiet], chances[quiet]))
            few = resting.sum(axis=1) + falling <= crowd(top, most)
            if known < FEW and few.any():
                loose, row, chances = _beside(resting[few], rows[few], _fallen(falling))
                calls = _Check.of(loose, top).calls
                node = numbers[tuple(loose[calls].T.astype(np.intp))]
                nodes.append((row[calls], node, chances[calls]))
    height = len(KNOWN) * FLAGS * (most + 1)
    return FirstChecks(
        sparse_matrix(ends, (height, columns.count)),
        sparse_matrix(nodes, (height, int(numbers.max()) + 1)),
    )


def last_checks(
    columns: EndColumns, top: int, dice: int, most: int, rules: PotterRules = MOST_BOOKLETS
) -> Matrix:
    """[(spells matched before, classes that rest, dice falling)] -> ends; nobody is called."""
    ends: list[Entries] = []
    classes = np.arange(BOUND_CLASSES)
    every = np.column_stack([classes // CLASSES, *(classes // 3**p % 3 for p in (3, 2, 1, 0))])
    for falling in range(min(dice, most) + 1):
        there = every.sum(axis=1) <= min(dice, most) - falling
        resting = every[there].astype(np.int8)
        loose, here, chances = _beside(resting, classes[there], _fallen_classes(falling))
        check = _Check.of(loose, top, binds=not rules.takes_new_immobulus)
        kept = np.full(len(loose), falling)
        left = loose[:, Spell.IMMOBULUS] * ~(check.matched[:, Spell.IMMOBULUS] & ~check.bound)
        follows = check.ends(rules.bound_ends_turn)
        column = columns.column(follows, check.popped, kept, left.astype(np.intp), check.flags)
        spells = np.arange(SPELLS)[:, None]
        row = (spells * BOUND_CLASSES + here) * (most + 1) + falling
        ends.append((row.reshape(-1), column.reshape(-1), np.tile(chances, SPELLS)))
    return sparse_matrix(ends, (SPELLS * BOUND_CLASSES * (most + 1), columns.count))


def splits(most: int) -> Splits:
    """The splits of all nodes with at most this many dice."""
    numbers = _node_numbers(most)
    pairs = [(one, other) for one in range(most + 1) for other in range(most + 1 - one)]
    ways = np.zeros((len(pairs), 9, most + 1))
    for number, (one, other) in enumerate(pairs):
        ways[number, :, : one + other + 1] = _pair(one, other)
    sets = np.array([[float(comb(n, k)) for k in range(most + 2)] for n in range(most + 2)])
    seconds, totals = np.array(pairs), np.array(pairs).sum(axis=1)
    parts = []
    for number, pair in enumerate(pairs):
        some = np.flatnonzero(totals <= most - sum(pair))
        both = _joined(ways[number, :, : sum(pair) + 1], ways[some])
        at, place, moved = np.nonzero(both)
        found, dice = both[at, place, moved], totals[some][at] + sum(pair)
        # An Immobulus beside them lies still, or moves as well.
        for bound, gone in ((0, 0), (1, 0), (1, 1)):
            there = dice + bound <= most
            node = numbers[(bound, *pair, *seconds[some][at[there]].T)]
            share = found[there] / sets[dice[there] + bound, moved[there] + gone]
            parts.append(
                (node, moved[there] + gone, place[there] + (bound - gone) * CLASSES, share)
            )
    node, moved, classes, share = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Splits(most, node, np.argwhere(numbers >= 0).astype(np.int8), moved, classes, share)


def sparse_matrix(parts: list[Entries], shape: tuple[int, int]) -> Matrix:
    """A matrix by its entries; several in one place are added up, columns below 0 left out."""
    if not parts:
        return sparse.csr_array(shape)
    row, column, weight = (np.concatenate(part) for part in zip(*parts, strict=True))
    there = column >= 0
    if not there.all():
        row, column, weight = row[there], column[there], weight[there]
    if shape[0] < shape[1]:  # sorting many short columns is quicker than a few long rows
        return sparse.csc_array((weight, (row, column)), shape=shape).tocsr()
    return sparse.csr_array((weight, (row, column)), shape=shape)


def entries(matrix: Matrix) -> Entries:
    """Those of a matrix; numbers of 32 bits, where those are enough."""
    found: Any = matrix.tocoo()
    return *found.coords, found.data


def distinct_entries(row: Ints, column: Ints, weight: Values, shape: tuple[int, int]) -> Matrix:
    """A matrix by its entries, no two in one place: nothing has to be sorted to add them up."""
    found = sparse.coo_array((weight, (row, column)), shape=shape)
    found.has_canonical_format = True
    return found.tocsr()


def first_rows(matrix: Matrix, count: int) -> Matrix:
    """The first rows of a matrix, without copying them."""
    end = matrix.indptr[count]
    part = (matrix.data[:end], matrix.indices[:end], matrix.indptr[: count + 1])
    return sparse.csr_array(part, shape=(count, matrix.shape[1]))


_BITS = np.array([flag(spell) for spell in FLAGGED], dtype=np.intp)


@dataclass(frozen=True, slots=True)
class _Check:
    """One check of many ways to lie at once."""

    matched: Bools
    """[way, spell]"""
    flags: Ints
    """[way]: which symbols besides Immobulus are left."""
    popped: Ints
    """[way]: 1 where the tower's top is taken."""
    bound: Bools
    """[way]: whether a pair of Immobulus binds the spells."""

    @classmethod
    def of(cls, loose: Counts, top: int, *, binds: bool = True) -> "_Check":
        """Unless Immobulus `binds`, it is taken like any other symbol."""
        matched = loose + (np.arange(len(Spell)) == top) > 1
        left = (loose == 1) & ~matched
        flags = left[:, 1:] @ _BITS
        popped = np.zeros(len(loose), dtype=np.intp)
        if top > Spell.IMMOBULUS or (top == Spell.IMMOBULUS and not binds):
            popped = matched[:, top].astype(np.intp)
        return cls(matched, flags, popped, matched[:, Spell.IMMOBULUS] & binds)

    @property
    def calls(self) -> Bools:
        """[way]: whether a Relashio is called."""
        return np.asarray(self.matched[:, Spell.RELASHIO] & ~self.bound)

    def end(self, accio_works: Bools, wingardium_works: Bools, bound_ends: bool) -> Ints:
        """[way]: what follows; a bound pair of Immobulus stays lying, all other matches are
        taken. With `bound_ends` such a pair ends the turn, too."""
        taken = self.matched[:, 1:].any(axis=1) | self.matched[:, 0] & (~self.bound | bound_ends)
        accio = self.matched[:, Spell.ACCIO] & accio_works
        wingardium = self.matched[:, Spell.WINGARDIUM] & wingardium_works
        return np.where(taken, End.TURN + accio + 2 * wingardium, End.CHOICE).astype(np.intp)

    def ends(self, bound_ends: bool) -> Ints:
        """[spells matched before, way]: what follows, where only those spells work."""
        spells = np.arange(SPELLS)[:, None]
        accio, wingardium = spells & 1 > 0, spells & 2 > 0
        return self.end(accio & ~self.bound, wingardium & ~self.bound, bound_ends)


@cache
def _fallen(dice: int) -> tuple[Counts, Values]:
    """All ways in which dice can fall: how often each symbol, and the probability."""
    ways = np.array(list(_compositions(dice, len(Spell))), dtype=np.int8)
    factorials = np.array([float(factorial(n)) for n in range(dice + 1)])
    chances = factorials[dice] / factorials[ways].prod(axis=1) / len(Spell) ** dice
    return ways.reshape(-1, len(Spell)), chances


@cache
def _fallen_classes(dice: int) -> tuple[Counts, Values]:
    """The same where symbols besides Immobulus are counted as none, one, or more."""
    ways, chances = _fallen(dice)
    few = np.minimum(ways, [dice, *(FEW,) * len(FLAGGED)]).astype(np.int8)
    found, place = np.unique(few, axis=0, return_inverse=True)
    return found, np.bincount(place, chances).astype(np.float64)


def _beside(
    resting: Counts, rows: Ints, fallen: tuple[Counts, Values]
) -> tuple[Counts, Ints, Values]:
    """All dice fallen in some way beside each of what rests: together, the row, and the chance."""
    ways, chances = fallen
    together = (resting[:, None] + ways).reshape(-1, len(Spell))
    return together, np.repeat(rows, len(ways)), np.tile(chances, len(resting))


def _with_flags(known: int, most: int) -> Counts:
    """[way, spell]: so many Immobulus and every set of other symbols, at most `most` dice."""
    bits = np.arange(FLAGS)[:, None] >> np.arange(len(FLAGGED)) & 1
    some = bits[bits.sum(axis=1) + known <= most]
    return np.column_stack([np.full(len(some), known), some]).astype(np.int8)


def _compositions(dice: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (dice,)
        return
    for first in range(dice + 1):
        for rest in _compositions(dice - first, parts - 1):
            yield (first, *rest)


def _node_numbers(most: int) -> Ints:
    """[Immobulus, Relashio, Accio, Wingardium, Confundo]: the node's number, -1 if too many."""
    shape = (2, *(most + 1,) * len(FLAGGED))
    numbers = np.full(shape, -1, dtype=np.intp)
    inside = np.indices(shape).sum(axis=0) <= most
    numbers[inside] = np.arange(int(inside.sum()))
    return numbers


def _pair(one: int, other: int) -> Values:
    """[classes of two symbols, dice moved]: in how many ways."""
    ways = np.zeros((3, 3, one + other + 1))
    for left in range(one + 1):
        for right in range(other + 1):
            place = (min(one - left, FEW), min(other - right, FEW), left + right)
            ways[place] += comb(one, left) * comb(other, right)
    return ways.reshape(9, -1)


def _joined(first: Values, seconds: Values) -> Values:
    """[second, classes of four symbols, dice moved]: in how many ways, by those of two and of
    several other two."""
    count, _, width = seconds.shape
    ways = np.zeros((count, 9, 9, width))
    for moved in range(first.shape[1]):
        ways[..., moved:] += first[:, moved, None, None] * seconds[:, None, :, : width - moved]
    return ways.reshape(count, CLASSES, width)
