"""One layer of the base game: all positions with the same number of players and dice in play.

Inside a layer no die is lost, so its positions lead to each other; every other position they
lead to has fewer dice or fewer players and is known before. A value is one number per seat, in
playing order from the player whose turn it is.

What a turn does only shifts dice between the active player, the arena and the box. By what the
others hold and then by what the active player holds, positions stand in the same order whatever
lies: every step but the end of a turn leads to a run of positions, and nothing is looked up.
"""

from dataclasses import dataclass, field

import numpy as np

from kessel.solver.arrays import Ints, Values
from kessel.solver.base.hands import HandIndex, Rows, hand_index
from kessel.solver.base.policy import ValueTable
from kessel.solver.base.position import LYING, dice_in
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
    def of(cls, model: ChanceModel, most: int, arenas: int = LYING) -> "Kernels":
        """The outcomes of all throws that can come up with at most this many dice."""
        bare = arenas > LYING
        return cls(
            model.kinds,
            tuple(
                tuple(
                    base_outcomes(model, kind, 1, dice_in(lying), bare=bare and lying > 0)
                    for lying in range(arenas)
                )
                for kind in model.kinds
            ),
            tuple(base_outcomes(model, POUR, dice, 0, bare=bare) for dice in range(most + 1)),
        )

    @property
    def arenas(self) -> int:
        """How many arenas are told apart."""
        return len(self.single[0])


@dataclass(frozen=True, slots=True)
class Link:
    """Where a throw leads inside the layer: weight per position, and the row there.

    Where there are fewer rows than positions, they are those of the last positions.
    """

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
    weights: Values = field(init=False)
    """[dice left lying]: those of `matched`; where positions differ, [.., (position, seat)]."""

    def __post_init__(self) -> None:
        lying = 1 + max((link.lying for link in self.matched), default=-1)
        differ = any(np.ndim(link.weight) for link in self.matched)
        weights = np.zeros((lying, *self.known.shape) if differ else lying)
        for link in self.matched:
            weights[link.lying] = link.weight
        object.__setattr__(self, "weights", weights.reshape(lying, -1) if differ else weights)


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


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """The blocks of one layer."""

    index: HandIndex
    dice: int
    blocks: list[Block]

    @property
    def players(self) -> int:
        """How many are in the game."""
        return self.index.players

    def __len__(self) -> int:
        return sum(block.rows.stop - block.rows.start for block in self.blocks)


class LayerValues:
    """What throwing and stopping are worth in a layer, by the values that its positions have.

    What ended turns are worth is kept, in the order of the player who ends: by lying dice, the
    positions of all blocks ending at the same place.
    """

    def __init__(self, layer: Layer, now: ValueTable) -> None:
        self._players = layer.players
        self._now = now
        most = max(len(block.stop) for block in layer.blocks)
        self._ended = np.zeros((len(now.turn), most * layer.players + 1), dtype=now.turn.dtype)
        """[lying, (position, seat)], and one number more; see `stop`."""
        for block in layer.blocks:
            self.stop(block)

    def throw(self, block: Block, links: ThrowLinks) -> Values:
        """What a throw is worth from every position of a block."""
        value = self._weighted(links.weights, len(links.known))
        value += links.known
        if links.unmatched is not None and len(block.holding):
            # Those who keep a die stand behind those who do not.
            link = links.unmatched
            there = self._now.choice[link.lying, link.rows[0] : link.rows[-1] + 1]
            value[block.holding[0] :] += link.weight * there
        return value

    def stop(self, block: Block) -> Values:
        """[position, seat]: what stopping is worth, by the values that turns have now, which
        throws go by from then on."""
        count, players = len(block.stop), self._players
        here = self._ended[block.lying, -count * players - 1 :]
        turns = self._now.turn[block.lying]
        # One place further on, all seats but the last are where they belong.
        turns.take(block.stop, axis=0, out=here[1:].reshape(count, players), mode="clip")
        here[:-1:players] = here[players::players]
        return here[:-1].reshape(count, players)

    def _weighted(self, weights: Values, count: int) -> Values:
        """[position, seat]: the sum over blocks, each with its weight, fewest lying dice first."""
        here = self._ended[: len(weights), -count * self._players - 1 : -1]
        total = weights @ here if weights.ndim == 1 else np.einsum("ij,ij->j", weights, here)
        return np.asarray(total).reshape(count, self._players)


