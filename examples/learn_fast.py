"""Learns Strike 2020 from nothing on thousands of games at once: `python examples/learn_fast.py`.

Q-learning with a table in plain NumPy, all games feeding one table. Its exploitability is computed
exactly: what a perfect opponent would win against it beyond half of the games. Needs
`pip install ".[envs,fast]"`; takes seconds, and a few more once, to compile.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kessel import IdealChance, find_edition
from kessel.envs.actions import STOP
from kessel.envs.observation import AT
from kessel.envs.vector import KesselVectorEnv
from kessel.solver.base.evaluation import exploitability
from kessel.solver.base.hands import Hands
from kessel.solver.base.policy import Point

EDITION, MODEL = find_edition("strike-2020"), IdealChance()
PLAYERS, GAMES = 2, 2048
THROW = 2
"""The action that throws a die, firmly: the only way with ideal dice."""
SHAPE = (6, 18, 18, 2)
"""Different dice that lie, mine, theirs; to stop or to go on."""
EXPLORE = (0.3, 0.05)
"""How often an action is tried out at random, in the beginning and in the end."""
FIRST, SLOWER = 0.2, 30.0
"""The step of the first update of a value, and after how many updates it is half of that."""
NOTHING = -1


class Learner:
    """One table for both players of all games; symbols are interchangeable."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.values, self.updates = np.zeros(SHAPE), np.zeros(SHAPE)
        self._last = np.full((GAMES, PLAYERS), NOTHING)
        """Where in the table each player last decided."""

    def choose(self, seen: Any, infos: dict[str, Any], explore: float) -> Any:
        """An action for every game; what is forced teaches nothing."""
        mask, players = infos["action_mask"], infos["player"]
        actions = mask.argmax(axis=1)
        games = np.flatnonzero(mask[:, STOP])
        where = self._where(seen[games])
        values = self.values.reshape(-1, 2)[where]
        self._update(games, players[games], values.max(axis=1))
        goes_on = values[:, 1] > values[:, 0]
        goes_on ^= self.chance.random(len(games)) < explore / 2
        self._last[games, players[games]] = 2 * where + goes_on
        actions[games] = np.where(goes_on, THROW, STOP)
        return actions

    def end(self, over: Any, infos: dict[str, Any]) -> None:
        """Games that are over teach what every player got."""
        games = np.flatnonzero(over)
        for player in range(PLAYERS if len(games) else 0):
            returns = infos["final_info"]["returns"][games, player]
            self._update(games, np.full(len(games), player), returns)
        self._last[games] = NOTHING

    def _where(self, seen: Any) -> Any:
        lying = seen[:, AT["arena"] : AT["arena"] + len(EDITION.faces)].sum(axis=1)
        mine, theirs = seen[:, AT["loose"]], seen[:, AT["loose"] + 1]
        return np.ravel_multi_index((lying, mine, theirs), SHAPE[:-1])

    def _update(self, games: Any, players: Any, targets: Any) -> None:
        """Move values of last decisions towards what came of them, several updates as one."""
        last = self._last[games, players]
        known = last != NOTHING
        cells, place, many = np.unique(last[known], return_inverse=True, return_counts=True)
        means = np.bincount(place, targets[known], len(cells)) / many
        values, updates = self.values.reshape(-1), self.updates.reshape(-1)
        updates[cells] += many
        step = FIRST / (1.0 + updates[cells] / SLOWER)
        values[cells] += (1.0 - (1.0 - step) ** many) * (means - values[cells])


@dataclass(frozen=True, slots=True)
class Learnt:
    """The table as a strategy: the better action, and stopping where nothing is known."""

    values: Any

    def shares(self, point: Point, lying: int, hands: Hands, actions: int) -> Any:
        """1 for what it does."""
        if point is Point.TURN:
            return np.ones((len(hands), 1))
        values = self.values[lying, hands[:, 0], hands[:, 1]]
        goes_on = values[:, 1] > values[:, 0]
        return np.column_stack([~goes_on, goes_on]).astype(float)


def learn(
    learner: Learner, steps: int, seed: int, looks: int
) -> Iterator[tuple[int, float, float]]:
    """Games played, exploitability and seconds of CPU, so many times while it learns."""
    played, spent = 0, time.process_time()
    games = KesselVectorEnv(GAMES, EDITION, PLAYERS, dice=MODEL)
    seen, infos = games.reset(seed=seed)
    for number in range(1, steps + 1):
        explore = np.interp(number, (0, steps), EXPLORE)
        seen, _, over, _, infos = games.step(learner.choose(seen, infos, float(explore)))
        learner.end(over, infos)
        played += int(over.sum())
        if number % max(steps // looks, 1) == 0:
            gives = exploitability(EDITION, PLAYERS, MODEL, Learnt(learner.values))
            yield played, gives, time.process_time() - spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=4000, help="steps of all games (4000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another course (1)")
    given = parser.parse_args()
    learner, gives = Learner(given.seed), 1.0
    for games, gives, seconds in learn(learner, given.steps, given.seed, 20):
        print(f"after {games:>9,} games{gives:>16.3%}{seconds:>9.1f} s", flush=True)
    print(json.dumps({"example": "learn_fast", "exploitability": gives}))


if __name__ == "__main__":
    main()
