"""Whether two engines throw alike: the same throws in both, and a test of what comes out.

Each throw is a pair, so chance that both share says nothing: where only one of the two engines has
a flip, it must be either one as often (sign test). Faces of thrown dice must be uniform by
themselves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scipy.stats import binomtest, chisquare

from kessel.physics.attempt import SimulatedOutcome
from kessel.physics.practice import THROWN_DIE, seed_of, throw_at
from kessel.physics.simulator import ArenaSimulator
from kessel.throws.at_rest import by_number

FEATURES = ("flipped", "lost", "cocked")
LYING = 5


@dataclass(frozen=True, slots=True)
class Told:
    """What is compared of a throw."""

    flipped: bool  # a lying die changed its face
    lost: bool  # the thrown die left the arena
    cocked: bool  # a die had to be settled
    face: int | None  # of the thrown die, as its place in the edition's faces


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often a feature was seen by both engines, and by only one."""

    throws: int
    both: int
    first_only: int
    second_only: int

    @property
    def p(self) -> float:
        """How probable it is that engines that are alike differ by as much."""
        differ = self.first_only + self.second_only
        return float(binomtest(self.first_only, differ).pvalue) if differ else 1.0

    @property
    def shares(self) -> tuple[float, float]:
        """Of throws with the feature, in each engine."""
        first, second = self.both + self.first_only, self.both + self.second_only
        return first / self.throws, second / self.throws


def thrown(simulator: ArenaSimulator, strength: str, numbers: Iterable[int]) -> list[Told]:
    """One die at five that lie; a throw's number is all its chance."""
    lying = [simulator.edition.faces[1 + k % 5] for k in range(LYING)]
    return [
        _told(throw_at(simulator, lying, strength, seed_of("agreement", strength, k)))
        for k in numbers
    ]


def _told(throw: SimulatedOutcome) -> Told:
    faces = [one.pose.up for one in by_number(throw.at_rest) if one.die == THROWN_DIE]
    return Told(
        flipped=bool(throw.flipped),
        lost=THROWN_DIE in throw.out,
        cocked=bool(throw.unread),
        face=faces[0] if faces else None,
    )


def agreement(feature: str, first: Sequence[Told], second: Sequence[Told]) -> Agreement:
    """Of two engines that made the same throws."""
    pairs = [(getattr(a, feature), getattr(b, feature)) for a, b in zip(first, second, strict=True)]
    return Agreement(
        len(pairs), *(pairs.count(seen) for seen in ((True, True), (True, False), (False, True)))
    )


def uniform(some: Iterable[Told]) -> float:
    """How probable it is that fair dice show faces as uneven as these."""
    faces = [one.face for one in some]
    return float(chisquare([faces.count(k) for k in range(6)]).pvalue)
