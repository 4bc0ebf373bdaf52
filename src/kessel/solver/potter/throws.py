"""What a throw leaves in Harry Potter, for two players: sparse operators, whatever hands hold.

A throw only sees the arena: loose dice and the top of a tower. A struck tower falls whole: one
of its dice fares as its piece does in the chance model, each further one leaves the arena as
often as a struck die does.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np
from scipy import sparse

from kessel.solver.arrays import Ints, Values
from kessel.solver.chance import POUR, SYMBOLS, ChanceModel, binomial, leaving
from kessel.solver.memo import memo
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
    first_rows,
    last_checks,
    sparse_matrix,
    splits,
)
from kessel.solver.potter.rules import MOST_BOOKLETS, PotterRules

NEVER = 1e-13
"""Outcomes of a throw that are less likely than this are left out."""


class Branch(NamedTuple):
    """Outcomes of a throw that are followed together."""

    lost: int
    """Dice that leave the game."""
    end: End
    popped: bool
    """Whether the tower lost its top."""


Outcomes = tuple[Ints, Ints, Values]
"""Loose before, loose afterwards, and the probabilities."""


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """Where a throw leads: for each branch the ways to lie loose before and afterwards.

    It serves all hands, which follow from the dice in play.
    """

    outcomes: dict[Branch, Outcomes]
    losing: Matrix
    """[loose before, (dice lost less one, end, loose afterwards)]: all branches that lose dice and
    leave no tower, side by side."""


@dataclass(frozen=True, slots=True, eq=False)
class Losing:
    """The branches of a throw that lose dice, side by side: only the columns that come up."""

    matrix: Matrix
    """[loose before, column]"""
    parts: list[tuple[Branch, slice, Ints]]
    """A branch, its columns, and what lies loose afterwards in each of them."""

    @classmethod
    def of(cls, operator: Operator, *, popped: bool) -> "Losing":
        """Those in which a tower loses its top, or keeps it."""
        found, parts, first = [], [], 0
        rows = operator.losing.shape[0]
        for branch, (row, column, weight) in operator.outcomes.items():
            if branch.lost and branch.popped == popped:
                ways, place = np.unique(column, return_inverse=True)
                found.append((row, first + place, weight))
                parts.append((branch, slice(first, first + len(ways)), ways))
                first += len(ways)
        if not found:
            return cls(sparse_matrix([], (rows, 0)), [])
        row, column, weight = (np.concatenate(part) for part in zip(*found, strict=True))
        return cls(distinct_entries(row, column, weight, (rows, first)), parts)

    def add(self, value: Values, table: Callable[[int, End], Values | None]) -> None:
        """Add what is lost to [loose before, other's, tower].

        `table` has what follows, [loose afterwards, other's, tower], where it is possible.
        """
        lying, width, count = value.shape
        after = np.zeros((self.matrix.shape[1], width, count))
        for (lost, end, _), columns, ways in self.parts:
            known = table(lost, end)
            if known is not None:
                there = ways[: np.searchsorted(ways, len(known))]
                most = min(width, known.shape[1])
                after[columns.start : columns.start + len(there), :most] = known[there, :most]
        worth = first_rows(self.matrix, lying) @ after.reshape(len(after), width * count)
        value += worth.reshape(value.shape)


@dataclass(frozen=True, slots=True)
class Salvo:
    """The extra throws of a Relashio."""

    dice: int
    """Two where both throw, one where only the other does."""
    fallen: int
    """Dice of the tower that these throws bring down: none, or all of them."""


class Throws:
    """The operators of all throws over one chance model."""

    def __init__(self, model: ChanceModel, most: int, rules: PotterRules = MOST_BOOKLETS) -> None:
        self.model = model
        self.most = most
        self.loose = Loose.of(most)
        self._columns = EndColumns(most + 2)
        self._extra_kind = model.kinds[len(model.kinds) // 2]
        self._first = {
            top: first_checks(self._columns, top, most, rules) for top in (NO_TOP, *TOPS)
        }
        self._splits = splits(most)
        self._last = {
            top: last_checks(self._columns, top, crowd(top, most) + 2, most, rules)
            for top in (NO_TOP, *TOPS)
        }
        self._resting = _resting(self.loose)
        self._seen = _seen(most)
        self._width = FLAGS * (most + 1)
        """Ways in which flags can rest and dice can fall and show a symbol."""

    def plain(self, kind: str, fallen: int, top: int, *, tower: bool) -> Operator:
        """One die, and checks that call nobody; `top` then tops the tower, if it stands."""
        moves = self._moves(kind, fallen, tower, self.most)
        return self._composed(moves, self._first[top].ends, 1 + fallen)

    def called(self, kind: str, fallen: int, top: int, salvo: Salvo, *, tower: bool) -> Operator:
        """One die, checks that call a Relashio, and what its throws leave."""
        moves = self._moves_at_all(kind, fallen, tower, crowd(top, self.most))
        thrown = 1 + fallen + salvo.dice + salvo.fallen
        return self._branched(moves @ self._after_salvo(top, salvo), thrown)

    @memo
    def poured(self, dice: int) -> tuple[Operator, Operator]:
        """All dice onto nothing: checks that call nobody, and those that call the other."""
        chances = np.zeros(self.most + 1)
        for move in self.model.movements(POUR, dice, 0):
            chances[move.staying] += move.probability
        seen = chances @ self._seen
        shape = (self.most + 1, len(KNOWN) * self._width)
        row = np.zeros(len(seen), dtype=np.intp)
        poured = sparse_matrix([(row, np.arange(len(seen)), seen)], shape)
        salvo = self._after_salvo(NO_TOP, Salvo(1, 0))
        return (
            self._composed(poured, self._first[NO_TOP].ends, dice),
            self._branched(self._whatever_rests(poured) @ salvo, dice + 1),
        )

    # --- the dice that move ----------------------------------------------------------------

    @memo
    def _moves_at_all(self, kind: str, fallen: int, tower: bool, most: int) -> Matrix:
        """As `_moves`, however many Immobulus rest."""
        return self._whatever_rests(self._moves(kind, fallen, tower, most))

    @memo
    def _moves(self, kind: str, fallen: int, tower: bool, most: int) -> Matrix:
        """[(loose before, Immobulus that rest), (Immobulus as checks count them, flags that rest,
        dice that fall)]."""
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
        return sparse_matrix([(row[pair], column, weights[pair, fall])], shape)

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

    @memo
    def _after_salvo(self, top: int, salvo: Salvo) -> Matrix:
        """[(Immobulus and flags that rest, dice that fall)] -> ends after a called Relashio."""
        reached = self._split(top) @ self._extra_falls(salvo, top != NO_TOP)
        last = self._last_beside(NO_TOP if salvo.fallen else top)
        return sparse.csr_array(reached @ last)

    @memo
    def _split(self, top: int) -> Matrix:
        return sparse.csr_array(self._first[top].nodes @ self._splits.matrix(top))

    @memo
    def _last_beside(self, top: int) -> Matrix:
        """[(dice kept, spells, classes, falling)] -> ends: last checks, beside dice that were not
        moved and are kept."""
        last = self._last[top]
        row, column, chance = entries(last)
        count = crowd(top, self.most) + 1
        beside = np.repeat(np.arange(count), len(row))
        after = self._columns.shifted(np.tile(column, count), 0, beside)
        there = after >= 0
        rows = (beside * last.shape[0] + np.tile(row, count))[there]
        shape = ((self.most + 1) * last.shape[0], self._columns.count)
        return distinct_entries(rows, after[there], np.tile(chance, count)[there], shape)

    @memo
    def _extra_falls(self, salvo: Salvo, tower: bool) -> Matrix:
        """[(loose dice, spells, moved, classes)] -> (dice kept, spells, classes, falling); the
        same beside every tower."""
        parts = []
        places = np.arange(SPELLS * BOUND_CLASSES)
        spells, classes = np.divmod(places, BOUND_CLASSES)
        most = crowd(TOPS[0] if tower else NO_TOP, self.most)
        for loose in range(min(most + 1, self.most)):  # the other has a die left to throw
            falls = np.zeros((loose + 1, self.most + 1))
            for moved, falling, chance in self._falls(
                self._extra_kind, salvo.dice, loose, tower, salvo.fallen
            ):
                if falling <= self.most:
                    falls[moved, falling] += chance
            seen = falls @ self._seen
            gone, fell = (one[:, None] for one in np.nonzero(seen))
            row = self._splits.column(loose, spells, gone, classes).reshape(-1)
            beside = (loose - gone) * SPELLS * BOUND_CLASSES + places
            column = (beside * (self.most + 1) + fell).reshape(-1)
            parts.append((row, column, np.repeat(seen[seen != 0.0], len(places))))
        width = (self.most + 1) * SPELLS * BOUND_CLASSES * (self.most + 1)
        return sparse_matrix(parts, (self._splits.columns, width))

    def _whatever_rests(self, moves: Matrix) -> Matrix:
        """[loose before, ..]: the moves, however many Immobulus rest: after a Relashio all dice
        are counted anyway."""
        row, column, chance = entries(moves)
        shape = (moves.shape[0] // (self.most + 1), moves.shape[1])
        return sparse_matrix([(row // (self.most + 1), column, chance)], shape)

    def _composed(self, moves: Matrix, ends: Matrix, thrown: int) -> Operator:
        """Compose what moves and what falls; resting Immobulus are not yet among the dice of
        `ends`."""
        row, column, chance = entries(moves @ ends)
        row, bound = np.divmod(row, self.most + 1)
        column = self._columns.shifted(column, bound, bound)
        shape = (moves.shape[0] // (self.most + 1), self._columns.count)
        return self._branched(sparse_matrix([(row, column, chance)], shape), thrown)

    def _branched(self, total: Matrix, thrown: int) -> Operator:
        """Sort outcomes into branches."""
        row, column, weight = entries(total)
        likely = weight > NEVER
        row, column, weight = row[likely], column[likely], weight[likely]
        end, popped, kept, bound, flags = self._columns.decode(column)
        lost = self.loose.sizes[row] + thrown - kept
        way = self.loose.number[np.minimum(bound, self.loose.most + 2), flags]
        key = (lost * len(End) + end) * 2 + popped
        usable = np.flatnonzero(way >= 0)
        usable = usable[np.argsort(key[usable], kind="stable")]
        names, first = np.unique(key[usable], return_index=True)
        outcomes = {}
        for name, these in zip(names.tolist(), np.split(usable, first)[1:], strict=True):
            branch = Branch(name // 2 // len(End), End(name // 2 % len(End)), bool(name % 2))
            outcomes[branch] = (row[these], way[these], weight[these])
        losing = usable[(lost[usable] > 0) & (lost[usable] <= self.most) & (popped[usable] == 0)]
        place = ((lost[losing] - 1) * len(End) + end[losing]) * len(self.loose) + way[losing]
        shape = (total.shape[0], self.most * len(End) * len(self.loose))
        return Operator(outcomes, distinct_entries(row[losing], place, weight[losing], shape))


def _seen(most: int) -> Values:
    """[dice that fall, dice of them that show a symbol]: the probability; an X leaves the game."""
    found = np.zeros((most + 1, most + 1))
    for falling in range(most + 1):
        for seen, chance in binomial(falling, SYMBOLS / (SYMBOLS + 1)):
            found[falling, seen] = chance
    return found


def _resting(loose: Loose) -> tuple[Ints, Ints, Values]:
    """(before, after, share): which loose dice a throw leaves lying, by how many it moves.

    Whoever throws and the other have a die each that does not lie there.
    """
    before, after, shares = [], [], []
    for way in range(loose.up_to(loose.most - 2)):
        bound, flags, size = (int(a[way]) for a in (loose.immobulus, loose.flags, loose.sizes))
        for stays in range(FLAGS):
            if stays & ~flags:
                continue
            for still in range(bound + 1):
                moved = size - still - stays.bit_count()
                before.append(way)
                after.append(int(loose.number[still, stays]))
                shares.append(comb(bound, still) / comb(size, moved))
    return np.array(before), np.array(after), np.array(shares)
