"""The base game of two in which a struck die remembers its face, solved exactly.

Symbols are not interchangeable then: which of them lie counts, so a position has a set of symbols
where the solver has a number. With no memory the values are the solver's.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from kessel.rules.edition import Edition
from kessel.solver.arrays import Ints, Values
from kessel.solver.chance import POUR, SYMBOLS, ChanceModel, Movement
from kessel.solver.fixed_point import fixed_point
from kessel.solver.greedy import best_actions

FORGOTTEN = 1 / 5
"""How often a die that changed shows the opposite face, if it does not remember its face."""
FACES = SYMBOLS + 1
"""The null face first, as editions list them; opposite faces stand at opposite ends."""
ARENAS = 1 << SYMBOLS
"""Sets of symbols that can lie: a bit each."""
MOST_TAKEN = SYMBOLS + 1
SETTLED = 1e-13

Memory = Mapping[str, Sequence[float]]
"""By kind of throw and dice lying: of the struck dice that changed, the share that shows the
opposite face."""
NO_MEMORY = (FORGOTTEN,) * (SYMBOLS + 1)
Fallen = dict[tuple[int, int, int], float]
"""(symbols seen, symbols seen twice or more, dice that show a symbol) -> probability."""


@dataclass(frozen=True, slots=True, eq=False)
class Remembered:
    """The solution: chances of the player whose turn it is, by [arena, own dice, other's]."""

    turn: Values
    choice: Values
    first: Ints
    """The best kind of throw at the start of a turn."""
    later: Ints
    """The best action at a choice: 0 is stopping, then the kinds."""
    starter: float

    def differs(self, other: "Remembered") -> tuple[int, int]:
        """At how many choices with dice to throw another action is best, and how many there are."""
        dice = len(self.turn[0])
        own, others = np.ogrid[:dice, :dice]
        sizes = np.array([arena.bit_count() for arena in range(ARENAS)])[:, None, None]
        real = (own > 0) & (others > 0) & (sizes + own + others < dice)
        return int(((self.later != other.later) & real).sum()), int(real.sum())


class RememberingGame:
    """The game of two over a chance model and a memory."""

    def __init__(self, edition: Edition, model: ChanceModel, memory: Memory) -> None:
        self.hand = edition.hand(2)
        self.most = 2 * self.hand + 1
        self._throws = [thrown_at(model, kind, memory.get(kind, NO_MEMORY)) for kind in model.kinds]
        self._pours = [_pour(model, dice) for dice in range(self.most + 1)]

    def solve(self) -> Remembered:
        """Both play their best."""
        turn, choice = self._empty(), self._empty()
        fixed_point(
            lambda: self._follow((turn, choice), turn, _best), "a game with memory", SETTLED
        )
        thrown = self._thrown_each(turn, choice)
        later = best_actions([_passed(turn), *thrown]).astype(np.intp)
        first = best_actions(thrown).astype(np.intp)
        return Remembered(turn, choice, first, later, self._starter(turn))

    def given_away(self, policy: Remembered) -> float:
        """What a policy loses against the best answer to it, in points of chance, both seats."""
        mine, theirs = (self._empty(), self._empty()), (self._empty(), self._empty())

        def sweep() -> float:
            change = self._follow(mine, theirs[0], lambda at, options: _chosen(policy, at, options))
            return max(change, self._follow(theirs, mine[0], _best))

        fixed_point(sweep, "a policy with memory", SETTLED)
        return (self._starter(theirs[0]) - self._starter(mine[0])) / 2

    def _follow(self, now: tuple[Values, Values], other: Values, pick: "Pick") -> float:
        """Renew a player's values, the other's turns being worth `other`; the largest change."""
        turn, choice = now
        thrown = self._thrown_each(other, choice)
        first = pick("turn", thrown)
        first[0] = self._poured(other)
        going = pick("choice", [_passed(other), *thrown])
        change = max(float(np.abs(first - turn).max()), float(np.abs(going - choice).max()))
        turn[...], choice[...] = first, going
        return change

    def _thrown_each(self, turn: Values, choice: Values) -> list[Values]:
        return [self._thrown(matrices, turn, choice) for matrices in self._throws]

    def _thrown(self, matrices: Values, turn: Values, choice: Values) -> Values:
        """[arena, own, other's]: one die is thrown; `turn` is what the next turn is worth."""
        kept = np.zeros_like(choice)
        kept[:, 2:] = choice[:, 1:-1]  # who has thrown the last die without a match is out
        value = _led(matrices[0], kept)
        passed = _passed(turn)
        for taken in range(1, MOST_TAKEN + 1):
            gained = np.zeros_like(passed)
            reach = passed.shape[1] - taken + 1
            gained[:, 1:reach] = passed[:, taken : taken + reach - 1]
            value += _led(matrices[taken], gained)
        return value

    def _poured(self, turn: Values) -> Values:
        """[own, other's]: all dice are thrown onto nothing."""
        passed = _passed(turn)
        value = np.zeros(passed.shape[1:])
        for own, outcomes in enumerate(self._pours):
            value[own] = np.einsum("at,ato->o", outcomes, passed[:, : outcomes.shape[1]])
        return value

    def _starter(self, turn: Values) -> float:
        return float(np.mean([turn[1 << s, self.hand, self.hand] for s in range(SYMBOLS)]))

    def _empty(self) -> Values:
        return np.zeros((ARENAS, self.most + 1, self.most + 1))


Pick = Callable[[str, list[Values]], Values]
"""Takes which decision it is and what each action is worth; says what the position is worth."""


def _best(_at: str, options: list[Values]) -> Values:
    return np.asarray(np.max(options, axis=0))


def _chosen(policy: Remembered, at: str, options: list[Values]) -> Values:
    chosen = policy.first if at == "turn" else policy.later
    return np.asarray(np.take_along_axis(np.stack(options), chosen[None], axis=0)[0])


def _passed(turn: Values) -> Values:
    """[arena, own, other's]: the other is on; nobody who is out has a chance."""
    value = 1.0 - turn.transpose(0, 2, 1)
    value[:, 0] = 0.0
    return value


def _led(matrix: Values, values: Values) -> Values:
    return np.asarray((matrix @ values.reshape(ARENAS, -1)).reshape(values.shape))


def thrown_at(model: ChanceModel, kind: str, memory: Sequence[float]) -> Values:
    """[dice taken, arena, arena afterwards]: one die is thrown; the memory is by dice lying."""
    found = np.zeros((MOST_TAKEN + 1, ARENAS, ARENAS))
    for arena in range(ARENAS):
        symbols = [s for s in range(SYMBOLS) if arena >> s & 1]
        opposite = memory[len(symbols)]
        for move in model.movements(kind, 1, len(symbols)):
            for resting, struck, share in _hit(symbols, move):
                for after, chance in _fallen(resting, struck, move.staying, opposite).items():
                    left = after[0] & ~after[1]
                    taken = after[2] - left.bit_count()
                    found[taken, arena, left] += move.probability * share * chance
    return found


def _pour(model: ChanceModel, dice: int) -> Values:
    """[arena afterwards, dice taken]; nothing taken is worth nothing: the player is out."""
    found = np.zeros((ARENAS, dice + 1))
    for move in model.movements(POUR, dice, 0) if dice else ():
        for (seen, twice, shown), chance in _fallen(0, (), move.staying, FORGOTTEN).items():
            left = seen & ~twice
            found[left, shown - left.bit_count()] += move.probability * chance
    found[:, 0] = 0.0
    return found


def _hit(symbols: list[int], move: Movement) -> list[tuple[int, tuple[int, ...], float]]:
    """Which dice rest and which are struck; all sets of a size are equally likely."""
    hits = [
        (struck, gone)
        for moved in combinations(symbols, move.struck + move.knocked_out)
        for struck in combinations(moved, move.struck)
        for gone in [set(moved)]
    ]
    return [
        (sum(1 << s for s in symbols if s not in gone), struck, 1 / len(hits))
        for struck, gone in hits
    ]


@lru_cache(maxsize=1 << 14)
def _fallen(resting: int, struck: tuple[int, ...], thrown: int, opposite: float) -> Fallen:
    """What is seen when struck dice fall again beside dice that rest, and thrown ones join."""
    if thrown:
        return _joined(_fallen(resting, struck, thrown - 1, opposite), [1 / FACES] * FACES)
    if struck:
        return _joined(_fallen(resting, struck[:-1], 0, opposite), _turned(struck[-1], opposite))
    return {(resting, 0, resting.bit_count()): 1.0}


def _turned(symbol: int, opposite: float) -> list[float]:
    """The new face of a struck die: the old one as often as any, the others as measured."""
    beside = (1.0 - opposite) / (FACES - 2)
    shares = [(1.0 - 1 / FACES) * beside] * FACES
    shares[symbol + 1] = 1 / FACES
    shares[FACES - 2 - symbol] = (1.0 - 1 / FACES) * opposite
    return shares


def _joined(before: Fallen, faces: list[float]) -> Fallen:
    found: Fallen = {}
    for (seen, twice, shown), chance in before.items():
        for face, share in enumerate(faces):
            bit = 1 << face - 1 if face else 0
            key = (seen | bit, twice | (seen & bit), shown + bool(face))
            found[key] = found.get(key, 0.0) + chance * share
    return found
