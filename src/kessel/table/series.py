"""One game after another: who begins, and the tournament of the rulebook over the games.

Names of players are their seats' numbers here, so that two guests may have the same name.
"""

from collections.abc import Sequence

from kessel.rules.options import Options
from kessel.rules.tournament import Game, Standing, score
from kessel.table.log import GameCounted


class Series:
    """The games of a table so far, as far as the next one depends on them."""

    def __init__(self, is_tournament: bool) -> None:
        self.is_tournament = is_tournament
        self.games = 0
        self._results: list[Game] = []
        self._decided = False

    @property
    def counted(self) -> int:
        """Games of the tournament that were decided."""
        return sum(1 for game in self._results if game.win)

    @property
    def is_under_way(self) -> bool:
        """Whether a tournament has begun and is not decided: nobody may join it then."""
        return self.is_tournament and bool(self._results) and not self._decided

    def begin(self, number: int) -> None:
        """A game begins; after a decided tournament it is the first of the next."""
        self.games = number
        if self._decided:
            self._results, self._decided = [], False

    def finish(self, ended: GameCounted, players: Sequence[int], options: Options) -> None:
        """A game is over."""
        self.begin(ended.number)
        if not self.is_tournament:
            return
        out = tuple(tuple(map(str, batch)) for batch in ended.out)
        self._results.append(Game(out, tuple(map(str, ended.winners))))
        self._decided = self.standing(players, options).winners is not None

    def standing(self, players: Sequence[int], options: Options) -> Standing:
        """The score among those who play the tournament."""
        names = [str(seat) for seat in players]
        return score(names, names[0], self._results, options)

    def next_players(self, players: Sequence[int], options: Options) -> tuple[list[int], int]:
        """Who plays the next game, and the place among them of who begins: one on each time."""
        if self.is_under_way:
            playoff = self.standing(players, options).playoff
            if playoff is not None:
                return [int(name) for name in playoff], 0
        begun = 0 if self._decided else self.counted if self.is_tournament else self.games
        return list(players), begun % len(players)
