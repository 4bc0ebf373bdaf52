"""All ways to hold dice, numbered: compositions of a number of dice into positive hands.

Hands are in playing order from the active player on; a number is a row of the value tables.
"""

from functools import cached_property, lru_cache
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Rows: TypeAlias = NDArray[np.intp]
Hands: TypeAlias = NDArray[np.int16]


class HandIndex:
    """Numbers all hands of `players` with at most `most` dice, by total and then in order."""

    def __init__(self, players: int, most: int) -> None:
        self.players, self.most = players, most
        self._choose = np.array(
            [[comb(n, k) for k in range(players + 1)] for n in range(most + 2)], dtype=np.int64
        )
        # Hands with fewer than `total` dice: compositions of all smaller totals.
        self._first = np.array(
            [comb(max(total - 1, 0), players) for total in range(most + 2)], dtype=np.int64
        )

    def __len__(self) -> int:
        return int(self._first[self.most + 1])

    def block(self, total: int) -> slice:
        """The rows of all hands with exactly `total` dice."""
        return slice(int(self._first[total]), int(self._first[total + 1]))

    def holding(self, total: int, own: int) -> slice:
        """Those of them whose first player holds `own` dice."""
        others = self.players - 1
        before = self._choose[total - 1, others] - self._choose[total - own, others]
        after = self._choose[total - 1, others] - self._choose[total - own - 1, others]
        return slice(int(self._first[total] + before), int(self._first[total] + after))

    def hands(self, total: int) -> Hands:
        """Those hands, in the order of their rows."""
        return _compositions(total, self.players)

    def rows(self, hands: NDArray[np.integer]) -> Rows:
        """The row of each of these hands."""
        held = hands.astype(np.int64)
        left = held.sum(axis=1)
        rows = self._first[left].copy()
        for seat in range(self.players - 1):
            others = self.players - 1 - seat
            # Before this hand stand those whose dice at this seat are fewer: by the hockey-stick
            # identity all compositions of more dice into the seats after it.
            rows += self._choose[left - 1, others] - self._choose[left - held[:, seat], others]
            left = left - held[:, seat]
        return np.asarray(rows, dtype=np.intp)

    @cached_property
    def next_rows(self) -> Rows:
        """[row]: the row of the same hands when the next player is on."""
        hands = np.concatenate([self.hands(total) for total in range(self.most + 1)])
        rows = self.rows(np.roll(hands, -1, axis=1))
        rows.setflags(write=False)  # shared by all callers
        return rows


@lru_cache(maxsize=64)
def hand_index(players: int, dice: int) -> HandIndex:
    """The numbering of hands in tables of at most `dice` dice; made once."""
    return HandIndex(players, dice)


@lru_cache(maxsize=256)
def _compositions(total: int, players: int) -> Hands:
    if players == 1:
        return np.array([[total]] if total else [], dtype=np.int16).reshape(-1, 1)
    parts = []
    for own in range(1, total - players + 2):
        rest = _compositions(total - own, players - 1)
        parts.append(np.hstack([np.full((len(rest), 1), own, dtype=np.int16), rest]))
    hands = np.vstack(parts) if parts else np.empty((0, players), dtype=np.int16)
    hands.setflags(write=False)  # shared by all callers
    return hands
