"""The opponents that do not calculate: a shy beginner, a gambler, a careful one, and a rule.

All follow the same habits where nothing is to be decided; each differs in when it goes on and in
how it throws.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import ClassVar

from kessel.bots.bot import Answer, Bot, Sight
from kessel.bots.hand import FIRM, GENTLE, WILD, aim_at_dice
from kessel.rules.allowed import await_in
from kessel.rules.awaits import (
    AwaitAccio,
    AwaitChoice,
    AwaitCollect,
    AwaitExtra,
    AwaitStack,
    AwaitStartDie,
    AwaitThrow,
)
from kessel.rules.faces import Face, visible
from kessel.rules.moves import ONE, EndTurn, StartDie, TakeAccio, Throw, Unit

Tuned = Mapping[str, float]
"""A number of a character in editions where symbols have effects, found by playing
(docs/explanation/opponents.md).

With all elements one more throw mostly helps the other: of the rules "go on while at least so many
lie" five won most there, 72% of 800 games against two. With one element three does.
"""


@dataclass(frozen=True, slots=True)
class Habits:
    """A player without a plan: answers whatever is awaited; characters override some answers."""

    def answer(self, sight: Sight, chance: Random) -> Answer:
        """The answer to what the game awaits of this player."""
        match await_in(sight.state):
            case AwaitThrow(units=units):
                return self.throw(sight, units, chance)
            case AwaitChoice(units=units):
                if self.goes_on(sight, chance):
                    return self.throw(sight, units, chance)
                return Answer(EndTurn())
            case AwaitExtra(units=by_player):
                return self.throw(sight, by_player[sight.player], chance)
            case AwaitStartDie(may_choose=may_choose):
                face = chance.choice(sight.state.edition.symbols)
                return Answer(StartDie(face)) if may_choose else self.throw(sight, (ONE,), chance)
            case AwaitCollect(faces=faces) as waiting:
                return Answer(waiting.answer(faces))
            case AwaitAccio(faces=faces, may_decline=may_decline):
                return Answer(TakeAccio(self.summons(sight, faces, may_decline, chance)))
            case AwaitStack(faces=faces) as waiting:
                return Answer(waiting.answer(self.stacks(sight, faces, chance)))
            case other:
                raise AssertionError(f"nothing to answer to {other}")

    def throw(self, sight: Sight, units: tuple[Unit, ...], chance: Random) -> Answer:
        """Throw one of the units in this character's way."""
        kind, lying = self.kind(sight, chance), sight.at_rest
        aim = None
        if lying is not None:
            aim = aim_at_dice(kind, lying if self.aims() else (), chance)
        return Answer(Throw(self.unit(sight, units, chance)), aim, kind)

    def goes_on(self, sight: Sight, chance: Random) -> bool:
        """Whether to throw once more."""
        return False

    def kind(self, sight: Sight, chance: Random) -> str:
        """How to throw."""
        return FIRM

    def aims(self) -> bool:
        """Whether to throw at the dice."""
        return True

    def unit(self, sight: Sight, units: tuple[Unit, ...], chance: Random) -> Unit:
        """What to throw: a loose die where there is one."""
        return units[0]

    def summons(
        self, sight: Sight, faces: tuple[Face, ...], may_decline: bool, chance: Random
    ) -> Face | None:
        """Which extra die to take."""
        return faces[0]

    def stacks(self, sight: Sight, faces: tuple[Face, ...], chance: Random) -> tuple[Face, ...]:
        """In which order to stack, bottom to top."""
        return faces


@dataclass(frozen=True, slots=True)
class Beginner(Habits):
    """Random and shy: mostly stops, throws timidly at nothing in particular."""

    courage: float = 0.3

    def goes_on(self, sight: Sight, chance: Random) -> bool:
        return chance.random() < self.courage

    def kind(self, sight: Sight, chance: Random) -> str:
        return GENTLE

    def aims(self) -> bool:
        return False

    def unit(self, sight: Sight, units: tuple[Unit, ...], chance: Random) -> Unit:
        return chance.choice(units)

    def summons(
        self, sight: Sight, faces: tuple[Face, ...], may_decline: bool, chance: Random
    ) -> Face | None:
        return chance.choice((*faces, None) if may_decline else faces)

    def stacks(self, sight: Sight, faces: tuple[Face, ...], chance: Random) -> tuple[Face, ...]:
        return tuple(chance.sample(faces, len(faces)))


@dataclass(frozen=True, slots=True)
class Gambler(Habits):
    """One more, one more: goes on most of the time, whatever lies, and often throws wildly."""

    greed: float = 0.75
    fury: float = 0.3
    tuned: ClassVar[Tuned] = MappingProxyType({"impact-avatar": 0.4})
    """Greed in editions of their own kind."""

    def goes_on(self, sight: Sight, chance: Random) -> bool:
        return chance.random() < self.tuned.get(sight.state.edition.id, self.greed)

    def kind(self, sight: Sight, chance: Random) -> str:
        return WILD if chance.random() < self.fury else FIRM


@dataclass(frozen=True, slots=True)
class Careful(Habits):
    """Never throws the last die, and goes on only where a match is likely."""

    enough: int = 3
    tuned: ClassVar[Tuned] = MappingProxyType({"impact-avatar": 4, "harry-potter": 2})
    """What is enough in editions of their own kind."""

    def goes_on(self, sight: Sight, chance: Random) -> bool:
        """With at least `enough` different dice lying and a die to spare."""
        state = sight.state
        enough = self.tuned.get(state.edition.id, self.enough)
        return different(sight) >= enough and state.supply(sight.player) > 1

    def kind(self, sight: Sight, chance: Random) -> str:
        """Gentle as often as firm, so that nothing flies out."""
        return chance.choice((GENTLE, FIRM))


@dataclass(frozen=True, slots=True)
class ByRule(Habits):
    """Plays the best rule of one number: go on while at least two dice lie."""

    lying: int = 2
    tuned: ClassVar[Tuned] = MappingProxyType({"impact-avatar": 5, "impact-power": 3})
    """The number in editions of their own kind."""

    def goes_on(self, sight: Sight, chance: Random) -> bool:
        return different(sight) >= self.tuned.get(sight.state.edition.id, self.lying)


def different(sight: Sight) -> int:
    """How many different symbols lie there to be seen."""
    return len(set(visible(sight.state.arena)))


CHARACTERS: Mapping[str, Bot] = MappingProxyType(
    {"beginner": Beginner(), "gambler": Gambler(), "careful": Careful(), "rule": ByRule()}
)
"""By their levels. They need no solution, and answer at once."""
