"""Matches: bots play each other at one table; shares and Elo with intervals, as in a tournament.

A shared victory counts its share for each winner. Every game has a seed of its own, so results do
not depend on how many processes play them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kessel.bots.bot import Bot
from kessel.bots.external import ANSWER_SECONDS, COMMAND, Guarded
from kessel.bots.roster import check_bot, make_bot
from kessel.errors import BadValue
from kessel.game import Game, play
from kessel.game.arguments import check_progress
from kessel.game.round_robin import Standing, interval, ratings
from kessel.lab.batch_workers import BatchWorkers, LocalWorkers
from kessel.rules.edition import MAX_PLAYERS, MIN_PLAYERS, Edition, find_edition
from kessel.rules.setup import new_game
from kessel.rules.state import GameState
from kessel.solver.dice import ModelDice
from kessel.solver.games import SolvedGame
from kessel.solver.library import best_model, missing_tables
from kessel.solver.progress import Progress
from kessel.throws.dice import Dice

CHUNK = 50
"""Games sent to a process at once."""
MOST_SECONDS = 600.0
"""More than that nobody waits for one answer."""
MASTER_SECONDS = 0.3
"""What the master may think for a throw in a match with real dice."""

Shares = tuple[float, ...]
"""What each player won of a game: 1, or its share of a shared victory."""
Results = tuple[list[Shares], tuple[int, ...]]
"""Some games' shares, and how many answers of each bot another one gave."""


@dataclass(frozen=True, slots=True)
class MatchStanding(Standing):
    """One bot after a match."""

    replaced: int = 0
    """Answers that another bot gave for it, since it hung, died or broke the rules."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is to be played."""

    edition: str
    levels: tuple[str, ...]
    games: int
    seed: int = 0
    physics: bool = False
    """Whether dice are thrown in the physics, so that aiming matters."""
    seconds: float = ANSWER_SECONDS
    """What a bot on a pipe may think for an answer."""

    def __post_init__(self) -> None:
        find_edition(self.edition)
        given: Any = self.levels
        if isinstance(given, str | bytes) or not isinstance(given, Sequence):
            raise BadValue(f"the bots of a match are a list of their names, not {given!r}")
        bots = len(self.levels)
        if not MIN_PLAYERS <= bots <= MAX_PLAYERS:
            raise BadValue(f"a match is for {MIN_PLAYERS} to {MAX_PLAYERS} bots, not for {bots}")
        if not isinstance(self.games, int) or self.games < 1:
            raise BadValue(f"{self.games!r} games: at least one is played")
        timed = isinstance(self.seconds, int | float)
        if not timed or not 0.0 < self.seconds <= MOST_SECONDS:
            raise BadValue(f"{self.seconds!r} s for an answer: up to {MOST_SECONDS:g} are accepted")
        for level in self.levels:
            check_bot(level)

    def missing_tables(self) -> Iterator[SolvedGame]:
        """The solutions its bots play from that are still to be made."""
        if {"exact", "master"} & set(self.levels):
            yield from missing_tables(find_edition(self.edition), len(self.levels))


def play_match(
    match: Match,
    processes: int = 1,
    progress: Progress | None = None,
    workers: BatchWorkers | None = None,
) -> tuple[MatchStanding, ...]:
    """Play the games, the bots moving one player on after each, and add up. `workers` play them
    where one is given, else processes of this machine."""
    if not isinstance(match, Match):
        raise BadValue(f"what is played is a `Match`, not {match!r}")
    if not isinstance(processes, int) or processes < 1:
        raise BadValue(f"{processes!r} processes: at least one plays")
    check_progress(progress)
    for table in match.missing_tables():  # made before processes share them
        table.load()
    tell = progress or (lambda *_: None)
    if workers is None and processes == 1:
        parts = [_play_some((match, 0, match.games), lambda done: tell(done, match.games))]
    else:
        parts = list(_by_workers(match, workers or LocalWorkers(processes), tell))
    shares = [share for some, _ in parts for share in some]
    replaced = [sum(counts) for counts in zip(*(counts for _, counts in parts), strict=True)]
    return _standings(match, shares, replaced)


def _by_workers(match: Match, workers: BatchWorkers, tell: Progress) -> Iterator[Results]:
    starts = range(0, match.games, CHUNK)
    work = [(match, first, min(first + CHUNK, match.games)) for first in starts]
    done = 0
    for results in workers.map(_play_some, work):
        yield results
        done += len(results[0])
        tell(done, match.games)


def _play_some(
    work: tuple[Match, int, int], played: Callable[[int], None] = lambda _: None
) -> Results:
    match, first, last = work
    bots = [make_bot(level, seconds=_thinking(match, level)) for level in match.levels]
    guarded = [bot if isinstance(bot, Guarded) else None for bot in bots]
    edition = find_edition(match.edition)
    start, dice = new_game(edition, len(bots)), _dice_of(match, edition)
    shares = []
    try:
        for number in range(first, last):
            shares.append(_play_one(match, number, bots, start, dice))
            played(len(shares))
    finally:
        for bot in filter(None, guarded):
            bot.close()
    return shares, tuple(0 if bot is None else bot.replaced for bot in guarded)


def _thinking(match: Match, level: str) -> float:
    return match.seconds if level.startswith(COMMAND) else MASTER_SECONDS


def _dice_of(match: Match, edition: Edition) -> Dice:
    if not match.physics:
        return ModelDice(best_model(edition))
    from kessel.physics.dice import PhysicsDice

    return PhysicsDice(watched=False)


def _play_one(
    match: Match, number: int, bots: Sequence[Bot], start: GameState, dice: Dice
) -> Shares:
    seed = f"{match.seed} {match.edition} {match.levels} {number}"
    count = len(bots)
    seated = [bots[(player + number) % count] for player in range(count)]
    winners = play(Game.from_state(start), seated, dice, seed)
    shares = [0.0] * count
    for player in winners:
        shares[(player + number) % count] = 1.0 / len(winners)
    return tuple(shares)


def _standings(
    match: Match, results: Sequence[Shares], replaced: Sequence[int]
) -> tuple[MatchStanding, ...]:
    games, places = len(results), range(len(match.levels))
    won = [sum(shares[place] for shares in results) for place in places]
    rated = ratings(len(won), {tuple(places): won})
    return tuple(
        MatchStanding(
            match.levels[place],
            games,
            won[place],
            *interval(won[place], games),
            *rated[place],
            replaced[place],
        )
        for place in places
    )
