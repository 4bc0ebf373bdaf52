"""Learns Strike 2020 from nothing, held against the exact solution: `python examples/learn.py`.

Q-learning with a table, from OpenSpiel, plays itself in Kessel's PettingZoo environment. After more
and more games its exploitability is computed exactly: what a perfect opponent would win against it
beyond half of the games. Needs `pip install ".[envs,openspiel]"`, for a
picture matplotlib; takes minutes.
"""

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from open_spiel.python.algorithms.tabular_qlearner import QLearner, valuedict
from open_spiel.python.rl_environment import StepType, TimeStep
from open_spiel.python.rl_tools import LinearSchedule

from kessel import IdealChance, find_edition
from kessel.envs.actions import STOP
from kessel.envs.aec import raw_env
from kessel.envs.observation import AT
from kessel.solver.base.evaluation import exploitability
from kessel.solver.base.hands import Hands
from kessel.solver.base.policy import Point
from kessel.solver.base.strategies import Habit

EDITION, MODEL = find_edition("strike-2020"), IdealChance()
PLAYERS = 2
THROW = 2
"""The action that throws a die, firmly: the only way with ideal dice."""
FIRST, SLOWER = 0.2, 30.0
"""The step of the first update of a value, and after how many updates it is half of that."""

Table = defaultdict[str, dict[int, float]]


def key(lying: int, mine: int, theirs: int) -> str:
    """A decision as the table knows it: symbols are interchangeable."""
    return f"{lying} {mine} {theirs}"


class Learner(QLearner):  # type: ignore[misc]
    """OpenSpiel's Q-learning; both seats share one table, and the more a value has been updated
    the smaller are its steps."""

    def __init__(self, seat: int, table: Table, updates: Table, decisions: int) -> None:
        explore = LinearSchedule(0.3, 0.05, decisions)
        super().__init__(seat, THROW + 1, epsilon_schedule=explore)
        self._q_values, self._updates = table, updates

    def step(self, time_step: TimeStep, is_evaluation: bool = False) -> Any:
        if self._prev_info_state is not None:
            known = self._updates[self._prev_info_state]
            known[self._prev_action] += 1.0
            self._step_size = FIRST / (1.0 + known[self._prev_action] / SLOWER)
        return super().step(time_step, is_evaluation)


@dataclass(frozen=True, slots=True)
class Learnt:
    """The table as a strategy: the better action, and stopping where nothing is known."""

    table: Mapping[str, Mapping[int, float]]

    def shares(self, point: Point, lying: int, hands: Hands, actions: int) -> Any:
        """1 for what it does."""
        if point is Point.TURN:
            return np.ones((len(hands), 1))
        goes_on = np.array([self._goes_on(key(lying, *map(int, held))) for held in hands])
        return np.column_stack([~goes_on, goes_on]).astype(float)

    def _goes_on(self, decision: str) -> bool:
        values = self.table.get(decision, {})
        return values.get(THROW, 0.0) > values.get(STOP, 0.0)


def play(game: raw_env, learners: list[Learner]) -> None:
    """One game; the learners are asked wherever there is something to decide."""
    game.reset()
    while not all(game.terminations.values()):
        agent = game.agent_selection
        legal = np.flatnonzero(game.infos[agent]["action_mask"]).tolist()
        if len(legal) == 1:
            game.step(legal[0])
            continue
        seat = game.possible_agents.index(agent)
        game.step(int(learners[seat].step(decision(game.observe(agent), legal)).action))
    rewards = [game.rewards[agent] for agent in game.possible_agents]
    for learner in learners:
        learner.step(moment("", [], rewards, StepType.LAST))


def decision(observation: Any, legal: list[int]) -> TimeStep:
    """What a learner is told when it has to decide."""
    mine, theirs = observation[AT["loose"] : AT["loose"] + PLAYERS]
    lying = observation[AT["arena"] : AT["arena"] + len(EDITION.faces)].sum()
    return moment(key(lying, mine, theirs), legal, [0.0] * PLAYERS, StepType.MID)


def moment(seen: str, legal: list[int], rewards: list[float], kind: StepType) -> TimeStep:
    """A time step as OpenSpiel's agents like it; both seats see the same."""
    told = {"info_state": [seen] * PLAYERS, "legal_actions": [legal] * PLAYERS}
    return TimeStep(told, rewards, [1.0] * PLAYERS, kind)


def looks(games: int) -> set[int]:
    """After how many games the learner is measured: six times while they become ten times more."""
    return {round(10 ** (step / 6)) for step in range(12, 60)} | {games}


def learn(games: int, seed: int, looks: set[int]) -> Iterator[tuple[int, float, float]]:
    """Games played, exploitability and seconds of CPU, again and again while it learns."""
    np.random.seed(seed)  # OpenSpiel's agents draw from there
    table: Table = defaultdict(valuedict)
    updates: Table = defaultdict(valuedict)
    learners = [Learner(seat, table, updates, 2 * games) for seat in range(PLAYERS)]
    game = raw_env(EDITION, PLAYERS, {"start_die_x": "rethrow"}, dice=MODEL)
    spent = time.process_time()
    game.reset(seed=seed)
    for number in range(1, games + 1):
        play(game, learners)
        if number in looks:
            taken = time.process_time() - spent
            yield number, exploitability(EDITION, PLAYERS, MODEL, Learnt(table)), taken


def references() -> dict[str, float]:
    """What simple players give away."""
    habits = {
        "never goes on": Habit((0.0,) * 6),
        "tosses a coin": Habit((0.5,) * 6),
        "always goes on": Habit((1.0,) * 6),
        "goes on while two dice lie": Habit((0.0, 0.0, 1.0, 1.0, 1.0, 1.0)),
    }
    return {name: exploitability(EDITION, PLAYERS, MODEL, habit) for name, habit in habits.items()}


def drawn(course: list[tuple[int, float]], others: Mapping[str, float]) -> Any:
    """The course as a picture, both axes logarithmic."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import PercentFormatter

    figure = Figure((7.6, 4.2), layout="constrained")
    axes = figure.subplots()
    axes.loglog(*zip(*course, strict=True), color="#b5452c", linewidth=2.5)
    for name, gives in others.items():
        axes.axhline(gives, color="#333", linestyle="--", linewidth=1)
        axes.annotate(name, (1.01, gives), xycoords=axes.get_yaxis_transform(), va="center")
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.grid(color="#ccc")
    axes.set_xlabel("games played")
    axes.set_ylabel("exploitability")
    return figure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60_000, help="games to play (60000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another course (1)")
    parser.add_argument("--plot", type=Path, help="draw the course into this SVG file")
    given = parser.parse_args()
    others = references()
    for name, gives in others.items():
        print(f"{name:<28}{gives:>8.2%}")
    course = []
    for games, gives, seconds in learn(given.games, given.seed, looks(given.games)):
        course.append((games, gives))
        print(f"after {games:>9,} games{gives:>16.3%}{seconds:>9.1f} s", flush=True)
    if given.plot is not None:
        drawn(course, others).savefig(given.plot)
    print(json.dumps({"example": "learn", "games": given.games, "exploitability": course[-1][1]}))


if __name__ == "__main__":
    main()
