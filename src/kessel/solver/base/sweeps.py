"""Sweeps over a layer: each renews all its values by what a decider makes of every decision.

Deciders are greedy players, fictitious play, a fixed policy, and the best response to one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kessel.solver.arrays import Actions, Bools, Ints, Values
from kessel.solver.base.layers import Block, Layer, LayerValues
from kessel.solver.base.policy import Point, Policy, PolicyNode, Shares, ValueTable
from kessel.solver.fixed_point import MOST_SWEEPS, SETTLED
from kessel.solver.greedy import best_actions

ROUNDING = 2.5e-16
"""A sweep that changes no value by more than this only rounds them differently."""
MOST_SMALL_SWEEPS = 30
"""Settled sweeps after which the rest of the changes is taken for rounding, too."""

Decider: TypeAlias = Callable[[Point, Block, list[Values]], Values]
"""Says what the positions of a block are worth at one kind of decision, by what each action is:
all [position, seat], the active player's seat first."""
_Store: TypeAlias = Callable[[Values, Block, Values], float]


class Sweeps:
    """Sweeps over the values of a layer, which nobody else writes meanwhile.

    What ended turns are worth is kept from one sweep to the next. Choices follow from turns in the
    same sweep: only the changes of turns are measured.
    """

    def __init__(self, layer: Layer, now: ValueTable) -> None:
        self._layer = layer
        self._now = now
        self._values = LayerValues(layer, now)

    def measured(self, decider: Decider) -> float:
        """Renew all values once; the largest change of a turn."""
        return self._swept(decider, _exchange)

    def unmeasured(self, decider: Decider) -> None:
        """The same, for whoever does not ask for the change."""
        self._swept(decider, _put)

    def _swept(self, decider: Decider, store: "_Store") -> float:
        now, values = self._now, self._values
        change = 0.0
        for block in self._layer.blocks:
            throws = [values.throw(block, links) for links in block.throws]
            first = throws if block.pour is None else [values.throw(block, block.pour)]
            change = max(change, store(now.turn, block, decider(Point.TURN, block, first)))
            options = [values.stop(block), *throws]
            _put(now.choice, block, decider(Point.CHOICE, block, options))
        return change


class FixedPoint:
    """Whether sweeps have come as near to their fixed point as numbers allow.

    Mixing players are nearly indifferent, so what they do follows from differences of values far
    smaller than the values: an error of 1e-14 here becomes one of 1e-10 in their shares.
    """

    def __init__(self) -> None:
        self._small = 0

    def is_over(self, change: float) -> bool:
        """By the largest change of one more sweep."""
        self._small = self._small + 1 if change < SETTLED else 0
        return change < ROUNDING or self._small > MOST_SMALL_SWEEPS


def settle(layer: Layer, now: ValueTable, decider: Decider) -> None:
    """Sweep to the fixed point; for deciders under which there is one."""
    settling, sweeps = FixedPoint(), Sweeps(layer, now)
    for _ in range(MOST_SWEEPS):
        if settling.is_over(sweeps.measured(decider)):
            return
    raise AssertionError(f"{MOST_SWEEPS} sweeps did not settle a layer of {layer.dice} dice")


class Greedy:
    """Everybody takes the best action by the values so far: at once, or with inertia."""

    def __init__(self, policy: Policy, update_rate: float = 1.0) -> None:
        """`update_rate` is the chance to switch to a better action in a sweep."""
        self.held_back = 0
        """How often in total inertia kept a player from a better action."""
        self._policy = policy
        self._update_rate = update_rate
        self._draws = np.random.PCG64(0)
        self._chance = np.random.Generator(self._draws)

    def __call__(self, point: Point, block: Block, actions: list[Values]) -> Values:
        """The best action for the active player, ties to the first."""
        chosen = own_best(actions)
        if self._update_rate < 1.0:
            chosen = self._with_inertia(point, block, chosen)
        self._policy.at(point)[block.lying, block.rows] = chosen
        return _taken(actions, chosen)

    def _with_inertia(self, point: Point, block: Block, best: Actions) -> Actions:
        before = self._policy.at(point)[block.lying, block.rows]
        differs = best != before
        if not differs.any():
            self._draws.advance(len(best))  # as if they had been drawn
            return best
        stays = differs & (self._chance.random(len(best)) > self._update_rate)
        self.held_back += int(stays.sum())
        return np.where(stays, before, best)


@dataclass(slots=True)
class _Averages:
    """The moving averages of some decisions of a block."""

    followed: Bools
    """Whether there is one, by decision."""
    at: Ints
    """Where in the block."""
    shares: Values
    """[decision, action]"""

    @classmethod
    def none(cls, decisions: int, actions: int) -> "_Averages":
        """Of nothing yet."""
        followed = np.zeros(decisions, dtype=np.bool_)
        return cls(followed, np.zeros(0, dtype=np.intp), np.zeros((0, actions)))

    def follow(self, more: Ints, shares: Values) -> None:
        """Average these decisions, too."""
        self.followed[more] = True
        self.at = np.append(self.at, more)
        self.shares = np.concatenate([self.shares, shares])

    def add(self, best: Actions, weight: float) -> None:
        """Take the best actions of now in."""
        self.shares *= 1.0 - weight
        self.shares[np.arange(len(self.at)), best[self.at]] += weight

    def worth(self, actions: list[Values]) -> Values:
        """[decision, seat]"""
        parts = (self.shares[:, n, None] * action[self.at] for n, action in enumerate(actions))
        return np.asarray(sum(parts))


