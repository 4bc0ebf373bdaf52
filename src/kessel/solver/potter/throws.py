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
from scipy import sparse

from kessel.solver.arrays import Ints, Values
from kessel.solver.chance import POUR, ChanceModel, binomial, leaving
from kessel.solver.potter.arena import FLAGS, NO_TOP, TOPS, Loose
from kessel.solver.potter.checks import (
    BOUND_CLASSES,
    SPELLS,
    End,
    EndColumns,
    Matrix,
    crowd,
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

    def plain(self, kind: str, fallen: int, top: int, *, tower: bool) -> Operator:
        """One die, and checks that call nobody; `top` then tops the tower, if it stands."""
        moves = self._moves(kind, fallen, tower)
        return self._composed(moves, self._first[top].ends, 1 + fallen)

    def called(self, kind: str, fallen: int, top: int, salvo: Salvo, *, tower: bool) -> Operator:
        """One die, checks that call a Relashio, and what its throws leave."""
        moves = self._moves(kind, fallen, tower)
        thrown = 1 + fallen + salvo.dice + salvo.fallen
        return self._composed(moves, self._after_salvo(top, salvo), thrown, absolute=True)

    def poured(self, dice: int) -> tuple[Operator, Operator]:
        """All dice onto nothing: checks that call nobody, and those that call the other."""
        falls = np.zeros((1, FLAGS * (self.most + 1)))
        for move in self.model.movements(POUR, dice, 0):
            falls[0, move.staying] += move.probability
        moves = {0: sparse.csr_array(falls)}
        salvo = self._after_salvo(NO_TOP, Salvo(1, 0))
        return (
            self._composed(moves, self._first[NO_TOP].ends, dice, 1),
            self._composed(moves, salvo, dice + 1, 1, absolute=True),
        )

    # --- the dice that move ----------------------------------------------------------------

    def _moves(self, kind: str, fallen: int, tower: bool) -> dict[int, Matrix]:
        """By Immobulus that rest: [loose before, (flags that rest, dice that fall)]."""
        before, after, share = self._resting
        falls = np.zeros((self.loose.most + 1, self.loose.most + 1, self.most + 1))
        for lying in range(self.loose.most + 1):
            for moved, falling, chance in self._falls(kind, 1, lying, tower, fallen):
                if falling <= self.most:
                    falls[lying, moved, falling] += chance
        sizes = self.loose.sizes
        weights = share[:, None] * falls[sizes[before], sizes[before] - sizes[after]]
        found = {}
        for bound in range(self.loose.most + 1):
            these = np.flatnonzero(self.loose.immobulus[after] == bound)
            pair, fall = np.nonzero(weights[these])
            column = self.loose.flags[after[these[pair]]] * (self.most + 1) + fall
            found[bound] = sparse.csr_array(
                (weights[these[pair], fall], (before[these[pair]], column)),
                shape=(len(self.loose), FLAGS * (self.most + 1)),
            )
        return found

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
        reached = (self._split[top] @ self._extra_falls(top, salvo)).tocsc()
        last = self._last[NO_TOP if salvo.fallen else top]
        total = sparse.csr_array((reached.shape[0], self._columns.count))
        width = last.shape[0]
        for kept in range(self.most + 1):
            part = reached[:, kept * width : (kept + 1) * width]
            if part.nnz:
                total = total + self._columns.shifted((part @ last).tocsr(), 0, kept)
        return total

    def _extra_falls(self, top: int, salvo: Salvo) -> Matrix:
        """[(loose dice, spells, moved, classes)] -> (dice kept, spells, classes, falling)."""
        tower = top != NO_TOP
        rows, columns, weights = [], [], []
        places = np.arange(SPELLS * BOUND_CLASSES)
        spells, classes = np.divmod(places, BOUND_CLASSES)
        for loose in range(crowd(top, self.most) + 1):
            found: dict[tuple[int, int], float] = {}
            for moved, falling, chance in self._falls(
                self._extra_kind, salvo.dice, loose, tower, salvo.fallen
            ):
                if falling <= self.most:
                    found[moved, falling] = found.get((moved, falling), 0.0) + chance
            for (moved, falling), chance in found.items():
                rows.append(self._splits.column(loose, spells, moved, classes))
                kept = (loose - moved) * SPELLS * BOUND_CLASSES + places
                columns.append(kept * (self.most + 1) + falling)
                weights.append(np.full(len(places), chance))
        width = (self.most + 1) * SPELLS * BOUND_CLASSES * (self.most + 1)
        return sparse_matrix(rows, columns, weights, (self._splits.columns, width))

    def _composed(
        self,
        moves: dict[int, Matrix],
        ends: Matrix,
        thrown: int,
        rows: int | None = None,
        *,
        absolute: bool = False,
    ) -> Operator:
        """Compose what moves and what falls, and sort it into branches.

        Unless `absolute`, resting Immobulus are not yet among the dice of `ends`.
        """
        width = FLAGS * (self.most + 1)
        total = sparse.csr_array((rows or len(self.loose), self._columns.count))
        for bound, move in moves.items():
            known = min(bound, 2)
            part = ends[known * width : (known + 1) * width]
            if move.nnz and part.nnz and not (absolute and bound > 1):
                by = 0 if absolute else bound
                total = total + self._columns.shifted((move @ part).tocsr(), by, by)
        return self._branched(total, thrown, pour=rows is not None)

    def _branched(self, total: Matrix, thrown: int, *, pour: bool) -> Operator:
        found = total.tocoo()
        row, weight = found.coords[0].astype(np.intp), found.data
        end, popped, kept, bound, flags = self._columns.decode(found.coords[1].astype(np.intp))
        sizes = self.loose.sizes
        before = np.zeros_like(row) if pour else sizes[row]
        lost = before + thrown - kept
        column = self.loose.number[np.minimum(bound, self.loose.most + 2), flags]
        key = (lost * len(End) + end) * 2 + popped
        usable = np.flatnonzero((weight > NEVER) & (column >= 0))
        usable = usable[np.argsort(key[usable], kind="stable")]
        names, first = np.unique(key[usable], return_index=True)
        shape = (total.shape[0], len(self.loose))
        branches = {}
        for name, these in zip(names.tolist(), np.split(usable, first)[1:], strict=True):
            branch = Branch(name // 2 // len(End), End(name // 2 % len(End)), bool(name % 2))
            places = (row[these], column[these])
            branches[branch] = sparse.csr_array((weight[these], places), shape=shape)
        return Operator(branches)


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
