"""Steps a second in pure Python, per edition, on one core: of `apply` alone, and of whole games.

For the first, games are played beforehand; only `apply` is timed, over the same moves again. The
second is the loop between two bots that play by rule, with ideal dice without places; of a base
edition also between two that play a `Habit` and a `SolvedPolicy`.
"""

import json
import time
from collections.abc import Sequence

from kessel import Habit, IdealChance, Solution, SolvedPolicy, load_or_solve
from kessel.bots.characters import Beginner, ByRule
from kessel.game import Game, play, steps
from kessel.game.given import BotLike
from kessel.rules.edition import EDITIONS
from kessel.rules.engine import apply
from kessel.rules.moves import Move
from kessel.rules.setup import new_game
from kessel.rules.state import GameState
from kessel.throws.ideal import IdealFaces

STEPS = 20_000
ROUNDS = 5
GAMES = 200
STRATEGIC = "strike-2020"


def played(edition: str) -> list[tuple[GameState, Move]]:
    """At least `STEPS` pairs of a state and the move made in it."""
    pairs: list[tuple[GameState, Move]] = []
    while len(pairs) < STEPS:
        players = 2 + len(pairs) % 4
        game = steps(
            Game(edition, players), [Beginner(0.5)] * players, IdealFaces(), f"{len(pairs)}"
        )
        pairs.extend((state, move) for state, move, _ in game)
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


def moves_per_second(edition: str, bots: Sequence[BotLike]) -> float:
    """Of whole games, start and end included; by CPU time, the best of a few rounds."""
    best = 0.0
    start = new_game(edition, 2)
    for number in range(ROUNDS):
        begin = time.process_time()
        games = [Game.from_state(start) for _ in range(GAMES)]
        for place, game in enumerate(games):
            play(game, bots, IdealFaces(), f"{number} {place}")
        took = time.process_time() - begin
        best = max(best, sum(len(game.history) for game in games) / took)
    return best


def main() -> None:
    applied = {edition: round(steps_per_second(played(edition))) for edition in EDITIONS}
    rules = [ByRule()] * 2
    whole = {edition: round(moves_per_second(edition, rules)) for edition in EDITIONS}
    habit = Habit((0.0, 0.0, 1.0, 1.0, 1.0, 1.0))
    solution = load_or_solve(STRATEGIC, 2, IdealChance())
    assert isinstance(solution, Solution)
    by_strategy = round(moves_per_second(STRATEGIC, [habit, SolvedPolicy(solution)]))
    print(f"{'edition':<15}{'apply, steps/s':>16}{'games, moves/s':>16}{'against apply':>15}")
    for edition, rate in applied.items():
        share = whole[edition] / rate
        print(f"{edition:<15}{rate:>16,}{whole[edition]:>16,}{share:>15.2f}")
    share = by_strategy / applied[STRATEGIC]
    print(f"{'strategies':<15}{'':>16}{by_strategy:>16,}{share:>15.2f}")
    told = {"steps_per_second": applied, "moves_per_second": whole, "strategies": by_strategy}
    print(json.dumps({"bench": "rules", **told}))


if __name__ == "__main__":
    main()
