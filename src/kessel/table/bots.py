"""The plainest bot, and what a table does for somebody who lets the time pass."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from kessel.bots.bot import Answer, Bot, Sight
from kessel.rules.awaits import (
    AwaitAccio,
    AwaitChoice,
    AwaitCollect,
    AwaitExtra,
    AwaitStack,
    AwaitStartDie,
    AwaitThrow,
)
from kessel.rules.engine import awaited
from kessel.rules.moves import (
    Collect,
    EndTurn,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
    Unit,
)
from kessel.throws.aim import Aim


class PlainBot:
    """Throws gently at a random place, goes on only while it holds most, takes what it can."""

    def answer(self, sight: Sight, chance: Random) -> Answer:
        """Follow the rules without thinking."""
        match awaited(sight.state):
            case AwaitThrow(units=units):
                return toss(chance.choice(units), chance)
            case AwaitExtra(units=by_player):
                return toss(chance.choice(by_player[sight.player]), chance)
            case AwaitChoice(units=units):
                if sight.state.supply(sight.player) > 1 and chance.random() < 0.4:
                    return toss(chance.choice(units), chance)
                return Answer(EndTurn())
            case AwaitStartDie(how=how, may_choose=may_choose):
                if may_choose:
                    return Answer(StartDie(chance.choice(sight.state.edition.symbols)))
                assert how == "thrown"
                return toss("1", chance)
            case AwaitCollect(faces=faces):
                return Answer(Collect(faces))
            case AwaitAccio(faces=faces):
                return Answer(TakeAccio(chance.choice(faces)))
            case AwaitStack(faces=faces):
                return Answer(StackTower(tuple(chance.sample(faces, len(faces)))))
            case other:
                raise AssertionError(f"nothing to answer to {other}")


def gentle_answer(sight: Sight, chance: Random) -> Answer:
    """What the table does for somebody who lets the time pass: the least it can."""
    match awaited(sight.state):
        case AwaitChoice():
            return Answer(EndTurn())
        case AwaitAccio(faces=faces, may_decline=may_decline):
            return Answer(TakeAccio(None if may_decline else faces[0]))
    plain = PlainBot().answer(sight, chance)
    return plain if plain.aim is None else Answer(plain.move, Aim().to_json())


def toss(unit: Unit, chance: Random) -> Answer:
    """A gentle throw at somewhere near the middle, from any side."""
    aim = Aim.of_strength(
        chance.choice(("gentle", "firm")),
        x=chance.uniform(-0.03, 0.03),
        y=chance.uniform(-0.02, 0.02),
        side=chance.uniform(-3.1, 3.1),
    )
    return Answer(Throw(unit), aim.to_json())


PLAIN: Mapping[str, Bot] = MappingProxyType({"plain": PlainBot()})
"""The roster where there is no other."""
