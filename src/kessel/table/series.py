"""One game after another: who begins, and the tournament of the rulebook over the games.

Names of players are their seats' numbers here, so that two guests may have the same name.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kessel.rules.moves import Player
from kessel.rules.options import Options
from kessel.rules.tournament import FinishedGame, Score, score
from kessel.table.log import GameCounted
from kessel.table.terms import Seat

FIRST_SEAT = Seat(0)


@dataclass(frozen=True, slots=True)
class Series:
    """The games of a table so far, as far as the next one depends on them."""

    is_tournament: bool
    first: Seat = FIRST_SEAT
    """Who begins the first game: by the booklets the oldest player."""
    games: int = 0
    """Games that have begun."""
    results: tuple[FinishedGame, ...] = ()
    """Games of the tournament that ended."""
    is_decided: bool = False
    """Whether the tournament has winners."""

    @property
    def counted(self) -> int:
        """Games of the tournament that were decided."""
        return sum(1 for game in self.results if game.win)

    @property
    def is_under_way(self) -> bool:
        """Whether a tournament has begun and is not decided: nobody may join it then."""
        return self.is_tournament and bool(self.results) and not self.is_decided

    def begin(self, number: int) -> "Series":
        """A game begins; after a decided tournament it is the first of the next."""
        if self.is_decided:
            return Series(self.is_tournament, self.first, number)
        return replace(self, games=number)

    def finish(self, ended: GameCounted, seats: Sequence[Seat], options: Options) -> "Series":
        """A game is over; `seats` are those that play the tournament."""
        series = self.begin(ended.number)
        if not self.is_tournament:
            return series
        out = tuple(tuple(map(str, batch)) for batch in ended.out)
        game = FinishedGame(out, tuple(map(str, ended.winners)))
        series = replace(series, results=(*series.results, game))
        return replace(series, is_decided=series.standing(seats, options).winners is not None)

    def standing(self, seats: Sequence[Seat], options: Options) -> Score:
        """The score among those who play the tournament."""
        names = [str(seat) for seat in seats]
        return score(names, names[self._oldest(seats)], self.results, options)

    def next_game(self, seats: Sequence[Seat], options: Options) -> tuple[list[Seat], Player]:
        """Who plays the next game, and which of them begins: one further each time (C-53, C-65)."""
        if self.is_under_way:
            playoff = self.standing(seats, options).playoff
            if playoff is not None:
                tied = [Seat(int(name)) for name in playoff]
                return tied, self._oldest(tied)
        begun = 0 if self.is_decided else self.counted if self.is_tournament else self.games
        return list(seats), (self._oldest(seats) + begun) % len(seats)

    def _oldest(self, seats: Sequence[Seat]) -> Player:
        """Which of these counts as the oldest: who begins the first game, or the next."""
        later = (player for player, seat in enumerate(seats) if seat >= self.first)
        return next(later, 0)
