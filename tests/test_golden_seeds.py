"""What a seed gives stays what it is: whole games, environments and simulations, bit by bit.

Each is told as one digest. Where chance is meant to fall otherwise from now on, `VERSION` of the
dice says so and the digest here is another.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import product
from random import Random

import numpy as np
import pyspiel
import pytest

import kessel.envs.open_spiel  # noqa: F401 - registers the game
from kessel.envs.aec import raw_env
from kessel.envs.gym import KesselEnv
from kessel.envs.vector import KesselVectorEnv
from kessel.fast import simulate
from kessel.game import Game, steps
from kessel.rules.edition import EDITIONS
from kessel.solver import IdealChance
from kessel.solver.base.strategies import Habit
from kessel.throws.dice import Cast, Dice, throw_order
from kessel.throws.ideal import IdealDice, IdealFaces

BASE = "strike-2012", "strike-2020", "impact"
BOTS = ["rule", "careful", "gambler"]
HABIT = Habit((0.0, 0.0, 1.0, 1.0, 1.0, 1.0))
CROWDED = "strike-2020 hands=60,3 arena=2,3,4,5,6"


def digest(told: Iterator[object]) -> str:
    """Of everything that was told, in order."""
    found = sha256()
    for one in told:
        found.update(one if isinstance(one, bytes) else repr(one).encode())
    return found.hexdigest()[:16]


def games(dice: Dice) -> Iterator[object]:
    """Every step of games of all editions, with poses."""
    cases = product(EDITIONS, (None, "collecting:optional"), range(4))
    for edition, options, seed in cases:
        game = Game(edition, 3, options)
        for played in steps(game, BOTS, dice, seed):
            yield str(played), played.events, str(played.state), game.layout


def crowded() -> Iterator[object]:
    """Far more dice than lie in any game, laid down beside each other."""
    for seed in range(3):
        game = Game.from_state(CROWDED)
        order = throw_order(game.state, None, {0: Cast("all")}, bytes([seed] * 32))
        yield IdealDice(strike=0.5).throw(order)


def table() -> Iterator[object]:
    """Games by chance as PettingZoo plays them."""
    for edition in EDITIONS:
        for dice in "ideal", IdealDice():
            game, chance = raw_env(edition, 3, dice=dice), Random(edition)
            game.reset(seed=5)
            for agent in game.agent_iter():
                seen, reward, over, cut, info = game.last()
                yield agent, seen.tobytes(), reward, over, cut, info["action_mask"].tobytes()
                legal = info["action_mask"].nonzero()[0]
                game.step(None if over or cut else int(chance.choice(legal)))


def alone() -> Iterator[object]:
    """Games by chance against a bot, as Gymnasium plays them."""
    for edition, seed in product(EDITIONS, range(4)):
        game, chance, over = KesselEnv(edition), Random(edition), False
        seen, info = game.reset(seed=seed)
        while not over:
            legal = info["action_mask"].nonzero()[0]
            seen, reward, over, _, info = game.step(int(chance.choice(legal)))
            yield seen.tobytes(), reward, info["action_mask"].tobytes()


def tree() -> Iterator[object]:
    """Games by chance as OpenSpiel plays them."""
    for edition, seed in product(EDITIONS, range(4)):
        state = pyspiel.load_game("kessel", {"edition": edition}).new_initial_state()
        chance = Random(seed)
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                told = state.chance_outcomes()
                yield told
                legal = [outcome for outcome, _ in told]
            yield legal, state.current_player()
            state.apply_action(chance.choice(legal))
        yield state.returns(), state.history(), str(state)


def many() -> Iterator[object]:
    """Games by chance side by side, as Gymnasium's vector plays them."""
    for edition in EDITIONS:
        games, chance = KesselVectorEnv(32, edition, 3), np.random.default_rng(5)
        seen, infos = games.reset(seed=5)
        for _ in range(60):
            yield seen.tobytes(), infos["action_mask"].tobytes(), infos["player"].tobytes()
            drawn = chance.random(infos["action_mask"].shape)
            seen, rewards, over, _, infos = games.step((infos["action_mask"] * drawn).argmax(1))
            yield rewards.tobytes(), over.tobytes()


def simulated() -> Iterator[object]:
    """Games by the million, a few of them."""
    for edition in BASE:
        yield simulate(edition, IdealChance(), [HABIT] * 3, 1000, 5)


def simulated_with_effects() -> Iterator[object]:
    """The same with effects."""
    for edition in sorted(EDITIONS.keys() - {*BASE}):
        yield simulate(edition, IdealChance(), [HABIT] * 3, 1000, 5)


TOLD: dict[str, tuple[Callable[[], Iterator[object]], str]] = {
    "games with faces": (lambda: games(IdealFaces()), "6e06725d2e94ba90"),
    "games with places": (lambda: games(IdealDice()), "1399af5ab58eb6e5"),
    "sixty dice in the arena": (crowded, "d3e9bc6b4754ab58"),
    "PettingZoo": (table, "b4ee9222941b9f1f"),
    "Gymnasium": (alone, "12a9db1161fb8cbc"),
    "OpenSpiel": (tree, "0e4b87fb3538921d"),
    "simulated": (simulated, "767af9c9dafe99a4"),
}
SLOW: dict[str, tuple[Callable[[], Iterator[object]], str]] = {
    "vector": (many, "ce80ddf6eac5fc55"),
    "simulated with effects": (simulated_with_effects, "470495d27b90fa05"),
}
"""What compiles for long."""


@pytest.mark.parametrize(("told", "golden"), TOLD.values(), ids=TOLD)
def test_a_seed_gives_what_it_gave(told: Callable[[], Iterator[object]], golden: str) -> None:
    assert digest(told()) == golden


@pytest.mark.long
@pytest.mark.parametrize(("told", "golden"), SLOW.values(), ids=SLOW)
def test_a_seed_gives_what_it_gave_compiled(
    told: Callable[[], Iterator[object]], golden: str
) -> None:
    assert digest(told()) == golden
