"""What actions gain while all players respond by logit, for the path that `paths` follows.

As the precision grows, ever fewer players really mix. Values are followed from a pure profile
that the others play, so that the linear systems have one row for each player who mixes.
"""

from dataclasses import dataclass

import numpy as np

from kessel.solver.arrays import Bools, Ints, Values
from kessel.solver.mixed.arrivals import Spectrum

FAINT = 1e-9
"""Shares smaller than this are taken for nothing: a point on the path is known to less."""
SPARE = 8
"""One node in so many may have left its action in the pure profile before a new one is taken."""


@dataclass(frozen=True, slots=True)
class Payoffs:
    """What actions are worth, by the values at the nodes."""

    outside: Spectrum
    """[frequency, node, action]"""
    transitions: Spectrum
    """[frequency, node, action, node]"""
    weights: Values
    """[frequency]: what each contributes to the payoff."""


class LogitGains:
    """The gain of every free action over its node's first one, and how scores change it."""

    def __init__(self, payoffs: Payoffs, allowed: Bools) -> None:
        """`allowed` is [node, action]; scores are those of all allowed actions but the first."""
        self._payoffs = payoffs
        self._allowed = allowed
        first = allowed & (np.cumsum(allowed, axis=-1) == 1)
        self._free = allowed & ~first
        self._node, self._action = np.nonzero(self._free)
        transitions, outside = payoffs.transitions, payoffs.outside
        self._over = transitions[:, self._free] - transitions[:, first][:, self._node]
        self._outside = outside[:, self._free] - outside[:, first][:, self._node]
        self._lean(first.argmax(axis=-1))

    def __len__(self) -> int:
        return len(self._node)

    def shares(self, scores: Values) -> Values:
        """[node, action], proportional to the exponential of the scores."""
        full = np.where(self._allowed, 0.0, -np.inf)
        full[self._free] = scores
        powers = np.exp(full - full.max(axis=-1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=-1, keepdims=True))

    def __call__(self, scores: Values) -> tuple[Values, Values]:
        """The gains [free action], and their Jacobian with respect to the scores."""
        profile = self.shares(scores)
        mixing = self._mixing(profile)
        own = profile[self._free]
        rows = np.flatnonzero(np.isin(self._node, mixing))
        starts = np.searchsorted(self._node[rows], mixing)

        def by_node(values: Spectrum) -> Spectrum:
            return np.asarray(np.add.reduceat(values, starts, axis=1))

        # How much better a node's shares are than its action in the pure profile.
        above = (own - (self._action == self._pure[self._node]))[rows, None]
        leads = by_node(above * self._leads[:, rows][:, :, mixing])
        reached = self._leads[:, :, mixing]
        arriving = np.linalg.solve((np.eye(len(mixing)) - leads).mT, reached.mT).mT
        gaps = self._gaps + (arriving @ by_node(above * self._gaps[:, rows]))
        gaps *= self._payoffs.weights[:, None, None]
        mean = by_node(own[rows, None] * gaps[:, rows])
        at = np.searchsorted(mixing, self._node[rows])
        change = own[rows, None] * (gaps[:, rows] - mean[:, at])
        jacobian = np.zeros((len(own), len(own)))
        jacobian[:, rows] = (arriving[:, :, at] * change.mT).real.sum(axis=0)
        return gaps.real.sum(axis=0)[:, 0], jacobian

    def _mixing(self, profile: Values) -> Ints:
        """The nodes that do not keep to the pure profile, which is renewed where too many do."""
        at = np.arange(len(profile))
        mixing = np.flatnonzero(profile[at, self._pure] < 1.0 - FAINT)
        least = np.count_nonzero(profile.max(axis=-1) < 1.0 - FAINT)
        if len(mixing) - least > len(profile) // SPARE:
            self._lean(profile.argmax(axis=-1))
            mixing = np.flatnonzero(profile[at, self._pure] < 1.0 - FAINT)
        return mixing

    def _lean(self, pure: Ints) -> None:
        """Follow values from this pure profile, an action for every node."""
        self._pure = pure
        at = np.arange(len(pure))
        transitions, outside = self._payoffs.transitions[:, at, pure], self._payoffs.outside
        system = np.eye(len(pure)) - transitions
        self._leads = np.linalg.solve(system.mT, self._over.mT).mT
        """[frequency, free action, node]: the gain by what is added to the value at a node."""
        self._gaps = self._outside[..., None] + self._leads @ outside[:, at, pure, None]
        """[frequency, free action, 1]: the gain while all keep to the pure profile."""
