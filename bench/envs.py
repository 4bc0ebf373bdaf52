"""Games by the million: throws and games a second on one core, beside peers where installed.

Whole games of random or simple play, by CPU time, the best of a few rounds; of many games at once
steps with random legal actions, masks and observations included.
"""

import importlib
import importlib.util
import json
import os
import random
import time
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

from kessel.bots.characters import Beginner
from kessel.envs.actions import COUNT
from kessel.fast import simulate
from kessel.fast.simulate import CHUNK
from kessel.game import Game
from kessel.game import play as finish
from kessel.game import steps as play_on
from kessel.rules.edition import EDITIONS, find_edition
from kessel.solver import ChanceModel, IdealChance
from kessel.solver.base.strategies import Habit
from kessel.solver.measured import shipped
from kessel.throws.ideal import IdealDice, IdealFaces

GAMES = 400_000
ROUNDS = 4
SECONDS = 2.0
"""For each round of a peer."""
VECTOR_GAMES, VECTOR_STEPS = 4096, 250
"""Of ours at once, and steps of them in a round."""


def rate(work: Callable[[int], int]) -> float:
    """Steps a second of CPU time: the best of a few rounds, since noise only ever slows."""
    best = 0.0
    for number in range(ROUNDS):
        begin = time.process_time()
        done = work(number)
        best = max(best, done / (time.process_time() - begin))
    return best


def fast(edition: str, players: int, model: ChanceModel) -> tuple[float, float]:
    """Throws and games a second of `kessel.fast`, everybody going on while two dice lie."""
    kinds = tuple(float(kind in ("throw", "firm")) for kind in model.kinds)
    strategies = [Habit((0.0, 0.0, 1.0, 1.0, 1.0, 1.0), kinds)] * players
    games = GAMES // (10 if find_edition(edition).effects else 1)
    simulate(edition, model, strategies, 1000)  # compiles
    throws = 0

    def play(seed: int) -> int:
        nonlocal throws
        throws = simulate(edition, model, strategies, games, seed).throws
        return throws

    found = rate(play)
    return found, found * games / throws


def together(edition: str) -> float:
    """How many times as fast as with one thread `kessel.fast` is with one for each core, where each
    has a few parts to play."""
    threads = os.cpu_count() or 1
    games, strategies = CHUNK * 4 * threads, [Habit((0.0, 0.0, 1.0, 1.0, 1.0, 1.0))] * 2
    model, seconds = IdealChance(), []
    for number in (1, threads):
        begin = time.perf_counter()
        simulate(edition, model, strategies, games, threads=number)
        seconds.append(time.perf_counter() - begin)
    return seconds[0] / seconds[1]


def engine(seed: int) -> int:
    """Steps of games by chance on the rules in Python."""
    steps = 0
    until = time.process_time() + SECONDS
    while time.process_time() < until:
        game, bots = Game(), [Beginner(0.5)] * 2
        steps += sum(1 for _ in play_on(game, bots, IdealFaces(), f"{seed} {steps}"))
    return steps


def with_places(seed: int) -> int:
    """Moves of three plain bots with dice that lie somewhere."""
    moves, until = 0, time.process_time() + SECONDS
    while time.process_time() < until:
        game = Game("strike-2020", 3)
        finish(game, ["rule", "careful", "gambler"], IdealDice(), f"{seed} {moves}")
        moves += len(game.history)
    return moves


def from_text() -> Callable[[int], int]:
    """Moves of our games by chance, each pushed as its text."""
    games = [Game() for _ in range(200)]
    for number, game in enumerate(games):
        finish(game, Beginner(0.5), IdealFaces(), number)
    return pushed([list(map(str, game.history)) for game in games], Game, "push")


def chess() -> Callable[[int], int]:
    """Moves of chess by chance, each pushed as its text."""
    package, chance, games = importlib.import_module("chess"), random.Random(1), []
    for _ in range(200):
        board = package.Board()
        texts: list[str] = []
        while not board.is_game_over() and len(texts) < 50:
            move = chance.choice(list(board.legal_moves))
            texts.append(board.san(move))
            board.push(move)
        games.append(texts)
    return pushed(games, package.Board, "push_san")


def pushed(games: list[list[str]], begin: Callable[[], Any], name: str) -> Callable[[int], int]:
    """Moves pushed as their texts, game after game; each round has other games."""

    def push_all(number: int) -> int:
        moves = 0
        for texts in games[number::ROUNDS]:
            push = getattr(begin(), name)
            for text in texts:
                push(text)
            moves += len(texts)
        return moves

    return push_all


def pettingzoo(package: str, maker: str = "raw_env") -> Callable[[int], int]:
    """Steps of random games of a PettingZoo environment, observations and masks included."""
    game = getattr(importlib.import_module(package), maker)()

    def play(seed: int) -> int:
        chance, steps = random.Random(seed), 0
        until = time.process_time() + SECONDS
        while time.process_time() < until:
            game.reset(seed=seed + steps)
            for _ in game.agent_iter():
                seen, _, over, cut, info = game.last()
                mask = info["action_mask"] if "action_mask" in info else seen["action_mask"]
                legal = mask.nonzero()[0]
                game.step(None if over or cut else legal[int(chance.random() * len(legal))])
                steps += not over
        return steps

    return play


