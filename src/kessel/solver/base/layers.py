"""One layer of the base game: all positions with the same number of players and dice in play.

Inside a layer no die is lost, so its positions lead to each other; every other position they
lead to has fewer dice or fewer players and is known before. A value is one number per seat, in
playing order from the player whose turn it is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kessel.solver.arrays import Ints, Values
from kessel.solver.base.hands import HandIndex, Hands, Rows
from kessel.solver.base.position import LYING
from kessel.solver.base.values import ValueTable
from kessel.solver.chance import POUR, ChanceModel, Outcomes, base_outcomes


@dataclass(frozen=True, slots=True, eq=False)
class Kernels:
    """A chance model as the base game sees it: outcomes for each kind, lying dice, and pour."""

    kinds: tuple[str, ...]
    single: tuple[tuple[Outcomes, ...], ...]
    """[kind][lying]"""
    pour: tuple[Outcomes, ...]
    """[dice poured]"""

    @classmethod
    def of(cls, model: ChanceModel, most: int) -> "Kernels":
        """The outcomes of all throws that can come up with at most this many dice."""
        return cls(
            model.kinds,
            tuple(
                tuple(base_outcomes(model, kind, 1, lying) for lying in range(LYING))
                for kind in model.kinds
            ),
            tuple(base_outcomes(model, POUR, dice, 0) for dice in range(most + 1)),
        )


@dataclass(frozen=True, slots=True)
class Link:
    """Where a throw leads inside the layer: weight per position, and the row there."""

    weight: float | Values
    lying: int
    rows: Rows


@dataclass(frozen=True, slots=True)
class ThrowLinks:
    """One kind of throw from all positions with the same number of lying dice."""

    known: Values
    """What the outcomes that leave the layer are worth."""
    matched: tuple[Link, ...]
    """To the next player's turn."""
    unmatched: Link | None
    """To a choice of the same player, from the positions whose player keeps a die."""


@dataclass(frozen=True, slots=True)
class Block:
    """All positions of a layer with the same number of lying dice."""

    lying: int
    rows: slice
    holding: Ints
    """Positions whose active player keeps a die after throwing one."""
    stop: Rows
    throws: tuple[ThrowLinks, ...]
    """By kind; of one die."""
    pour: ThrowLinks | None
    """All dice, where nothing lies."""


class Layer:
    """The blocks of one layer, with the values of throwing and stopping."""

    def __init__(self, index: HandIndex, dice: int, blocks: list[Block]) -> None:
        self.index = index
        self.players = index.players
        self.dice = dice
        self.blocks = blocks

    def __len__(self) -> int:
        return sum(block.rows.stop - block.rows.start for block in self.blocks)

    def throw(self, block: Block, links: ThrowLinks, now: ValueTable) -> Values:
        """What a throw is worth from every position of a block."""
        value = links.known.copy()
        if links.matched:
            first, *others = (_weighted(link, now.turn) for link in links.matched)
            for one in others:
                first += one
            _add_own_seat_first(value, first)
        if links.unmatched is not None and len(block.holding):
            # Those who keep a die stand behind those who do not.
            value[block.holding[0] :] += _weighted(links.unmatched, now.choice)
        return value

    def stop(self, block: Block, now: ValueTable) -> Values:
        """What stopping is worth from every position of a block."""
        return _own_seat_first(now.turn[block.lying].take(block.stop, axis=0))


class LayerShape:
    """The links between the positions of a layer, whatever the values outside it are."""

    def __init__(self, index: HandIndex, dice: int, kernels: Kernels) -> None:
        self._index = index
        self._dice = dice
        self._kernels = kernels
        self._parts = [
            _Part(index, dice, lying)
            for lying in range(LYING - 1, -1, -1)
            if dice - lying >= index.players
        ]

    def over(self, known: ValueTable, fewer: ValueTable | None, smaller: HandIndex) -> Layer:
        """The layer, with what lies outside it taken from values of smaller layers.

        `fewer` are the values of one player fewer, numbered by `smaller`; none where a single
        player is left, who has won.
        """
        outside = _Outside(known, fewer, smaller)
        return Layer(self._index, self._dice, [self._block(part, outside) for part in self._parts])

    def _block(self, part: "_Part", outside: "_Outside") -> Block:
        return Block(
            part.lying,
            part.rows,
            part.holding,
            part.stop,
            tuple(_single(part, single[part.lying], outside) for single in self._kernels.single),
            _pour(part, self._kernels.pour, outside) if part.lying == 0 else None,
        )


