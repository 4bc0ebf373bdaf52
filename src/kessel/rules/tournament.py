"""The tournament of the booklets: as many games as players, penalty points, fewest wins.

Also the plan of one: who begins which game, and who plays a deciding game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kessel.errors import BadValue
from kessel.rules.options import Options


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """How one game of a tournament went."""

    out: tuple[tuple[str, ...], ...]
    """Who was eliminated, batch by batch; within a batch in order of play."""
    win: tuple[str, ...]
    """Its winners; nobody where it has to be played again."""
    first: str | None = None
    """Who began, where the order is free (`tournament_start=any_order_each_once`)."""


@dataclass(frozen=True, slots=True)
class Score:
    """A tournament so far."""

    starters: tuple[str, ...]
    """Who begins each game."""
    points: dict[str, int]
    winners: tuple[str, ...] | None
    """None until it is decided."""
    playoff: tuple[str, ...] | None
    """Who plays a deciding game, if one is due."""

    def as_json(self) -> dict[str, Any]:
        """As the referee protocol says."""
        return {
            "starters": list(self.starters),
            "points": self.points,
            "winners": None if self.winners is None else list(self.winners),
            "playoff": None if self.playoff is None else list(self.playoff),
        }


def score(
    players: Sequence[str], first: str, games: Sequence[FinishedGame], options: Options
) -> Score:
    """Add up a tournament; `players` clockwise, `first` the oldest player."""
    if first not in players:
        raise BadValue(
            "the first player {first} is not one of {players}",
            first=repr(first),
            players=", ".join(players),
        )
    counted = [game for game in games if game.win]
    regular, deciding = counted[: len(players)], counted[len(players) :]
    points = dict.fromkeys(players, 0)
    for game in regular:
        for name, lost in game_points(game, players, options).items():
            points[name] += lost
    starters = _starters(players, first, regular, options)
    if len(regular) < len(players):
        return Score(starters, points, None, None)
    return _decide(starters, points, deciding, options)


def game_points(game: FinishedGame, players: Sequence[str], options: Options) -> dict[str, int]:
    """The penalty points of one game: how many still held dice when a player went out (P7)."""
    _check_game(game, players)
    left = len(players)
    points = dict.fromkeys(game.win, 0)
    for batch in game.out:
        left -= len(batch)
        in_turn = options.simultaneous_points == "turn_order"
        for place, name in enumerate(batch):
            behind = len(batch) - 1 - place if in_turn else 0
            points.setdefault(name, left + behind)
    return points


def _starters(
    players: Sequence[str], first: str, games: Sequence[FinishedGame], options: Options
) -> tuple[str, ...]:
    start = players.index(first)
    clockwise = tuple(players[(start + game) % len(players)] for game in range(len(players)))
    chosen = [game.first for game in games if game.first is not None]
    if not chosen:
        return clockwise
    if options.tournament_start != "any_order_each_once":
        raise BadValue(
            "who begins a game can be chosen only with tournament_start=any_order_each_once"
        )
    if len(set(chosen)) < len(chosen) or not set(chosen) <= set(players):
        raise BadValue("everyone begins exactly once, not {chosen}", chosen=", ".join(chosen))
    return (*chosen, *(name for name in clockwise if name not in chosen))


def _decide(
    starters: tuple[str, ...],
    points: dict[str, int],
    deciding: Sequence[FinishedGame],
    options: Options,
) -> Score:
    fewest = min(points.values())
    best = tuple(name for name in points if points[name] == fewest)
    if len(best) == 1 or options.tournament_tie == "share":
        if deciding:
            raise BadValue("the tournament was decided after {games} games", games=len(points))
        return Score(starters, points, best, None)
    if not deciding:
        return Score(starters, points, None, best)
    if len(deciding) > 1:
        raise BadValue("there is one deciding game, not more")
    _check_game(deciding[0], best)
    return Score(starters, points, tuple(n for n in best if n in deciding[0].win), None)


def _check_game(game: FinishedGame, players: Sequence[str]) -> None:
    """Every player is eliminated once or wins; who shares a last elimination does both."""
    out = [name for batch in game.out for name in batch]
    strangers = [name for name in (*out, *game.win) if name not in players]
    if strangers:
        raise BadValue(
            "{name} does not play; the players are {players}",
            name=repr(strangers[0]),
            players=", ".join(players),
        )
    if len(set(out)) < len(out) or len(set(game.win)) < len(game.win):
        raise BadValue("a player is eliminated or wins once in a game")
    last = set(game.out[-1]) if game.out else set()
    if not last or (set(game.win) & set(out) and set(game.win) != last):
        raise BadValue(
            "every game eliminates somebody; "
            "a winner is eliminated only when all the last players share the win"
        )
    missing = [name for name in players if name not in out and name not in game.win]
    if missing:
        raise BadValue("{name} was neither eliminated nor won", name=repr(missing[0]))
