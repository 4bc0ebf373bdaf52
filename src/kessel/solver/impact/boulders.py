"""Impact with stone active, two players, exactly: boulder piles and all.

Stones taken together are a pile that is only thrown as a whole, so a position is (stones lying,
different others lying, loose dice and piles of both). Layers of more and more dice; inside a
layer no die is lost. Values are the active player's chance.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from kessel.solver.chance import POUR, ChanceModel
from kessel.solver.impact.powers import OTHERS, Seen, power_outcomes

SETTLED = 1e-14
MOST_SWEEPS = 5_000
PLACES = tuple((stones, others) for stones in range(2) for others in range(OTHERS + 1))
"""What can lie there: a stone or none, and different others."""

Values = NDArray[np.float64]
Ints = NDArray[np.intp]
Supply = tuple[int, tuple[int, ...]]
"""Loose dice, and piles, the largest first."""
Place = tuple[int, int]
Progress = Callable[[int, int], None]


@lru_cache(maxsize=64)
def supplies(dice: int) -> tuple[Supply, ...]:
    """All ways to hold so many dice."""
    return tuple((dice - sum(piles), piles) for piles in _piles(dice, dice))


def _piles(dice: int, largest: int) -> Iterator[tuple[int, ...]]:
    yield ()
    for first in range(2, min(dice, largest) + 1):
        for rest in _piles(dice - first, first):
            yield (first, *rest)


@lru_cache(maxsize=64)
def supply_numbers(dice: int) -> dict[Supply, int]:
    """Where each way stands among them."""
    return {supply: number for number, supply in enumerate(supplies(dice))}


def taken_from(supply: Supply, unit: int) -> Supply | None:
    """What is left when a die (1) or a pile of that size is thrown; None where there is none."""
    loose, piles = supply
    if unit == 1:
        return (loose - 1, piles) if loose else None
    if unit not in piles:
        return None
    place = piles.index(unit)
    return loose, piles[:place] + piles[place + 1 :]


def added_to(supply: Supply, loose: int, pile: int) -> Supply:
    """With so many loose dice more, and a pile if it has at least two dice."""
    piles = (*supply[1], pile) if pile > 1 else supply[1]
    return supply[0] + loose, tuple(sorted(piles, reverse=True))


@lru_cache(maxsize=4096)
def _added(dice: int, loose: int, pile: int) -> Ints:
    numbers = supply_numbers(dice + loose + pile)
    return np.array([numbers[added_to(one, loose, pile)] for one in supplies(dice)])


@dataclass(frozen=True, slots=True)
class Numbering:
    """Where the positions and throws of a layer stand."""

    dice: int
    states: dict[tuple[Place, int], int]
    """(what lies there, own dice) -> the first of these positions; then own, other's supplies."""
    throws: dict[tuple[Place, str, int, int], int]
    """(what lies there, kind, dice left in the hand, dice thrown) -> the first of these throws."""
    count: int
    thrown: int

    @classmethod
    def of(cls, dice: int, kinds: tuple[str, ...]) -> "Numbering":
        """The numbering of a layer."""
        states, throws = {}, {}
        count = thrown = 0
        for place in PLACES:
            rest = dice - sum(place)
            for own in range(1, rest):
                states[place, own] = count
                count += len(supplies(own)) * len(supplies(rest - own))
                for kind in kinds:
                    for unit in range(1, own + 1):
                        throws[place, kind, own - unit, unit] = thrown
                        thrown += len(supplies(own - unit)) * len(supplies(rest - own))
        for own in range(1, dice):
            throws[PLACES[0], POUR, 0, own] = thrown
            thrown += len(supplies(dice - own))
        return cls(dice, states, throws, count, thrown)

    def state(self, place: Place, own: Supply, other: Supply) -> int:
        """Where a position stands."""
        held, against = held_by(own), held_by(other)
        row = supply_numbers(held)[own] * len(supplies(against)) + supply_numbers(against)[other]
        return self.states[place, held] + row

    def throw(self, place: Place, kind: str, left: Supply, unit: int, other: Supply) -> int:
        """Where a throw stands, by what is left in the hand."""
        against = held_by(other)
        row = supply_numbers(held_by(left))[left] * len(supplies(against))
        return self.throws[place, kind, held_by(left), unit] + row + supply_numbers(against)[other]


def held_by(supply: Supply) -> int:
    """All dice of a supply."""
    return supply[0] + sum(supply[1])


@dataclass(slots=True, eq=False)
class Layer:
    """All positions with so many dice."""

    at: Numbering
    turn: Values
    choice: Values
    throws: Values
    residual: float = 0.0


