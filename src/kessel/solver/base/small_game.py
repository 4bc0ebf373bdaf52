"""The game between a few decisions of a layer, all others being made: its equilibria.

Linear in the values at the decisions, which are Fourier transforms over the seats (see
`arrivals`), one small system for each frequency. Knows nothing of layers or rules.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

import numpy as np
from numpy.typing import NDArray

from kessel.solver.base.arrivals import Arrivals, Spectrum, frequencies
from kessel.solver.base.layers import Values
from kessel.solver.base.paths import newton, trace
from kessel.solver.base.sweeps import TIE

MOST_PROFILES = 1 << 12
"""Pure profiles that are tried one by one before a game is said to have no pure equilibrium."""
BATCH = 512
SELDOM = 1e-9
"""An action played less often by players who hardly err is not part of the equilibrium."""
ENOUGH = 18.0
"""The logarithm of the precision at which players give away 1e-8 of a chance and less."""
MOST_CHANGES = 12
"""Rounds of changing minds before a near equilibrium is given up."""
INDIFFERENT = 1e-14
"""How near Newton's method has to bring the actions a player mixes."""
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class SmallGame:
    """Decisions, the actions each chooses among, and what these are worth.

    A profile is [node, action]: how often each action is taken.
    """

    actions: tuple[tuple[int, ...], ...]
    base: Spectrum
    """[frequency, node, action]"""
    lead: Spectrum
    """[frequency, node, action, node]"""
    weights: Values
    """[frequency]: how the first seat's value is put together."""

    @classmethod
    def of(cls, actions: Sequence[Sequence[int]], arrivals: Arrivals, players: int) -> "SmallGame":
        """The game of so many players with these actions at its decisions."""
        mirrored = [frequency * 2 < players for frequency in frequencies(players)]
        weights = (1.0 + np.array(mirrored)) / players
        return cls(tuple(map(tuple, actions)), arrivals.base, arrivals.lead, weights)

    # --- what a profile is worth ----------------------------------------------------------

    def worth(self, profile: Values) -> Values:
        """[.., node, action]: what each action is worth to its player when all play this.

        Told as what it is over an equal chance for all. Many profiles may be asked at once.
        """
        values = np.linalg.solve(self._system(profile), self._met(profile))[..., 0]
        return self._first_seat(self.base + np.einsum("fnaj,...fj->...fna", self.lead, values))

    def gaps(self, profile: Values, lead: Mask, free: Mask) -> tuple[Values, Values]:
        """How much better free actions are than their node's lead, and how that hangs on the
        shares that they take from it.

        Such a share moves the value at its node by that gap, and that value all others by the
        chances of arrival.
        """
        node = np.nonzero(free)[0]
        inverse = np.linalg.inv(self._system(profile))
        values = (inverse @ self._met(profile))[:, None]
        told = self.base + (self.lead @ values)[..., 0]
        gaps = self.weights[:, None] * (told[:, free] - told[:, lead][:, node])
        over = self.lead[:, free] - self.lead[:, lead][:, node]
        slope = ((over @ inverse)[:, :, node] * gaps[:, None]).real.sum(axis=0)
        return gaps.real.sum(axis=0), np.asarray(slope)

    def _system(self, profile: Values) -> Spectrum:
        count = len(self.actions)
        return np.asarray(np.eye(count) - np.einsum("...na,fnaj->...fnj", profile, self.lead))

    def _met(self, profile: Values) -> Spectrum:
        return np.asarray(np.einsum("...na,fna->...fn", profile, self.base)[..., None])

    def _first_seat(self, told: Spectrum) -> Values:
        return np.asarray(np.einsum("f,...fna->...na", self.weights, told.real))

    # --- equilibria -----------------------------------------------------------------------

    def equilibrium(self, before: Values | None = None) -> Values | None:
        """Pure if one is found, ties to the first action; else mixed.

        `before` is the equilibrium of a game without the last of the nodes: there may be one near.
        """
        if np.prod([len(one) for one in self.actions], dtype=float) <= MOST_PROFILES:
            pure = self._pure_equilibrium()
            if pure is not None:
                return pure
        near = None if before is None else self._near(before)
        return self._by_errors() if near is None else near

    def _near(self, before: Values) -> Values | None:
        """Let those who are not content change their minds, those who mix keeping their balance."""
        first = np.eye(self.base.shape[-1])[[one[0] for one in self.actions]]
        profile: Values | None = np.concatenate([before, first[len(before) :]])
        for _ in range(MOST_CHANGES):
            if profile is None or self.is_stable(profile):
                return profile
            best = np.eye(self.base.shape[-1])[self.best(self.worth(profile))]
            pure = profile.max(axis=-1, keepdims=True) == 1.0
            profile = self._balanced(np.where(pure, best, profile))
        return None

    def _pure_equilibrium(self) -> Values | None:
        everything = product(*self.actions)
        while batch := list(islice(everything, BATCH)):
            profiles = np.eye(self.base.shape[-1])[np.array(batch)]
            content = self.best(self.worth(profiles)) == profiles.argmax(axis=-1)
            stable = content.all(axis=-1)
            if stable.any():
                return np.asarray(profiles[stable.argmax()])
        return None

    def _by_errors(self) -> Values | None:
        """Players err less and less, until it is clear who mixes; then these are solved for.

        Where that fails, what players do who hardly err is good enough.
        """
        last = deque(self._erring(), maxlen=1)
        if not last:
            return None
        shares, precision = last.pop()
        often = np.where(shares > SELDOM, shares, 0.0)
        found = self._balanced(often / often.sum(axis=-1, keepdims=True))
        if found is not None and self.is_stable(found):
            return found
        return often / often.sum(axis=-1, keepdims=True) if precision > ENOUGH else None

    def _erring(self) -> Iterator[tuple[Values, float]]:
        """The path of logit equilibria, from players who toss a coin to such as hardly err."""
        allowed = self.allowed()
        lead = allowed & (np.cumsum(allowed, axis=-1) == 1)
        free = allowed & ~lead
        node = np.nonzero(free)[0]
        mine = node[:, None] == node

        def shares(scores: Values) -> Values:
            full = np.where(allowed, 0.0, -np.inf)
            full[free] = scores
            powers = np.exp(full - full.max(axis=-1, keepdims=True))
            return np.asarray(powers / powers.sum(axis=-1, keepdims=True))

        def gains(scores: Values) -> tuple[Values, Values]:
            profile = shares(scores)
            gaps, slope = self.gaps(profile, lead, free)
            own = profile[free]
            return gaps, slope @ (np.diag(own) - np.where(mine, np.outer(own, own), 0.0))

        for scores, precision in trace(gains, len(node)):
            yield shares(scores), precision

    def _balanced(self, profile: Values) -> Values | None:
        """The exact shares at which all who mix are indifferent."""
        used = profile > 0.0
        lead = used & (np.cumsum(used, axis=-1) == 1)
        free = used & ~lead

        def full(values: Values) -> Values:
            shares = np.zeros_like(profile)
            shares[free] = values
            shares[lead] = 1.0 - shares.sum(axis=-1)
            return shares

        values = newton(
            lambda values: self.gaps(full(values), lead, free), profile[free], INDIFFERENT
        )
        if values is None:
            return None
        found = full(values)
        return found if (found >= 0.0).all() else None

    def is_stable(self, profile: Values) -> bool:
        """Whether no action used is worse than another."""
        worth = np.where(self.allowed(), self.worth(profile), -np.inf)
        best = worth.max(axis=-1, keepdims=True)
        return bool((worth >= best - 10 * TIE)[profile > 0.0].all())

    def best(self, worth: Values) -> NDArray[np.intp]:
        """The first of the best actions of every node."""
        open_ = np.where(self.allowed(), worth, -np.inf)
        best = open_.max(axis=-1, keepdims=True)
        return np.asarray((open_ >= best - TIE).argmax(axis=-1))

    def allowed(self) -> Mask:
        """[node, action]"""
        allowed = np.zeros(self.base.shape[1:], dtype=np.bool_)
        for node, actions in enumerate(self.actions):
            allowed[node, list(actions)] = True
        return allowed
