"""Games by the million: what each seat wins, with its standard error."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from math import comb, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kessel.errors import BadValue
from kessel.fast.compiled import announced
from kessel.fast.kernel import play_games
from kessel.fast.tables import dice_table, each_once, policy_table
from kessel.rules.edition import Edition, find_edition
from kessel.solver.base.position import LYING, START_LYING, arenas
from kessel.solver.base.strategies import Strategy
from kessel.solver.models import ModelLike, read_model
from kessel.throws.seeds import Seed, seed_text

Play = Callable[[int, np.uint64], tuple[NDArray[Any], int]]
"""Plays games from a state of the random source: what each seat won, and all throws."""

WHOLE = int | np.integer
CHUNK = 100_000
"""Games drawn from one seed, so that the number of threads changes nothing."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """What came of the games."""

    wins: tuple[float, ...]
    """Games won by each seat, those that were shared in parts; seat 0 begins."""
    throws: int

    @property
    def games(self) -> int:
        """Games played."""
        return round(sum(self.wins))

    @property
    def rates(self) -> tuple[float, ...]:
        """The share of the games that each seat won."""
        return tuple(won / self.games for won in self.wins)

    @property
    def errors(self) -> tuple[float, ...]:
        """The standard error of each rate, at most, where games were shared."""
        return tuple(sqrt(rate * (1.0 - rate) / self.games) for rate in self.rates)


def simulate(
    edition: Edition | str,
    model: ModelLike,
    strategies: Sequence[Strategy],
    games: int,
    seed: Seed = 0,
    threads: int = 1,
    *,
    hands: Sequence[int] | None = None,
    lying: int = START_LYING,
) -> Simulated:
    """Play games of an edition without effects, a strategy at each seat; seat 0 begins.

    `hands` and `lying` begin with another position than the first turn of a game: the dice of each
    seat, and how many different dice lie. The same seed gives the same games, however many threads
    play them.
    """
    box = find_edition(edition)
    if box.effects:
        raise BadValue(f"{box.id} has effects: `simulate_effects` plays it")
    model = read_model(model, box)
    check_seats(
        strategies,
        lambda one: hasattr(one, "shares") and not isinstance(one, type),
        "a `Habit`, a `SolvedPolicy` or anything with `shares`",
    )
    players = len(strategies)
    most = players * box.hand(players) + 1
    dealt = (box.hand(players),) * players if hands is None else hands
    check_games(games)
    _check(players, most, dealt, lying)
    different, strategy_of = each_once(strategies)
    dice = dice_table(model, most, arenas(box))
    policies = policy_table(different, players, most, len(model.kinds), arenas(box))
    choose = np.array([[comb(n, k) for k in range(players + 1)] for n in range(most + 2)])

    def play(games: int, state: np.uint64) -> tuple[NDArray[np.int64], int]:
        start = np.array(dealt), np.int64(lying), state, dice.single, dice.pour
        return play_games(games, *start, strategy_of, policies.actions, policies.mixtures, choose)

    with announced("the games"):
        return in_chunks(play, games, seed, threads)


def in_chunks(play: Play, games: int, seed: Seed, threads: int) -> Simulated:
    """Play games in parts, each drawn from a seed of its own, on that many threads."""
    if not isinstance(threads, int) or threads < 1:
        raise BadValue(f"{threads} threads: at least one plays")
    sizes = [min(CHUNK, games - first) for first in range(0, games, CHUNK)]
    source = seed_text(seed)
    seeds = [_state(source, number) for number in range(len(sizes))]
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(play, sizes, seeds))
    wins = np.sum([won for won, _ in parts], axis=0)
    return Simulated(tuple(wins.tolist()), sum(throws for _, throws in parts))


def check_seats(strategies: object, plays: Callable[[object], bool], known: str) -> None:
    """Raise unless there is a list of strategies, one for each seat."""
    if isinstance(strategies, str | bytes) or not isinstance(strategies, Sequence):
        raise BadValue(f"strategies are a list with one for each seat, not {strategies!r}")
    for one in strategies:
        if not plays(one):
            raise BadValue(
                f"{one!r} is not a strategy: here {known} plays; bots, by name too, play in "
                "kessel.play and kessel.tournament"
            )


def check_games(games: object) -> None:
    """Raise unless it is a number of games that can be played."""
    if not isinstance(games, WHOLE) or games < 1:
        raise BadValue(f"{games!r} games: at least one is played")


def _check(players: int, most: int, hands: Sequence[int], lying: int) -> None:
    listed = isinstance(hands, Sequence) and not isinstance(hands, str | bytes)
    if not listed or not all(isinstance(number, WHOLE) for number in (*hands, lying)):
        raise BadValue(f"hands {hands!r} and {lying!r} lying: they are numbers of dice")
    if len(hands) != players or min(hands) < 1 or not 0 <= lying < LYING:
        raise BadValue(
            f"hands {hands} and {lying} lying: a die or more for each of {players} seats and up to "
            f"{LYING - 1} different dice are accepted"
        )
    if sum(hands) + lying > most:
        raise BadValue(f"hands {hands} and {lying} lying: a game has at most {most} dice")


def _state(seed: str, chunk: int) -> np.uint64:
    """A start for the random source, never zero, unrelated to those of other seeds and chunks."""
    digest = blake2b(f"{seed} {chunk}".encode(), digest_size=8).digest()
    return np.uint64(int.from_bytes(digest, "big") | 1)
