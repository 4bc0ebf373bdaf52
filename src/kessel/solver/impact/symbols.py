"""What dice show in Impact, numbered by how many show each symbol.

Symbols with an effect come first and are told apart. The others are interchangeable: their numbers
of dice stand in falling order.
"""

from collections.abc import Iterator

import numpy as np

from kessel.solver.arrays import Ints
from kessel.solver.chance import SYMBOLS

Shown = tuple[int, ...]
"""Dice that show each symbol."""


class Symbols:
    """All ways for up to `most` dice to show symbols, of which so many have an effect."""

    def __init__(self, effects: int, most: int) -> None:
        self.most = most
        self._effects = effects
        self._radix = (most + 1) ** np.arange(SYMBOLS)
        found = (np.array(list(_ways(effects, dice))) for dice in range(most + 1))
        self.ways = [ways[(ways @ self._radix).argsort()] for ways in found]
        """By dice: [number, symbol], how many show it."""
        self._codes = [ways @ self._radix for ways in self.ways]

    def numbers(self, dice: int, ways: Ints) -> Ints:
        """The numbers of these ways of so many dice."""
        plain = -np.sort(-ways[:, self._effects :], axis=1)
        codes = np.hstack([ways[:, : self._effects], plain]) @ self._radix
        return np.searchsorted(self._codes[dice], codes)


def _ways(effects: int, dice: int) -> Iterator[Shown]:
    def rest(symbol: int, left: int, largest: int) -> Iterator[Shown]:
        if symbol == SYMBOLS:
            if not left:
                yield ()
            return
        for count in range(min(left, largest) + 1):
            yield from (
                (count, *others)
                for others in rest(symbol + 1, left - count, largest if symbol < effects else count)
            )

    return rest(0, dice, dice)
