"""Where play comes to next: from each action at some decisions of a layer to the first of them.

All other players of the layer keep to their policy. A seat's place shifts by one with every turn
that passes, so values and chances are kept as Fourier transforms over the seats: there a turn is a
factor, and every frequency is a system of its own. Frequency nought, the sum over the seats, is
one everywhere and left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from kessel.solver.base.layers import Block, Layer, ThrowLinks, Values
from kessel.solver.base.sweeps import CHOICE, SETTLED, TURN, Node, Policy

Spectrum = NDArray[np.complex128]
Numbers = NDArray[np.intp]

MOST_TURNS = 2000
"""Turns after which play has long left the layer: each loses a die with a chance of 1/6."""
LOOK = 8
"""Turns between two looks at whether it has."""


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What actions at the decisions are worth, as a function of the values at the decisions."""

    base: Spectrum
    """[frequency, node, action]: by what lies outside the layer."""
    lead: Spectrum
    """[frequency, node, action, node]: by the value at the decision that play comes to first."""


class Followed:
    """A layer in which some decisions are left open; more and more of them, as it is found out
    which matter."""

    def __init__(self, layer: Layer, policy: Policy) -> None:
        self._web = _Web(layer)
        self._shares = self._web.shares(policy)
        self._open = np.zeros(0, dtype=np.intp)
        self._parts = [_Part(self._web, number) for number in frequencies(layer.players)]

    def leave_open(self, nodes: Sequence[Node]) -> None:
        """These decisions too are not made by the policy any more."""
        more = np.array([self._web.number(node) for node in nodes], dtype=np.intp)
        self._shares[:, more] = 0.0
        for part in self._parts:
            part.leave_open(self._shares, more)
        self._open = np.append(self._open, more)

    def arrivals(self) -> Arrivals:
        """From all open decisions, in the order in which they were opened, to all of them."""
        parts = [part.arrivals(self._open) for part in self._parts]
        return Arrivals(
            np.array([one.base for one in parts]), np.array([one.lead for one in parts])
        )


class _Part:
    """One frequency: from every position, what is met outside and which open decision first."""

    def __init__(self, web: "_Web", frequency: int) -> None:
        self._web = web
        self._known, self._actions = web.at(frequency)
        self._met = np.zeros((web.size, 0), dtype=complex)

    def leave_open(self, shares: Values, more: Numbers) -> None:
        """Follow play to some more decisions; what was met by way of them is not met any more."""
        step = sum(
            sparse.diags(share) @ action
            for share, action in zip(shares, self._actions, strict=True)
        )
        new = step.tocsc()[:, more].toarray()
        if not self._met.size:
            outside = (shares * self._known).sum(axis=0)
            self._met = self._web.settle(step, np.column_stack([outside, new]))
            return
        new = self._web.settle(step, new)
        self._met -= new @ self._met[more]
        self._met[more] = 0.0
        self._met = np.concatenate([self._met, new], axis=1)

    def arrivals(self, nodes: Numbers) -> Arrivals:
        """By each action at these nodes, which are all that are open."""
        rows = [action[nodes] for action in self._actions]
        told = np.stack([row @ self._met for row in rows], axis=1)
        at_once = np.stack([row[:, nodes].toarray() for row in rows], axis=1)
        return Arrivals(told[..., 0] + self._known[:, nodes].T, told[..., 1:] + at_once)


def frequencies(players: int) -> range:
    """Those that tell the values of so many seats, beside their sum."""
    return range(1, players // 2 + 1)


class _Web:
    """A layer as sparse matrices, choices first, then turns: where each action leads."""

    def __init__(self, layer: Layer) -> None:
        self._layer = layer
        self._first: dict[tuple[str, int], int] = {}
        self.size = 0
        for point in (CHOICE, TURN):
            if point == TURN:
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
        """[action, decision]: how often each action is taken; who mixes must be left out."""
        chosen = np.concatenate(
            [
                policy.at(point)[block.lying, block.rows]
                for point in (CHOICE, TURN)
                for block in self._layer.blocks
            ]
        )
        return np.array([chosen == action for action in range(len(self._actions))], dtype=float)

    def at(self, frequency: int) -> tuple[Spectrum, list[sparse.csr_matrix]]:
        """What each action is worth outside, and where it leads, at one frequency."""
        factor = np.exp(-2j * np.pi * frequency / self._layer.players)
        known = np.array([action.known[:, frequency] for action in self._actions])
        return known, [action.matrix(factor) for action in self._actions]

    def settle(self, step: sparse.csr_matrix, met: Spectrum) -> Spectrum:
        """The solution of value = step value + met. A player's choices in a turn follow each
        other a few times at most, so they are put in, and turns are followed one by one."""
        cut = self._choices
        again, passing = step[:cut, :cut], step[:cut, cut:]
        choosing, turning = step[cut:, :cut], step[cut:, cut:]
        chain = follow = sparse.eye(cut, format="csr")
        while follow.nnz:
            follow = again @ follow
            chain = chain + follow
        turn = (turning + choosing @ chain @ passing).tocsr()
        start = met[cut:] + choosing @ (chain @ met[:cut])
        value = start
        for number in range(MOST_TURNS):
            before, value = value, turn @ value
            value += start
            if number % LOOK == 0 and np.abs(value - before).max(initial=0.0) < SETTLED:
                return np.concatenate([chain @ (passing @ value + met[:cut]), value])
        raise AssertionError(f"{MOST_TURNS} turns did not leave a layer of {self._layer.dice} dice")

    def _add(self, block: Block) -> None:
        size = block.rows.stop - block.rows.start
        first = block.throws if block.pour is None else (block.pour,)
        turn = self._first[TURN, block.lying] + block.rows.start
        for action, links in zip(self._actions, first, strict=False):
            self._throw(action, turn, block, links)
        choice = self._first[CHOICE, block.lying] + block.rows.start
        rows = choice + np.arange(size)
        self._actions[0].passes(rows, self._first[TURN, block.lying] + block.stop, np.ones(size))
        for action, links in zip(self._actions[1:], block.throws, strict=True):
            self._throw(action, choice, block, links)

    def _throw(self, action: "_Action", start: int, block: Block, links: ThrowLinks) -> None:
        size = block.rows.stop - block.rows.start
        action.known[start : start + size] = np.fft.rfft(links.known, axis=1)
        for link in links.matched:
            weight = np.broadcast_to(np.asarray(link.weight), (size, 1)).reshape(-1)
            to = self._first[TURN, link.lying] + link.rows
            action.passes(start + np.arange(size), to, weight)
        if links.unmatched is not None and len(block.holding):
            link = links.unmatched
            weight = np.full(len(block.holding), link.weight)
            action.stays(start + block.holding, self._first[CHOICE, link.lying] + link.rows, weight)


class _Action:
    """One action at all decisions that have it: links to the next player's turns, and to the same
    player's choices."""

    def __init__(self, size: int, players: int) -> None:
        self.known = np.zeros((size, players // 2 + 1), dtype=complex)
        self._size = size
        self._links: list[tuple[bool, Numbers, Numbers, Values]] = []

    def passes(self, rows: Numbers, to: Numbers, weight: Values) -> None:
        """The next player is on."""
        self._links.append((True, rows, to, weight))

    def stays(self, rows: Numbers, to: Numbers, weight: Values) -> None:
        """The same player is on."""
        self._links.append((False, rows, to, weight))

    def matrix(self, factor: complex) -> sparse.csr_matrix:
        """The links, those that pass the turn with a factor."""

        def parts() -> Iterator[tuple[Numbers, Numbers, Spectrum]]:
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
