"""What actions gain while all players respond by logit, for the path that `paths` follows.

As the precision grows, ever fewer players really mix. Values are followed from a pure profile
that the others play, so that the linear systems have one row for each player who mixes.
"""

import numpy as np

from kessel.solver.arrays import Bools, Ints, Values
from kessel.solver.mixed.arrivals import Arrivals, Spectrum

FAINT = 1e-9
"""Shares smaller than this are taken for nothing: a point on the path is known to less."""
SPARE = 8
"""One node in so many may have left its action in the pure profile before a new one is taken."""


class LogitGains:
    """The gain of every free action over its node's first one, and how scores change it."""

    def __init__(self, arrivals: Arrivals, weights: Values, allowed: Bools) -> None:
        """`weights` are what each frequency contributes to a payoff, `allowed` is [node, action];
        scores are those of all allowed actions but the first."""
        self._arrivals = arrivals
        self._weights = weights
        self._allowed = allowed
        first = allowed & (np.cumsum(allowed, axis=-1) == 1)
        self._free = allowed & ~first
        self._node, self._action = np.nonzero(self._free)
        self._over = arrivals.switched(first, self._free)
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
        gaps *= self._weights[:, None, None]
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
        system = np.eye(len(pure)) - self._arrivals.transitions[:, at, pure]
        self._leads = np.linalg.solve(system.mT, self._over.transitions.mT).mT
        """[frequency, free action, node]: the gain by what is added to the value at a node."""
        outside = self._arrivals.outside[:, at, pure, None]
        self._gaps = self._over.outside[..., None] + self._leads @ outside
        """[frequency, free action, 1]: the gain while all keep to the pure profile."""
