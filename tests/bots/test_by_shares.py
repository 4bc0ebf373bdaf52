"""Strategies of the solver at a table."""

from random import Random

import numpy as np
import pytest

from kessel.bots.bot import Answer, Sight
from kessel.bots.by_shares import StrategyBot, by_shares
from kessel.bots.hand import KINDS
from kessel.bots.roster import make_bot
from kessel.errors import BadValue
from kessel.game import Game, play
from kessel.rules.moves import ALL, ONE, EndTurn, StartDie, Throw
from kessel.rules.positions import read_state
from kessel.rules.state import Phase
from kessel.solver.arrays import Values
from kessel.solver.base.hands import Hands
from kessel.solver.base.policy import Point
from kessel.solver.base.solving import solve
from kessel.solver.base.strategies import Habit, SolvedPolicy, Strategy, throw_shares
from kessel.solver.chance import IdealChance
from kessel.throws.placing import placed

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
