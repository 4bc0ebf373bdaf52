"""The positions of Impact with one element and any number of players, numbered.

A position is what lies and the dice of every player, in playing order from the active one on.
"""

import numpy as np

from kessel.rules.edition import Effect
from kessel.solver.arrays import Ints
from kessel.solver.impact.storms import OTHERS

Arena = tuple[int, int]
"""Dice of the element that lie, and different others."""


class Places:
    """The numbers of all positions of so many players, who hold so many dice at the most."""

    def __init__(self, effect: Effect, players: int, most: int) -> None:
        self.effect, self.players, self.most = effect, players, most
        self._number = np.zeros((most + 1,) * players, dtype=np.intp)
        everybody = hands_of(players, most)
        self._number[tuple(everybody.T)] = np.arange(len(everybody))
        self.first: dict[Arena, int] = {}
        self.hands: dict[Arena, Ints] = {}
        self._count = 0
        for arena in arenas_of(effect, most - players):
            self.first[arena] = self._count
            self.hands[arena] = everybody[everybody.sum(axis=1) <= most - sum(arena)]
            self._count += len(self.hands[arena])

    def __len__(self) -> int:
        return self._count

    def has(self, arena: Arena, hands: tuple[int, ...]) -> bool:
        """Whether there is such a position."""
        return arena in self.first and min(hands) > 0 and sum(arena) + sum(hands) <= self.most

    def row(self, arena: Arena, hands: tuple[int, ...]) -> int:
        """The number of a position."""
        return int(self.first[arena] + self._number[hands])

    def rows(self, arena: Arena, hands: Ints) -> Ints:
        """The numbers of positions that differ in their hands."""
        return np.asarray(self.first[arena] + self._number[tuple(hands.T)])


def hands_of(players: int, most: int) -> Ints:
    """[hands, player]: all ways to hold a die or more each and at most so many together, by how
    many these are."""
    hands = np.argwhere(np.ones((most,) * players)) + 1
    total = hands.sum(axis=1)
    return np.asarray(hands[total.argsort(kind="stable")][: np.count_nonzero(total <= most)])


def arenas_of(effect: Effect, most: int) -> list[Arena]:
    """What can lie beside a die for every player; nothing first."""
    specials = most + 1 if effect is Effect.SWAMP else 2
    return [(s, o) for s in range(specials) for o in range(OTHERS + 1) if s + o <= most]
