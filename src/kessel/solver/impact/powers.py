"""Impact with one active element, two players, exactly: swamp, hurricane, column and storm.

The active element is one symbol, the other four are interchangeable, so a position is (dice of
the element lying, different others lying, dice of both). Only a swamp lets more than one die of
its element lie. Values are pairs: the active player's chance and the other's.

The column of fire is a race of hands: both stack equally fast, so each wins it with a chance that
falls with the dice that player holds (1/own against 1/other). In a storm the other throws in the
middle one of the model's kinds. A shared victory counts one half.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb

import numpy as np

from kessel.errors import BadValue
from kessel.rules.edition import Effect, find_edition
from kessel.solver.arrays import Bools, Values
from kessel.solver.chance import POUR, ChanceModel, binomial, singles_after
from kessel.solver.effect_table import About
from kessel.solver.fixed_point import fixed_point
from kessel.solver.greedy import best_actions
from kessel.solver.impact.storms import OTHERS, Stormy, after_extra_throw, landings

EDITION = "impact-power"
POWERS = {
    "water": Effect.SWAMP,
    "air": Effect.HURRICANE,
    "fire": Effect.COLUMN,
    "lightning": Effect.STORM,
}
"""Elements and their effects; stone, whose positions have boulder piles, is solved elsewhere."""

Seen = tuple[int, int, int]
"""After a throw: (dice of the element, others seen once, others seen more often)."""


@dataclass(frozen=True, slots=True)
class PowerSolution:
    """Values and policy of one element's game of two."""

    about: About
    policy: Bools = field(repr=False, compare=False)
    """[element lying, others, own, other's, action]: whether it is taken at a choice."""
    throws: Values = field(repr=False, compare=False)
    """[element lying, others, kind, own, other's]: what throwing a die is worth."""
    pour: Values = field(repr=False, compare=False)
    """[own, other's]: all dice onto an empty arena."""

    def goes_on(self, special: int, others: int, own: int, other: int) -> bool:
        """Whether to throw once more."""
        return not self.policy[special, others, own, other, 0]


def solve_power(element: str, model: ChanceModel, hand: int | None = None) -> PowerSolution:
    """The exact values of Impact with that element active, for two players.

    Both hold `hand` dice at the start: as many as the booklet says, if none is given.
    """
    if element not in POWERS:
        raise BadValue(f"{element!r} is not solved exactly; {' '.join(POWERS)} are")
    started = time.perf_counter()
    held = find_edition(EDITION).hand(2) if hand is None else hand
    game = _Game(POWERS[element], model, 2 * held + 1)
    game.solve()
    throws, pour = game.throws.copy(), game.pour.copy()
    gain = game.exploitability()
    own, other = game.turn[1, 0, held, held]
    about = About(
        EDITION,
        EDITION,
        element,
        model.name,
        model.kinds,
        held,
        (float(own), float(other)),
        gain,
        game.states(),
        time.perf_counter() - started,
    )
    return PowerSolution(about, game.policy, throws, pour)


def power_outcomes(
    model: ChanceModel, kind: str, thrown: int, special: int, others: int
) -> dict[Seen, float]:
    """What lies after a throw onto `special` dice of the element and `others` different others."""
    result: dict[Seen, float] = {}
    lying = special + others
    for move in model.movements(kind, thrown, lying):
        moved = move.struck + move.knocked_out
        for special_moved, split in _split(special, others, moved):
            resting = others - (moved - special_moved)
            chance = move.probability * split
            for key, share in _fallen(resting, move.struck + move.staying):
                fresh, once, more = key
                seen = (special - special_moved + fresh, once, more)
                result[seen] = result.get(seen, 0.0) + chance * share
    return result


def _split(special: int, others: int, moved: int) -> Iterator[tuple[int, float]]:
    """How many of the moved dice were of the element; all sets are equally likely."""
    ways = comb(special + others, moved)
    for hit in range(max(0, moved - others), min(special, moved) + 1):
        yield hit, comb(special, hit) * comb(others, moved - hit) / ways


@lru_cache(maxsize=4096)
def _fallen(resting: int, falling: int) -> tuple[tuple[Seen, float], ...]:
    """What is seen when `falling` fair dice come to rest beside `resting` different others."""
    found: dict[Seen, float] = {}
    for kept, chance in binomial(falling, 5 / 6):
        for fresh, share in binomial(kept, 1 / 5):
            for once, part in singles_after(resting, kept - fresh, OTHERS):
                key = (fresh, once, resting + kept - fresh - once)
                found[key] = found.get(key, 0.0) + chance * share * part
    return tuple(found.items())


