"""Thinking time of every level, over choices of random games of two."""

import json
import time
from itertools import count
from random import Random
from statistics import mean, quantiles

from kessel.bots.bot import Sight
from kessel.bots.characters import Beginner
from kessel.bots.levels import LEVELS
from kessel.bots.roster import make_bot
from kessel.game import Game, steps
from kessel.rules.state import GameState, Phase
from kessel.throws.ideal import IdealFaces

POSITIONS = 150


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


def main() -> None:
    rows = []
    print(f"{'level':<10}{'edition':<15}{'mean, ms':>10}{'95%, ms':>10}")
    for edition in ("strike-2020", "harry-potter"):
        for level in LEVELS:
            row = thinking(level, edition)
            rows.append(row)
            print(f"{row['level']:<10}{row['edition']:<15}{row['mean_ms']:>10}{row['p95_ms']:>10}")
    print(json.dumps({"bench": "bots", "thinking": rows}))


if __name__ == "__main__":
    main()
