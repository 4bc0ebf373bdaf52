"""Throws in Impact, over all layers: from what lies before to what positions after it are worth.

A throw picks some lying dice up at random and lets dice fall; each that stays shows any symbol
with the same chance, or the blank side and is lost. Dice fall one after the other, so values are
kept for every number of dice that are still to fall.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import comb

import numpy as np
from scipy import sparse

from kessel.solver.arrays import Ints, Values
from kessel.solver.chance import SYMBOLS, ChanceModel, binomial
from kessel.solver.impact.board import Board, Symbols

Rows = Sequence[sparse.csr_array]
"""By how many lying dice are picked up at random: [row, way of the others], the probability."""


def picked_up(symbols: Symbols, dice: int, ways: Ints) -> Rows:
    """The same for rows that are ways of so many dice."""
    lie = symbols.ways[dice][ways]
    sizes = np.prod(lie + 1, axis=1, dtype=np.intp)
    row = np.repeat(np.arange(len(ways)), sizes)
    number = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    left = np.empty((len(row), SYMBOLS), dtype=np.intp)
    subsets = np.ones(len(row))
    for symbol, there in enumerate(lie[row].T):
        number, left[:, symbol] = np.divmod(number, there + 1)
        subsets *= _binomials(symbols.most)[there, left[:, symbol]]
    stay = left.sum(axis=1)
    found = []
    for dice_left in range(dice, -1, -1):
        here = stay == dice_left
        chances = subsets[here] / comb(dice, dice_left)
        found.append(_chances(symbols, (len(ways), dice_left), row[here], left[here], chances))
    return found


def _grown(symbols: Symbols, dice: int) -> sparse.csr_array:
    """[way of these dice, way of one more]: the probability, if one falls and shows a symbol."""
    ways = symbols.ways[dice]
    rows = np.tile(np.arange(len(ways)), SYMBOLS)
    to = np.concatenate([ways + one for one in np.eye(SYMBOLS, dtype=np.intp)])
    shares = np.full(len(rows), 1.0 / SYMBOLS)
    return _chances(symbols, (len(ways), dice + 1), rows, to, shares)


def _chances(
    symbols: Symbols, shape: tuple[int, int], rows: Ints, ways: Ints, chances: Values
) -> sparse.csr_array:
    """[row, way of so many dice]: chances that lead to the same are added."""
    count, dice = shape
    spots = (rows, symbols.numbers(dice, ways))
    return sparse.csr_array((chances, spots), shape=(count, len(symbols.ways[dice])))


@cache
def _binomials(most: int) -> Values:
    return np.array([[comb(n, k) for k in range(most + 1)] for n in range(most + 1)], dtype=float)


@lru_cache(maxsize=65536)
def falls(
    model: ChanceModel, kind: str, thrown: int, lying: int
) -> tuple[tuple[int, int, float], ...]:
    """(lying dice picked up, dice that come to show a symbol, probability)."""
    found: dict[tuple[int, int], float] = {}
    for move in model.movements(kind, thrown, lying):
        for seen, chance in binomial(move.falling, SYMBOLS / (SYMBOLS + 1)):
            key = (move.struck + move.knocked_out, seen)
            found[key] = found.get(key, 0.0) + move.probability * chance
    return tuple((*key, chance) for key, chance in found.items())


class Falling:
    """What it is worth that so many dice fall beside others, by layer and dice held."""

    def __init__(self, board: Board, model: ChanceModel) -> None:
        self._board, self._model = board, model
        self._grown = [_grown(board.symbols, dice) for dice in range(board.most)]
        self._layers: list[list[list[Values]]] = []
        """[layer][dice held][dice to fall]: [way of what lies, hands, seat]"""

    def keep(self, layer: int, seen: Sequence[Values]) -> None:
        """What is worth what in a layer, by the dice that lie: [way, hands, seat]."""
        del self._layers[layer:]
        self._layers.append(
            [list(self._before(layer - held, seen[layer - held])) for held in range(layer + 1)]
        )

    def thrown(
        self, rows: Rows, kinds: Sequence[str], thrown: int, lying: int, held: int, *, lost: bool
    ) -> list[Values]:
        """By kind, [row, hands, seat]: the part of a throw's worth in which dice are lost, or that
        in which none are. `held` dice are left in all hands together."""
        shape = (
            rows[0].shape[0],
            len(self._board.supplies.hands[held]),
            self._board.players,
        )
        found = [np.zeros(shape) for _ in kinds]
        worth: dict[tuple[int, int], Values] = {}
        for value, kind in zip(found, kinds, strict=True):
            for picked, seen, chance in falls(self._model, kind, thrown, lying):
                if (seen < picked + thrown) != lost:
                    continue
                if (picked, seen) not in worth:
                    after = self._layers[lying - picked + seen + held][held][seen]
                    flat = rows[picked] @ after.reshape(len(after), -1)
                    worth[picked, seen] = flat.reshape(shape)
                value += chance * worth[picked, seen]
        return found

    def kept(self, rows: Rows, kind: str, thrown: int, lying: int) -> sparse.csr_array:
        """[row, way]: the probability of what lies after a throw that loses no die."""
        parts = []
        for picked, seen, chance in falls(self._model, kind, thrown, lying):
            if seen == picked + thrown:
                ways = chance * rows[picked]
                for dice in range(lying - picked, lying + thrown):
                    ways = ways @ self._grown[dice]
                parts.append(ways)
        return sparse.csr_array(sum(parts[1:], parts[0]))

    def _before(self, lying: int, seen: Values) -> Iterator[Values]:
        yield seen
        flat = seen.reshape(len(seen), -1)
        for less in range(lying - 1, -1, -1):
            flat = self._grown[less] @ flat
            yield flat.reshape(len(flat), *seen.shape[1:])
