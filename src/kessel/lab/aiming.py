"""What aiming is worth: games with real dice in the physics, a master against an exact player.

Both play by the same table; the master also tries throws before it makes one. Wins are mostly luck,
so the luck that is known to be luck is taken out: a shaken die shows each face equally often
whatever else a throw does, so what its face gave beyond the mean over all faces has mean zero by
any valuation, and a game's result without it has the same mean as the result. In a base edition,
valued by its solution, it has a tenth of the variance.
"""

import json
import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

from kessel.bots.exact import Exact
from kessel.bots.master import Master, moved
from kessel.errors import BadValue
from kessel.game import Game, steps
from kessel.lab.study.layouts import LastThrow
from kessel.physics.dice import PhysicsDice
from kessel.rules.edition import Edition, find_edition
from kessel.rules.engine import apply
from kessel.rules.faces import Face
from kessel.rules.moves import ALL, Player, Throw
from kessel.rules.state import GameState, Phase
from kessel.solver.base.odds import base_position, movement_value
from kessel.solver.library import base_library, best_model, effect_table, missing_tables
from kessel.solver.progress import Progress
from kessel.throws.at_rest import DiceAtRest, dice_in
from kessel.throws.dice import ThrowResult


@dataclass(frozen=True, slots=True)
class Aiming:
    """What a study of aiming found."""

    games: int
    won: int
    """Games the master won."""
    share: float
    """Its share of wins, with the luck of thrown dice taken out."""
    error: float
    """The standard error of that share."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a study plays."""

    edition: str
    games: int
    trials: int
    """Throws the master tries before each of its own."""
    seed: int = 0

    def __post_init__(self) -> None:
        if self.games < 1:
            raise BadValue(f"{self.games} games: at least one is played")


Played = dict[int, tuple[bool, float]]
"""Game -> whether the master won it, and how lucky it was."""


def study(
    plan: Plan,
    processes: int = 1,
    kept: Path | None = None,
    progress: Progress | None = None,
) -> Aiming:
    """Play and compare.

    With a file to keep games in, an interrupted study resumes where it was; interrupted by the
    keyboard it returns what the games so far say.
    """
    played = read_kept(kept, plan)
    left = [number for number in range(plan.games) if number not in played]
    try:
        for number, won, luck in _games(plan, left, processes):
            played[number] = (won, luck)
            _keep(kept, plan, number, won, luck)
            if progress is not None:
                progress(len(played), plan.games)
    except KeyboardInterrupt:
        if not played:
            raise
    return summed_up(played)


def summed_up(played: Played) -> Aiming:
    """What the games so far say."""
    results = [won - luck for won, luck in played.values()]
    games = len(results)
    mean = sum(results) / games
    spread = sum((one - mean) ** 2 for one in results) / max(games - 1, 1)
    won = sum(one for one, _ in played.values())
    return Aiming(games, won, mean, math.sqrt(spread / games))


def read_kept(kept: Path | None, plan: Plan) -> Played:
    """The games of this very plan that a file holds, however many more it wants."""
    if kept is None or not kept.exists():
        return {}
    played: Played = {}
    for line in kept.read_text("utf-8").splitlines():
        try:
            game = json.loads(line)
            if game["plan"] == _named(plan) and game["game"] < plan.games:
                played[game["game"]] = (bool(game["won"]), float(game["luck"]))
        except (ValueError, KeyError, TypeError):
            continue  # a line that was cut off: that game is played again
    return played


def _keep(kept: Path | None, plan: Plan, number: int, won: bool, luck: float) -> None:
    if kept is None:
        return
    line = {"plan": _named(plan), "game": number, "won": won, "luck": luck}
    with kept.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def _named(plan: Plan) -> str:
    model = best_model(find_edition(plan.edition)).name
    return f"{plan.edition} {plan.trials} {plan.seed} {model}"


def _games(plan: Plan, numbers: Sequence[int], processes: int) -> Iterator[tuple[int, bool, float]]:
    if processes <= 1 or not numbers:
        yield from (_play_one((plan, number)) for number in numbers)
        return
    for missing in missing_tables(find_edition(plan.edition), 2):
        missing.load()  # before processes share it
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        running = [pool.submit(_play_one, (plan, number)) for number in numbers]
        try:
            for one in as_completed(running):
                yield one.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _play_one(work: tuple[Plan, int]) -> tuple[int, bool, float]:
    plan, number = work
    game = _game(plan.edition, plan.trials)
    won, luck = game.play(number % 2, f"{plan.seed} {plan.edition} {number}")
    return number, won, luck


@lru_cache(maxsize=2)
def _game(edition: str, trials: int) -> "AimedGame":
    return AimedGame(find_edition(edition), trials)


class AimedGame:
    """Plays one game after the other."""

    def __init__(self, edition: Edition, trials: int) -> None:
        self._edition = edition
        self._dice = LastThrow(PhysicsDice(watched=False))
        self._solution, _ = base_library(edition, 2)
        self._master = Master(base_library, effects=effect_table, most_trials=trials)
        self._exact = Exact(base_library, effects=effect_table)

    def play(self, master: Player, seed: str) -> tuple[bool, float]:
        """Whether the master won, and how lucky it was."""
        game = Game(self._edition, 2)
        bots = [self._master if player == master else self._exact for player in range(2)]
        luck = 0.0
        for state, move, _ in steps(game, bots, self._dice, seed):
            if isinstance(move, Throw):
                luck += self.luck_of_faces(state, move, *self._dice.last, master)
        return game.winners[0] == master, luck

    def luck_of_faces(
        self,
        state: GameState,
        throw: Throw,
        at_rest: DiceAtRest,
        thrown: ThrowResult,
        master: Player,
    ) -> float:
        """What the faces of the thrown dice gave the master beyond their mean.

        Of several dice at once only in a base edition, where that mean is known.
        """
        before = {die.die for die in dice_in(at_rest)}
        fresh = [die.die for die in dice_in(thrown.at_rest) if die.die not in before]
        if throw.unit == ALL and fresh and not self._edition.effects:
            real = self._value(state, throw, thrown, master)
            lying, hands = base_position(state)
            mean = movement_value(
                self._solution, moved(at_rest, thrown, hands[0]), hands[0], lying, hands
            )
            return real - (mean if state.active == master else 1.0 - mean)
        if len(fresh) != 1 or state.phase not in (Phase.THROW, Phase.CHOICE):
            return 0.0
        shown = [showing(thrown, fresh[0], face) for face in self._edition.faces]
        each = [self._value(state, throw, other, master) for other in shown]
        return self._value(state, throw, thrown, master) - sum(each) / len(each)

    def _value(self, state: GameState, throw: Throw, thrown: ThrowResult, player: Player) -> float:
        return self._exact.value(apply(state, throw.lands(thrown.landing)).state, player)


def showing(thrown: ThrowResult, number: int, face: Face) -> ThrowResult:
    """The same throw, had this die shown that face."""
    at_rest = tuple(
        tuple(replace(die, face=face) if die.die == number else die for die in spot)
        for spot in thrown.at_rest
    )
    return replace(thrown, at_rest=at_rest)
