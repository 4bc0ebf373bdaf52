"""Towers of Harry Potter, numbered, and the best tower that can be built from a heap of dice."""

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np

from kessel.solver.arrays import Ints, Values
from kessel.solver.memo import memo
from kessel.solver.potter.arena import TOPS, Heap, Loose
from kessel.solver.potter.rules import MOST_BOOKLETS, PotterRules

TALLEST = 4
"""Dice. Taller ones stand, too, up to six (docs/explanation/physics.md), but take two Wingardiums
in a row: following towers of five changes the starter's chance by 2e-7
(docs/explanation/solver.md)."""
SPELL_LYING = 5
"""Most dice that lie loose when an Accio or a tower is to come: one of each symbol."""


class Towers:
    """Towers of one height, numbered with the bottom die as the lowest digit."""

    def __init__(self, height: int) -> None:
        self.height = height
        self.count: int = len(TOPS) ** height
        numbers = np.arange(self.count)
        self.dice = numbers[:, None] // len(TOPS) ** np.arange(height) % len(TOPS)
        """[tower, place from the bottom]: the die, as an index of `TOPS`."""
        self.holding = np.stack(
            [(self.dice == symbol).sum(axis=-1) for symbol in range(len(TOPS))], axis=-1
        )
        """[tower, symbol]: how many dice."""

    @property
    def tops(self) -> int:
        """How many different tops: one where there is no tower."""
        return len(TOPS) if self.height else 1

    @property
    def below(self) -> int:
        """How many towers share a top."""
        return self.count // self.tops

    @memo
    def without(self, symbol: int, above: int = 0) -> Ints:
        """[tower]: the tower after such a die is taken, that with so many of its kind above it; -1
        where there is none."""
        result = np.full(self.count, -1, dtype=np.intp)
        powers = len(TOPS) ** np.arange(self.height)
        for place in range(self.height):
            higher = (self.dice[:, place + 1 :] == symbol).sum(axis=1)
            these = (self.dice[:, place] == symbol) & (higher == above)
            lower = self.dice[these, :place] @ powers[:place]
            upper = self.dice[these, place + 1 :] @ powers[place : self.height - 1]
            result[these] = lower + upper
        return result


@cache
def towers(height: int) -> Towers:
    """The towers of a height; made once."""
    return Towers(height)


