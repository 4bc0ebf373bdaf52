"""Many games at once: steps a second of one core, masks and observations included.

By CPU time of `step` alone, the best of a few rounds; who chooses the actions is not counted.
"""

import json
import time

import numpy as np

from kessel.envs.vector import KesselVectorEnv
from kessel.rules.edition import EDITIONS

GAMES = 4096
STEPS = 250
"""In each round."""
ROUNDS = 4


def rate(edition: str, players: int, dice: str) -> float:
    """Steps a second with random legal actions."""
    games, chance = KesselVectorEnv(GAMES, edition, players, dice=dice), np.random.default_rng(1)
    _, infos = games.reset(seed=1)
    best = 0.0
    for _ in range(ROUNDS):
        spent = 0.0
        for _ in range(STEPS):
            mask = infos["action_mask"]
            actions = (mask * (1.0 + chance.random(mask.shape, np.float32))).argmax(axis=1)
            begin = time.process_time()
            *_, infos = games.step(actions)
            spent += time.process_time() - begin
        best = max(best, GAMES * STEPS / spent)
    return best


def main() -> None:
    table: dict[str, int] = {}
    for edition in EDITIONS:
        for players, dice in ((2, "ideal"), (5, "ideal"), (2, "measured")):
            what = f"{edition}, {players} players, {dice}"
            table[what] = round(rate(edition, players, dice))
            print(f"{what:<36}{table[what]:>12,} steps/s")
    print(json.dumps({"bench": "vector", **table}))


if __name__ == "__main__":
    main()
