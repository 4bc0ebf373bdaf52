"""Chance models and strategies as arrays, so that a compiled loop needs nothing but numbers.

Symbols of base editions are interchangeable: lying dice show the first symbols, all different.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kessel.errors import BadValue
from kessel.solver.base.hands import hand_index
from kessel.solver.base.policy import Point
from kessel.solver.base.position import LYING, dice_in
from kessel.solver.base.strategies import EXACT, Strategy
from kessel.solver.chance import POUR, ChanceModel, Movement

UNITS = 2**32
"""Probabilities are compared with 32 random bits."""


@dataclass(frozen=True, slots=True)
class DiceTable:
    """What throws do: after a draw below `limit`, dice left resting and dice that fall."""

    single: NDArray[np.int64]
    """[kind, lying, case, (limit, resting, falling)], likely cases first."""
    pour: NDArray[np.int64]
    """The same for all dice at once: [0, thrown, case, …]."""


def dice_table(model: ChanceModel, most_dice: int, arenas: int = LYING) -> DiceTable:
    """Every throw there can be in a game of that many dice."""
    single = [
        [_cases(model.movements(kind, 1, lying), lying) for lying in map(dice_in, range(arenas))]
        for kind in model.kinds
    ]
    pour = [_cases(model.movements(POUR, thrown, 0), 0) for thrown in range(1, most_dice + 1)]
    pour.insert(0, [(UNITS, 0, 0)])  # nobody throws no dice
    width = max(len(cases) for row in single for cases in row)
    return DiceTable(
        np.array([[_padded(cases, width) for cases in row] for row in single]),
        np.array([[_padded(cases, most_dice + 1) for cases in pour]]),
    )


Case = tuple[int, int, int]


def _cases(moves: Sequence[Movement], lying: int) -> list[Case]:
    chances: dict[tuple[int, int], float] = {}
    for move in moves:
        key = (lying - move.struck - move.knocked_out, move.struck + move.staying)
        chances[key] = chances.get(key, 0.0) + move.probability
    likely = sorted(chances, key=lambda key: -chances[key])
    limits = np.rint(np.cumsum([chances[key] for key in likely]) * UNITS).astype(int)
    limits[-1] = UNITS
    return [(int(limit), *key) for limit, key in zip(limits, likely, strict=True)]


def _padded(cases: list[Case], width: int) -> list[Case]:
    return cases + [cases[-1]] * (width - len(cases))


@dataclass(frozen=True, slots=True)
class Policies:
    """What every strategy does at every decision."""

    actions: NDArray[np.int16]
    """[strategy, players - 2, turn or choice, lying, row]; below 0 a mixture, counted from -1."""
    mixtures: NDArray[np.int64]
    """[mixture, action]: draws below this choose this action or an earlier one."""


def policy_table(
    strategies: Sequence[Strategy], players: int, most_dice: int, kinds: int, arenas: int = LYING
) -> Policies:
    """Tables of strategies for up to that many players; decisions are numbered as by the solver."""
    rows = max(len(hand_index(number, most_dice)) for number in range(2, players + 1))
    shape = (len(strategies), players - 1, len(Point), arenas, rows)
    actions = np.zeros(shape, np.int16)
    mixtures = _Mixtures(kinds + 1)
    for which, strategy in enumerate(strategies):
        for number in range(2, players + 1):
            for place, point in enumerate(Point):
                for lying in range(arenas):
                    to = actions[which, number - 2, place, lying]
                    _fill(to, strategy, point, lying, (number, most_dice, kinds), mixtures)
    return Policies(actions, mixtures.table())


def _fill(
    to: NDArray[np.int16],
    strategy: Strategy,
    point: Point,
    lying: int,
    game: tuple[int, int, int],
    mixtures: "_Mixtures",
) -> None:
    """All decisions of a kind with that many dice lying."""
    number, most_dice, kinds = game
    choices = kinds + (point is Point.CHOICE)
    index = hand_index(number, most_dice)
    for held in range(number, most_dice - dice_in(lying) + 1):
        shares = strategy.shares(point, lying, index.hands(held), choices)
        if shares.shape[1] != choices or abs(shares.sum(axis=1) - 1.0).max() > EXACT:
            raise BadValue(
                f"shares of {choices} actions that add up to one are needed at a {point}, "
                f"not {shares[0].tolist()}"
            )
        chosen = shares.argmax(axis=1).astype(np.int16)
        for place in np.flatnonzero(shares.max(axis=1) < 1.0 - EXACT):
            chosen[place] = mixtures.add(shares[place])
        to[index.block(held)] = chosen


class _Mixtures:
    """Different mixtures, each once."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._numbers: dict[tuple[int, ...], int] = {}

    def add(self, shares: NDArray[np.float64]) -> int:
        limits = np.rint(np.cumsum(shares) * UNITS).astype(int)
        limits[-1] = UNITS
        key = tuple(limits.tolist()) + (UNITS,) * (self._width - len(limits))
        return -1 - self._numbers.setdefault(key, len(self._numbers))

    def table(self) -> NDArray[np.int64]:
        return np.array(list(self._numbers) or [(UNITS,) * self._width], np.int64)
