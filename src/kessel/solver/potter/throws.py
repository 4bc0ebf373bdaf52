"""What a throw leaves in Harry Potter, for two players: sparse operators, whatever hands hold.

A throw only sees the arena: loose dice and the top of a tower. A struck tower falls whole: one
of its dice fares as its piece does in the chance model, each further one leaves the arena as
often as a struck die does.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np

from kessel.solver.arrays import Ints, Values
from kessel.solver.chance import POUR, SYMBOLS, ChanceModel, binomial, leaving
from kessel.solver.potter.arena import FLAGS, NO_TOP, TOPS, Loose
from kessel.solver.potter.checks import (
    BOUND_CLASSES,
    KNOWN,
    SPELLS,
    End,
    EndColumns,
    Matrix,
    crowd,
    distinct_entries,
    entries,
    first_checks,
    last_checks,
    sparse_matrix,
    splits,
)

NEVER = 1e-13
"""Outcomes of a throw that are less likely than this are left out."""


class Branch(NamedTuple):
    """Outcomes of a throw that are followed together."""

    lost: int
    """Dice that leave the game."""
    end: End
    popped: bool
    """Whether the tower lost its top."""


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """Where a throw leads: for each branch [loose before, loose afterwards], probabilities.

    It serves all hands, which follow from the dice in play.
    """

    branches: dict[Branch, Matrix]
    losing: Matrix
    """[loose before, (dice lost less one, end, loose afterwards)]: all branches that lose dice and
    leave no tower, side by side."""


@dataclass(frozen=True, slots=True)
class Salvo:
    """The extra throws of a Relashio."""

    dice: int
    """Two where both throw, one where only the other does."""
    fallen: int
    """Dice of the tower that these throws bring down: none, or all of them."""


class Throws:
    """The operators of all throws over one chance model."""

    def __init__(self, model: ChanceModel, most: int) -> None:
        self.model = model
        self.most = most
        self.loose = Loose.of(most)
        self._columns = EndColumns(most + 2)
        self._extra_kind = model.kinds[len(model.kinds) // 2]
        self._first = {top: first_checks(self._columns, top, most) for top in (NO_TOP, *TOPS)}
        self._splits = splits(most)
        self._last = {
            top: last_checks(self._columns, top, crowd(top, most) + 2, most)
            for top in (NO_TOP, *TOPS)
        }
        self._split: dict[int, Matrix] = {}
        self._called: dict[tuple[int, Salvo], Matrix] = {}
        self._resting = _resting(self.loose)
        self._seen = _seen(most)
        self._moved: dict[tuple[str, int, bool, int], Matrix] = {}
        self._width = FLAGS * (most + 1)
        """Ways in which flags can rest and dice can fall and show a symbol."""

    def plain(self, kind: str, fallen: int, top: int, *, tower: bool) -> Operator:
        """One die, and checks that call nobody; `top` then tops the tower, if it stands."""
        moves = self._moves(kind, fallen, tower, self.most)
        return self._composed(moves, self._first[top].ends, 1 + fallen)

    def called(self, kind: str, fallen: int, top: int, salvo: Salvo, *, tower: bool) -> Operator:
        """One die, checks that call a Relashio, and what its throws leave."""
        moves = self._moves(kind, fallen, tower, crowd(top, self.most))
        thrown = 1 + fallen + salvo.dice + salvo.fallen
        return self._composed(moves, self._after_salvo(top, salvo), thrown, absolute=True)

    def poured(self, dice: int) -> tuple[Operator, Operator]:
        """All dice onto nothing: checks that call nobody, and those that call the other."""
        chances = np.zeros(self.most + 1)
        for move in self.model.movements(POUR, dice, 0):
            chances[move.staying] += move.probability
        seen = chances @ self._seen
        shape = (self.most + 1, len(KNOWN) * self._width)
        row = np.zeros(len(seen), dtype=np.intp)
        poured = sparse_matrix([row], [np.arange(len(seen))], [seen], shape)
        salvo = self._after_salvo(NO_TOP, Salvo(1, 0))
        return (
            self._composed(poured, self._first[NO_TOP].ends, dice),
            self._composed(poured, salvo, dice + 1, absolute=True),
        )

    # --- the dice that move ----------------------------------------------------------------

    def _moves(self, kind: str, fallen: int, tower: bool, most: int) -> Matrix:
        """[(loose before, Immobulus that rest), (Immobulus as checks count them, flags that rest,
        dice that fall)]."""
        key = (kind, fallen, tower, most)
        if key not in self._moved:
            self._moved[key] = self._follow_moves(*key)
        return self._moved[key]

    def _follow_moves(self, kind: str, fallen: int, tower: bool, most: int) -> Matrix:
        before, after, share = self._resting
        falls = np.zeros((self.loose.most + 1, self.loose.most + 1, self.most + 1))
        for lying in range(self.loose.most + 1):
            for moved, falling, chance in self._falls(kind, 1, lying, tower, fallen):
                if lying - moved + falling <= most:
                    falls[lying, moved, falling] += chance
        sizes, bound = self.loose.sizes, self.loose.immobulus[after]
        weights = share[:, None] * (falls @ self._seen)[sizes[before], sizes[before] - sizes[after]]
        pair, fall = np.nonzero(weights)
        resting = np.minimum(bound, KNOWN[-1]) * FLAGS + self.loose.flags[after]
        row = before * (self.most + 1) + bound
        shape = (len(self.loose) * (self.most + 1), len(KNOWN) * self._width)
        column = resting[pair] * (self.most + 1) + fall
        return sparse_matrix([row[pair]], [column], [weights[pair, fall]], shape)

    def _falls(
        self, kind: str, thrown: int, loose: int, tower: bool, fallen: int
    ) -> Iterator[tuple[int, int, float]]:
        """(loose dice that move, dice that fall and stay, probability).

        Beside a tower only the movements in which it stands, or with `fallen` falls.
        """
        lying = loose + tower
        moves = self.model.movements(kind, thrown, lying)
        leave = leaving(moves)
        for move in moves:
            hit = move.struck + move.knocked_out
            falling = move.struck + move.staying
            if not tower:
                yield hit, falling, move.probability
            elif not fallen:
                if hit < lying:
                    yield hit, falling, move.probability * (lying - hit) / lying
            elif hit:
                for more, share in binomial(fallen - 1, 1.0 - leave):
                    yield hit - 1, falling + more, move.probability * hit / lying * share

    # --- the dice that fall ----------------------------------------------------------------

    def _after_salvo(self, top: int, salvo: Salvo) -> Matrix:
        """[(Immobulus and flags that rest, dice that fall)] -> ends after a called Relashio."""
        key = (top, salvo)
        if key not in self._called:
            self._called[key] = self._follow_salvo(top, salvo)
        return self._called[key]

    def _follow_salvo(self, top: int, salvo: Salvo) -> Matrix:
        if top not in self._split:
            self._split[top] = self._first[top].nodes @ self._splits.matrix(top)
        reached = self._split[top] @ self._extra_falls(top, salvo)
        last = self._last[NO_TOP if salvo.fallen else top]
        # Dice that were not moved are kept: they are counted in the row, then in the column.
        row, column, chance = entries(reached)
        kept, resting = np.divmod(column, last.shape[0])
        count = self.most + 1
        shape = (reached.shape[0] * count, last.shape[0])
        apart = distinct_entries(row * count + kept, resting, chance, shape)
        row, column, chance = entries(apart @ last)
        row, kept = np.divmod(row, count)
        columns = [self._columns.shifted(column, 0, kept)]
        return sparse_matrix([row], columns, [chance], (reached.shape[0], self._columns.count))

    def _extra_falls(self, top: int, salvo: Salvo) -> Matrix:
        """[(loose dice, spells, moved, classes)] -> (dice kept, spells, classes, falling)."""
        tower = top != NO_TOP
        rows, columns, weights = [], [], []
        places = np.arange(SPELLS * BOUND_CLASSES)
        spells, classes = np.divmod(places, BOUND_CLASSES)
        for loose in range(crowd(top, self.most) + 1):
            falls = np.zeros((loose + 1, self.most + 1))
            for moved, falling, chance in self._falls(
                self._extra_kind, salvo.dice, loose, tower, salvo.fallen
            ):
                if falling <= self.most:
                    falls[moved, falling] += chance
            seen = falls @ self._seen
            for moved, falling in np.argwhere(seen).tolist():
                rows.append(self._splits.column(loose, spells, moved, classes))
                kept = (loose - moved) * SPELLS * BOUND_CLASSES + places
                columns.append(kept * (self.most + 1) + falling)
                weights.append(np.full(len(places), seen[moved, falling]))
        width = (self.most + 1) * SPELLS * BOUND_CLASSES * (self.most + 1)
        return sparse_matrix(rows, columns, weights, (self._splits.columns, width))

    def _composed(
        self, moves: Matrix, ends: Matrix, thrown: int, *, absolute: bool = False
    ) -> Operator:
        """Compose what moves and what falls, and sort it into branches.

        Unless `absolute`, resting Immobulus are not yet among the dice of `ends`.
        """
        row, column, chance = entries(moves @ ends)
        row, bound = np.divmod(row, self.most + 1)
        if not absolute:
            column = self._columns.shifted(column, bound, bound)
        shape = (moves.shape[0] // (self.most + 1), self._columns.count)
        return self._branched(sparse_matrix([row], [column], [chance], shape), thrown)

    def _branched(self, total: Matrix, thrown: int) -> Operator:
        row, column, weight = entries(total)
        end, popped, kept, bound, flags = self._columns.decode(column)
        lost = self.loose.sizes[row] + thrown - kept
        column = self.loose.number[np.minimum(bound, self.loose.most + 2), flags]
        key = (lost * len(End) + end) * 2 + popped
        usable = np.flatnonzero((weight > NEVER) & (column >= 0))
        usable = usable[np.argsort(key[usable], kind="stable")]
        names, first = np.unique(key[usable], return_index=True)
        shape = (total.shape[0], len(self.loose))
        branches = {}
        for name, these in zip(names.tolist(), np.split(usable, first)[1:], strict=True):
            branch = Branch(name // 2 // len(End), End(name // 2 % len(End)), bool(name % 2))
            branches[branch] = distinct_entries(row[these], column[these], weight[these], shape)
        losing = usable[(lost[usable] > 0) & (lost[usable] <= self.most) & (popped[usable] == 0)]
        place = ((lost[losing] - 1) * len(End) + end[losing]) * len(self.loose) + column[losing]
        shape = (total.shape[0], self.most * len(End) * len(self.loose))
        return Operator(branches, distinct_entries(row[losing], place, weight[losing], shape))


def _seen(most: int) -> Values:
    """[dice that fall, dice of them that show a symbol]: the probability; an X leaves the game."""
    found = np.zeros((most + 1, most + 1))
    for falling in range(most + 1):
        for seen, chance in binomial(falling, SYMBOLS / (SYMBOLS + 1)):
            found[falling, seen] = chance
    return found


def _resting(loose: Loose) -> tuple[Ints, Ints, Values]:
    """(before, after, share): which loose dice a throw leaves lying, by how many it moves."""
    before, after, shares = [], [], []
    for way in range(len(loose)):
        bound, flags, size = (int(a[way]) for a in (loose.immobulus, loose.flags, loose.sizes))
        for kept in range(FLAGS):
            if kept & ~flags:
                continue
            for still in range(bound + 1):
                moved = size - still - kept.bit_count()
                before.append(way)
                after.append(int(loose.number[still, kept]))
                shares.append(comb(bound, still) / comb(size, moved))
    return np.array(before), np.array(after), np.array(shares)
