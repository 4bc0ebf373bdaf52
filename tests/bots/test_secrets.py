"""A bot has no way to the table's seed or to dice to come: what it is handed does not hold them."""

import gc
import sys
from random import Random
from types import FunctionType, ModuleType
from typing import Any

from kessel.bots.bot import Sight
from kessel.bots.roster import make_bot
from kessel.rules.engine import apply
from kessel.rules.moves import Landing, StartDie, Throw
from kessel.rules.setup import new_game
from kessel.rules.state import GameState

SEED = b"the table's own seed, 32 bytes.."
"""Stands for the secret; long enough to be found nowhere by chance."""


def everything_reachable(start: object) -> list[object]:
    """All objects that can be got at from one, through attributes, items and closures.

    Not through modules and globals: those hold no table.
    """
    seen: dict[int, object] = {}
    todo: list[object] = [start]
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, ModuleType | type):
            continue
        seen[id(thing)] = thing
        for other in gc.get_referents(thing):
            if isinstance(thing, FunctionType) and other is thing.__globals__:
                continue
            todo.append(other)
    return list(seen.values())


class TableWithSecrets:
    """A table as a bot must not see it."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.seed = SEED
        self.chance = Random(SEED)

    def sight(self) -> Sight:
        return Sight(self.state.active, self.state)


def at_a_choice() -> GameState:
    state = apply(new_game("strike-2020", 2), StartDie("2")).state
    return apply(state, Throw("1", Landing(("2", "5")))).state


def test_neither_seed_nor_source_nor_table_can_be_reached_from_a_sight() -> None:
    table = TableWithSecrets(at_a_choice())
    reached = everything_reachable(table.sight())
    assert not any(isinstance(thing, TableWithSecrets | Random) for thing in reached)
    assert not any(isinstance(thing, bytes) and SEED in thing for thing in reached)
    # The search itself works: from the table all of it is found.
    found = everything_reachable(table)
    assert any(thing is table.chance for thing in found)
    assert any(isinstance(thing, bytes) and thing == SEED for thing in found)


def test_a_bot_that_looks_up_the_stack_finds_only_its_own_source() -> None:
    table = TableWithSecrets(at_a_choice())
    found: list[Any] = []

    class Thief:
        def answer(self, sight: Sight, chance: Random) -> None:
            frame = sys._getframe()
            found.extend(value for value in frame.f_locals.values() if isinstance(value, Random))

    Thief().answer(table.sight(), Random(1))
    assert len(found) == 1
    assert found[0] is not table.chance


def test_what_a_bot_answers_does_not_depend_on_the_dice_to_come() -> None:
    """The same sight and source give the same answer, whatever the table will throw next."""
    answers = set()
    for secret in range(20):
        table = TableWithSecrets(at_a_choice())
        table.chance = Random(secret)
        answers.add(repr(make_bot("gambler").answer(table.sight(), Random(5))))
    assert len(answers) == 1