class FictitiousPlay:
    """Players who would switch play a moving average of their best actions from then on.

    Where greedy sweeps cycle, these come near a mixed equilibrium; decisions whose average keeps
    several actions oscillate.
    """

    def __init__(self, policy: Policy) -> None:
        self.weight = 1.0
        """The weight of the current best action in the average."""
        self._policy = policy
        self._averages: dict[tuple[Point, int, int], _Averages] = {}

    def __call__(self, point: Point, block: Block, actions: list[Values]) -> Values:
        """What the averages are worth; all other decisions stay as they are."""
        best = own_best(actions)
        chosen = self._policy.at(point)[block.lying, block.rows]
        key = (point, block.lying, block.rows.start)
        if key not in self._averages:
            self._averages[key] = _Averages.none(len(best), len(actions))
        here = self._averages[key]
        switching = np.flatnonzero((best != chosen) & ~here.followed)
        if len(switching):
            here.follow(switching, np.eye(len(actions))[chosen[switching]])
        value = _taken(actions, chosen)
        if len(here.at):
            value = value.copy()
            here.add(best, self.weight)
            value[here.at] = here.worth(actions)
        return value

    def oscillating(self, least: float) -> dict[PolicyNode, set[int]]:
        """Decisions with several actions of at least this share, and those actions.

        All other decisions get their most frequent action in the policy.
        """
        found: dict[PolicyNode, set[int]] = {}
        for (point, lying, first), here in self._averages.items():
            rows = here.at + first
            self._policy.at(point)[lying, rows] = here.shares.argmax(axis=1)
            for row, shares in zip(rows.tolist(), here.shares, strict=True):
                frequent = np.flatnonzero(shares >= least)
                if len(frequent) > 1:
                    found[PolicyNode(point, lying, row)] = set(map(int, frequent))
        return found


class FixedPolicy:
    """Everybody plays by a policy."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._mixed = _by_block(policy.mixed)

    def __call__(self, point: Point, block: Block, actions: list[Values]) -> Values:
        """What the policy's action is worth."""
        value = _taken(actions, self._policy.at(point)[block.lying, block.rows])
        here = [
            (row - block.rows.start, shares)
            for row, shares in self._mixed.get((point, block.lying), ())
            if block.rows.start <= row < block.rows.stop
        ]
        if here:
            value = value.copy()
        for at, shares in here:
            value[at] = sum(
                share * action[at] for share, action in zip(shares, actions, strict=True)
            )
        return value


def best_response(policy: Policy) -> Decider:
    """Every seat's best response to a policy that all others keep, all seats in one sweep.

    A seat's own number in a value is that of its best response; while others are on, they follow
    the policy.
    """
    fixed = FixedPolicy(policy)

    def decide(point: Point, block: Block, actions: list[Values]) -> Values:
        value = fixed(point, block, actions).copy()
        value[:, 0] = np.max([action[:, 0] for action in actions], axis=0)
        return value

    return decide


def own_best(actions: list[Values]) -> Actions:
    """The number of the active player's best action at every position."""
    return best_actions([action[:, 0] for action in actions])


def _taken(actions: list[Values], chosen: Actions) -> Values:
    """[position, seat]: what the chosen actions are worth; where all choose the same, the array
    of that action itself."""
    if len(actions) == 1 or not chosen.any():
        return actions[0]
    if (chosen == chosen[0]).all():
        return actions[int(chosen[0])]
    value = actions[0].copy()
    whole = _as_wholes(value)
    for number, action in enumerate(actions[1:], start=1):
        np.copyto(whole, _as_wholes(action), where=chosen == number)
    return value


def _as_wholes(values: Values) -> NDArray[np.void]:
    """[position]: the numbers of all seats as one item, which is copied at once."""
    rows = np.ascontiguousarray(values)
    return rows.view(np.dtype((np.void, rows.itemsize * rows.shape[1]))).reshape(-1)


def _put(table: Values, block: Block, value: Values) -> float:
    table[block.lying, block.rows] = value
    return 0.0


def _exchange(table: Values, block: Block, value: Values) -> float:
    """Put the new values; the largest change."""
    if not len(value):
        return 0.0
    here = table[block.lying, block.rows]
    here -= value
    change = max(float(here.max()), -float(here.min()))
    here[...] = value
    return change


def _by_block(
    nodes: Mapping[PolicyNode, Shares],
) -> dict[tuple[Point, int], list[tuple[int, Shares]]]:
    found: dict[tuple[Point, int], list[tuple[int, Shares]]] = {}
    for node, shares in nodes.items():
        found.setdefault((node.point, node.lying), []).append((node.row, shares))
    return found
