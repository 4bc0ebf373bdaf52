"""Where play arrives next: from each action at some open decisions of a layer to the first of them.

All other decisions of the layer follow the policy. A seat's place shifts by one with every turn
that passes, so values and probabilities are kept as Fourier transforms over the seats: there a
turn is a factor, and every frequency is a linear system of its own, over the same real matrices.
Frequency zero, the sum over the seats, is one everywhere and left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from kessel.solver.arrays import Ints, Values
from kessel.solver.base.layers import Block, Layer, ThrowLinks
from kessel.solver.base.policy import Point, Policy, PolicyNode, ValueTable
from kessel.solver.mixed.arrivals import Arrivals, Spectrum, frequencies

MOST_TURNS = 2000
"""Turns after which play has long left the layer: each loses a die with probability 1/6."""
NOTHING = 1e-18
"""What is reached with less than this makes no difference to a number."""
CHECK_EVERY = 4
"""Turns between two checks for convergence."""
TOGETHER = 4
"""Open decisions to which arrivals are counted together: few enough to stay near the processor."""


class OpenLayer:
    """A layer in which some decisions are left open; more can be opened, never closed."""

    def __init__(self, layer: Layer, policy: Policy) -> None:
        self._matrices = _LayerMatrices(layer)
        self._shares = self._matrices.shares(policy)
        self._open = np.zeros(0, dtype=np.intp)
        self._steps = self._matrices.steps(self._shares)
        self._system = _System(self._matrices)
        self._opened: list[_Opened] = []

    def leave_open(self, nodes: Sequence[PolicyNode]) -> None:
        """Take these decisions out of the policy as well."""
        more = np.array([self._matrices.number(node) for node in nodes], dtype=np.intp)
        self._shares[:, more] = 0.0
        self._steps = self._matrices.steps(self._shares)
        if not self._opened:
            self._system.follow(self._shares, self._steps)
        self._opened.append(_Opened(more, self._steps, list(self._steps.reaching(more))))
        self._open = np.append(self._open, more)

    def arrivals(self) -> Arrivals:
        """From all open decisions to all of them, in the order in which they were opened."""
        near = self._matrices.near(self._open)
        return self._system.arrivals(self._open, near, self._opened)

    def write_values(self, at_open: Spectrum, now: ValueTable) -> None:
        """All values of the layer, by those at the open decisions: [frequency, decision]."""
        matrices = self._matrices
        here = np.zeros((matrices.size, len(at_open)), dtype=complex)
        here[self._open] = at_open.T
        spectrum = np.ones((matrices.size, 1 + len(at_open)), dtype=complex)
        spectrum[:, 1:] = self._system.values(self._shares, self._steps, here)
        matrices.write(np.fft.irfft(spectrum, matrices.players, axis=1), now)


@dataclass(frozen=True, slots=True)
class _Opened:
    """Decisions that were opened together."""

    nodes: Ints
    steps: "_Steps"
    """Those of then, before others were opened."""
    reaching: "list[_Reaching]"
    """The probability to reach them, a few after another."""

    def at(self, positions: Ints) -> Values:
        """[turns passed, position, node]: the probability to reach them from there."""
        return np.concatenate([self.steps.reach(one, positions) for one in self.reaching], axis=2)


@dataclass(frozen=True, slots=True)
class _Reaching:
    """The probability that play reaches a few nodes, turns counted up to the number of players and
    then from zero again."""

    turns: Values
    """[turns passed, turn, node]: from the start of a turn."""
    at_once: Values
    """[choice, node]: from a choice, with the next step."""
    next_turn: Values
    """[choice, node]: the same, for steps that end the turn."""


class _System:
    """All frequencies: what lies outside the layer is worth, and the first open decision."""

    def __init__(self, matrices: "_LayerMatrices") -> None:
        self._actions = matrices.actions
        numbers = np.array(frequencies(matrices.players))
        self._known = np.array([action.known[:, numbers] for action in self._actions])
        """[action, position, frequency]"""
        self._factors = np.exp(-2j * np.pi * numbers / matrices.players)
        self._outside = np.zeros((0, len(numbers)), dtype=complex)
        self._worth = np.zeros((matrices.size, len(numbers)), dtype=complex)
        """[position, frequency]: what positions were worth when that was last asked."""

    def follow(self, shares: Values, steps: "_Steps") -> None:
        """What every position is worth outside, before more decisions are opened."""
        self._outside = steps.solve(self._given(shares), self._factors)

    def values(self, shares: Values, steps: "_Steps", here: Spectrum) -> Spectrum:
        """[position, frequency]: what positions are worth, by what the open ones are (all others
        zero)."""
        given = self._given(shares) + steps.before(here, self._factors)
        decided = np.any(shares, axis=0).reshape(-1, 1)
        start = np.where(decided, self._worth, 0.0)
        missing = given + steps.before(start, self._factors) - start
        self._worth = here + start + steps.solve(missing, self._factors)
        return self._worth

    def arrivals(self, nodes: Ints, near: Ints, opened: Sequence[_Opened]) -> Arrivals:
        """From each action at these nodes, which are all that are open; `near` are they and all
        positions one step from them."""
        reaching = [(one.nodes, one.at(near)) for one in opened]
        parts = [self._arrivals(one, nodes, near, reaching) for one in range(len(self._factors))]
        outside, transitions = zip(*parts, strict=True)
        return Arrivals(np.array(outside), np.array(transitions))

    def _given(self, shares: Values) -> Spectrum:
        return np.asarray((shares[:, :, None] * self._known).sum(axis=0))

    def _arrivals(
        self, frequency: int, nodes: Ints, near: Ints, reaching: Sequence[tuple[Ints, Values]]
    ) -> tuple[Spectrum, Spectrum]:
        """`reaching` has what was opened together, and [turns passed, position near, node]."""
        reached = self._reached(frequency, near, reaching)
        factor = self._factors[frequency]
        rows = [action.stays[nodes] + factor * action.passes[nodes] for action in self._actions]
        later = np.stack([row[:, near] @ reached for row in rows], axis=1)
        at_once = np.stack([row[:, nodes].toarray() for row in rows], axis=1)
        known = self._known[:, nodes, frequency].T
        return later[..., 0] + known, later[..., 1:] + at_once

    def _reached(
        self, frequency: int, near: Ints, reaching: Sequence[tuple[Ints, Values]]
    ) -> Spectrum:
        """[position, outside and then every open decision], from these positions only."""
        reached = self._outside[near, frequency][:, None]
        for opened, by_turns in reaching:
            turns = self._factors[frequency] ** np.arange(len(by_turns))
            new = np.tensordot(turns, by_turns, axes=1)
            at = np.searchsorted(near, opened)
            # What was reached through these decisions is not reached any more.
            reached = np.concatenate([reached - new @ reached[at], new], axis=1)
            reached[at] = 0.0
        return np.asarray(reached)


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
        self.players = layer.players
        most = 1 + len(layer.blocks[0].throws)
        self.actions = [_Action(self.size, layer.players) for _ in range(most)]
        for block in layer.blocks:
            self._add(block)

    def number(self, node: PolicyNode) -> int:
        """The row of a decision."""
        return self._first[node.point, node.lying] + node.row

    def near(self, nodes: Ints) -> Ints:
        """These decisions, and all positions to which an action leads from one; sorted."""
        steps = [
            matrix[nodes].indices for one in self.actions for matrix in (one.stays, one.passes)
        ]
        return np.unique(np.concatenate([nodes, *steps])).astype(np.intp)

    def shares(self, policy: Policy) -> Values:
        """[action, decision]: one for the action of the policy; mixed decisions must be open."""
        chosen = np.concatenate(
            [
                policy.at(point)[block.lying, block.rows]
                for point in (Point.CHOICE, Point.TURN)
                for block in self._layer.blocks
            ]
        )
        return np.array([chosen == action for action in range(len(self.actions))], dtype=float)

    def write(self, values: Values, now: ValueTable) -> None:
        """Put [position, seat] into the tables."""
        for point, table in ((Point.CHOICE, now.choice), (Point.TURN, now.turn)):
            for block in self._layer.blocks:
                first = self._first[point, block.lying]
                rows = slice(first + block.rows.start, first + block.rows.stop)
                table[block.lying, block.rows] = values[rows]

    def steps(self, shares: Values) -> "_Steps":
        """What follows each position, by the shares of its actions."""
        parts = list(zip(shares, self.actions, strict=True))
        stays = sum(sparse.diags_array(share) @ action.stays for share, action in parts)
        passes = sum(sparse.diags_array(share) @ action.passes for share, action in parts)
        return _Steps(
            self.players, self._choices, sparse.csr_array(stays), sparse.csr_array(passes)
        )

    def _add(self, block: Block) -> None:
        actions = self.actions
        size = block.rows.stop - block.rows.start
        first = block.throws if block.pour is None else (block.pour,)
        turn = self._first[Point.TURN, block.lying] + block.rows.start
        for action, links in zip(actions, first, strict=False):
            self._throw(action, turn, block, links)
        choice = self._first[Point.CHOICE, block.lying] + block.rows.start
        rows = choice + np.arange(size)
        stopped = self._first[Point.TURN, block.lying] + block.stop
        actions[0].passing.append((rows, stopped, np.ones(size)))
        for action, links in zip(actions[1:], block.throws, strict=True):
            self._throw(action, choice, block, links)

    def _throw(self, action: "_Action", start: int, block: Block, links: ThrowLinks) -> None:
        size = block.rows.stop - block.rows.start
        action.known[start : start + size] = np.fft.rfft(links.known, axis=1)
        for link in links.matched:
            some = len(link.rows)
            weight = np.broadcast_to(np.asarray(link.weight), (size, 1)).reshape(-1)[-some:]
            to = self._first[Point.TURN, link.lying] + link.rows
            action.passing.append((start + np.arange(size - some, size), to, weight))
        if links.unmatched is not None and len(block.holding):
            link = links.unmatched
            weight = np.full(len(block.holding), link.weight)
            to = self._first[Point.CHOICE, link.lying] + link.rows
            action.staying.append((start + block.holding, to, weight))


class _Steps:
    """What follows each position: the same player's choices, or the next player's turn.

    A player's choices in a turn follow each other a few times at most, so they are eliminated
    first; the system of the turns that is left is solved by iteration.
    """

    def __init__(
        self, players: int, cut: int, stays: sparse.csr_array, passes: sparse.csr_array
    ) -> None:
        """The first `cut` positions are choices."""
        self._players, self._cut, self._stays, self._passes = players, cut, stays, passes
        again = stays[:cut, :cut]
        self._chain = follow = sparse.eye_array(cut, format="csr")
        while follow.nnz:
            follow = again @ follow
            self._chain = self._chain + follow
        self._reaching = stays[cut:, :cut] @ self._chain
        self._ending = passes[:cut, cut:]
        self._turn = sparse.csr_array(passes[cut:, cut:] + self._reaching @ self._ending)

    def reaching(self, nodes: Ints) -> Iterator[_Reaching]:
        """The probability that play reaches nodes, which are open: no step leads on from them."""
        stays, passes = self._stays.tocsc()[:, nodes], self._passes.tocsc()[:, nodes]
        for first in range(0, len(nodes), TOGETHER):
            some = slice(first, first + TOGETHER)
            yield self._reach(stays[:, some].toarray(), passes[:, some].toarray())

    def _reach(self, at_once: Values, next_turn: Values) -> _Reaching:
        """The same, by the probability to reach nodes with one step."""
        cut, players = self._cut, self._players
        now = at_once[cut:] + self._reaching @ at_once[:cut]
        found = np.zeros((players, *now.shape))
        found[0] = now
        for turn in range(1, MOST_TURNS):
            now = self._turn @ now
            if turn == 1:
                now += next_turn[cut:] + self._reaching @ next_turn[:cut]
            found[turn % players] += now
            if turn % CHECK_EVERY == 0 and now.max(initial=0.0) < NOTHING:
                return _Reaching(found, at_once[:cut].copy(), next_turn[:cut].copy())
        raise AssertionError(f"{MOST_TURNS} turns did not leave a layer")

    def reach(self, known: _Reaching, positions: Ints) -> Values:
        """[turns passed, position, node]: the same from some positions, in ascending order."""
        cut = self._cut
        choices, turns = np.split(positions, [np.searchsorted(positions, cut)])
        chain = self._chain[choices]
        ending = chain @ self._ending
        found = np.zeros((self._players, len(positions), known.turns.shape[-1]))
        found[:, len(choices) :] = known.turns[:, turns - cut]
        for turn in range(self._players):
            found[turn, : len(choices)] = ending @ known.turns[turn - 1]
        for turn, step in enumerate((known.at_once, known.next_turn)):
            found[turn, : len(choices)] += np.asarray(chain @ step)
        return found

    def before(self, values: Spectrum, factors: Spectrum) -> Spectrum:
        """One step before positions that are worth this much, by [position, frequency]."""
        return np.asarray(_times(self._stays, values) + factors * _times(self._passes, values))

    def solve(self, given: Spectrum, factors: Spectrum) -> Spectrum:
        """The solution of value = (stays + factor * passes) @ value + given, for every
        frequency."""
        cut = self._cut
        start = given[cut:] + _times(self._reaching, given[:cut])
        more = np.ascontiguousarray(start).view(np.float64)
        by_turns = np.zeros((self._players, *more.shape))
        by_turns[0] = more
        for turn in range(1, MOST_TURNS):
            more = self._turn @ more
            by_turns[turn % self._players] += more
            if turn % CHECK_EVERY == 0 and max(more.max(), -more.min()) < NOTHING:
                turns = factors ** np.arange(self._players)[:, None]
                value = np.einsum("tpf,tf->pf", by_turns.view(np.complex128), turns)
                ended = factors * _times(self._ending, value) + given[:cut]
                return np.concatenate([_times(self._chain, ended), value])
        raise AssertionError(f"{MOST_TURNS} turns did not leave a layer")


def _times(matrix: sparse.csr_array, values: Spectrum) -> Spectrum:
    """A real matrix times complex columns, as twice as many real ones."""
    parts = np.ascontiguousarray(values).view(np.float64)
    return np.asarray(matrix @ parts).view(np.complex128)


_Link = tuple[Ints, Ints, Values]
"""From, to, and the probabilities."""


class _Action:
    """One action at all decisions that have it: its links are collected before it is followed."""

    def __init__(self, size: int, players: int) -> None:
        self.known: Spectrum = np.zeros((size, players // 2 + 1), dtype=complex)
        """[position, frequency]: what it is worth outside."""
        self.staying: list[_Link] = []
        self.passing: list[_Link] = []

    @cached_property
    def stays(self) -> sparse.csr_array:
        """To the same player's choices."""
        return self._matrix(self.staying)

    @cached_property
    def passes(self) -> sparse.csr_array:
        """To the next player's turns."""
        return self._matrix(self.passing)

    def _matrix(self, links: list[_Link]) -> sparse.csr_array:
        shape = (len(self.known), len(self.known))
        if not links:
            return sparse.csr_array(shape)
        rows, to, weights = (np.concatenate(part) for part in zip(*links, strict=True))
        links.clear()  # the matrix has them now
        some = weights > 0.0
        places = (rows[some].astype(np.int32), to[some].astype(np.int32))
        return sparse.csr_array((weights[some], places), shape=shape)