def gymnasium(seed: int) -> int:
    """Steps of random games of our own Gymnasium environment, the bot's decisions not counted."""
    game = importlib.import_module("kessel.envs.gym").KesselEnv()
    chance, steps = random.Random(seed), 0
    until = time.process_time() + SECONDS
    while time.process_time() < until:
        _, info = game.reset(seed=seed + steps)
        over = False
        while not over:
            legal = info["action_mask"].nonzero()[0]
            action = legal[int(chance.random() * len(legal))]
            _, _, over, _, info = game.step(action)
            steps += 1
    return steps


def vector(edition: str, players: int) -> Callable[[int], int]:
    """Steps of many games at once, with the choice of the actions as the reference shows it."""
    made, np = importlib.import_module("kessel.envs.vector"), importlib.import_module("numpy")
    games = made.KesselVectorEnv(VECTOR_GAMES, edition, players)
    chance = np.random.default_rng(1)
    _, infos = games.reset(seed=1)

    def play(_: int) -> int:
        nonlocal infos
        for _ in range(VECTOR_STEPS):
            legal = np.flatnonzero(infos["action_mask"].view(bool))
            count = np.bincount(legal // COUNT)
            drawn = count.cumsum() - 1 - (chance.random(VECTOR_GAMES) * count).astype(int)
            *_, infos = games.step(legal[drawn] % COUNT)
        return VECTOR_GAMES * VECTOR_STEPS

    return play


def open_spiel(name: str) -> Callable[[int], int]:
    """Steps of random games of OpenSpiel, driven from Python; chance nodes are steps, too."""
    game = importlib.import_module("pyspiel").load_game(name)

    def play(seed: int) -> int:
        chance, steps = random.Random(seed), 0
        until = time.process_time() + SECONDS
        while time.process_time() < until:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, shares = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(actions, shares)[0])
                else:
                    state.apply_action(chance.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


AEC = "kessel.envs.aec"
TIC_TAC_TOE = "pettingzoo.classic.tictactoe.tictactoe"
PEERS: list[tuple[str, str, str, Callable[[], Callable[[int], int]]]] = [
    ("PettingZoo, plain", "pettingzoo", ".[envs]", lambda: pettingzoo(AEC)),
    ("PettingZoo, wrapped", "pettingzoo", ".[envs]", lambda: pettingzoo(AEC, "env")),
    ("PettingZoo tic-tac-toe", "pygame", "pettingzoo[classic]", lambda: pettingzoo(TIC_TAC_TOE)),
    ("Gymnasium", "gymnasium", ".[envs]", lambda: gymnasium),
    ("many at once, plain", "numba", ".[envs,fast]", lambda: vector("strike-2020", 2)),
    ("many at once, with effects", "numba", ".[envs,fast]", lambda: vector("harry-potter", 5)),
    ("OpenSpiel kessel", "pyspiel", ".[openspiel]", lambda: open_spiel("kessel")),
    *(
        (f"OpenSpiel {name}", "pyspiel", "open-spiel", partial(open_spiel, name))
        for name in ("python_tic_tac_toe", "python_block_dominoes", "python_kuhn_poker")
    ),
    ("OpenSpiel pig", "pyspiel", "open-spiel", lambda: open_spiel("pig")),
    ("OpenSpiel backgammon", "pyspiel", "open-spiel", lambda: open_spiel("backgammon")),
    ("python-chess, texts pushed", "chess", "chess", chess),
]
"""What it is called, the module and the package it needs, and how it is played."""


def peers() -> dict[str, float]:
    """Steps a second of what is installed; what is not is said, with how to get it."""
    found = {}
    for name, module, package, made in PEERS:
        if importlib.util.find_spec(module) is None:
            print(f'{name + ", steps":<34}{"not installed":>14}   pip install "{package}"')
            continue
        if module == "pyspiel":
            for games in ("kessel.envs.open_spiel", "open_spiel.python.games"):
                importlib.import_module(games)  # which registers them
        found[f"{name}, steps"] = rate(made())
    return found


def main() -> None:
    table: dict[str, float] = {}
    print(f"{'':<34}{'throws/s':>14}{'games/s':>12}")
    for edition, players in product(EDITIONS, (2, 5)):
        for model in (IdealChance(), shipped(find_edition(edition).arena)):
            throws, games = fast(edition, players, model)
            what = f"{edition}, {players} players, {model.name.split()[0]}"
            table[what] = round(throws)
            print(f"{what:<34}{throws:>14,.0f}{games:>12,.0f}")
    for edition in ("strike-2020", "harry-potter"):
        found = table[f"{edition}, all cores"] = round(together(edition), 2)
        print(f"{edition}, {os.cpu_count()} threads: {found} times as fast as one")
    for name, steps in {
        "rules in Python, steps": rate(engine),
        "three bots, dice with places, moves": rate(with_places),
        "texts pushed, moves": rate(from_text()),
        **peers(),
    }.items():
        table[name] = round(steps)
        print(f"{name:<34}{steps:>14,.0f}")
    print(json.dumps({"bench": "envs", **table}))


if __name__ == "__main__":
    main()