class BoulderGame:
    """Solves layer after layer."""

    def __init__(self, model: ChanceModel, most: int) -> None:
        self.model = model
        self.most = most
        self.layers: list[Layer] = []

    def solve(self, progress: Progress | None = None) -> None:
        """All layers, fewest dice first."""
        for dice in range(self.most + 1):
            self.layers.append(self._solve_layer(dice))
            if progress is not None:
                progress(dice + 1, self.most + 1)

    @property
    def states(self) -> int:
        """Positions at the start of a turn."""
        return sum(layer.at.count for layer in self.layers)

    def _solve_layer(self, dice: int) -> Layer:
        at = Numbering.of(dice, self.model.kinds)
        layer = Layer(at, np.zeros(at.count), np.zeros(at.count), np.zeros(at.thrown))
        if not at.count:
            return layer
        known, inside = self._led(layer)
        actions, poured, stop = _actions(at, self.model.kinds)
        for _ in range(MOST_SWEEPS):
            layer.throws = known + inside @ np.concatenate([layer.turn, layer.choice])
            going = np.append(layer.throws, -1.0)[actions].max(axis=1)
            turn = np.where(poured >= 0, layer.throws[poured], going)
            choice = np.maximum(1.0 - turn[stop], going)
            changes = (np.abs(turn - layer.turn).max(), np.abs(choice - layer.choice).max())
            layer.turn, layer.choice = turn, choice
            layer.residual = float(max(changes))
            if layer.residual < SETTLED:
                return layer
        raise AssertionError(f"{MOST_SWEEPS} sweeps did not settle {dice} dice")

    def _led(self, layer: Layer) -> tuple[Values, sparse.csr_array]:
        """What throws are worth by what is known, and how they hang on the layer itself."""
        at = layer.at
        known = np.zeros(at.thrown)
        rows, columns, weights = [], [], []
        for (place, kind, left, unit), first in at.throws.items():
            against = at.dice - sum(place) - left - unit
            size = (len(supplies(left)), len(supplies(against)))
            row = first + np.arange(size[0] * size[1])
            for seen, chance in self._outcomes(kind, unit, place):
                stones, once, more = seen
                lost = sum(place) + unit - stones - once - more
                pile = stones if stones > 1 else 0
                taken = more + pile
                if not taken and not left:
                    continue  # no die left and nothing taken: out
                after = layer if not lost else self.layers[at.dice - lost]
                lying = (0 if pile else stones, once)
                if taken:
                    own = _added(left, more, pile)
                    start = after.at.states[lying, against]
                    width = len(supplies(left + taken))
                    column = start + own[:, None] + np.arange(size[1]) * width
                else:
                    start = after.at.states[lying, left]
                    column = start + np.arange(size[0] * size[1])
                places = column.reshape(-1)
                if lost:
                    told = 1.0 - after.turn[places] if taken else after.choice[places]
                    known[row] += chance * told
                    continue
                if taken:
                    known[row] += chance
                rows.append(row)
                columns.append(places if taken else places + at.count)
                weights.append(np.full(len(row), -chance if taken else chance))
        inside = sparse.csr_array((at.thrown, 2 * at.count))
        if rows:
            spots = (np.concatenate(rows), np.concatenate(columns))
            inside = sparse.csr_array((np.concatenate(weights), spots), shape=inside.shape)
        return known, inside

    def _outcomes(self, kind: str, unit: int, place: Place) -> tuple[tuple[Seen, float], ...]:
        return _outcomes(self.model, kind, unit, place)


@lru_cache(maxsize=8192)
def _outcomes(
    model: ChanceModel, kind: str, unit: int, place: Place
) -> tuple[tuple[Seen, float], ...]:
    return tuple(power_outcomes(model, kind, unit, *place).items())


def _actions(at: Numbering, kinds: tuple[str, ...]) -> tuple[Ints, Ints, Ints]:
    """By position: throws of one unit (-1: no more), all dice poured (-1), the other's turn."""
    found: list[list[int]] = []
    poured = np.full(at.count, -1, dtype=np.intp)
    stop = np.zeros(at.count, dtype=np.intp)
    for (place, held), first in at.states.items():
        against = at.dice - sum(place) - held
        wide = len(supplies(against))
        for number, own in enumerate(supplies(held)):
            units = [(unit, taken_from(own, unit)) for unit in sorted({*own[1], 1})]
            starts = [
                at.throws[place, kind, held - unit, unit] + supply_numbers(held - unit)[left] * wide
                for kind in kinds
                for unit, left in units
                if left is not None
            ]
            found += [[start + other for start in starts] for other in range(wide)]
            rows = first + number * wide + np.arange(wide)
            stop[rows] = at.states[place, against] + np.arange(wide) * len(supplies(held)) + number
            if place == (0, 0):
                poured[rows] = at.throws[place, POUR, 0, held] + np.arange(wide)
    longest = max(map(len, found))
    padded = [one + [-1] * (longest - len(one)) for one in found]
    return np.array(padded, dtype=np.intp), poured, stop
