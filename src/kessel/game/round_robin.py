"""Tournaments: every group of bots plays as many games, seats rotating, and all are put on one
scale. Standard library only; which bots and dice they are, whoever calls it says.

Ratings are Elo's scale of Bradley and Terry's model, by maximum likelihood; with more than two at
a table, of Luce's: a player wins in proportion to its strength.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp, inf, log, sqrt

from kessel.errors import BadValue
from kessel.game.arguments import BotLike, DiceLike, check_progress, make_bots, make_dice, name_bots
from kessel.game.game import Game
from kessel.game.loop import play
from kessel.rules.edition import Edition
from kessel.rules.setup import OptionsLike, edition_and_options, new_game
from kessel.throws.dice import Seed, seed_text

CONFIDENCE = 1.959963984540054
"""Standard errors either side of a 95% interval."""
ELO = 400.0 / log(10.0)
"""Points of a strength e times as great."""
EXACT = 1e-9
"""Ratings that move less in a round are found."""

Group = tuple[int, ...]
Results = dict[Group, Sequence[float]]
"""Of each group of bots, what each of them won: 1 a game, or its share of a shared victory."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot after a tournament.

    >>> Standing("rule", 200, 110.0, low=0.48, high=0.62, elo=35.0, elo_error=48.0).share
    0.55
    """

    name: str
    games: int
    won: float
    low: float
    """Wilson's 95% interval of the share."""
    high: float
    elo: float
    """The mean of all bots is 0."""
    elo_error: float
    """Half of its 95% interval."""

    @property
    def share(self) -> float:
        """Games won, as a share."""
        return self.won / self.games


@dataclass(frozen=True, slots=True)
class Tournament:
    """What came of it.

    >>> from kessel import tournament
    >>> tournament(["rule", "careful"], games=20, seed=1).groups
    {('rule', 'careful'): (11.0, 9.0)}
    """

    standings: tuple[Standing, ...]
    """Best first."""
    groups: Mapping[tuple[str, ...], tuple[float, ...]]
    """What each bot of a group won, by their names."""
    games: int
    """Played by each group."""

    def __str__(self) -> str:
        width = max(len(one.name) for one in self.standings)
        return "\n".join(
            f"{one.name:{width}}  won {one.share:6.2%}  95% {one.low:6.2%} to {one.high:6.2%}"
            f"  Elo {one.elo:+5.0f} ± {one.elo_error:.0f}"
            for one in self.standings
        )


def tournament(
    bots: Mapping[str, BotLike] | Sequence[str],
    edition: Edition | str = "strike-2020",
    players: int = 2,
    options: OptionsLike = None,
    *,
    games: int = 1000,
    dice: DiceLike = "ideal",
    seed: Seed = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Tournament:
    """Round robin: every group of `players` bots plays `games` games, changing seats after each.

    Bots are names, or a mapping of names to bots. The same seed plays the same games.

    >>> told = tournament(["rule", "careful"], games=20)
    >>> [(one.name, one.games) for one in told.standings]
    [('rule', 20), ('careful', 20)]
    """
    named = name_bots(bots)
    check_progress(progress)
    edition_and_options(edition)[0].hand(players)
    if players > len(named):
        raise BadValue(f"a tournament at tables of {players} needs as many different bots or more")
    if not isinstance(games, int) or games < players or games % players:
        raise BadValue(f"{games} games: a multiple of {players}, so that all sit alike often")
    names, made = tuple(named), make_bots(tuple(named.values()), len(named))
    start = new_game(edition, players, options)
    fair, source = make_dice(dice, start.edition), seed_text(seed)
    groups = tuple(combinations(range(len(names)), players))
    won = {group: [0.0] * players for group in groups}
    for number, group in enumerate(groups):
        for game in range(games):
            seats = [(game + seat) % players for seat in range(players)]
            seated = [made[group[place]] for place in seats]
            told = f"{source} {' '.join(names[one] for one in group)} {game}"
            winners = play(Game.from_state(start), seated, fair, told)
            for winner in winners:
                won[group][seats[winner]] += 1.0 / len(winners)
        if progress is not None:
            progress((number + 1) * games, len(groups) * games)
    return Tournament(
        _standings(names, {**won}, games),
        {tuple(names[one] for one in group): tuple(shares) for group, shares in won.items()},
        games,
    )


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval for a rate."""
    rate, z = won / games, CONFIDENCE
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def ratings(count: int, results: Results) -> tuple[tuple[float, float], ...]:
    """Elo and half of its 95% interval for each bot.

    One more game, shared by all, is added to each group: nobody is infinitely strong.
    """
    wins = [0.0] * count
    for group, won in results.items():
        for place, one in enumerate(group):
            wins[one] += won[place] + 1.0 / len(group)
    played = {group: sum(won) + 1.0 for group, won in results.items()}
    strengths = [1.0] * count
    moved = inf
    while moved > EXACT:  # Hunter's algorithm: every round makes the results more likely
        rates = [0.0] * count
        for group, games in played.items():
            total = sum(strengths[one] for one in group)
            for one in group:
                rates[one] += games / total
        found = [won / rate for won, rate in zip(wins, rates, strict=True)]
        mean = exp(sum(map(log, found)) / count)
        found = [strength / mean for strength in found]
        moved = max(abs(log(a / b)) for a, b in zip(found, strengths, strict=True))
        strengths = found
    errors = _errors(strengths, played)
    return tuple((ELO * log(one), error) for one, error in zip(strengths, errors, strict=True))


def _standings(names: Sequence[str], results: Results, games: int) -> tuple[Standing, ...]:
    rated = ratings(len(names), results)
    standings = []
    for number, name in enumerate(names):
        own = [won[group.index(number)] for group, won in results.items() if number in group]
        total = len(own) * games
        standings.append(
            Standing(name, total, sum(own), *interval(sum(own), total), *rated[number])
        )
    return tuple(sorted(standings, key=lambda one: -one.elo))


def _errors(strengths: Sequence[float], played: Mapping[Group, float]) -> Iterable[float]:
    """By the information of the results; what all have in common is not known, and left out."""
    count = len(strengths)
    scale = sum(played.values()) / count
    known = [[scale] * count for _ in range(count)]
    for group, games in played.items():
        total = sum(strengths[one] for one in group)
        for one in group:
            chance = strengths[one] / total
            known[one][one] += games * chance
            for other in group:
                known[one][other] -= games * chance * strengths[other] / total
    for one in range(count):
        variance = _solved(known, one)[one] - 1.0 / (scale * count * count)
        yield CONFIDENCE * ELO * sqrt(variance)


def _solved(matrix: Sequence[Sequence[float]], column: int) -> list[float]:
    """A column of the inverse of a positive definite matrix, by elimination."""
    count = len(matrix)
    rows = [[*row, float(number == column)] for number, row in enumerate(matrix)]
    for pivot in range(count):
        head = rows[pivot]
        rows[pivot] = head = [value / head[pivot] for value in head]
        for number in range(count):
            if number != pivot:
                factor = rows[number][pivot]
                rows[number] = [a - factor * b for a, b in zip(rows[number], head, strict=True)]
    return [row[-1] for row in rows]
