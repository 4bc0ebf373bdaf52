"""How many steps a second `apply` makes in pure Python, per edition, on one core.

Games are played beforehand by chance; only `apply` is timed, over the same moves again.
"""

import json
import random
import time

from kessel.rules.edition import EDITIONS
from kessel.rules.engine import apply, new_game
from kessel.rules.moves import Move
from kessel.rules.state import GameState
from kessel.throws.playout import play_out

STEPS = 20_000
ROUNDS = 5


def played(edition: str, chance: random.Random) -> list[tuple[GameState, Move]]:
    """At least `STEPS` pairs of a state and the move made in it."""
    pairs: list[tuple[GameState, Move]] = []
    while len(pairs) < STEPS:
        game = new_game(edition, chance.randint(2, 5))
        pairs.extend((state, move) for state, move, _ in play_out(game, chance))
    return pairs


def steps_per_second(pairs: list[tuple[GameState, Move]]) -> float:
    """By CPU time, the best of a few rounds: noise on a shared machine only ever slows."""
    best = 0.0
    for _ in range(ROUNDS):
        begin = time.process_time()
        for state, move in pairs:
            apply(state, move)
        best = max(best, len(pairs) / (time.process_time() - begin))
    return best


def main() -> None:
    table = {}
    for edition in EDITIONS:
        table[edition] = round(steps_per_second(played(edition, random.Random(edition))))
    print(f"{'edition':<15}{'apply, steps/s':>16}{'against strike-2020':>22}")
    for edition, rate in table.items():
        print(f"{edition:<15}{rate:>16,}{rate / table['strike-2020']:>22.2f}")
    print(json.dumps({"bench": "rules", "steps_per_second": table}))


if __name__ == "__main__":
    main()