class _Part:
    """A block without its values: hands, and the rows they lead to."""

    def __init__(self, index: HandIndex, dice: int, lying: int) -> None:
        total = dice - lying
        self.index = index
        self.lying = lying
        self.hands: Hands = index.hands(total)
        self.rows = index.block(total)
        self.holding = np.flatnonzero(self.hands[:, 0] > 1)
        self.last = np.flatnonzero(self.hands[:, 0] == 1)
        self.stop = self.next_rows(0)
        self._taken: dict[int, Rows] = {}
        self._poured: dict[int, Rows] = {}
        self._others: Rows | None = None

    @cached_property
    def kept(self) -> Rows:
        """The rows of those who keep a die, after throwing one without a match."""
        hands = self.hands[self.holding].copy()
        hands[:, 0] -= 1
        return self.index.rows(hands)

    def taken(self, dice: int) -> Rows:
        """The next player's rows after one die was thrown and `dice` were collected."""
        if dice not in self._taken:
            self._taken[dice] = self.next_rows(dice - 1)
        return self._taken[dice]

    def poured(self, dice: int, here: slice) -> Rows:
        """[dice taken, position]: the next player's rows after all `dice` of a hand were thrown."""
        if dice not in self._poured:
            self._poured[dice] = _rows_by_taken(self.index, self.hands[here], dice)
        return self._poured[dice]

    def others(self, smaller: HandIndex) -> Rows:
        """The rows of the others, where the active player is out."""
        if self._others is None:
            self._others = smaller.rows(self.hands[:, 1:])
        return self._others

    def next_rows(self, gained: int) -> Rows:
        """The rows where the active player holds `gained` more dice and the next one is on."""
        return self.index.rows(np.column_stack([self.hands[:, 1:], self.hands[:, 0] + gained]))

    def by_dice(self) -> Iterator[tuple[int, slice]]:
        """The positions by how many dice the active player holds; they stand in that order."""
        ends = np.searchsorted(self.hands[:, 0], np.arange(self.hands[-1, 0] + 2))
        for dice in range(1, len(ends) - 1):
            yield dice, slice(int(ends[dice]), int(ends[dice + 1]))


@dataclass(frozen=True, slots=True)
class _Outside:
    """Values of everything outside a layer."""

    table: ValueTable
    fewer: ValueTable | None
    smaller: HandIndex

    def zeros(self, shape: tuple[int, ...]) -> Values:
        """Numbers as precise as the values are."""
        return np.zeros(shape, dtype=self.table.turn.dtype)

    def out(self, part: _Part, here: slice | Ints, left: int) -> Values:
        """The value of these positions if their active player is out and `left` dice lie."""
        value = self.zeros(part.hands[here].shape)
        if self.fewer is None:
            value[:, 1] = 1.0
        else:
            value[:, 1:] = self.fewer.turn[left].take(part.others(self.smaller)[here], axis=0)
        return value


def _single(part: _Part, outcomes: Outcomes, outside: _Outside) -> ThrowLinks:
    known, next_seat_first = outside.zeros(part.hands.shape), outside.zeros(part.hands.shape)
    matched = []
    unmatched = None
    for (left, taken), chance in outcomes.items():
        inside = left + taken == part.lying + 1
        if taken and inside:
            matched.append(Link(chance, left, part.taken(taken)))
        elif taken:
            next_seat_first += chance * outside.table.turn[left].take(part.taken(taken), axis=0)
        else:
            known[part.last] += chance * outside.out(part, part.last, left)
            if inside:
                unmatched = Link(chance, left, part.kept)
            else:
                known[part.holding] += chance * outside.table.choice[left].take(part.kept, axis=0)
    _add_own_seat_first(known, next_seat_first)
    return ThrowLinks(known, tuple(matched), unmatched)


def _pour(part: _Part, outcomes: tuple[Outcomes, ...], outside: _Outside) -> ThrowLinks:
    known, next_seat_first = outside.zeros(part.hands.shape), outside.zeros(part.hands.shape)
    inside = np.zeros((LYING, len(part.hands), 1))
    targets = np.zeros((LYING, len(part.hands)), dtype=np.intp)
    for dice, here in part.by_dice():
        chances = np.zeros((LYING, dice + 1))
        for (left, taken), chance in outcomes[dice].items():
            if not taken:
                known[here] += chance * outside.out(part, here, left)
            elif left + taken < dice:
                chances[left, taken] = chance
            else:
                inside[left, here] = chance
        rows = part.poured(dice, here)
        for left in range(min(LYING, dice - 1)):
            some = slice(2, dice - left)  # dice taken, where at least one is lost
            collected = outside.table.turn[left].take(rows[some], axis=0)
            to = next_seat_first[here]
            worth = chances[left, some] @ collected.reshape(len(collected), to.size)
            to += worth.reshape(to.shape)
            targets[left, here] = rows[dice - left]
    _add_own_seat_first(known, next_seat_first)
    links = (Link(inside[left], left, targets[left]) for left in range(LYING))
    return ThrowLinks(known, tuple(link for link in links if np.any(link.weight)), None)


def _rows_by_taken(index: HandIndex, hands: Hands, most: int) -> Rows:
    """[dice taken, position]: the next player's rows; rows 0 and 1 are not used."""
    rows = np.zeros((most + 1, len(hands)), dtype=np.intp)
    if most > 1:
        taken = np.repeat(np.arange(2, most + 1), len(hands))
        others = np.tile(hands[:, 1:], (most - 1, 1))
        rows[2:] = index.rows(np.column_stack([others, taken])).reshape(most - 1, -1)
    return rows


def _weighted(link: Link, values: Values) -> Values:
    """What a link leads to, times its weight; an array of its own."""
    there: Values = values[link.lying].take(link.rows, axis=0)
    there *= link.weight
    return there


def _own_seat_first(values: Values) -> Values:
    """Values in the next player's order, put into the active player's."""
    turned = np.empty_like(values)
    turned.reshape(-1)[1:] = values.reshape(-1)[:-1]  # one run is much quicker than row by row
    turned[:, 0] = values[:, -1]
    return turned


def _add_own_seat_first(to: Values, values: Values) -> None:
    """The same, added to others; uses up the values."""
    to[:, 0] += values[:, -1]
    values[:, -1] = 0.0
    to.reshape(-1)[1:] += values.reshape(-1)[:-1]
