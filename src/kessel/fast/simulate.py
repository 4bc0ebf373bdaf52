"""Games by the million: what each seat wins, with its standard error.

Games with effects are played with default options, and decisions that a strategy says nothing
about are made as simply as can be: a loose die is thrown before a pile, a small pile before a large
one; an Accio takes the first symbol there is, in the edition's order; a tower is stacked in that
order, the first symbol at the bottom. In an extra throw all throw in the middle one of the model's
kinds, and a column of fire is a race between equally fast hands.
"""

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from math import comb, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kessel.errors import BadValue
from kessel.fast import effect_kernel, kernel
from kessel.fast.compiled import announced
from kessel.fast.effect_tables import EffectStrategy, effect_dice, effect_players
from kessel.fast.row import PLACED, RANDOM, START_DIE, THROWS, row_of
from kessel.fast.tables import dice_table, each_once, policy_table
from kessel.rules.edition import Activation, Edition, find_edition
from kessel.rules.effects import check_elements
from kessel.rules.faces import Face
from kessel.rules.setup import new_game
from kessel.solver.base.position import LYING, START_LYING, arenas
from kessel.solver.base.strategies import Strategy
from kessel.solver.chance import ChanceModel
from kessel.solver.games import STONE
from kessel.solver.impact.tables import ImpactTable
from kessel.solver.models import ModelLike, read_model
from kessel.throws.dice import Seed, seed_text

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
    strategies: Sequence[Strategy | ImpactTable],
    games: int,
    seed: Seed = 0,
    threads: int = 1,
    *,
    hands: Sequence[int] | None = None,
    lying: int = START_LYING,
    elements: Collection[Face] | None = None,
) -> Simulated:
    """Play games of an edition, a strategy at each seat; seat 0 begins.

    The same seed gives the same games, however many threads play them, 100,000 games each at a
    time. Without effects, `hands` and `lying` begin with another position than the first turn of a
    game: the dice of each seat, and how many different dice lie. With effects, a strategy is a
    `Habit`, or for two players of `impact-power` the solved table of an element; `elements` are
    those that players agree on (`impact-avatar`; all unless given), or the one that the starting
    die shows (`impact-power`; each equally often unless given); a shared victory counts in equal
    parts.
    """
    box = find_edition(edition)
    model = read_model(model, box)
    _check_seats(box, strategies)
    if not isinstance(games, WHOLE) or games < 1:
        raise BadValue(f"{games!r} games: at least one is played")
    if not isinstance(threads, int) or threads < 1:
        raise BadValue(f"{threads} threads: at least one plays")
    if box.effects:
        if hands is not None or lying != START_LYING:
            raise BadValue(f"hands and lying dice are for games without effects, not {box.id}")
        play = _games_with_effects(box, model, strategies, elements)
    else:
        check_elements(box, elements)
        play = _games_without(box, model, strategies, hands, lying)
    sizes = [min(CHUNK, games - first) for first in range(0, games, CHUNK)]
    source = seed_text(seed)
    seeds = [_state(source, number) for number in range(len(sizes))]
    what = "the games with effects" if box.effects else "the games"
    with announced(what), ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(play, sizes, seeds))
    wins = np.sum([won for won, _ in parts], axis=0)
    return Simulated(tuple(wins.tolist()), sum(throws for _, throws in parts))


def _check_seats(edition: Edition, strategies: object) -> None:
    """Raise unless there is a list of strategies, one for each seat."""
    if isinstance(strategies, str | bytes) or not isinstance(strategies, Sequence):
        raise BadValue(f"strategies are a list with one for each seat, not {strategies!r}")
    known = "a `Habit`, a `SolvedPolicy` or anything with `shares`"
    if edition.effects:
        known = "a `Habit`, or for two the solved table of an element,"
    for one in strategies:
        plays = hasattr(one, "shares") and not isinstance(one, ImpactTable | type)
        if not (isinstance(one, EffectStrategy) if edition.effects else plays):
            raise BadValue(
                f"{one!r} is not a strategy: here {known} plays; bots, by name too, play in "
                "kessel.play and kessel.tournament"
            )


