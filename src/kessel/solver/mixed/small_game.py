"""The subgame of a few decisions, all others being fixed: its equilibria.

Payoffs are linear in the values at the decisions, which are Fourier transforms over the seats
(see `arrivals`), with one small system for each frequency. Knows nothing of layers or rules.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

import numpy as np

from kessel.solver.actions import TIE
from kessel.solver.arrays import Bools, Ints, Values
from kessel.solver.mixed.arrivals import Arrivals, Spectrum, frequencies
from kessel.solver.mixed.logit import LogitGains
from kessel.solver.mixed.paths import ENOUGH, logit_path, newton

MOST_PROFILES = 1 << 12
"""Pure profiles that are tried one by one; games with more are not searched for pure equilibria."""
BATCH = 512
SUPPORT = 1e-9
"""Actions with a smaller share at the end of the logit path are not in the support."""
MOST_SWITCHES = 12
"""Rounds of switching to best responses before a nearby equilibrium is given up."""
INDIFFERENT = 1e-14
"""The largest difference in payoff between actions that a player mixes."""


@dataclass(frozen=True, slots=True)
class SmallGame:
    """Decisions, the actions each chooses among, and what these are worth.

    A profile is [node, action]: the probability of each action.
    """

    actions: tuple[tuple[int, ...], ...]
    arrivals: Arrivals
    weights: Values
    """[frequency]: what each contributes to the value of the first seat."""

    @classmethod
    def of(cls, actions: Sequence[Sequence[int]], arrivals: Arrivals, players: int) -> "SmallGame":
        """The game of a number of players with these actions at its decisions."""
        mirrored = [frequency * 2 < players for frequency in frequencies(players)]
        weights = (1.0 + np.array(mirrored)) / players
        return cls(tuple(map(tuple, actions)), arrivals, weights)

    @property
    def _most(self) -> int:
        """The most actions that any decision has."""
        return int(self.arrivals.outside.shape[-1])

    # --- payoffs of a profile -------------------------------------------------------------

    def payoffs(self, profile: Values) -> Values:
        """[.., node, action]: each action's payoff to its player while all play the profile.

        Measured from an equal chance for all seats. Works on many profiles at once.
        """
        values = self.values(profile)
        later = np.einsum("fnaj,...fj->...fna", self.arrivals.transitions, values)
        worth = self.arrivals.outside + later
        return np.asarray(np.einsum("f,...fna->...na", self.weights, worth.real))

    def values(self, profile: Values) -> Spectrum:
        """[.., frequency, node]: what the decisions are worth while all play the profile."""
        found = np.linalg.solve(self._system(profile), self._constant(profile))
        return np.asarray(found[..., 0])

    def gaps(self, profile: Values, reference: Bools, free: Bools) -> tuple[Values, Values]:
        """How much better free actions are than their node's reference action, and the Jacobian
        with respect to the free shares, which are taken from the reference action.

        A free share moves the value at its node by the gap, and all values that depend on that
        one by the transition probabilities.
        """
        return self._gaps(profile, self.arrivals.switched(reference, free), np.nonzero(free)[0])

    def _gaps(self, profile: Values, switched: Arrivals, node: Ints) -> tuple[Values, Values]:
        arriving = np.linalg.solve(self._system(profile).mT, switched.transitions.mT).mT
        gaps = switched.outside + (arriving @ self._constant(profile))[..., 0]
        gaps *= self.weights[:, None]
        jacobian = (arriving[:, :, node] * gaps[:, None]).real.sum(axis=0)
        return gaps.real.sum(axis=0), np.asarray(jacobian)

    def _system(self, profile: Values) -> Spectrum:
        count = len(self.actions)
        leads = np.einsum("...na,fnaj->...fnj", profile, self.arrivals.transitions)
        return np.asarray(np.eye(count) - leads)

    def _constant(self, profile: Values) -> Spectrum:
        return np.asarray(np.einsum("...na,fna->...fn", profile, self.arrivals.outside)[..., None])

    # --- equilibria -----------------------------------------------------------------------

    def equilibrium(self, before: Values | None = None) -> Values | None:
        """Pure where one is found, ties to the first action; else mixed.

        `before` is the equilibrium of the same game without the last nodes: one may be near it.
        """
        if np.prod([len(one) for one in self.actions], dtype=float) <= MOST_PROFILES:
            pure = self._pure_equilibrium()
            if pure is not None:
                return pure
        near = None if before is None else self._near(before)
        return self._by_logit_path() if near is None else near

    def _near(self, before: Values) -> Values | None:
        """Switch pure decisions to their best responses, keeping mixed ones indifferent."""
        first = np.eye(self._most)[[one[0] for one in self.actions]]
        profile: Values | None = np.concatenate([before, first[len(before) :]])
        for _ in range(MOST_SWITCHES):
            if profile is None or self.is_equilibrium(profile):
                return profile
            best = np.eye(self._most)[self.best(self.payoffs(profile))]
            pure = profile.max(axis=-1, keepdims=True) == 1.0
            profile = self._indifferent(np.where(pure, best, profile))
        return None

    def _pure_equilibrium(self) -> Values | None:
        """The first pure profile of mutual best responses."""
        profiles = product(*self.actions)
        while batch := list(islice(profiles, BATCH)):
            pure = np.eye(self._most)[np.array(batch)]
            stable = (self.best(self.payoffs(pure)) == pure.argmax(axis=-1)).all(axis=-1)
            if stable.any():
                return np.asarray(pure[stable.argmax()])
        return None

    def _by_logit_path(self) -> Values | None:
        """Follow the logit path until the support is clear, then solve for the exact shares.

        Where that fails, the end of the path is good enough if the precision is.
        """
        last = deque(self._logit_path(), maxlen=1)
        if not last:
            return None
        shares, precision = last.pop()
        support = np.where(shares > SUPPORT, shares, 0.0)
        support /= support.sum(axis=-1, keepdims=True)
        found = self._indifferent(support)
        if found is not None and self.is_equilibrium(found):
            return found
        return support if precision > ENOUGH else None

    def _logit_path(self) -> Iterator[tuple[Values, float]]:
        """The logit-QRE path from uniform play to near-best response: profiles, and the logarithm
        of the precision."""
        gains = LogitGains(self.arrivals, self.weights, self.allowed())
        for scores, precision in logit_path(gains, len(gains)):
            yield gains.shares(scores), precision

    def _indifferent(self, profile: Values) -> Values | None:
        """The exact shares, on the profile's support, at which mixing players are indifferent."""
        support = profile > 0.0
        reference = support & (np.cumsum(support, axis=-1) == 1)
        free = support & ~reference
        switched, node = self.arrivals.switched(reference, free), np.nonzero(free)[0]

        def full(values: Values) -> Values:
            shares = np.zeros_like(profile)
            shares[free] = values
            shares[reference] = 1.0 - shares.sum(axis=-1)
            return shares

        values = newton(
            lambda values: self._gaps(full(values), switched, node), profile[free], INDIFFERENT
        )
        if values is None:
            return None
        found = full(values)
        return found if (found >= 0.0).all() else None

    def is_equilibrium(self, profile: Values) -> bool:
        """Whether no action in the support is worse than another."""
        payoffs = np.where(self.allowed(), self.payoffs(profile), -np.inf)
        best = payoffs.max(axis=-1, keepdims=True)
        return bool((payoffs >= best - 10 * TIE)[profile > 0.0].all())

    def best(self, payoffs: Values) -> Ints:
        """The first of the best responses at every node."""
        allowed = np.where(self.allowed(), payoffs, -np.inf)
        best = allowed.max(axis=-1, keepdims=True)
        return np.asarray((allowed >= best - TIE).argmax(axis=-1))

    def allowed(self) -> Bools:
        """[node, action]"""
        allowed = np.zeros(self.arrivals.outside.shape[1:], dtype=np.bool_)
        for node, actions in enumerate(self.actions):
            allowed[node, list(actions)] = True
        return allowed
