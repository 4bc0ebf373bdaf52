"""A layer of three players in which sweeps cycle: the decisions that go on changing, solved mixed.

All other decisions are fixed. From every action of those that are open, play arrives at the next
of them, or leaves the layer: a small game, solved as those of the base editions are. Then the
whole layer is checked for profitable deviations, which are opened, too.
"""

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import splu

from kessel.solver.actions import AVERAGE_SPAN, DEVIATION, FICTITIOUS_SWEEPS, OSCILLATING
from kessel.solver.arrays import Ints, Values
from kessel.solver.effect_table import Cycles
from kessel.solver.fixed_point import fixed_point
from kessel.solver.impact.checks import Steps
from kessel.solver.impact.supplies import NONE
from kessel.solver.impact.sweeps import BoardPolicy, BoardSweeps, own_best
from kessel.solver.mixed.arrivals import Arrivals, Spectrum, frequencies
from kessel.solver.mixed.small_game import SmallGame

MOST_ROUNDS = 50

Links = tuple[Steps, Ints]
"""Where every action of a layer leads, as `BoardLayer.steps` has it."""


def solve_cycle(sweeps: BoardSweeps, policy: BoardPolicy) -> None:
    """Find an equilibrium, mixed if need be, and what everything is worth in it."""
    open_actions = _oscillating(sweeps, policy)
    links = sweeps.layer.steps()
    for _ in range(MOST_ROUNDS):
        if open_actions and not _mixed(links, policy, open_actions):
            break
        fixed_point(lambda: sweeps.sweep(policy.values), f"{sweeps.layer.number} dice, mixed")
        deviating = {
            node: actions
            for node, actions in _deviating(sweeps, policy).items()
            if not actions <= open_actions.get(node, set())
        }
        if not deviating:
            return
        for node, actions in deviating.items():
            open_actions.setdefault(node, set()).update(actions)
    raise Cycles(f"no equilibrium found with {sweeps.layer.number} dice")


def _mixed(links: Links, policy: BoardPolicy, open_actions: dict[int, set[int]]) -> bool:
    """Put an equilibrium of these decisions into the policy; whether there is one."""
    nodes = sorted(open_actions)
    players = links[0].known.shape[1]
    arrivals = _arrivals(links, policy, np.array(nodes, dtype=np.intp), players)
    game = SmallGame.of([sorted(open_actions[node]) for node in nodes], arrivals, players)
    profile = game.equilibrium()
    if profile is None:
        return False
    for node, shares in zip(nodes, profile, strict=True):
        policy.taken[node] = int(shares.argmax())
        policy.mixed.pop(node, None)
        if shares.max() < 1.0:
            policy.mixed[node] = tuple(map(float, shares))
    return True


def _oscillating(sweeps: BoardSweeps, policy: BoardPolicy) -> dict[int, set[int]]:
    """Decisions between whose actions play by moving averages keeps changing, and these."""
    average = _Average(policy)
    for number in range(FICTITIOUS_SWEEPS):
        average.weight = 1.0 / (AVERAGE_SPAN[0] + AVERAGE_SPAN[1] * number)
        sweeps.sweep(average)
    found = {}
    for node, shares in average.shares.items():
        kept = set(np.flatnonzero(shares > OSCILLATING).tolist())
        if len(kept) > 1:
            found[node] = kept
    return found


def _deviating(sweeps: BoardSweeps, policy: BoardPolicy) -> dict[int, set[int]]:
    """Decisions with a profitable deviation: the action taken and the better one."""
    actions = sweeps.actions()
    own = actions[..., 0]
    every = np.arange(len(own))
    best = own_best(actions)
    gain = own[every, best] - policy.values(actions, slice(0, len(own)))[:, 0]
    possible = np.concatenate([sweeps.layer.choices, sweeps.layer.turns])
    return {
        node: {int(policy.taken[node]), int(best[node])}
        for node in np.flatnonzero(possible & (gain > DEVIATION)).tolist()
    }


def _arrivals(links: Links, policy: BoardPolicy, nodes: Ints, players: int) -> Arrivals:
    """From all actions at open decisions to the first of them; all others keep to the policy."""
    parts = [_arriving(links, policy, nodes, players, one) for one in frequencies(players)]
    outside, transitions = zip(*parts, strict=True)
    return Arrivals(np.array(outside), np.array(transitions))


def _arriving(
    links: Links, policy: BoardPolicy, nodes: Ints, players: int, frequency: int
) -> tuple[Spectrum, Spectrum]:
    """Of a frequency of the Fourier transform over the seats, where a turn is a factor."""
    steps, rows = links
    factors = np.exp(-2j * np.pi * frequency * np.arange(players) / players)
    leads = sum(f * part for f, part in zip(factors, steps.by_seats, strict=True))
    known = np.fft.rfft(steps.known, axis=1)[:, frequency]
    count = len(rows)
    taken = rows[np.arange(count), policy.taken]
    goes_on = taken != NONE
    goes_on[nodes] = False
    follow = sparse.diags_array(goes_on.astype(float)) @ leads[taken]
    given = np.zeros((count, 1 + len(nodes)), dtype=complex)
    given[goes_on, 0] = known[taken[goes_on]]
    given[nodes, 1 + np.arange(len(nodes))] = 1.0
    system = sparse.csc_array(sparse.eye_array(count) - follow)
    reached = splu(system).solve(given)
    here = rows[nodes]
    later = (leads[here.reshape(-1)] @ reached).reshape(*here.shape, -1)
    later[..., 0] += known[here]
    later[here == NONE] = 0.0
    return later[..., 0], later[..., 1:]


class _Average:
    """Everybody plays a moving average of best responses; the policy is the best response."""

    def __init__(self, policy: BoardPolicy) -> None:
        self.weight = 1.0
        self.shares: dict[int, Values] = {}
        """Of all decisions that have ever changed."""
        self._policy = policy
        self._start = policy.taken.copy()

    def __call__(self, actions: Values, decisions: slice) -> Values:
        """The values of the averages."""
        best = own_best(actions)
        changed = np.flatnonzero(best != self._start[decisions]) + decisions.start
        for node in changed.tolist():
            if node not in self.shares:
                self.shares[node] = np.eye(actions.shape[1])[self._start[node]]
        self._policy.taken[decisions] = best
        value = self._policy.values(actions, decisions)
        for node, shares in self.shares.items():
            if decisions.start <= node < decisions.stop:
                at = node - decisions.start
                shares += self.weight * (np.eye(len(shares))[best[at]] - shares)
                value[at] = shares @ actions[at]
        return value
