"""Agents against the exact solution: who stands above whom, and what is exact."""

from dataclasses import dataclass
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from kessel.bots.bot import Answer, Sight
from kessel.errors import BadValue
from kessel.game.arguments import BotLike
from kessel.lab.leaderboard import Ranked, Won, leaderboard, leaderboard_text
from kessel.solver.arrays import Values
from kessel.solver.base import load_or_solve
from kessel.solver.base.hands import Hands
from kessel.solver.base.policy import Point
from kessel.solver.base.strategies import Habit, SolvedPolicy
from kessel.solver.chance import IdealChance
from kessel.solver.measured import shipped

MODEL, GAME = IdealChance(), ("strike-2020", 2, IdealChance())
Agents = dict[str, BotLike]
RULE, NEVER = Habit((0, 0, 1, 1, 1, 1)), Habit((0.0,) * 6)
MEASURED = Habit(RULE.go_on, (0.2, 0.3, 0.5))
NAMES = ("beginner", "gambler", "careful", "rule", "exact")


@dataclass(frozen=True, slots=True)
class Changed:
    """The solution, but for one decision: with three dice lying it stops."""

    exact: SolvedPolicy

    def shares(self, point: Point, lying: int, hands: Hands, actions: int) -> Values:
        shares = self.exact.shares(point, lying, hands, actions)
        return np.eye(actions)[[0] * len(hands)] if (point, lying) == (Point.CHOICE, 3) else shares


class Stops:
    """A bot that ends its turn whenever it may."""

    def answer(self, sight: Sight, chance: Random) -> Answer:
        return Answer(next(sight.legal()))


def by_name(ranked: tuple[Ranked, ...]) -> dict[str, Ranked]:
    return {one.name: one for one in ranked}


def test_the_solution_gives_nothing_away_and_a_changed_one_does() -> None:
    exact = SolvedPolicy(load_or_solve(*GAME))
    agents: Agents = {"changed": Changed(exact), "rule": RULE, "never": NEVER, "exact": exact}
    ranked = leaderboard(agents, *GAME)
    assert [one.name for one in ranked] == ["exact", "rule", "never", "changed"]
    best, *others = ranked
    assert best.won == pytest.approx(0.5, abs=1e-9)
    assert best.exploitability == pytest.approx(0.0, abs=1e-9)
    for one in others:
        assert one.won is not None
        assert one.won < 0.4999
        assert one.exploitability is not None
        assert one.exploitability > 1e-3
        assert one.played is None


def test_a_bot_plays_what_its_strategy_wins() -> None:
    """600 games with one seed: what is won lies within 4 standard errors of the exact share,
    and that of another player does not."""
    agents: Agents = {"stops": Stops(), "never": NEVER, "rule": RULE}
    found = by_name(leaderboard(agents, *GAME, games=600))
    stops, never, rule = found["stops"], found["never"].won, found["rule"].won
    assert (stops.won, stops.exploitability) == (None, None)
    assert stops.played is not None
    assert never is not None
    assert rule is not None
    assert stops.played.low < stops.share < stops.played.high
    error = (never * (1 - never) / 600) ** 0.5
    assert abs(stops.share - never) < 4 * error < abs(stops.share - rule)


@pytest.mark.long
def test_shipped_bots_play_as_their_strategies_say() -> None:
    """Three strengths of throws; 300 games each, within 4 standard errors."""
    agents = {name: name for name in NAMES}
    ranked = leaderboard(agents, "strike-2020", 2, shipped("oval"), games=300)
    assert [one.name for one in ranked] == list(reversed(NAMES))
    for one in ranked:
        assert one.won is not None
        assert one.played is not None
        assert abs(one.played.share - one.won) < 4 * (0.25 / 300) ** 0.5


@pytest.mark.long
def test_with_three_players_a_third_is_the_most() -> None:
    exact = SolvedPolicy(load_or_solve("strike-2020", 3, MODEL))
    best, other = leaderboard({"rule": RULE, "exact": exact}, "strike-2020", 3, MODEL)
    assert best.name == "exact"
    assert best.won == pytest.approx(1 / 3, abs=1e-9)
    assert best.exploitability == pytest.approx(0.0, abs=1e-9)
    assert other.won is not None
    assert other.won < 0.33


def test_the_same_seed_gives_the_same_board() -> None:
    boards = {leaderboard({"stops": Stops()}, *GAME, games=40, seed=seed) for seed in (1, 1, 2)}
    assert len(boards) == 2


def test_all_sit_alike_often_or_it_is_refused() -> None:
    with pytest.raises(BadValue, match="3 games: a multiple of 2"):
        leaderboard({"rule": RULE}, *GAME, games=3)


def test_the_board_as_text() -> None:
    played = Won(2000, 0.41, 0.4, 0.42, replaced=3)
    text = leaderboard_text(
        (Ranked("exact", 0.5, -1e-16, None), Ranked("stranger", None, None, played))
    )
    assert text.splitlines()[2:] == [
        "| 1 | exact | 50.00% |  | 0.00% |",
        "| 2 | stranger |  | 40.0% to 42.0% (2,000; 3 answers by another bot) |  |",
    ]


def test_a_list_of_names_is_ranked_as_a_tournament_s() -> None:
    listed = leaderboard(["rule", "careful"], *GAME, games=2)
    assert listed == leaderboard({"rule": "rule", "careful": "careful"}, *GAME, games=2)


WRONG: Any = "4"


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (
            lambda: leaderboard(cast("Any", {5: "rule", "rule": "rule"}), *GAME),
            "bots are different names",
        ),
        (lambda: leaderboard(["rule", "rule"], *GAME), "bots are different names"),
        (lambda: leaderboard({"x": "rule"}, *GAME, games=WRONG), "a multiple of 2"),
        (lambda: leaderboard({"x": "rule"}, *GAME, progress=WRONG), "progress is called with"),
        (lambda: leaderboard({}, "harry-potter", 2, "ideal"), "without effects, strike-2012, stri"),
        (lambda: leaderboard({"x": MEASURED}, *GAME), "3 kinds of throw; these dice know 1"),
        (lambda: leaderboard_text(WRONG), "what `leaderboard` gave, not of '4'"),
        (lambda: leaderboard_text([WRONG]), "what `leaderboard` gave, not of"),
    ],
)
def test_what_cannot_be_ranked_is_refused_in_a_sentence(use: Any, said: str) -> None:
    with pytest.raises(BadValue, match=said):
        use()