class _Game:
    """Sweeps over all positions at once.

    Values are [element lying, others lying, own dice, other's dice, player]; player 0 is active.
    """

    def __init__(self, effect: Effect, model: ChanceModel, most: int) -> None:
        self._effect = effect
        self._model = model
        self._storms: dict[Stormy, list[tuple[Seen, float]]] = {}
        self._most = most
        self._specials = self._most + 1 if effect is Effect.SWAMP else 2
        shape = (self._specials, OTHERS + 1, self._most + 1, self._most + 1, 2)
        self.turn: Values = np.zeros(shape)
        self.choice: Values = np.zeros(shape)
        self.policy = np.zeros((*shape[:4], len(model.kinds) + 1), dtype=np.bool_)
        self.throws = np.zeros((*shape[:2], len(model.kinds), *shape[2:4]))
        self.pour = np.zeros(shape[2:4])
        self._own, self._other = np.meshgrid(*[np.arange(self._most + 1)] * 2, indexing="ij")
        self._places = list(self._arenas())
        throws = [(kind, 1, *place) for place in self._places for kind in model.kinds]
        throws += [(POUR, dice, 0, 0) for dice in range(1, self._most + 1)]
        plain = [power_outcomes(model, *throw) for throw in throws]
        extra: list[dict[Seen, float]] = [{} for _ in throws]
        if effect is Effect.STORM:
            plain = [{seen: p for seen, p in one.items() if seen[0] < 2} for one in plain]
            extra = [self._outcomes_with_storm(throw) for throw in throws]
        self._seen = sorted({seen for one in (*plain, *extra) for seen in one})
        self._plain, self._extra = self._weights(plain), self._weights(extra)

    def _outcomes_with_storm(self, throw: tuple[str, int, int, int]) -> dict[Seen, float]:
        """What lies after a throw that calls a storm and after the other's die; no second storm."""
        found: dict[Seen, float] = {}
        for stormy, chance in landings(self._model, *throw).items():
            if stormy[0] < 2:
                continue
            for seen, share in self._after_storm(stormy):
                found[seen] = found.get(seen, 0.0) + chance * share
        return found

    def _after_storm(self, stormy: Stormy) -> list[tuple[Seen, float]]:
        if stormy not in self._storms:
            kind = self._model.kinds[len(self._model.kinds) // 2]
            lies = after_extra_throw(self._model, kind, stormy, self._most)
            places = np.argwhere(lies > 0.0)
            self._storms[stormy] = [
                ((int(s), int(once), int(dice - once)), float(lies[s, once, dice]))
                for s, once, dice in places
            ]
        return self._storms[stormy]

    def _weights(self, outcomes: list[dict[Seen, float]]) -> Values:
        """[throw, what is seen]: its probability."""
        column = {seen: number for number, seen in enumerate(self._seen)}
        weights = np.zeros((len(outcomes), len(column)))
        for row, of_throw in enumerate(outcomes):
            for seen, chance in of_throw.items():
                weights[row, column[seen]] = chance
        return weights

    def states(self) -> int:
        """Positions that can come up."""
        return sum(int(self._valid(s, o).sum()) for s, o in self._arenas())

    def solve(self) -> None:
        """Value iteration; of two players it always converges."""
        fixed_point(lambda: self._sweep(None), f"the {self._effect.value}")

    def exploitability(self) -> float:
        """The most a best response gains anywhere while the other keeps to the policy."""
        turn, choice = self.turn.copy(), self.choice.copy()
        policy = self.policy.copy()
        fixed_point(lambda: self._sweep(policy), f"the best response to the {self._effect.value}")
        gain = max(float((self.turn - turn).max()), float((self.choice - choice).max()))
        self.turn, self.choice = turn, choice
        return gain

    def _arenas(self) -> Iterator[tuple[int, int]]:
        for special in range(self._specials):
            for others in range(OTHERS + 1):
                if special + others < self._most:
                    yield special, others

    def _valid(self, special: int, others: int) -> Values:
        held = self._own + self._other
        inside = held + special + others <= self._most
        return np.asarray(inside & (self._own > 0) & (self._other > 0))

    def _sweep(self, fixed: Bools | None) -> float:
        """Renew all values, greedily or as best response to a fixed policy; the largest change."""
        kinds = len(self._model.kinds)
        worth = self._worth()
        pour = np.zeros_like(worth[0])
        pour[1:] = worth[len(self._places) * kinds :, 0]
        self.pour = pour[..., 0]
        change = 0.0
        for place, (special, others) in enumerate(self._places):
            valid = self._valid(special, others)[..., None]
            throws = [_thrown(worth[place * kinds + kind]) for kind in range(kinds)]
            self.throws[special, others] = [throw[..., 0] for throw in throws]
            first = pour if special + others == 0 else _best(throws)
            change = max(change, self._store(self.turn, special, others, first * valid))
            stop = self._next(self.turn[special, others])
            actions = [stop, *throws]
            if fixed is None:
                chosen = _best_mask(actions)
                self.policy[special, others] = chosen
                value = _taken(actions, chosen)
            else:
                value = _taken(actions, fixed[special, others])
                value[..., 0] = np.max([action[..., 0] for action in actions], axis=0)
            change = max(change, self._store(self.choice, special, others, value * valid))
        return change

    def _worth(self) -> Values:
        """[throw, dice left in the hand, other's]: what every throw is worth."""
        after = np.stack([self._after(seen) for seen in self._seen])
        flat = after.reshape(len(after), -1)
        worth = (self._plain @ flat).reshape(-1, *after.shape[1:])
        if self._effect is Effect.STORM:
            # The other has thrown a die along. Who has none left is out at the end of the turn:
            # the active player wins by stopping, or shares the victory with an empty hand.
            after[:, :, 0] = (1.0, 0.0)
            nothing = [number for number, seen in enumerate(self._seen) if not _collected(seen)]
            after[nothing, 0, 0] = (0.5, 0.5)
            thrown = (self._extra @ after.reshape(len(after), -1)).reshape(worth.shape)
            worth[:, :, 1:] += thrown[:, :, :-1]
        return np.asarray(worth)

    def _store(self, table: Values, special: int, others: int, value: Values) -> float:
        change = float(np.abs(table[special, others] - value).max())
        table[special, others] = value
        return change

    @staticmethod
    def _next(table: Values) -> Values:
        """[own, other]: the other's turn in the same position, from the active player's side."""
        return np.asarray(table.transpose(1, 0, 2)[..., ::-1])

    def _after(self, seen: Seen) -> Values:
        """[dice left in the hand, other's]: what a check is worth that sees this."""
        special, once, more = seen
        matched = special > 1 and self._effect is not Effect.SWAMP
        taken = more + (special if matched else 0)
        left = 0 if matched else special
        if not taken:
            return self._nothing_taken(left, once)
        if matched and self._effect is Effect.HURRICANE:
            # Supplies change sides: the other is on with what was collected.
            return _shifted(self.turn[left, once, :, :, ::-1], taken)
        mine = _shifted(self._next(self.turn[left, once]), taken)
        if not matched or self._effect is not Effect.COLUMN:
            return mine
        # The other wins the column: takes all, and the active player is on again.
        theirs = np.zeros_like(mine)
        theirs[:, : self._most + 1 - taken] = self.turn[left, once][:, taken:]
        theirs[0] = (0.0, 1.0)
        # A player without dice may call at once, like one with a single die.
        own, other = np.maximum(self._own, 1), np.maximum(self._other, 1)
        wins = (other / (own + other))[..., None]
        return np.asarray(wins * mine + (1.0 - wins) * theirs)

    def _nothing_taken(self, special: int, others: int) -> Values:
        value = self.choice[special, others].copy()
        value[0] = (0.0, 1.0)
        return np.asarray(value)


def _collected(seen: Seen) -> int:
    """Dice that a check takes."""
    special, _, more = seen
    return more + (special if special > 1 else 0)


def _thrown(left: Values) -> Values:
    """[own]: the value of a throw from its value by the dice left in the hand."""
    value = np.zeros_like(left)
    value[1:] = left[:-1]
    return value


def _shifted(table: Values, taken: int) -> Values:
    """[own]: the value with `taken` more dice; zero beyond the table, which cannot come up."""
    moved = np.zeros_like(table)
    moved[: len(table) - taken] = table[taken:]
    return moved


def _best(actions: list[Values]) -> Values:
    return _taken(actions, _best_mask(actions))


def _best_mask(actions: list[Values]) -> Bools:
    """[own, other's, action]: one-hot, the best action for the active player."""
    best = best_actions([action[..., 0] for action in actions])
    return np.asarray(np.eye(len(actions), dtype=np.bool_)[best])


def _taken(actions: list[Values], chosen: Bools) -> Values:
    return np.asarray(sum(a * chosen[..., n, None] for n, a in enumerate(actions)))
