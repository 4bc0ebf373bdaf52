"""Where play arrives next: from each action at some open decisions of a layer to the first of them.

All other decisions of the layer follow the policy. A seat's place shifts by one with every turn
that passes, so values and probabilities are kept as Fourier transforms over the seats: there a
turn is a factor, and every frequency is a linear system of its own. Frequency zero, the sum over
the seats, is one everywhere and left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from kessel.solver.arrays import Ints, Values
from kessel.solver.base.layers import Block, Layer, ThrowLinks
from kessel.solver.base.policy import Node, Point, Policy
from kessel.solver.fixed_point import SETTLED

Spectrum: TypeAlias = NDArray[np.complex128]

MOST_TURNS = 2000
"""Turns after which play has long left the layer: each loses a die with probability 1/6."""
CHECK_EVERY = 8
"""Turns between two checks for convergence."""


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What actions at open decisions are worth, as a linear function of the values there."""

    outside: Spectrum
    """[frequency, node, action]: the part from positions outside the layer."""
    transitions: Spectrum
    """[frequency, node, action, node]: the coefficient of the value at each open decision, which
    is the probability that play arrives there first."""


class OpenLayer:
    """A layer in which some decisions are left open; more can be opened, never closed."""

    def __init__(self, layer: Layer, policy: Policy) -> None:
        self._matrices = _LayerMatrices(layer)
        self._shares = self._matrices.shares(policy)
        self._open = np.zeros(0, dtype=np.intp)
        self._systems = [_System(self._matrices, number) for number in frequencies(layer.players)]

    def leave_open(self, nodes: Sequence[Node]) -> None:
        """Take these decisions out of the policy as well."""
        more = np.array([self._matrices.number(node) for node in nodes], dtype=np.intp)
        self._shares[:, more] = 0.0
        for system in self._systems:
            system.leave_open(self._shares, more)
        self._open = np.append(self._open, more)

    def arrivals(self) -> Arrivals:
        """From all open decisions to all of them, in the order in which they were opened."""
        parts = [system.arrivals(self._open) for system in self._systems]
        return Arrivals(
            np.array([part.outside for part in parts]),
            np.array([part.transitions for part in parts]),
        )


class _System:
    """One frequency: from every position, the value outside and the first open decision."""

    def __init__(self, matrices: "_LayerMatrices", frequency: int) -> None:
        self._matrices = matrices
        self._known, self._actions = matrices.at(frequency)
        self._reached = np.zeros((matrices.size, 0), dtype=complex)
        """[position, outside and then every open decision]"""

    def leave_open(self, shares: Values, more: Ints) -> None:
        """Open some decisions: what was reached through them is not reached any more."""
        step = sum(
            sparse.diags(share) @ action
            for share, action in zip(shares, self._actions, strict=True)
        )
        new = step.tocsc()[:, more].toarray()
        if not self._reached.size:
            outside = (shares * self._known).sum(axis=0)
            self._reached = self._matrices.solve(step, np.column_stack([outside, new]))
            return
        new = self._matrices.solve(step, new)
        self._reached -= new @ self._reached[more]
        self._reached[more] = 0.0
        self._reached = np.concatenate([self._reached, new], axis=1)

    def arrivals(self, nodes: Ints) -> Arrivals:
        """From each action at these nodes, which are all that are open."""
        rows = [action[nodes] for action in self._actions]
        later = np.stack([row @ self._reached for row in rows], axis=1)
        at_once = np.stack([row[:, nodes].toarray() for row in rows], axis=1)
        return Arrivals(later[..., 0] + self._known[:, nodes].T, later[..., 1:] + at_once)


