"""What players hold in Impact, numbered: loose dice, and piles where stone is active."""

from collections.abc import Iterator

import numpy as np

from kessel.solver.arrays import Ints

Supply = tuple[int, tuple[int, ...]]
"""Loose dice, and piles, the largest first."""
NONE = -1
"""In place of a number: there is no such supply."""


class Supplies:
    """All supplies of up to `most` dice, and all hands: the supplies of all players."""

    def __init__(self, players: int, most: int, *, piles: bool) -> None:
        self.players, self.most, self.piles = players, most, piles
        self.all: tuple[Supply, ...] = tuple(
            (dice - sum(one), one)
            for dice in range(most + 1)
            for one in (_piles(dice, dice) if piles else ((),))
        )
        self.number = {supply: number for number, supply in enumerate(self.all)}
        self.dice: Ints = np.array([held_by(supply) for supply in self.all])
        self.loose: Ints = np.array([self.number[held_by(supply), ()] for supply in self.all])
        """The same dice without piles."""
        self._radix = len(self.all) ** np.arange(players)[::-1]
        self.hands = [self._of(players, dice) for dice in range(most + 1)]
        """By dice: [number, player], supplies of so many together."""
        self._codes = [hands @ self._radix for hands in self.hands]
        self.without = [self._taken_out(unit) for unit in range(most + 1)]
        """By unit, [supply]: what is left when a loose die (1) or a pile of that size is thrown."""

    def numbers(self, hands: Ints) -> Ints:
        """The numbers of these hands, which hold as many dice each, among all of as many."""
        if not len(hands):
            return np.zeros(0, dtype=np.intp)
        codes = self._codes[int(self.dice[hands[0]].sum())]
        return np.searchsorted(codes, hands @ self._radix)

    def units(self, dice: int) -> range:
        """Dice that can be thrown as one of so many."""
        return range(1, dice + 1 if self.piles else min(dice, 1) + 1)

    def added(self, loose: int, pile: int) -> Ints:
        """By supply: the one with so many more loose dice, and a pile of that size if it has
        dice."""
        more = (pile,) if pile else ()
        together = (
            (held + loose, tuple(sorted((*piles, *more), reverse=True))) for held, piles in self.all
        )
        return np.array([self.number.get(supply, NONE) for supply in together])

    def _taken_out(self, unit: int) -> Ints:
        left = (taken_from(supply, unit) for supply in self.all)
        return np.array([NONE if one is None else self.number[one] for one in left])

    def _of(self, players: int, dice: int) -> Ints:
        if players == 1:
            return np.flatnonzero(self.dice == dice)[:, None]
        found = []
        for first in range(dice + 1):
            own, others = np.flatnonzero(self.dice == first), self._of(players - 1, dice - first)
            repeated = np.repeat(own, len(others))[:, None]
            found.append(np.hstack([repeated, np.tile(others, (len(own), 1))]))
        return np.concatenate(found)


def held_by(supply: Supply) -> int:
    """All dice of a supply."""
    return supply[0] + sum(supply[1])


def taken_from(supply: Supply, unit: int) -> Supply | None:
    """What is left when a die (1) or a pile of that size is thrown; None where there is none."""
    loose, piles = supply
    if unit == 1:
        return (loose - 1, piles) if loose else None
    if unit not in piles:
        return None
    place = piles.index(unit)
    return loose, piles[:place] + piles[place + 1 :]


def _piles(dice: int, largest: int) -> Iterator[tuple[int, ...]]:
    yield ()
    for first in range(2, min(dice, largest) + 1):
        for rest in _piles(dice - first, first):
            yield (first, *rest)
