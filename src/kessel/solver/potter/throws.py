"""What a throw leaves in Harry Potter, for two players: sparse operators, whatever hands hold.

A throw only sees the arena: loose dice (any number of Immobulus, of the other symbols at most
one each) and the top of a tower. A struck tower falls, all of it: one of its dice fares as its
piece does in the chance model, each further one leaves the arena as often as a struck die does.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from kessel.solver.chance import POUR, ChanceModel, binomial, leaving

IMMOBULUS, RELASHIO, ACCIO, WINGARDIUM, CONFUNDO = range(5)
NO_TOP = -1
TOPS = (IMMOBULUS, RELASHIO, ACCIO, CONFUNDO)
"""What a tower can be made of: it is built when all Wingardiums have been taken."""
FLAGS = 16
"""Which of Relashio, Accio, Wingardium and Confundo lie loose, as bits."""
CHOICE, TURN, SUMMON, STACK, SUMMON_STACK = range(5)
"""What follows a check: a choice; the other's turn; before it an Accio, a tower, or both."""
KINDS_OF_END = 5
CROWD = 8
"""Loose dice beside a standing tower up to which a Relashio is followed. Beyond, nearly all of
them would have been bound and struck at once: with ten the starter's chance differs by 4e-12."""
NEVER = 1e-13
"""Ways a throw can go that are less likely than this are left out."""
CLASSES = 81
"""Nought, one, or more of each of the four symbols."""

Values = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]
Matrix = sparse.csr_array


@dataclass(frozen=True, slots=True)
class Loose:
    """All ways in which dice can lie loose, fewest dice first: Immobulus and flags of the rest."""

    most: int
    immobulus: Ints
    flags: Ints
    sizes: Ints
    first: Ints
    """[size]: the first way of so many dice."""
    number: Ints
    """[immobulus, flags]: which way it is; -1 where there are too many dice."""

    @classmethod
    def of(cls, most: int) -> "Loose":
        """Up to so many dice."""
        ways = sorted(
            (bound + flags.bit_count(), bound, flags)
            for bound in range(most + 1)
            for flags in range(FLAGS)
            if bound + flags.bit_count() <= most
        )
        sizes, immobulus, flags = np.array(ways, dtype=np.intp).T
        number = np.full((most + 3, FLAGS), -1, dtype=np.intp)
        number[immobulus, flags] = np.arange(len(ways))
        first = np.searchsorted(sizes, np.arange(most + 3)).astype(np.intp)
        return cls(most, immobulus, flags, sizes, first, number)

    def __len__(self) -> int:
        return len(self.sizes)

    def up_to(self, size: int) -> int:
        """How many ways there are of at most so many dice."""
        return int(self.first[min(max(size, -1), self.most) + 1])


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """Where a throw leads: (dice lost, end, whether the tower lost its top) -> weights.

    [loose before, loose afterwards]; whatever hands hold, which follows from the dice in play.
    """

    parts: dict[tuple[int, int, bool], Matrix]


@dataclass(frozen=True, slots=True)
class Salvo:
    """Who throws along for a Relashio: both, or only the other; and what becomes of the tower."""

    dice: int
    fallen: int
    """Dice of the tower that these throws bring down: none, or all of them."""