def frequencies(players: int) -> range:
    """The frequencies that determine the values of the seats, beside their sum."""
    return range(1, players // 2 + 1)


class _LayerMatrices:
    """A layer as sparse matrices, choices first, then turns: where each action leads."""

    def __init__(self, layer: Layer) -> None:
        self._layer = layer
        self._first: dict[tuple[Point, int], int] = {}
        self.size = 0
        for point in (Point.CHOICE, Point.TURN):
            if point is Point.TURN:
                self._choices = self.size
            for block in layer.blocks:
                self._first[point, block.lying] = self.size - block.rows.start
                self.size += block.rows.stop - block.rows.start
        self._actions = [_Action(self.size, layer.players) for _ in range(_most_actions(layer))]
        for block in layer.blocks:
            self._add(block)

    def number(self, node: Node) -> int:
        """The row of a decision."""
        return self._first[node.point, node.lying] + node.row

    def shares(self, policy: Policy) -> Values:
        """[action, decision]: one for the action of the policy; mixed decisions must be open."""
        chosen = np.concatenate(
            [
                policy.at(point)[block.lying, block.rows]
                for point in (Point.CHOICE, Point.TURN)
                for block in self._layer.blocks
            ]
        )
        return np.array([chosen == action for action in range(len(self._actions))], dtype=float)

    def at(self, frequency: int) -> tuple[Spectrum, list[sparse.csr_matrix]]:
        """What each action is worth outside, and where it leads, at one frequency."""
        factor = np.exp(-2j * np.pi * frequency / self._layer.players)
        known = np.array([action.known[:, frequency] for action in self._actions])
        return known, [action.matrix(factor) for action in self._actions]

    def solve(self, step: sparse.csr_matrix, given: Spectrum) -> Spectrum:
        """The solution of value = step @ value + given.

        A player's choices in a turn follow each other a few times at most, so they are
        eliminated first; the system of the turns that is left is solved by iteration.
        """
        cut = self._choices
        again, passing = step[:cut, :cut], step[:cut, cut:]
        choosing, turning = step[cut:, :cut], step[cut:, cut:]
        chain = follow = sparse.eye(cut, format="csr")
        while follow.nnz:
            follow = again @ follow
            chain = chain + follow
        turn = (turning + choosing @ chain @ passing).tocsr()
        start = given[cut:] + choosing @ (chain @ given[:cut])
        value = start
        for number in range(MOST_TURNS):
            before, value = value, turn @ value
            value += start
            if number % CHECK_EVERY == 0 and np.abs(value - before).max(initial=0.0) < SETTLED:
                return np.concatenate([chain @ (passing @ value + given[:cut]), value])
        raise AssertionError(f"{MOST_TURNS} turns did not leave a layer of {self._layer.dice} dice")

    def _add(self, block: Block) -> None:
        size = block.rows.stop - block.rows.start
        first = block.throws if block.pour is None else (block.pour,)
        turn = self._first[Point.TURN, block.lying] + block.rows.start
        for action, links in zip(self._actions, first, strict=False):
            self._throw(action, turn, block, links)
        choice = self._first[Point.CHOICE, block.lying] + block.rows.start
        rows = choice + np.arange(size)
        stopped = self._first[Point.TURN, block.lying] + block.stop
        self._actions[0].passes(rows, stopped, np.ones(size))
        for action, links in zip(self._actions[1:], block.throws, strict=True):
            self._throw(action, choice, block, links)

    def _throw(self, action: "_Action", start: int, block: Block, links: ThrowLinks) -> None:
        size = block.rows.stop - block.rows.start
        action.known[start : start + size] = np.fft.rfft(links.known, axis=1)
        for link in links.matched:
            weight = np.broadcast_to(np.asarray(link.weight), (size, 1)).reshape(-1)
            to = self._first[Point.TURN, link.lying] + link.rows
            action.passes(start + np.arange(size), to, weight)
        if links.unmatched is not None and len(block.holding):
            link = links.unmatched
            weight = np.full(len(block.holding), link.weight)
            to = self._first[Point.CHOICE, link.lying] + link.rows
            action.stays(start + block.holding, to, weight)


class _Action:
    """One action at all decisions that have it: links to the next player's turns, and to the same
    player's choices."""

    def __init__(self, size: int, players: int) -> None:
        self.known = np.zeros((size, players // 2 + 1), dtype=complex)
        self._size = size
        self._links: list[tuple[bool, Ints, Ints, Values]] = []

    def passes(self, rows: Ints, to: Ints, weight: Values) -> None:
        """Add links after which the next player is on."""
        self._links.append((True, rows, to, weight))

    def stays(self, rows: Ints, to: Ints, weight: Values) -> None:
        """Add links after which the same player is on."""
        self._links.append((False, rows, to, weight))

    def matrix(self, factor: complex) -> sparse.csr_matrix:
        """The links as a matrix; those that pass the turn on have a factor."""

        def parts() -> Iterator[tuple[Ints, Ints, Spectrum]]:
            for passing, rows, to, weight in self._links:
                some = weight > 0.0
                yield (
                    rows[some],
                    to[some],
                    (weight[some] * (factor if passing else 1.0)).astype(complex),
                )

        rows, to, weights = (np.concatenate(part) for part in zip(*parts(), strict=True))
        shape = (self._size, self._size)
        return sparse.csr_matrix((weights, (rows, to)), shape=shape, dtype=complex)


def _most_actions(layer: Layer) -> int:
    return 1 + len(layer.blocks[0].throws)
