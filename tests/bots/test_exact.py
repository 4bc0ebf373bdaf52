"""The exact bot: by its table, by a rule where there is none, by search with effects."""

from dataclasses import dataclass, replace
from random import Random

import numpy as np
import pytest

from kessel.bots.bot import Sight
from kessel.bots.exact import Exact, drawn, fallback_rule
from kessel.game import Game, play
from kessel.rules.edition import find_edition
from kessel.rules.moves import ALL, EndTurn, StackTower, TakeAccio, Throw
from kessel.rules.positions import read_state
from kessel.solver.arrays import Values
from kessel.solver.base import Solution
from kessel.solver.base.evaluation import edge
from kessel.solver.base.hands import Hands
from kessel.solver.base.policy import Point, PolicyNode
from kessel.solver.base.position import dice_in, hand_row
from kessel.solver.base.solving import solve
from kessel.solver.base.strategies import SolvedPolicy, throw_shares
from kessel.solver.chance import IdealChance
from kessel.throws.ideal import IdealFaces

MODEL = IdealChance()


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve("strike-2020", 2, MODEL)


@pytest.fixture(scope="module")
def exact(solution: Solution) -> Exact:
    return Exact(lambda *_: (solution, MODEL))


def moved(bot: Exact, text: str, seed: int = 1) -> object:
    state = read_state(text)
    return bot.answer(Sight(state.active, state), Random(seed)).move


@pytest.mark.parametrize("hands", [(8, 5), (1, 1), (3, 2), (5, 1)])
@pytest.mark.parametrize("arena", ["2", "2,5", "2,3,5"])
def test_it_does_what_the_policy_says(
    exact: Exact, solution: Solution, hands: tuple[int, int], arena: str
) -> None:
    text = f"strike-2020 hands={hands[0]},{hands[1]} arena={arena} phase=choice"
    lying = len(arena.split(","))
    stops = "stop" in solution.policy(lying, hands, may_stop=True)
    assert isinstance(moved(exact, text), EndTurn) == stops


def test_onto_an_empty_arena_it_throws_everything(exact: Exact) -> None:
    move = moved(exact, "strike-2020 hands=4,4 arena=-")
    assert isinstance(move, Throw)
    assert move.unit == ALL


def test_it_mixes_where_the_policy_does(solution: Solution) -> None:
    """A policy that stops one time in four there: within four standard errors of 2,000."""
    row = hand_row((4, 4))
    policy = replace(solution.policies[0], mixed={PolicyNode(Point.CHOICE, 2, row): (0.25, 0.75)})
    bot = Exact(lambda *_: (replace(solution, policies=(policy,)), MODEL))
    text = "strike-2020 hands=4,4 arena=2,5 phase=choice"
    stops = sum(isinstance(moved(bot, text, seed), EndTurn) for seed in range(2000))
    assert abs(stops - 500) < 4 * (2000 * 0.25 * 0.75) ** 0.5


def test_a_draw_follows_the_shares() -> None:
    assert drawn({"stop": 1.0}, Random(1)) == "stop"
    assert {drawn({"stop": 0.5, "throw": 0.5}, Random(seed)) for seed in range(20)} == {
        "stop",
        "throw",
    }


@dataclass(frozen=True, slots=True)
class ByHeart:
    """What the exact bot does without a table."""

    def shares(self, point: Point, lying: int, hands: Hands, actions: int) -> Values:
        goes_on = np.array([fallback_rule(dice_in(lying), tuple(own)) for own in hands.tolist()])
        return throw_shares(point, goes_on.astype(float), 0, actions)


def test_what_it_knows_by_heart_gives_away_a_twentieth_of_a_point(solution: Solution) -> None:
    game = find_edition("strike-2020"), 2, MODEL
    assert edge(*game, ByHeart(), SolvedPolicy(solution)) == pytest.approx(-0.0005, abs=5e-5)


def test_without_a_table_the_exact_one_plays_a_good_rule_at_once() -> None:
    bot = Exact(lambda *_: (None, MODEL))
    for hands, lying, goes_on in (((6, 6, 6, 6), "2,3", True), ((1, 1, 1, 1), "2,3", False)):
        text = ",".join(map(str, hands))
        state = read_state(f"strike-2020 hands={text} arena={lying} phase=choice")
        answer = bot.answer(Sight(0, state), Random(1))
        assert isinstance(answer.move, Throw) == goes_on
    everybody = [bot] * 4
    for edition in ("strike-2020", "impact-avatar"):
        assert play(Game(edition, 4), everybody, IdealFaces(), 2)


def test_avatar_is_played_by_practice(exact: Exact) -> None:
    """Never one more throw; wildly when ahead, else firmly."""
    for hands, kind in (("8,5", "wild"), ("5,8", "firm")):
        state = read_state(f"impact-avatar hands={hands} arena=fire,air")
        answer = exact.answer(Sight(0, state), Random(1))
        assert (answer.kind, isinstance(answer.move, Throw)) == (kind, True)
    choice = "impact-avatar hands=8,5 arena=fire,air phase=choice"
    assert isinstance(moved(exact, choice), EndTurn)


def test_by_search_it_does_not_throw_a_last_die_onto_bound_dice(exact: Exact) -> None:
    """Two Immobulus lie there: a last die is lost whatever it shows."""
    text = "harry-potter hands=1,4 arena=immobulus,immobulus phase=choice"
    assert isinstance(moved(exact, text), EndTurn)


def test_without_a_table_of_effects_spells_are_answered_by_what_they_leave(
    exact: Exact,
) -> None:
    accio = moved(exact, "harry-potter hands=4,4 arena=confundo,relashio phase=accio")
    assert isinstance(accio, TakeAccio)
    tower = moved(exact, "harry-potter hands=4,4 arena=confundo,relashio phase=stack")
    assert isinstance(tower, StackTower)
    assert sorted(tower.tower) == ["confundo", "relashio"]