class Throws:
    """The operators of all throws over one chance model."""

    def __init__(self, model: ChanceModel, most: int) -> None:
        self.model = model
        self.most = most
        self.loose = Loose.of(most)
        self._space = _Space(most + 2)
        self._extra = model.kinds[len(model.kinds) // 2]
        self._direct = {top: _first_checks(self._space, top, most) for top in (NO_TOP, *TOPS)}
        self._splits = _splits(most)
        self._finals = {
            top: _last_checks(self._space, top, _crowd(top, most) + 2, most)
            for top in (NO_TOP, *TOPS)
        }
        self._left: dict[int, Matrix] = {}
        self._called: dict[tuple[int, Salvo], Matrix] = {}
        self._pairs = _resting(self.loose)

    def plain(self, kind: str, fallen: int, top: int, *, tower: bool) -> Operator:
        """One die: checks that call nobody; `top` is what then tops the tower, if it stands."""
        moves = self._moves(kind, fallen, tower)
        return self._composed(moves, self._direct[top].ends, 1 + fallen)

    def called(self, kind: str, fallen: int, top: int, salvo: Salvo, *, tower: bool) -> Operator:
        """One die: checks that call a Relashio, and what its throw leaves."""
        moves = self._moves(kind, fallen, tower)
        thrown = 1 + fallen + salvo.dice + salvo.fallen
        return self._composed(moves, self._answered(top, salvo), thrown, absolute=True)

    def poured(self, dice: int) -> tuple[Operator, Operator]:
        """All dice onto nothing: checks that call nobody, and those that call the other."""
        falls = np.zeros((1, FLAGS * (self.most + 1)))
        for move in self.model.movements(POUR, dice, 0):
            falls[0, move.staying] += move.probability
        row = {0: sparse.csr_array(falls)}
        return (
            self._composed(row, self._direct[NO_TOP].ends, dice, 1),
            self._composed(row, self._answered(NO_TOP, Salvo(1, 0)), dice + 1, 1, absolute=True),
        )

    # --- the dice that move ----------------------------------------------------------------

    def _moves(self, kind: str, fallen: int, tower: bool) -> dict[int, Matrix]:
        """By Immobulus that rest: [loose before, (flags that rest, dice that fall)]."""
        before, after, share = self._pairs
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

        With `fallen` dice of a tower brought down, given as if every place were certain.
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

    def _answered(self, top: int, salvo: Salvo) -> Matrix:
        """[(resting flags and Immobulus, falling)] -> ends of checks that called a Relashio."""
        key = (top, salvo)
        if key not in self._called:
            self._called[key] = self._answer(top, salvo)
        return self._called[key]

    def _answer(self, top: int, salvo: Salvo) -> Matrix:
        if top not in self._left:
            self._left[top] = self._direct[top].nodes @ self._splits.matrix(top)
        reached = (self._left[top] @ self._extra_falls(top, salvo)).tocsc()
        standing = NO_TOP if salvo.fallen else top
        final = self._finals[standing]
        total = sparse.csr_array((reached.shape[0], self._space.columns))
        width = final.shape[0]
        for kept in range(self.most + 1):
            part = reached[:, kept * width : (kept + 1) * width]
            if part.nnz:
                total = total + self._space.shifted((part @ final).tocsr(), 0, kept)
        return total

    def _extra_falls(self, top: int, salvo: Salvo) -> Matrix:
        """[(loose dice, spells, moved, classes)] -> (dice kept, spells, classes, falling)."""
        tower = top != NO_TOP
        rows, columns, weights = [], [], []
        places = np.arange(4 * 2 * CLASSES)
        spells, classes = np.divmod(places, 2 * CLASSES)
        for loose in range(_crowd(top, self.most) + 1):
            found: dict[tuple[int, int], float] = {}
            for moved, falling, chance in self._falls(
                self._extra, salvo.dice, loose, tower, salvo.fallen
            ):
                if falling <= self.most:
                    found[moved, falling] = found.get((moved, falling), 0.0) + chance
            for (moved, falling), chance in found.items():
                rows.append(self._splits.column(loose, spells, moved, classes))
                kept = (loose - moved) * 4 * 2 * CLASSES + places
                columns.append(kept * (self.most + 1) + falling)
                weights.append(np.full(len(places), chance))
        shape = (self._splits.columns, (self.most + 1) * 4 * 2 * CLASSES * (self.most + 1))
        return sparse_matrix(rows, columns, weights, shape)

    def _composed(
        self,
        moves: dict[int, Matrix],
        ends: Matrix,
        thrown: int,
        rows: int | None = None,
        *,
        absolute: bool = False,
    ) -> Operator:
        """Put what moves and what falls together, and sort it by dice lost and end.

        Unless `absolute`, resting Immobulus are not yet among the dice of `ends`.
        """
        width = FLAGS * (self.most + 1)
        total = sparse.csr_array((rows or len(self.loose), self._space.columns))
        for bound, move in moves.items():
            known = min(bound, 2)
            part = ends[known * width : (known + 1) * width]
            if move.nnz and part.nnz and not (absolute and bound > 1):
                by = 0 if absolute else bound
                total = total + self._space.shifted((move @ part).tocsr(), by, by)
        return self._sorted(total, thrown, pour=rows is not None)

    def _sorted(self, total: Matrix, thrown: int, *, pour: bool) -> Operator:
        found = total.tocoo()
        row, weight = found.coords[0].astype(np.intp), found.data
        end, popped, kept, bound, flags = self._space.told(found.coords[1].astype(np.intp))
        sizes = self.loose.sizes
        before = np.zeros_like(row) if pour else sizes[row]
        lost = before + thrown - kept
        column = self.loose.number[np.minimum(bound, self.loose.most + 2), flags]
        key = (lost * KINDS_OF_END + end) * 2 + popped
        usable = np.flatnonzero((weight > NEVER) & (column >= 0))
        usable = usable[np.argsort(key[usable], kind="stable")]
        names, first = np.unique(key[usable], return_index=True)
        shape = (total.shape[0], len(self.loose))
        parts = {}
        for name, these in zip(names.tolist(), np.split(usable, first)[1:], strict=True):
            told = (name // 2 // KINDS_OF_END, name // 2 % KINDS_OF_END, bool(name % 2))
            places = (row[these], column[these])
            parts[told] = sparse.csr_array((weight[these], places), shape=shape)
        return Operator(parts)


@dataclass(frozen=True, slots=True)
class _Space:
    """Columns: what follows, whether a top was taken, dice kept, Immobulus, flags of the rest."""

    dice: int

    @property
    def columns(self) -> int:
        return KINDS_OF_END * 2 * self.dice * self.dice * FLAGS

    def column(self, end: Ints, popped: Ints, kept: Ints, bound: Ints, flags: Ints) -> Ints:
        place = ((end * 2 + popped) * self.dice + kept) * self.dice + bound
        return np.asarray(place * FLAGS + flags)

    def told(self, column: Ints) -> tuple[Ints, ...]:
        place, flags = np.divmod(column, FLAGS)
        place, bound = np.divmod(place, self.dice)
        place, kept = np.divmod(place, self.dice)
        end, popped = np.divmod(place, 2)
        return end, popped, kept, bound, flags

    def shifted(self, matrix: Matrix, bound: int, kept: int) -> Matrix:
        """The same with so many more Immobulus and dice kept."""
        by = (kept * self.dice + bound) * FLAGS
        return sparse.csr_array((matrix.data, matrix.indices + by, matrix.indptr), matrix.shape)


@dataclass(frozen=True, slots=True)
class _FirstChecks:
    """What falls beside resting dice: ends of the check, and nodes where a Relashio is called."""

    ends: Matrix
    nodes: Matrix


@dataclass(frozen=True, slots=True)
class _Splits:
    """Which of the dice of a node an extra throw moves: all sets of a size are equally likely."""

    most: int
    node: Ints
    counts: NDArray[np.int8]
    """[node]: Immobulus and the others."""
    moved: Ints
    classes: Ints
    share: Values

    @property
    def columns(self) -> int:
        return (self.most + 1) * 4 * (self.most + 1) * 2 * CLASSES

    def column(self, loose: int | Ints, spells: Ints, moved: int | Ints, classes: Ints) -> Ints:
        place = (np.asarray(loose) * 4 + spells) * (self.most + 1) + moved
        return np.asarray(place * 2 * CLASSES + classes, dtype=np.intp)

    def matrix(self, top: int) -> Matrix:
        """[node, (loose dice, spells matched, dice moved, classes left)]."""
        seen = self.counts.astype(np.intp)
        accio = seen[:, ACCIO] + (top == ACCIO) > 1
        spells = accio + 2 * (seen[:, WINGARDIUM] > 1)
        loose = seen.sum(axis=1)
        column = self.column(loose[self.node], spells[self.node], self.moved, self.classes)
        shape = (len(seen), self.columns)
        return sparse.csr_array((self.share, (self.node, column)), shape=shape)


def _crowd(top: int, most: int) -> int:
    return most if top == NO_TOP else min(CROWD, most)


@cache
def _fallen(dice: int) -> tuple[NDArray[np.int8], Values]:
    """All ways in which dice can fall: how often X and each symbol, and the chance of it."""
    ways = np.array(list(_shared_out(dice, 6)), dtype=np.int8).reshape(-1, 6)
    factorials = np.array([float(factorial(n)) for n in range(dice + 1)])
    chances = factorials[dice] / factorials[ways].prod(axis=1) / 6.0**dice
    return ways, chances


def _shared_out(dice: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (dice,)
        return
    for first in range(dice + 1):
        for rest in _shared_out(dice - first, parts - 1):
            yield (first, *rest)


def _checked(
    loose: NDArray[np.int8], top: int
) -> tuple[NDArray[np.bool_], Ints, Ints, NDArray[np.bool_]]:
    """Which symbols match; flags of the others that stay; whether the top goes; Immobulus bound."""
    matched = loose + (np.arange(5) == top) > 1
    stays = (loose == 1) & ~matched
    flags = stays[:, 1:] @ np.array([1, 2, 4, 8], dtype=np.intp)
    popped = np.zeros(len(loose), dtype=np.intp)
    if top > IMMOBULUS:
        popped = matched[:, top].astype(np.intp)
    return matched, flags, popped, matched[:, IMMOBULUS]


def _end(matched: Bools, accio: Bools, wingardium: Bools) -> Ints:
    """What follows: something is taken unless nothing matches but Immobulus."""
    taken = matched[:, 1:].any(axis=1)
    return np.where(taken, TURN + accio + 2 * wingardium, CHOICE).astype(np.intp)


def _first_checks(space: _Space, top: int, most: int) -> _FirstChecks:
    rows, columns, weights = [], [], []
    node_rows, node_columns, node_weights = [], [], []
    numbers = _node_numbers(most)
    for known in range(3):
        for flags in range(FLAGS):
            resting = np.array([known, *(flags >> bit & 1 for bit in range(4))], dtype=np.int8)
            for falling in range(most + 1 - int(resting.sum())):
                ways, chances = _fallen(falling)
                loose = ways[:, 1:] + resting
                matched, left, popped, bound = _checked(loose, top)
                calls = matched[:, RELASHIO] & ~bound
                works = ~bound & ~calls
                end = _end(matched, matched[:, ACCIO] & works, matched[:, WINGARDIUM] & works)
                kept = (loose.sum(axis=1) - known).astype(np.intp)
                fresh = (loose[:, IMMOBULUS] - known).astype(np.intp)
                row = (known * FLAGS + flags) * (most + 1) + falling
                told = ~calls
                column = space.column(end, popped, kept, fresh, left)[told]
                rows.append(np.full(len(column), row))
                columns.append(column)
                weights.append(chances[told])
                crowded = resting.sum() + falling > _crowd(top, most)
                if known < 2 and not crowded and calls.any():
                    node = numbers[tuple(loose[calls].T.astype(np.intp))]
                    node_rows.append(np.full(len(node), row))
                    node_columns.append(node)
                    node_weights.append(chances[calls])
    height = 3 * FLAGS * (most + 1)
    nodes = int(numbers.max()) + 1
    return _FirstChecks(
        # Dice kept and Immobulus are told beside those that rest, which are added later.
        sparse_matrix(rows, columns, weights, (height, space.columns)),
        sparse_matrix(node_rows, node_columns, node_weights, (height, nodes)),
    )


def _node_numbers(most: int) -> Ints:
    """[Immobulus, Relashio, Accio, Wingardium, Confundo]: the node's number, -1 if too many."""
    shape = (2, *(most + 1,) * 4)
    numbers = np.full(shape, -1, dtype=np.intp)
    inside = np.indices(shape).sum(axis=0) <= most
    numbers[inside] = np.arange(int(inside.sum()))
    return numbers


def _splits(most: int) -> _Splits:
    counts = np.argwhere(_node_numbers(most) >= 0).astype(np.int8)
    pairs = {
        (one, other): _pair(one, other)
        for one in range(most + 1)
        for other in range(most + 1 - one)
    }
    nodes, moved, classes, shares = [], [], [], []
    for node, (bound, *rest) in enumerate(counts.tolist()):
        ways = _joined(pairs[rest[0], rest[1]], pairs[rest[2], rest[3]])
        both = np.zeros((2, CLASSES, ways.shape[1] + bound))
        both[bound, :, : ways.shape[1]] = ways
        if bound:
            both[0, :, 1:] += ways
        place, count = np.nonzero(both.reshape(2 * CLASSES, -1))
        total = bound + sum(rest)
        sets = np.array([comb(total, k) for k in range(total + 1)], dtype=np.float64)
        nodes.append(np.full(len(place), node))
        moved.append(count)
        classes.append(place)
        shares.append(both.reshape(2 * CLASSES, -1)[place, count] / sets[count])
    return _Splits(
        most,
        np.concatenate(nodes),
        counts,
        np.concatenate(moved),
        np.concatenate(classes),
        np.concatenate(shares),
    )


def _pair(one: int, other: int) -> Values:
    """[classes of two symbols, dice moved]: in how many ways."""
    ways = np.zeros((3, 3, one + other + 1))
    for left in range(one + 1):
        for right in range(other + 1):
            place = (min(one - left, 2), min(other - right, 2), left + right)
            ways[place] += comb(one, left) * comb(other, right)
    return ways.reshape(9, -1)


def _joined(first: Values, second: Values) -> Values:
    width = second.shape[1]
    ways = np.zeros((9, 9, first.shape[1] + width - 1))
    for moved in range(first.shape[1]):
        ways[:, :, moved : moved + width] += first[:, moved, None, None] * second
    return ways.reshape(CLASSES, -1)


def _last_checks(space: _Space, top: int, dice: int, most: int) -> Matrix:
    """[(spells matched before, classes that rest, dice falling)] -> ends; nobody is called."""
    rows, columns, weights = [], [], []
    for classes in range(2 * CLASSES):
        resting = np.array(
            [classes // CLASSES, *(classes // 3**power % 3 for power in (3, 2, 1, 0))],
            dtype=np.int8,
        )
        for falling in range(min(dice, most) + 1 - int(resting.sum())):
            ways, chances = _fallen(falling)
            loose = ways[:, 1:] + resting
            matched, left, popped, bound = _checked(loose, top)
            kept = falling - ways[:, 0].astype(np.intp)
            for spells in range(4):
                accio = matched[:, ACCIO] & ~bound & bool(spells & 1)
                wingardium = matched[:, WINGARDIUM] & ~bound & bool(spells & 2)
                end = _end(matched, accio, wingardium)
                column = space.column(end, popped, kept, loose[:, IMMOBULUS].astype(np.intp), left)
                row = (spells * 2 * CLASSES + classes) * (most + 1) + falling
                rows.append(np.full(len(column), row))
                columns.append(column)
                weights.append(chances)
    height = 4 * 2 * CLASSES * (most + 1)
    return sparse_matrix(rows, columns, weights, (height, space.columns))


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


def sparse_matrix(
    rows: list[Ints], columns: list[Ints], weights: list[Values], shape: tuple[int, int]
) -> Matrix:
    """A matrix by its entries, added up where one place has several."""
    if not rows:
        return sparse.csr_array(shape)
    places = (np.concatenate(rows), np.concatenate(columns))
    return sparse.csr_array((np.concatenate(weights), places), shape=shape)
