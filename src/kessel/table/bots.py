"""What a table does for somebody who lets the time pass, which bots it lets play if nobody chose,
and the one it has if it is given none."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from types import MappingProxyType

from kessel.bots.bot import Answer, Bot, Sight
from kessel.bots.characters import Beginner
from kessel.bots.hand import GENTLE
from kessel.bots.levels import USUAL_LEVEL
from kessel.rules.faces import Face
from kessel.rules.moves import Throw, Unit
from kessel.throws.aim import Aim


@dataclass(frozen=True, slots=True)
class Absent(Beginner):
    """Does the least it can."""

    courage: float = 0.0

    def throw(self, sight: Sight, units: tuple[Unit, ...], chance: Random) -> Answer:
        """Let go over the middle."""
        return Answer(Throw(self.unit(sight, units, chance)), Aim().to_json(), GENTLE)

    def summons(
        self, sight: Sight, faces: tuple[Face, ...], may_decline: bool, chance: Random
    ) -> Face | None:
        """None, if that is allowed."""
        return None if may_decline else faces[0]


gentle_answer = Absent().answer
PLAIN: Mapping[str, Bot] = MappingProxyType({"plain": Beginner()})
"""The roster if there is no other."""


def usual_level(levels: Sequence[str]) -> str:
    """The bot that plays if none was chosen; `levels` are those there are, weakest first."""
    return USUAL_LEVEL if USUAL_LEVEL in levels else levels[len(levels) // 2]


def for_open_seats(levels: Sequence[str], seated: Collection[str], count: int) -> list[str]:
    """That many bots: the usual one and those nearest in strength, the easier first; none sits
    there twice as long as there are others."""
    usual = levels.index(usual_level(levels))
    near = sorted(levels, key=lambda one: abs(levels.index(one) - usual))
    fresh = [one for one in near if one not in seated] or near
    return list(islice(cycle(fresh), count))