def _games_without(
    edition: Edition,
    model: ChanceModel,
    strategies: Sequence[Any],
    hands: Sequence[int] | None,
    lying: int,
) -> Play:
    """How games without effects are played."""
    players = len(strategies)
    most = players * edition.hand(players) + 1
    dealt = (edition.hand(players),) * players if hands is None else hands
    _check_dealt(players, most, dealt, lying)
    different, strategy_of = each_once(strategies)
    dice = dice_table(model, most, arenas(edition))
    policies = policy_table(different, players, most, len(model.kinds), arenas(edition))
    choose = np.array([[comb(n, k) for k in range(players + 1)] for n in range(most + 2)])
    decided = strategy_of, policies.actions, policies.mixtures, choose

    def play(games: int, state: np.uint64) -> tuple[NDArray[np.int64], int]:
        start = np.array(dealt), np.int64(lying), state, dice.single, dice.pour
        return kernel.play_games(games, *start, *decided)

    return play


def _check_dealt(players: int, most: int, hands: Sequence[int], lying: int) -> None:
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


def _games_with_effects(
    edition: Edition,
    model: ChanceModel,
    strategies: Sequence[Any],
    elements: Collection[Face] | None,
) -> Play:
    """How games with effects are played."""
    players = len(strategies)
    single = edition.activation is Activation.START_DIE
    fresh = row_of(new_game(edition, players, elements=None if single else elements))
    fresh[START_DIE] = PLACED
    at_work = _at_work(edition, elements)
    _check_tables(edition, strategies, at_work)
    shown = at_work if single else edition.symbols
    start = np.array([edition.symbols.index(face) for face in shown])
    dice = effect_dice(model, players * edition.hand(players) + 1)
    seats = effect_players(model, strategies)

    def play(games: int, state: np.uint64) -> tuple[NDArray[np.float64], int]:
        row = fresh.copy()
        row[RANDOM] = np.int64(state)
        parts = effect_kernel.play_games(games, start, fresh, row, dice, seats)
        return parts / effect_kernel.SHARES, int(row[THROWS])

    return play


def _at_work(edition: Edition, elements: Collection[Face] | None) -> tuple[Face, ...]:
    """The symbols whose effects can be at work, in the edition's order."""
    if edition.activation is Activation.START_DIE:
        if isinstance(elements, str) or not isinstance(elements, Collection | None):
            raise BadValue(f"elements are a list of faces, not {elements!r}")
        chosen = frozenset(elements or edition.symbols)
        for face in chosen - {*edition.symbols}:
            edition.check_face(face)
        if elements is not None and len(elements) != 1:
            raise BadValue(
                f"in {edition.id} the starting die shows one element, not {len(elements)}"
            )
    else:
        chosen = check_elements(edition, elements) or frozenset(edition.effects)
    return tuple(face for face in edition.symbols if face in chosen)


def _check_tables(
    edition: Edition, strategies: Sequence[EffectStrategy], at_work: tuple[Face, ...]
) -> None:
    for one in strategies:
        if isinstance(one, ImpactTable):
            of = (one.about.edition, (one.about.element,), one.about.hand, 2)
            if of != (edition.id, at_work, edition.hand(len(strategies)), len(strategies)):
                raise BadValue(
                    f"a table of {one.about.edition} with {one.about.element} is for two players "
                    "with that element and the booklet's hands"
                )
            if STONE in at_work:
                raise BadValue("a table of a game with piles of boulders is not played here")


def _state(seed: str, chunk: int) -> np.uint64:
    """A start for the random source, never zero, unrelated to those of other seeds and chunks."""
    digest = blake2b(f"{seed} {chunk}".encode(), digest_size=8).digest()
    return np.uint64(int.from_bytes(digest, "big") | 1)
