"""Impact with stone active, two players, exactly: boulder piles and all.

Stones taken together are a pile that is only thrown as a whole, so a position is (stones lying,
different others lying, loose dice and piles of both). Layers of more and more dice; inside a
layer no die is lost. Values are the active player's chance.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import sparse

from kessel.solver.arrays import Ints, Values
from kessel.solver.chance import POUR, ChanceModel
from kessel.solver.fixed_point import fixed_point
from kessel.solver.impact.powers import Seen, power_outcomes
from kessel.solver.impact.storms import OTHERS
from kessel.solver.progress import Progress

PLACES = tuple((stones, others) for stones in range(2) for others in range(OTHERS + 1))
"""What can lie there: a stone or none, and different others."""

Supply = tuple[int, tuple[int, ...]]
"""Loose dice, and piles, the largest first."""
Place = tuple[int, int]
"""What lies there: stones, and different others."""


@lru_cache(maxsize=64)
def supplies(dice: int) -> tuple[Supply, ...]:
    """All ways to hold this many dice."""
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
    """With `loose` more loose dice, and a pile if it has at least two dice."""
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

    def next_turns(self, lying: Place, gained: tuple[int, int, int], against: int) -> Ints:
        """The other's turns after a throw, by what was left in the hand and the other's supply.

        `gained` is (dice left in the hand, loose dice collected, size of a new pile).
        """
        left, loose, pile = gained
        own = _added(left, loose, pile)
        width = len(supplies(left + loose + pile))
        column = self.states[lying, against] + own[:, None]
        return np.asarray((column + np.arange(len(supplies(against))) * width).reshape(-1))

    def throw(self, place: Place, kind: str, left: Supply, unit: int, other: Supply) -> int:
        """Where a throw stands, by what is left in the hand."""
        against = held_by(other)
        row = supply_numbers(held_by(left))[left] * len(supplies(against))
        return self.throws[place, kind, held_by(left), unit] + row + supply_numbers(against)[other]


def held_by(supply: Supply) -> int:
    """All dice of a supply."""
    return supply[0] + sum(supply[1])


class _BoulderLinks:
    """Collects where throws lead: to known values of smaller layers, or into the same layer."""

    def __init__(self, known: Values, positions: int) -> None:
        self.known = known
        self._positions = positions
        self._rows: list[Ints] = []
        self._columns: list[Ints] = []
        self._weights: list[Values] = []

    def to_turns(self, rows: Ints, to: Ints, chance: float, known: Values | None) -> None:
        """To the other's turn, whose value counts against the thrower."""
        if known is not None:
            self.known[rows] += chance * (1.0 - known[to])
            return
        self.known[rows] += chance
        self._add(rows, to, -chance)

    def to_choices(self, rows: Ints, to: Ints, chance: float, known: Values | None) -> None:
        """To a choice of the thrower."""
        if known is not None:
            self.known[rows] += chance * known[to]
            return
        self._add(rows, to + self._positions, chance)

    def matrix(self) -> sparse.csr_array:
        """[throw, turns and then choices of the layer]."""
        shape = (len(self.known), 2 * self._positions)
        if not self._rows:
            return sparse.csr_array(shape)
        spots = (np.concatenate(self._rows), np.concatenate(self._columns))
        return sparse.csr_array((np.concatenate(self._weights), spots), shape=shape)

    def _add(self, rows: Ints, columns: Ints, weight: float) -> None:
        self._rows.append(rows)
        self._columns.append(columns)
        self._weights.append(np.full(len(rows), weight))


@dataclass(slots=True, eq=False)
class BoulderLayer:
    """All positions with the same number of dice in play."""

    at: Numbering
    turn: Values
    choice: Values
    throws: Values
    residual: float = 0.0
    """The last change of a value."""


class BoulderGame:
    """Solves layer after layer."""

    def __init__(self, model: ChanceModel, most: int) -> None:
        self.model = model
        self.most = most
        self.layers: list[BoulderLayer] = []

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

    def _solve_layer(self, dice: int) -> BoulderLayer:
        at = Numbering.of(dice, self.model.kinds)
        layer = BoulderLayer(at, np.zeros(at.count), np.zeros(at.count), np.zeros(at.thrown))
        if not at.count:
            return layer
        known, inside = self._links(layer)
        actions, poured, stop = _actions(at, self.model.kinds)

        def sweep() -> float:
            layer.throws = known + inside @ np.concatenate([layer.turn, layer.choice])
            going = np.append(layer.throws, -1.0)[actions].max(axis=1)
            turn = np.where(poured >= 0, layer.throws[poured], going)
            choice = np.maximum(1.0 - turn[stop], going)
            changes = (np.abs(turn - layer.turn).max(), np.abs(choice - layer.choice).max())
            layer.turn, layer.choice = turn, choice
            return float(max(changes))

        layer.residual = fixed_point(sweep, f"{dice} dice with boulders")
        return layer

    def _links(self, layer: BoulderLayer) -> tuple[Values, sparse.csr_array]:
        """What throws are worth by smaller layers, and [throw, turns and choices] by this one."""
        at = layer.at
        links = _BoulderLinks(np.zeros(at.thrown), at.count)
        for (place, kind, left, unit), first in at.throws.items():
            against = at.dice - sum(place) - left - unit
            rows = first + np.arange(len(supplies(left)) * len(supplies(against)))
            for seen, chance in _outcomes(self.model, kind, unit, place):
                stones, once, more = seen
                lost = sum(place) + unit - stones - once - more
                pile = stones if stones > 1 else 0
                if not more + pile and not left:
                    continue  # no die left and nothing collected: out
                after = layer if not lost else self.layers[at.dice - lost]
                lying = (0 if pile else stones, once)
                if more + pile:
                    to = after.at.next_turns(lying, (left, more, pile), against)
                    links.to_turns(rows, to, chance, after.turn if lost else None)
                else:
                    to = after.at.states[lying, left] + np.arange(len(rows))
                    links.to_choices(rows, to, chance, after.choice if lost else None)
        return links.known, links.matrix()


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
