"""Sweeps over a layer until its values stand still: greedy, by a fixed policy, or in answer to one.

Every throw loses a die with a probability of at least 1/6, so values under a fixed policy come
at least that much nearer with each sweep. Greedy sweeps of three players or more can cycle.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kessel.solver.base.hands import HandIndex
from kessel.solver.base.layers import LYING, Block, Layer, Values, ValueTable

Actions = NDArray[np.int8]
Shares = tuple[float, ...]

TIE = 1e-12
"""Going on has to be better than stopping by more than this; otherwise a player stops."""
SETTLED = 1e-14
"""The largest change of any value in a sweep at which a layer is finished."""
MOST_SWEEPS = 2000

TURN, CHOICE = "turn", "choice"
STOP = 0
"""The action of stopping at a choice; throws of each kind follow it. At a turn there are only
throws."""


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """One decision in the tables of a number of players."""

    point: str
    lying: int
    row: int


@dataclass(frozen=True, slots=True)
class Policy:
    """What every player does at every decision; `mixed` where no pure choice is stable."""

    turn: Actions
    choice: Actions
    mixed: dict[Node, Shares] = field(default_factory=dict)

    @classmethod
    def empty(cls, index: HandIndex) -> "Policy":
        """Everybody stops, and throws in the first way."""
        shape = (LYING, len(index))
        return cls(np.zeros(shape, np.int8), np.zeros(shape, np.int8))

    def at(self, point: str) -> Actions:
        """The actions at one kind of decision."""
        return self.turn if point == TURN else self.choice


class Decider(Protocol):
    """Takes what each action is worth in a block and says what the positions are worth."""

    def decide(self, point: str, block: Block, actions: list[Values]) -> Values:
        """The value of every position of the block at this kind of decision."""
        ...


def sweep(layer: Layer, now: ValueTable, decider: Decider) -> float:
    """Renew all values of a layer once; the largest change."""
    change = 0.0
    for block in layer.blocks:
        throws = [layer.throw(block, links, now) for links in block.throws]
        first = throws if block.pour is None else [layer.throw(block, block.pour, now)]
        change = max(change, _store(now.turn, block, decider.decide(TURN, block, first)))
        options = [layer.stop(block, now), *throws]
        change = max(change, _store(now.choice, block, decider.decide(CHOICE, block, options)))
    return change


def settle(layer: Layer, now: ValueTable, decider: Decider) -> None:
    """Sweep until the values stand still; for deciders under which they must."""
    for _ in range(MOST_SWEEPS):
        if sweep(layer, now, decider) < SETTLED:
            return
    raise AssertionError(f"{MOST_SWEEPS} sweeps did not settle a layer of {layer.dice} dice")


class Greedy:
    """Everybody takes what is best by the values so far, at once or hesitating."""

    def __init__(self, policy: Policy, readiness: float = 1.0) -> None:
        """`readiness` is the chance to change one's mind in a sweep."""
        self.waiting = 0
        """How often in all a player would have taken another action."""
        self._policy = policy
        self._readiness = readiness
        self._chance = np.random.default_rng(0)

    def decide(self, point: str, block: Block, actions: list[Values]) -> Values:
        """The best action for the active player, ties to the first."""
        chosen = best_actions(actions)
        if self._readiness < 1.0:
            chosen = self._hesitate(point, block, chosen)
        self._policy.at(point)[block.lying, block.rows] = chosen
        return _taken(actions, chosen)

    def _hesitate(self, point: str, block: Block, best: Actions) -> Actions:
        before = self._policy.at(point)[block.lying, block.rows]
        waits = (best != before) & (self._chance.random(len(best)) > self._readiness)
        self.waiting += int(waits.sum())
        return np.where(waits, before, best)


class Averaging:
    """Whoever would change his mind plays the average of what was best so far, from then on.

    Where greedy players go round, these come to rest, near a mixed equilibrium.
    """

    def __init__(self, policy: Policy) -> None:
        self.weight = 1.0
        """How much what is best now counts against what was."""
        self._policy = policy
        self._shares: dict[tuple[str, int], dict[int, Values]] = {}

    def decide(self, point: str, block: Block, actions: list[Values]) -> Values:
        """What the averages are worth; all others do what they did."""
        best = best_actions(actions)
        chosen = self._policy.at(point)[block.lying, block.rows]
        here = self._shares.setdefault((point, block.lying), {})
        for at in np.flatnonzero(best != chosen):
            here.setdefault(int(at) + block.rows.start, np.eye(len(actions))[chosen[at]])
        value = _taken(actions, chosen)
        for row, shares in here.items():
            at = row - block.rows.start
            shares *= 1.0 - self.weight
            shares[best[at]] += self.weight
            value[at] = sum(
                share * action[at] for share, action in zip(shares, actions, strict=True)
            )
        return value

    def torn(self, least: float) -> dict[Node, set[int]]:
        """Who takes several actions, and which, at least so often; all others get the action they
        take most often for their policy."""
        found: dict[Node, set[int]] = {}
        for (point, lying), here in self._shares.items():
            for row, shares in here.items():
                self._policy.at(point)[lying, row] = int(shares.argmax())
                often = np.flatnonzero(shares >= least)
                if len(often) > 1:
                    found[Node(point, lying, row)] = set(map(int, often))
        return found


class Fixed:
    """Everybody plays by a policy."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._mixed = _by_block(policy.mixed)

    def decide(self, point: str, block: Block, actions: list[Values]) -> Values:
        """What the policy's action is worth."""
        value = _taken(actions, self._policy.at(point)[block.lying, block.rows])
        for row, shares in self._mixed.get((point, block.lying), ()):
            if block.rows.start <= row < block.rows.stop:
                at = row - block.rows.start
                value[at] = sum(
                    share * action[at] for share, action in zip(shares, actions, strict=True)
                )
        return value


class Response:
    """Each seat in turn plays its best against a policy of all the others, all at once.

    A seat's own number in a value is its best; a seat that is not on watches the policy.
    """

    def __init__(self, policy: Policy) -> None:
        self._fixed = Fixed(policy)

    def decide(self, point: str, block: Block, actions: list[Values]) -> Values:
        """The policy's value for all but the active player, who takes the best."""
        value = self._fixed.decide(point, block, actions)
        value[:, 0] = np.max([action[:, 0] for action in actions], axis=0)
        return value


def best_actions(actions: list[Values]) -> Actions:
    """Which action is best for the active player; later ones have to be better by a tie's width."""
    best = np.zeros(len(actions[0]), dtype=np.int8)
    worth = actions[0][:, 0].copy()
    for number, action in enumerate(actions[1:], start=1):
        better = action[:, 0] > worth + TIE
        best[better] = number
        worth[better] = action[better, 0]
    return best


def _taken(actions: list[Values], chosen: Actions) -> Values:
    value = actions[0].copy()
    for number, action in enumerate(actions[1:], start=1):
        here = chosen == number
        value[here] = action[here]
    return value


def _store(table: Values, block: Block, value: Values) -> float:
    if not len(value):
        return 0.0
    here = table[block.lying, block.rows]
    change = float(np.abs(value - here).max())
    here[...] = value
    return change


def _by_block(nodes: Mapping[Node, Shares]) -> dict[tuple[str, int], list[tuple[int, Shares]]]:
    found: dict[tuple[str, int], list[tuple[int, Shares]]] = {}
    for node, shares in nodes.items():
        found.setdefault((node.point, node.lying), []).append((node.row, shares))
    return found