class Heaps:
    """All dice of an arena, to be stacked: which towers can be built, and the best of them."""

    def __init__(self, loose: Loose, tallest: int, rules: PotterRules = MOST_BOOKLETS) -> None:
        self._loose = loose
        self._rules = rules
        self._tallest = tallest
        self._orders: dict[int, tuple[Ints, Ints]] = {}
        """By height: towers sorted by the heap they are made of, and the first of each heap."""
        self._numbers: dict[int, dict[Heap, int]] = {}
        for dice in range(tallest + SPELL_LYING + 1):
            heaps = [h for h in product(range(dice + 1), repeat=len(TOPS)) if sum(h) == dice]
            self._numbers[dice] = {heap: number for number, heap in enumerate(heaps)}
        for height in range(2, tallest + 1):
            held = [self._numbers[height][tuple(heap)] for heap in towers(height).holding.tolist()]
            order = np.argsort(held, kind="stable")
            first = np.searchsorted(np.array(held)[order], np.arange(len(self._numbers[height])))
            self._orders[height] = (order, first)

    def best(self, dice_in_play: int, turn: Sequence[Values]) -> dict[int, Values]:
        """By dice of a heap: [heap, other's dice], the value of the best tower to its builder.

        `turn` is what the end of a turn is worth, by height: [top, loose, other's dice, below].
        A last row of zeros stands for heaps that do not exist.
        """
        found: dict[int, Values] = {}
        tallest = len(turn) - 1
        for dice in range(min(tallest + SPELL_LYING, dice_in_play) + 1):
            width = dice_in_play - dice + 1
            if dice < 2:
                ways = [self._loose.way_of_heap(heap) for heap in self._numbers[dice]]
                found[dice] = np.asarray(turn[0][0, ways, :width, 0])
            elif dice <= tallest:
                found[dice] = self._best_order(turn[dice][:, 0], dice)
            elif tallest == self._tallest and tallest >= 2:
                found[dice] = self._best_with_rest(turn[self._tallest], dice, width)
        return {dice: np.vstack([value, np.zeros(value.shape[1])]) for dice, value in found.items()}

    def _best_order(self, turn: Values, height: int) -> Values:
        order, first = self._orders[height]
        flat = turn.transpose(1, 0, 2).reshape(turn.shape[1], -1)[:, order]
        return np.ascontiguousarray(np.maximum.reduceat(flat, first, axis=1).T)

    def _best_with_rest(self, turn: Values, dice: int, width: int) -> Values:
        """More dice than stand: the builder chooses which stay lying, no two alike of the rest."""
        extra = dice - self._tallest
        value = np.zeros((len(self._numbers[dice]), width))
        for way in range(self._loose.first[extra], self._loose.first[extra + 1]):
            numbers = self._with_beside(way)
            if numbers is None or way >= turn.shape[1]:
                continue
            best = self._best_order(turn[:, way], self._tallest)[:, :width]
            value[numbers] = np.maximum(value[numbers], best)
        return value

    @memo
    def _with_beside(self, way: int) -> Ints | None:
        """[heap of the tallest tower]: the heap that it is with these dice lying beside it."""
        beside = self._loose.heap(way)
        if beside is None:
            return None
        heaps = np.array(list(self._numbers[self._tallest]), dtype=np.intp) + beside
        return self._numbered(heaps, self._tallest + sum(beside))

    def spread(
        self, turn: Values, height: int, best: dict[int, Values], *, summons: bool
    ) -> Values:
        """[top, loose, other's dice, below]: the best tower by the arena it is built from.

        With `summons` the builder may take one die by an Accio first, or has to, by the rules.
        `turn` gives the shape.
        """
        tops, few, others, below = turn.shape
        few = min(self._loose.up_to(SPELL_LYING), few)
        value = np.zeros((tops, few, others, below))
        for size in range(min(SPELL_LYING, self._loose.most + 1)):
            ways = self._stackable(size)
            if not len(ways) or ways[-1] >= few:
                continue
            built = np.zeros((tops, len(ways), others, below))
            for dice, numbers in self._reached(height, size, summons):
                if dice in best:
                    table = best[dice].T[:others]
                    found = table.take(numbers, axis=1).reshape(-1, len(ways), tops, below)
                    here = built[:, :, : len(table)]
                    np.maximum(here, found.transpose(2, 1, 0, 3), out=here)
            value[:, ways] = built
        return value

    @memo
    def _stackable(self, size: int) -> Ints:
        """The ways in which so many dice can lie loose when a tower is built."""
        ways = range(self._loose.first[size], self._loose.first[size + 1])
        heaps = ((way, self._loose.heap(way)) for way in ways)
        return np.array(
            [way for way, heap in heaps if heap is not None and heap[0] < 2], dtype=np.intp
        )

    @memo
    def _reached(self, height: int, size: int, summons: bool) -> list[tuple[int, Ints]]:
        """(dice, [way, tower]: number of the heap) of everything, or also with one die taken
        first; by how many dice lie loose."""
        beside = np.array([self._loose.heap(int(way)) for way in self._stackable(size)])
        heaps = (beside[:, None] + towers(height).holding).reshape(-1, len(TOPS))
        dice = height + size
        found = []
        if not (summons and dice) or self._rules.may_decline:
            found.append((dice, self._numbered(heaps, dice)))
        if summons and dice:
            for symbol in range(0 if self._rules.accio_takes_immobulus else 1, len(TOPS)):
                less = heaps.copy()
                less[:, symbol] -= 1
                found.append((dice - 1, self._numbered(less, dice - 1)))
        return found

    def _numbered(self, heaps: Ints, dice: int) -> Ints:
        numbers = self._numbers[dice]
        return np.array([numbers.get(tuple(heap), -1) for heap in heaps.tolist()], dtype=np.intp)
