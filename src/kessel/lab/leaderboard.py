"""The leaderboard: agents against the exact solution of a game that is solved.

A strategy is valued exactly, without playing: what it wins, and its exploitability. A bot that only
answers when it is asked plays games, and what it wins has an interval.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kessel.bots.exact import Exact
from kessel.bots.external import Guarded
from kessel.bots.levels import LEVELS
from kessel.bots.roster import make_bot
from kessel.errors import BadValue
from kessel.game.arguments import BotLike, check_progress, name_bots
from kessel.game.round_robin import tournament
from kessel.lab.study.play import levels
from kessel.rules.edition import EDITIONS, Edition, find_edition
from kessel.solver.base import Solution, load_or_solve
from kessel.solver.base.evaluation import edge, exploitability
from kessel.solver.base.strategies import SolvedPolicy
from kessel.solver.chance import ChanceModel
from kessel.solver.models import ModelLike, read_model
from kessel.solver.progress import Progress
from kessel.throws.dice import Seed

SHIPPED = LEVELS[:-1]
"""The opponents without the one that aims: dice of a chance model have no places."""
GAMES = 2000
"""Of every bot, if nothing is said; a few less where all could not sit alike often."""


@dataclass(frozen=True, slots=True)
class Won:
    """What a bot won of games against the solution, each seat equally often."""

    games: int
    share: float
    low: float
    """Wilson's 95% interval of the share."""
    high: float
    replaced: int = 0
    """Answers that another bot gave for it, since it hung, died or broke the rules."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One agent; None stands for what is not known of it."""

    name: str
    won: float | None
    """What it wins against the solution at all other seats, exactly."""
    exploitability: float | None
    """What a best response to it wins beyond an equal share."""
    played: Won | None

    @property
    def share(self) -> float:
        """What it is ranked by."""
        if self.won is not None:
            return self.won
        assert self.played is not None
        return self.played.share


def leaderboard(
    agents: Mapping[str, BotLike] | Sequence[str],
    edition: Edition | str,
    players: int,
    model: ModelLike,
    *,
    games: int | None = None,
    seed: Seed = 0,
    progress: Progress | None = None,
) -> tuple[Ranked, ...]:
    """Agents by what each wins alone among players of the exact solution, best first.

    An agent is a strategy, a bot, or the name of one; the shipped ones are both. The same seed
    plays the same games.
    """
    named, box = name_bots(agents), find_edition(edition)
    check_progress(progress)
    if box.effects:
        known = ", ".join(one.id for one in EDITIONS.values() if not one.effects)
        raise BadValue(f"the leaderboard has the editions without effects, {known}: not {box.id}")
    box.hand(players)  # refuses another number of them
    count = GAMES - GAMES % players if games is None else games
    board = _Board(box, players, read_model(model, box), count, seed)
    ranked = []
    for number, (name, agent) in enumerate(named.items()):
        ranked.append(board.ranked(name, agent))
        if progress is not None:
            progress(number + 1, len(named))
    return tuple(sorted(ranked, key=lambda one: (-round(one.share, 12), one.exploitability or 0.0)))


class _Board:
    """One solved game, and the solution at all other seats."""

    def __init__(
        self, edition: Edition, players: int, model: ChanceModel, games: int, seed: Seed
    ) -> None:
        if not isinstance(games, int) or games < players or games % players:
            raise BadValue(f"{games} games: a multiple of {players}, so that all sit alike often")
        self._edition, self._players, self._model = edition, players, model
        self._games, self._seed = games, seed
        self._solution: Solution = load_or_solve(edition, players, model)
        self._exact = SolvedPolicy(self._solution)
        self._known = levels(self._solution)

    def ranked(self, name: str, agent: BotLike) -> Ranked:
        given: Any = agent
        strategy: Any = self._known.get(given) if isinstance(given, str) else given
        won = gives = played = None
        if hasattr(strategy, "shares"):
            game = (self._edition, self._players, self._model)
            won = 1.0 / self._players + edge(*game, strategy, self._exact)
            gives = exploitability(*game, strategy)
        if won is None or isinstance(given, str):
            played = self._played(name, given)
        return Ranked(name, won, gives, played)

    def _played(self, name: str, agent: BotLike) -> Won:
        solved = (self._solution, self._model)
        bot = make_bot(agent, lambda *_: solved)
        seats = {name: bot} | {
            f"the solution {seat}": Exact(lambda *_: solved) for seat in range(1, self._players)
        }
        try:
            after = tournament(
                seats,
                self._edition,
                self._players,
                games=self._games,
                dice=self._model,
                seed=self._seed,
            )
        finally:
            guard = bot if isinstance(bot, Guarded) else None
            if guard is not None:
                guard.close()
        own = next(one for one in after.standings if one.name == name)
        replaced = 0 if guard is None else guard.replaced
        return Won(own.games, own.share, own.low, own.high, replaced)


def leaderboard_text(ranked: Sequence[Ranked]) -> str:
    """The board as a table in Markdown."""
    given: Any = ranked
    if not isinstance(given, Sequence) or not all(isinstance(one, Ranked) for one in given):
        raise BadValue(f"the board is of what `leaderboard` gave, not of {ranked!r}")
    lines = [
        "| | agent | wins | of games played, 95% | exploitability |",
        "|---|---|---|---|---|",
    ]
    for place, one in enumerate(ranked, start=1):
        won = "" if one.won is None else f"{one.won:.2%}"
        gives = "" if one.exploitability is None else f"{abs(one.exploitability):.2%}"
        lines.append(f"| {place} | {one.name} | {won} | {_games_text(one.played)} | {gives} |")
    return "\n".join(lines)


def _games_text(played: Won | None) -> str:
    if played is None:
        return ""
    replaced = f"; {played.replaced} answers by another bot" if played.replaced else ""
    return f"{played.low:.1%} to {played.high:.1%} ({played.games:,}{replaced})"
