"""What a table does for somebody who lets the time pass, and the bot it has if it is given none."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from kessel.bots.bot import Answer, Bot, Sight
from kessel.bots.characters import Beginner
from kessel.bots.hand import GENTLE
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