class LayerShape:
    """The links between the positions of a layer, whatever the values outside it are."""

    def __init__(self, index: HandIndex, dice: int, kernels: Kernels) -> None:
        self._index = index
        self._dice = dice
        self._kernels = kernels
        self._next = index.next_rows

    def over(self, known: ValueTable, fewer: ValueTable | None) -> Layer:
        """The layer, with what lies outside it taken from values of smaller layers.

        `fewer` are the values of one player fewer; none where a single player is left, who has won.
        """
        before = self._next[: self._index.block(self._dice).start]
        ended = np.stack([_own_seat_first(turn.take(before, axis=0)) for turn in known.turn])
        outside = _Outside(self._index, known.choice, ended, fewer)
        most = min(LYING - 1, self._dice - self._index.players)
        lying = [*range(most, -1, -1), *range(LYING, self._kernels.arenas)]
        blocks = [self._block(one, outside) for one in lying]
        return Layer(self._index, self._dice, blocks)

    def _block(self, lying: int, outside: "_Outside") -> Block:
        total = self._dice - dice_in(lying)
        rows, last = self._index.block(total), self._index.holding(total, 1)
        return Block(
            lying,
            rows,
            np.arange(last.stop - last.start, rows.stop - rows.start),
            self._next[rows],
            tuple(self._single(lying, single[lying], outside) for single in self._kernels.single),
            self._pour(outside) if lying == 0 else None,
        )

    def _single(self, lying: int, outcomes: Outcomes, outside: "_Outside") -> ThrowLinks:
        total = self._dice - dice_in(lying)
        rows, last = self._index.block(total), self._index.holding(total, 1)
        count, out = rows.stop - rows.start, last.stop - last.start
        known = outside.zeros(count)
        matched = []
        unmatched = None
        for (left, taken), chance in outcomes.items():
            lost = dice_in(lying) + 1 - dice_in(left) - taken
            end = self._index.block(self._dice - lost - dice_in(left)).stop
            if taken and not lost:
                matched.append(Link(chance, left, self._next[end - count : end]))
            elif taken:
                known += chance * outside.ended[left, end - count : end]
            else:
                known[:out] += chance * outside.out(total - 1, left)
                if not lost:
                    unmatched = Link(chance, left, np.arange(end - count + out, end))
                else:
                    known[out:] += chance * outside.choice[left, end - count + out : end]
        return ThrowLinks(known, tuple(matched), unmatched)

    def _pour(self, outside: "_Outside") -> ThrowLinks:
        index, total = self._index, self._dice
        rows = index.block(total)
        known = outside.zeros(rows.stop - rows.start)
        inside = np.zeros((LYING, len(known), 1))
        for dice in range(1, total - index.players + 2):
            here = index.holding(total, dice)
            here = slice(here.start - rows.start, here.stop - rows.start)
            chances = np.zeros((dice + 1, LYING))
            for (left, taken), chance in self._kernels.pour[dice].items():
                if not taken:
                    known[here] += chance * outside.out(total - dice, left)
                elif left + taken < dice:
                    chances[taken, left] = chance
                else:
                    inside[left, here] = chance
            for taken in range(2, dice):
                there = outside.ended[:LYING, index.holding(total - dice + taken, taken)]
                worth = chances[taken] @ there.reshape(LYING, -1)
                known[here] += worth.reshape(there.shape[1:])
        links = [
            Link(inside[left], left, self._next[index.block(total - left)])
            for left in range(LYING)
            if inside[left].any()
        ]
        return ThrowLinks(known, tuple(links), None)


@dataclass(frozen=True, slots=True)
class _Outside:
    """Values of everything outside a layer."""

    index: HandIndex
    choice: Values
    ended: Values
    """[lying, row, seat]: what ending the turn is worth, in the active player's order."""
    fewer: ValueTable | None

    def zeros(self, positions: int) -> Values:
        """Numbers as precise as the values are."""
        return np.zeros((positions, self.index.players), dtype=self.choice.dtype)

    def out(self, others: int, left: int) -> Values:
        """[hands of the others, seat]: if the active player is out, the others hold `others` dice
        together and `left` dice lie."""
        there = hand_index(self.index.players - 1, self.index.most).block(others)
        value = self.zeros(there.stop - there.start)
        value[:, 1:] = 1.0 if self.fewer is None else self.fewer.turn[left, there]
        return value


def _own_seat_first(values: Values) -> Values:
    """Values in the next player's order, put into the active player's."""
    turned = np.empty_like(values)
    turned.reshape(-1)[1:] = values.reshape(-1)[:-1]  # one run is much quicker than row by row
    turned[:, 0] = values[:, -1]
    return turned
