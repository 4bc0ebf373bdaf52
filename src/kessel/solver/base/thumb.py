"""Rules a person can remember: one to three numbers, and what they give away.

Such as "go on while at least two dice lie". Searched among all rules of a few forms; each is
played by one seat against the exact policy of all others, and what it wins less is its price.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kessel.rules.edition import Edition
from kessel.solver.arrays import Values
from kessel.solver.base.evaluation import edge
from kessel.solver.base.hands import Hands
from kessel.solver.base.policy import Point
from kessel.solver.base.position import LYING, dice_in
from kessel.solver.base.solution import Solution
from kessel.solver.base.strategies import SolvedPolicy, throw_shares
from kessel.solver.chance import ChanceModel

MEASURES: dict[str, Callable[[Hands], NDArray[np.integer]]] = {
    "you hold": lambda hands: hands[:, 0],
    "the next player holds": lambda hands: hands[:, 1],
    "all together hold": lambda hands: hands.sum(axis=1),
}
"""What a person can count besides the dice lying."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Go on while at least `lying` dice lie; with one or two fewer, only if enough is held."""

    lying: int
    measure: str = "you hold"
    one_less: int | None = None
    """With one die fewer lying: the least number that must be held."""
    two_less: int | None = None
    kind: int = 0
    """Which kind of throw."""

    def shares(self, point: Point, lying: int, hands: Hands, actions: int) -> Values:
        """All or nothing."""
        return throw_shares(point, self._goes_on(lying, hands), self.kind, actions)

    def goes_on(self, lying: int, hands: tuple[int, ...]) -> bool:
        """What the rule says in one position, hands from the active player on."""
        return bool(self._goes_on(lying, np.array([hands], dtype=np.int16))[0])

    @property
    def numbers(self) -> int:
        """How many numbers have to be remembered."""
        return 1 + (self.one_less is not None) + (self.two_less is not None)

    def words(self, kinds: tuple[str, ...]) -> str:
        """The rule as a sentence."""
        how = f" Throw {kinds[self.kind]}." if len(kinds) > 1 else ""
        text = f"Go on while at least {self.lying} dice lie"
        if self.one_less is not None:
            text += f"; with {self.lying - 1}, if {self.measure} at least {self.one_less}"
        if self.two_less is not None:
            text += f"; with {self.lying - 2}, if {self.measure} at least {self.two_less}"
        return f"{text}; else stop.{how}"

    def _goes_on(self, lying: int, hands: Hands) -> Values:
        lying = dice_in(lying)
        if lying >= self.lying:
            return np.ones(len(hands))
        needed = {1: self.one_less, 2: self.two_less}.get(self.lying - lying)
        if needed is None:
            return np.zeros(len(hands))
        return (MEASURES[self.measure](hands) >= needed).astype(np.float64)


@dataclass(frozen=True, slots=True)
class Rated:
    """A rule and what it gives away against the exact policy, in chances to win."""

    rule: Rule
    price: float


def best_rules(
    edition: Edition, players: int, model: ChanceModel, solution: Solution
) -> tuple[Rated, ...]:
    """The best rule of one, of two and of three numbers.

    The rules of more numbers are searched as refinements of the best of fewer, number by number.
    """
    exact = SolvedPolicy(solution)

    def rate(rule: Rule) -> Rated:
        return Rated(rule, -edge(edition, players, model, rule, exact))

    def best(rules: Iterator[Rule]) -> Rated:
        return min(map(rate, rules), key=lambda rated: rated.price)

    one = best(
        Rule(lying, kind=kind) for kind in range(len(model.kinds)) for lying in range(1, LYING)
    )
    two = best(_two_numbers(one.rule, solution))
    three = best(_three_numbers(two.rule, solution))
    return tuple(rated for rated in (one, two, three) if rated.price <= one.price)


def _two_numbers(one: Rule, solution: Solution) -> Iterator[Rule]:
    """Raise the number by one, with the old one if enough is held; or go below the old one."""
    for lying in (one.lying + 1, one.lying):
        if not 1 < lying < LYING:
            continue
        for measure in MEASURES:
            for held in _thresholds(measure, solution):
                yield Rule(lying, measure, held, kind=one.kind)


def _three_numbers(two: Rule, solution: Solution) -> Iterator[Rule]:
    assert two.one_less is not None
    for held in _thresholds(two.measure, solution):
        if two.lying + 1 < LYING:
            yield Rule(two.lying + 1, two.measure, held, two.one_less, kind=two.kind)
        if two.lying > 2:
            yield Rule(two.lying, two.measure, two.one_less, held, kind=two.kind)


def _thresholds(measure: str, solution: Solution) -> range:
    least = solution.players - 1 if measure == "all together hold" else 0
    return range(least + 2, least + 9)
