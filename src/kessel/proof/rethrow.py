"""Throws made again from what was shown for them: to the last bit, or nearly, where they were made
on another kind of machine."""

import math
from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

from kessel.errors import BadValue, KesselError
from kessel.proof.verdict import Contradiction, Unproven
from kessel.table import log
from kessel.table.feed import landed_entry
from kessel.table.play import Play
from kessel.throws.at_rest import dice_in
from kessel.throws.dice import Simulator, ThrowOrder

Named: TypeAlias = Callable[[str], Simulator]
"""Gives dice of the kind a name tells."""
NEAR = 0.002
"""m by which a die may lie elsewhere on another kind of machine and still be the same throw."""
HONEST_NEAR = 0.975
"""Share of throws that land alike on another kind of processor: 896 of 919, measured."""
TOO_UNLIKELY = 1e-6
"""A story with so few throws that land alike is taken for forged."""


class Rethrows:
    """The throws of a story, made again."""

    def __init__(self, named: Named | None) -> None:
        """Without `named` nothing is thrown."""
        self._named = None if named is None else cache(named)
        self.again = 0
        """How many fell again, to the last bit."""
        self._left = self._near = self._compared = self._stepped_in = 0

    def check(self, play: Play, entry: log.DiceLanded) -> None:
        """Raise unless this throw can have landed like this."""
        named = self._named
        if named is None:
            self._left += 1
            self._stepped_in += bool(entry.dice)
        elif named(play.dice).name == play.dice:
            check_landing(play, entry, named)
            self.again += 1
        elif entry.dice:  # that the game's own found no rest is not seen here
            check_landing(play, entry, named)
            self._stepped_in += 1
        else:
            self._compared += 1
            self._near += is_near(thrown_again(play, entry, named), entry)
            if self.likelihood < TOO_UNLIKELY:
                raise Contradiction("unlikely", f"{self._near}/{self._compared}")

    @property
    def likelihood(self) -> float:
        """How probable it is that no more throws of an honest game land alike."""
        share, of, hits = HONEST_NEAR, self._compared, range(self._near + 1)
        terms = (math.comb(of, n) * share**n * (1 - share) ** (of - n) for n in hits)
        return min(1.0, math.fsum(terms))

    def unproven(self) -> Iterator[Unproven]:
        """Throws that were not made again to the last bit."""
        if self._compared:
            yield Unproven("near", self._compared)
        if self._left:
            yield Unproven("not_thrown", self._left)
        if self._stepped_in:
            yield Unproven("stepped_in", self._stepped_in)


def is_near(one: log.DiceLanded, other: log.DiceLanded) -> bool:
    """Whether every die shows the same face in nearly the same place."""
    first, second = ({die.die: die for die in dice_in(e.at_rest)} for e in (one, other))
    return first.keys() == second.keys() and all(
        first[die].face == second[die].face
        and math.dist(first[die].pose[:3], second[die].pose[:3]) < NEAR
        for die in first
    )


def check_landing(play: Play, entry: log.DiceLanded, named: Named) -> None:
    """Raise unless these dice, thrown again, lie like this to the last bit, written alike."""
    thrown = thrown_again(play, entry, named)
    if log.entry_text(thrown) != log.entry_text(entry):
        raise BadValue(
            "thrown again, throw {throw} lands differently: {proper}, not {given}",
            throw=entry.throw,
            proper=_faces(thrown),
            given=_faces(entry),
        )


def thrown_again(play: Play, entry: log.DiceLanded, named: Named) -> log.DiceLanded:
    """How a throw lands here. Fallback dice only if the recorded ones never rest."""
    proper, order = named(play.dice), play.order(play.chance(entry.links))
    if not entry.dice:
        return landed_entry(play, proper.throw(order), entry.links)
    if proper.name == play.dice and _can_throw(proper, order):
        raise BadValue(
            "{dice} threw, though {proper} could have", dice=entry.dice, proper=proper.name
        )
    return landed_entry(play, named(entry.dice).throw(order), entry.links, entry.dice)


def _can_throw(dice: Simulator, order: ThrowOrder) -> bool:
    try:
        dice.throw(order)
    except KesselError:
        return False
    return True


def _faces(entry: log.DiceLanded) -> str:
    faces = " ".join(f"{die.die}:{die.face}" for die in dice_in(entry.at_rest))
    return f"{faces or 'nothing'}, out {entry.out or 'none'}"
