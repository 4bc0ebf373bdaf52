"""Many games at once: steps a second of one core, masks and observations included.

By CPU time, the best of a few rounds: of `step` alone, and with random legal actions chosen from
the masks by numpy.
"""

import json
import time

import numpy as np
from numpy.typing import NDArray

from kessel.envs.vector import KesselVectorEnv
from kessel.rules.edition import EDITIONS

GAMES = 4096
STEPS = 250
"""In each round."""
ROUNDS = 4


def rates(edition: str, players: int, dice: str) -> tuple[float, float]:
    """Steps a second with random legal actions: alone, and with the choice of these."""
    games, chance = KesselVectorEnv(GAMES, edition, players, dice=dice), np.random.default_rng(1)
    _, infos = games.reset(seed=1)
    best = chosen = 0.0
    for _ in range(ROUNDS):
        spent, begun = 0.0, time.process_time()
        for _ in range(STEPS):
            mask = infos["action_mask"]
            actions = drawn(mask, chance)
            begin = time.process_time()
            *_, infos = games.step(actions)
            spent += time.process_time() - begin
        best = max(best, GAMES * STEPS / spent)
        chosen = max(chosen, GAMES * STEPS / (time.process_time() - begun))
    return best, chosen


def drawn(mask: NDArray[np.int8], chance: np.random.Generator) -> NDArray[np.int64]:
    """A legal action of each game: the one with as many before it as was drawn."""
    before = mask.cumsum(axis=1, dtype=np.int8)
    place = (chance.random(len(mask), np.float32) * before[:, -1]).astype(np.int8)
    chosen: NDArray[np.int64] = (before > place[:, None]).argmax(axis=1)
    return chosen


def main() -> None:
    table: dict[str, int] = {}
    for edition in EDITIONS:
        for players, dice in ((2, "ideal"), (5, "ideal"), (2, "measured")):
            what = f"{edition}, {players} players, {dice}"
            alone, chosen = map(round, rates(edition, players, dice))
            table[what], table[f"{what}, chosen"] = alone, chosen
            print(f"{what:<36}{alone:>12,} steps/s{chosen:>12,} with the choice")
    print(json.dumps({"bench": "vector", **table}))


if __name__ == "__main__":
    main()
