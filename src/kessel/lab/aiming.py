"""What aiming is worth: games with real dice in the physics, a master against an exact player.

Both play by the same table; the master also tries throws before it makes one. Besides who wins,
each of its throws is compared with the throw the exact player would have made there, both thrown
anew many times. By the performance difference lemma the sum of these gains over a game has the
same mean as the gain in wins, with far less noise, as far as the table's values are true and
struck dice fall on six equal faces: a throw is valued by what it moved, over all faces.
"""

import json
import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random

from kessel.bots.bot import Answer, Sight
from kessel.bots.exact import Exact
from kessel.bots.library import base_library, best_model
from kessel.bots.master import Master, moved
from kessel.errors import BadValue
from kessel.lab.physical import QuietPhysics, begun, made, thrown_by
from kessel.rules.edition import Edition, find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import Throw
from kessel.rules.state import Phase
from kessel.solver.odds import base_position, movement_value
from kessel.throws.playout import unit_size

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Aiming:
    """What a study of aiming found."""

    edition: str
    games: int
    trials: int
    """Throws the master tries before each of its own."""
    won: int
    """Games the master won."""
    gain: float
    """Mean gain of the master's throws over a game, in chances to win."""
    error: float
    """Its standard error."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a study plays."""

    edition: str
    games: int
    trials: int
    checks: int
    """Fresh throws of each kind for every throw of the master."""
    seed: int = 0

    def __post_init__(self) -> None:
        if find_edition(self.edition).effects:
            raise BadValue(f"{self.edition} has effects; aiming is studied in editions without")
        if self.games < 1:
            raise BadValue(f"{self.games} games: at least one is played")


Played = dict[int, tuple[bool, float]]
"""Game -> whether the master won it, and what its throws gained."""


def study(
    plan: Plan,
    processes: int = 1,
    kept: Path | None = None,
    progress: Progress | None = None,
) -> Aiming:
    """Play and compare.

    With a file to keep games in, a study that was broken off goes on where it was; broken off by
    the keyboard it tells what the games so far say.
    """
    played = read_kept(kept, plan)
    left = [number for number in range(plan.games) if number not in played]
    try:
        for number, won, gain in _games(plan, left, processes):
            played[number] = (won, gain)
            _keep(kept, plan, number, won, gain)
            if progress is not None:
                progress(len(played), plan.games)
    except KeyboardInterrupt:
        if not played:
            raise
    return summed_up(plan, played)


def summed_up(plan: Plan, played: Played) -> Aiming:
    """What the games so far say."""
    gains = [gain for _, gain in played.values()]
    games = len(gains)
    mean = sum(gains) / games
    spread = sum((one - mean) ** 2 for one in gains) / max(games - 1, 1)
    won = sum(one for one, _ in played.values())
    return Aiming(plan.edition, games, plan.trials, won, mean, math.sqrt(spread / games))


def read_kept(kept: Path | None, plan: Plan) -> Played:
    """The games of this very plan that a file holds, however many more it wants."""
    if kept is None or not kept.exists():
        return {}
    played: Played = {}
    for line in kept.read_text("utf-8").splitlines():
        try:
            told = json.loads(line)
            if told["plan"] == _named(plan) and told["game"] < plan.games:
                played[told["game"]] = (bool(told["won"]), float(told["gain"]))
        except (ValueError, KeyError, TypeError):
            continue  # a line that was cut off: that game is played again
    return played


def _keep(kept: Path | None, plan: Plan, number: int, won: bool, gain: float) -> None:
    if kept is None:
        return
    line = {"plan": _named(plan), "game": number, "won": won, "gain": gain}
    with kept.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def _named(plan: Plan) -> str:
    model = best_model(find_edition(plan.edition)).name
    return f"{plan.edition} {plan.trials} {plan.checks} {plan.seed} {model}"


def _games(plan: Plan, numbers: Sequence[int], processes: int) -> Iterator[tuple[int, bool, float]]:
    if processes <= 1:
        yield from (_play_one((plan, number)) for number in numbers)
        return
    base_library(find_edition(plan.edition), 2)  # made before processes share it
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        running = [pool.submit(_play_one, (plan, number)) for number in numbers]
        try:
            for one in as_completed(running):
                yield one.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _play_one(work: tuple[Plan, int]) -> tuple[int, bool, float]:
    plan, number = work
    game = _game(plan.edition, plan.trials, plan.checks)
    master = number % 2
    winner, gain = game.play(master, Random(f"{plan.seed} {plan.edition} {number}"))
    return number, winner == master, gain


@lru_cache(maxsize=2)
def _game(edition: str, trials: int, checks: int) -> "_Game":
    return _Game(find_edition(edition), trials, checks)


class _Game:
    """Plays one game after the other."""

    def __init__(self, edition: Edition, trials: int, checks: int) -> None:
        self._edition = edition
        self._checks = checks
        self._thrower = QuietPhysics()
        self._master = Master(base_library, most_trials=trials)
        self._exact = Exact(base_library)

    def play(self, master: int, chance: Random) -> tuple[int, float]:
        """Who won, and what the master's throws gained."""
        numbers = count()
        state, lay = begun(self._edition, 2, numbers, chance)
        gain = 0.0
        while state.phase is not Phase.OVER:
            sight = Sight(state.active, state, lay, self._thrower)
            plain = self._exact.answer(sight, chance)
            answer = plain
            if state.active == master:
                answer = self._master.answer(sight, chance)
                gain += self._gained(sight, answer, plain, chance)
            state, lay = made(state, lay, answer, self._thrower, numbers, chance)
        return state.winners[0], gain

    def _gained(self, sight: Sight, answer: Answer, plain: Answer, chance: Random) -> float:
        """What the master's answer is worth more than the plain one, by fresh throws of both."""
        if answer == plain:
            return 0.0
        return self._worth(sight, answer, chance) - self._worth(sight, plain, chance)

    def _worth(self, sight: Sight, answer: Answer, chance: Random) -> float:
        state = sight.state
        if not isinstance(answer.move, Throw):
            return self._exact.value(apply(state, answer.move).state, sight.seat)
        solution, _ = base_library(self._edition, 2)
        lying, hands = base_position(state)
        size = unit_size(state, state.active, answer.move.unit)
        total = 0.0
        for _ in range(self._checks):
            thrown = thrown_by(state, sight.lay, answer, self._thrower, count(1000), chance)
            move = moved(sight.lay, thrown, size)
            total += movement_value(solution, move, size, lying, hands)
        return total / self._checks
