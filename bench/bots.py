"""Thinking time of every level, over choices of random games of two; how many throws a second the
master tries.
"""

import json
import time
from itertools import count
from random import Random
from statistics import mean, quantiles

from kessel.bots.bot import Sight
from kessel.bots.characters import Beginner
from kessel.bots.levels import LEVELS
from kessel.bots.master import Master
from kessel.bots.roster import make_bot
from kessel.game import Game, steps
from kessel.physics.dice import PhysicsDice
from kessel.rules.state import GameState, Phase
from kessel.solver.library import base_library
from kessel.throws.at_rest import DiceAtRest
from kessel.throws.ideal import IdealFaces
from kessel.throws.placing import placed

POSITIONS = 150
MASTER_POSITIONS = 5
MASTER_SECONDS = 0.5


def positions(edition: str, wanted: int) -> list[GameState]:
    """Choices out of games played by chance."""
    found: list[GameState] = []
    for seed in count():
        game = steps(Game(edition), [Beginner(0.5)] * 2, IdealFaces(), f"{edition} {seed}")
        found += [state for state, _, _ in game if state.phase is Phase.CHOICE and state.arena]
        if len(found) >= wanted:
            break
    return found[:wanted]


def thinking(level: str, edition: str) -> dict[str, float | str]:
    """Milliseconds a level thinks for a decision without dice to try."""
    bot = make_bot(level)
    chance = Random(level)
    bot.answer(Sight(0, positions(edition, 1)[0]), chance)
    spent = []
    for state in positions(edition, POSITIONS):
        begin = time.perf_counter()
        bot.answer(Sight(state.active, state), chance)
        spent.append(1000 * (time.perf_counter() - begin))
    return {
        "level": level,
        "edition": edition,
        "mean_ms": round(mean(spent), 3),
        "p95_ms": round(quantiles(spent, n=20)[-1], 3),
    }


def scattered(state: GameState) -> DiceAtRest:
    """The faces of a position laid in a row."""
    at_rest: DiceAtRest = ()
    numbers = count()
    for face in state.arena:
        assert isinstance(face, str)
        number = next(numbers)
        at_rest = placed(state.edition, at_rest, number, face, -0.04 + 0.02 * number, 0.0)
    return at_rest


def aimed(edition: str) -> dict[str, float | str]:
    """How many throws the master tries in the time it is given."""
    thrower = PhysicsDice(watched=False)
    bot = Master(base_library, seconds=MASTER_SECONDS)
    chance = Random(edition)
    spent = 0.0
    for state in positions(edition, MASTER_POSITIONS):
        sight = Sight(state.active, state, scattered(state), thrower)
        begin = time.perf_counter()
        bot.answer(sight, chance)
        spent += time.perf_counter() - begin
    return {
        "edition": edition,
        "seconds": round(spent / MASTER_POSITIONS, 3),
        "throws_per_second": round(thrower.throws / spent, 1),
    }


def main() -> None:
    rows = []
    print(f"{'level':<10}{'edition':<15}{'mean, ms':>10}{'95%, ms':>10}")
    for edition in ("strike-2020", "harry-potter"):
        for level in LEVELS:
            row = thinking(level, edition)
            rows.append(row)
            print(f"{row['level']:<10}{row['edition']:<15}{row['mean_ms']:>10}{row['p95_ms']:>10}")
    tries = aimed("strike-2020")
    print(f"\nmaster: {tries['seconds']} s a throw, {tries['throws_per_second']} throws tried a s")
    print(json.dumps({"bench": "bots", "thinking": rows, "master": tries}))


if __name__ == "__main__":
    main()
