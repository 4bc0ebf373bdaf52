"""What can lie in the arena of Harry Potter, numbered: loose dice, and the top of a tower."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from kessel.solver.arrays import Ints


class Spell(IntEnum):
    """The symbols, in the order of the edition."""

    IMMOBULUS = 0
    RELASHIO = 1
    ACCIO = 2
    WINGARDIUM = 3
    CONFUNDO = 4


NO_TOP = -1
"""In place of a tower's top, where no tower stands."""
TOPS = (Spell.IMMOBULUS, Spell.RELASHIO, Spell.ACCIO, Spell.CONFUNDO)
"""What a tower can be made of: it is built when all Wingardiums have been taken."""
FLAGGED = (Spell.RELASHIO, Spell.ACCIO, Spell.WINGARDIUM, Spell.CONFUNDO)
"""Symbols of which at most one lies loose: a bit each, in this order."""
FLAGS = 1 << len(FLAGGED)

Heap = tuple[int, ...]
"""How many dice of each of the tower's symbols, in the order of `TOPS`."""


def flag(spell: int) -> int:
    """The bit of a symbol other than Immobulus."""
    return 1 << (spell - 1)


@dataclass(frozen=True, slots=True)
class Loose:
    """All ways in which dice can lie loose, fewest dice first: any number of Immobulus, and at
    most one of each other symbol, since matches are always taken."""

    most: int
    immobulus: Ints
    """[way]: how many Immobulus."""
    flags: Ints
    """[way]: which of the other symbols, as bits."""
    sizes: Ints
    """[way]: how many dice."""
    first: Ints
    """[size]: the first way with this many dice."""
    number: Ints
    """[immobulus, flags]: the number of the way; -1 where there are too many dice."""

    @classmethod
    def of(cls, most: int) -> "Loose":
        """All ways with at most this many dice."""
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
        """How many ways there are with at most this many dice."""
        return int(self.first[min(max(size, -1), self.most) + 1])

    def lies(self, way: int, spell: int) -> bool:
        """Whether a symbol lies loose."""
        if spell == Spell.IMMOBULUS:
            return bool(self.immobulus[way] > 0)
        return bool(self.flags[way] & flag(spell))

    def one_less(self, way: int) -> Iterator[int]:
        """The ways after one die is taken, one for each symbol that lies there."""
        bound, flags = int(self.immobulus[way]), int(self.flags[way])
        if bound:
            yield int(self.number[bound - 1, flags])
        for spell in FLAGGED:
            if flags & flag(spell):
                yield int(self.number[bound, flags & ~flag(spell)])

    def heap(self, way: int) -> Heap | None:
        """The loose dice as a heap to build from; None where a Wingardium lies among them."""
        bound, flags = int(self.immobulus[way]), int(self.flags[way])
        if flags & flag(Spell.WINGARDIUM):
            return None
        return (bound, *(int(flags & flag(spell) > 0) for spell in TOPS[1:]))

    def way_of_heap(self, heap: Heap) -> int:
        """The way in which the dice of a heap lie loose; at most one of each but Immobulus."""
        flags = sum(flag(spell) for count, spell in zip(heap[1:], TOPS[1:], strict=True) if count)
        return int(self.number[heap[0], flags])
