"""Chance models and strategies as arrays, so that a compiled loop needs nothing but numbers.

Symbols of base editions are interchangeable: lying dice show the first symbols, all different.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kessel.errors import BadValue
from kessel.solver.base.hands import hand_index
from kessel.solver.base.policy import Point
from kessel.solver.base.position import LYING, dice_in
from kessel.solver.base.strategies import EXACT, Strategy
from kessel.solver.chance import POUR, ChanceModel, Movement

Played = TypeVar("Played")

UNITS = 2**32
"""Probabilities are compared with 32 random bits."""
Mixtures = dict[tuple[int, ...], int]
"""Different mixtures of actions, as limits of draws, and their numbers."""


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
    return DiceTable(as_array(single), as_array([pour]))


def as_array(rows: Sequence[Sequence[Sequence[Sequence[int]]]]) -> NDArray[np.int64]:
    """Lists of cases as one array: the last case of each is repeated."""
    width = max(len(cases) for row in rows for cases in row)
    padded = [[[*cases, *[cases[-1]] * (width - len(cases))] for cases in row] for row in rows]
    return np.array(padded, np.int64)


def _cases(moves: Sequence[Movement], lying: int) -> list[tuple[int, int, int]]:
    chances: dict[tuple[int, int], float] = {}
    for move in moves:
        key = (lying - move.struck - move.knocked_out, move.struck + move.staying)
        chances[key] = chances.get(key, 0.0) + move.probability
    likely = sorted(chances, key=lambda key: -chances[key])
    limits = np.rint(np.cumsum([chances[key] for key in likely]) * UNITS).astype(int)
    limits[-1] = UNITS
    return [(int(limit), *key) for limit, key in zip(limits, likely, strict=True)]


def each_once(strategies: Sequence[Played]) -> tuple[list[Played], NDArray[np.int64]]:
    """The different strategies, and the number of each seat's."""
    different = {id(one): one for one in strategies}
    numbers = list(different)
    return list(different.values()), np.array([numbers.index(id(one)) for one in strategies])


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
    mixtures: Mixtures = {}
    for which, strategy in enumerate(strategies):
        for number in range(2, players + 1):
            for place, point in enumerate(Point):
                for lying in range(arenas):
                    to = actions[which, number - 2, place, lying]
                    _fill(to, strategy, point, lying, (number, most_dice, kinds), mixtures)
    nothing = [(UNITS,) * (kinds + 1)]
    return Policies(actions, np.array(list(mixtures) or nothing, np.int64))


def _fill(
    to: NDArray[np.int16],
    strategy: Strategy,
    point: Point,
    lying: int,
    game: tuple[int, int, int],
    mixtures: Mixtures,
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
            chosen[place] = _mixed(shares[place], kinds + 1, mixtures)
        to[index.block(held)] = chosen


def _mixed(shares: NDArray[np.float64], width: int, mixtures: Mixtures) -> int:
    """A mixture as an action; one like it is used again."""
    limits = np.rint(np.cumsum(shares) * UNITS).astype(int)
    limits[-1] = UNITS
    key = tuple(limits.tolist()) + (UNITS,) * (width - len(limits))
    return -1 - mixtures.setdefault(key, len(mixtures))
