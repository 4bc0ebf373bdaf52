"""Bots that play by solutions: the exact bot, by its table, by a rule or by search, and strategies
at a table."""

from dataclasses import dataclass, replace
from random import Random

import numpy as np
import pytest

from kessel.bots.bot import Answer, Sight
from kessel.bots.by_shares import StrategyBot, by_shares
from kessel.bots.exact import Exact, fallback_rule
from kessel.bots.hand import KINDS
from kessel.bots.roster import make_bot
from kessel.errors import BadValue
from kessel.game import Game, play
from kessel.rules.edition import find_edition
from kessel.rules.moves import ALL, ONE, EndTurn, StackTower, StartDie, TakeAccio, Throw
from kessel.rules.positions import read_state
from kessel.rules.state import Phase
from kessel.solver.arrays import Values
from kessel.solver.base import Solution
from kessel.solver.base.evaluation import edge
from kessel.solver.base.hands import Hands
from kessel.solver.base.policy import Point, PolicyNode
from kessel.solver.base.position import dice_in, hand_row
from kessel.solver.base.solving import solve
from kessel.solver.base.strategies import Habit, SolvedPolicy, Strategy, throw_shares
from kessel.solver.chance import IdealChance
from kessel.throws.ideal import IdealFaces
from kessel.throws.placing import placed

# --- The exact bot: by its table, by a rule where there is none, by search with effects -----------

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


# --- Strategies of the solver at a table ----------------------------------------------------------

RULE = Habit((0.0, 0.0, 1.0, 1.0, 1.0, 1.0))
CHOICE = "strike-2020 hands=4,5 arena={} phase=choice"


def answer(bot: StrategyBot, position: str, *, seed: int = 1) -> Answer:
    state = read_state(position)
    return bot.answer(Sight(state.active, state, None), Random(seed))


def test_a_habit_goes_on_by_the_dice_that_lie() -> None:
    bot = StrategyBot(RULE)
    for _ in range(2):  # looked up, then remembered
        assert answer(bot, CHOICE.format("2")).move == EndTurn()
        assert answer(bot, CHOICE.format("2,3")).move == Throw(ONE)
    assert answer(bot, "strike-2020 hands=4,5 arena=2").move == Throw(ONE)
    assert answer(bot, "strike-2020 hands=4,5 arena=- emptied=collect").move == Throw(ALL)


def test_what_is_remembered_is_of_the_same_options() -> None:
    """The same dice, but what emptied the arena counts in one of the games."""
    bot = StrategyBot(RULE)
    bare = "strike-2020 hands=4,5 arena=- emptied=x"
    for _ in range(2):
        assert answer(bot, bare).move == Throw(ALL)
        assert answer(bot, f"{bare} options=allin_cause:collected_only").move == Throw(ONE)


class Envious:
    """Goes on where the next player holds more dice than the one after."""

    def shares(self, point: Point, lying: int, hands: Hands, actions: int) -> Values:
        go_on = (hands[:, 1] > hands[:, -1]).astype(np.float64)
        return throw_shares(point, go_on, 0, actions)


CAREFUL = Habit((0.0, 0.3, 0.6, 1.0, 1.0, 1.0), keep_last=True)


@pytest.mark.parametrize("strategy", [CAREFUL, Envious()])
def test_what_is_remembered_is_what_would_be_looked_up(strategy: Strategy) -> None:
    """In whole games of three: other seats, other hands, a last die, players who are out."""
    bot, asked = StrategyBot(strategy), 0
    for seed in range(20):
        game = Game(players=3)
        play(game, CAREFUL, "ideal", seed)
        for before in (one.before for one in game.history):
            if before.phase in (Phase.THROW, Phase.CHOICE):
                seen = Sight(before.active, before, None)
                fresh = StrategyBot(strategy).answer(seen, Random(seed))
                assert bot.answer(seen, Random(seed)) == fresh
                asked += 1
    assert asked > 300


def test_a_habit_that_knows_a_box_without_effects_refuses_one_with() -> None:
    bot = StrategyBot(RULE)
    answer(bot, CHOICE.format("2,3"))
    with pytest.raises(BadValue, match="impact-avatar has effects"):
        answer(bot, "impact-avatar hands=4,5 arena=air,fire phase=choice")


def test_a_mixture_is_drawn_by_its_shares() -> None:
    """400 draws: 100 are expected of the rarer throw, with a standard deviation of 8.7."""
    bot = StrategyBot(Habit((1.0,) * 6, (0.25, 0.0, 0.75)))
    kinds = [answer(bot, CHOICE.format("2"), seed=seed).kind for seed in range(400)]
    assert set(kinds) == {KINDS[0], KINDS[2]}
    assert 60 < kinds.count(KINDS[0]) < 140


def test_the_solution_plays_what_it_says() -> None:
    solution = solve("strike-2020", 2, IdealChance())
    bot = StrategyBot(SolvedPolicy(solution))
    for lying, arena in ((1, "2"), (2, "2,3"), (3, "2,3,4")):
        stops = "stop" in solution.policy(lying, (4, 5), may_stop=True)
        assert (answer(bot, CHOICE.format(arena)).move == EndTurn()) is stops


def test_where_dice_have_places_it_aims() -> None:
    state = read_state(CHOICE.format("2,3"))
    lying = placed(state.edition, placed(state.edition, (), 0, "2"), 1, "3", 0.03, 0.0)
    bot = StrategyBot(RULE)
    thrown = bot.answer(Sight(0, state, lying), Random(1))
    assert thrown.aim is not None
    assert bot.answer(Sight(0, read_state(CHOICE.format("2")), lying), Random(1)).aim is None


def test_what_a_strategy_says_nothing_about_is_answered_by_habit() -> None:
    bot = StrategyBot(RULE)
    state = Game("strike-2020", options={"start_die": "placed"}).state
    assert isinstance(bot.answer(Sight(0, state, None), Random(1)).move, StartDie)
    with pytest.raises(BadValue, match="harry-potter has effects"):
        answer(bot, "harry-potter hands=4,5 arena=accio")


def test_play_takes_strategies_and_keeps_their_bots() -> None:
    assert make_bot(RULE) is by_shares(RULE)
    assert make_bot(RULE) is not by_shares(Habit(RULE.go_on))
    once, again = (play(Game(), [RULE, Habit((0.0,) * 6)], "ideal", 7) for _ in range(2))
    assert once == again
    assert play(Game(players=3), RULE, "ideal", 8)


def test_a_habit_of_two_kinds_of_throw_is_refused() -> None:
    with pytest.raises(BadValue, match="2 kinds of throw; these dice know 1"):
        play(Game(), Habit(RULE.go_on, (0.5, 0.5)), seed=1)


def test_shares_of_other_actions_are_refused() -> None:
    class Wide:
        def shares(self, point: Point, lying: int, hands: Hands, actions: int) -> Values:
            return np.full((len(hands), actions + 1), 1.0 / (actions + 1))

    with pytest.raises(BadValue, match="shares of 1 actions are needed at a turn, not"):
        play(Game(), Wide(), seed=1)
