"""The master finds the throw that wins, keeps its time, and aims at what lies there; and the dice
it tries throws with."""

import math
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from games import land

from kessel.bots.bot import Sight
from kessel.bots.exact import Exact
from kessel.bots.levels import COACH
from kessel.bots.master import ALL_ROUND, NEAR, Candidate, Master, candidates
from kessel.bots.roster import make_bot
from kessel.bots.trial import column_winner, shared_step, trial_step
from kessel.rules.edition import Edition, find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import ALL, ONE, EndTurn, StartDie, Throw
from kessel.rules.positions import read_state
from kessel.rules.setup import new_game
from kessel.rules.state import GameState, Phase
from kessel.solver.base import Solution
from kessel.solver.base.solving import solve
from kessel.solver.chance import POUR, ChanceModel, IdealChance, Movement
from kessel.solver.dice import ModelDice
from kessel.solver.impact.tables import ImpactTable
from kessel.throws.aim import Aim, aim_values
from kessel.throws.at_rest import DiceAtRest, LyingDie, flat
from kessel.throws.dice import Simulator, ThrowOrder, ThrowResult

MODEL = IdealChance()
STRIKE = find_edition("strike-2020")
PILE = "impact-power hands=0+2,6 arena=fire,air phase=choice elements=stone"


class MagicDice(Simulator):
    """Matches whenever a hand aims at the die that shows 5; else the die is lost."""

    name = "magic"

    def __init__(self) -> None:
        self.seeds: set[bytes] = set()

    def throw(self, order: ThrowOrder) -> ThrowResult:
        self.seeds.add(order.seed)
        aim = order.handfuls[0].aim
        five = next(spot[0] for spot in order.at_rest if spot[0].face == "5")
        (die,) = order.handfuls[0].dice
        if (aim.x, aim.y) != five.pose[:2]:
            return ThrowResult(order.at_rest, (die,))
        return ThrowResult((*order.at_rest, (LyingDie(die, "5", flat(STRIKE, "5", 0.05, 0.0)),)))


class Counting(Simulator):
    """Every throw is lost."""

    name = "counting"

    def __init__(self) -> None:
        self.thrown: list[int] = []

    def throw(self, order: ThrowOrder) -> ThrowResult:
        self.thrown.append(len(order.handfuls[0].dice))
        return ThrowResult(order.at_rest, order.handfuls[0].dice)


@pytest.fixture(scope="module")
def master() -> Master:
    solution = solve("strike-2020", 2, MODEL)

    def library(edition: Edition, players: int) -> tuple[Solution, ChanceModel]:
        return solution, MODEL

    return Master(library, seconds=0.3)


def lay(faces: Iterable[str] = "256", edition: Edition = STRIKE) -> DiceAtRest:
    return tuple(
        (LyingDie(number, face, flat(edition, face, 0.03 * number, 0.01)),)
        for number, face in enumerate(faces)
    )


def test_it_aims_where_trials_win(master: Master) -> None:
    state = read_state("strike-2020 hands=4,4 arena=2,5,6")
    thrower = MagicDice()
    answer = master.answer(Sight(0, state, lay(), thrower), Random(3))
    assert isinstance(answer.move, Throw)
    aim = aim_values(answer.aim)
    assert (aim["x"], aim["y"]) == (0.03, 0.01)
    assert len(thrower.seeds) > 20


def test_it_says_what_its_throw_is_worth(master: Master) -> None:
    sight = Sight(0, read_state("strike-2020 hands=4,4 arena=2,5,6"), lay(), MagicDice())
    worth = master.answer(sight, Random(1)).worth
    won = master.value(read_state("strike-2020 hands=5,4 arena=2,6 turn=B>"), 0)
    assert worth is not None
    assert 0.5 < worth <= won + 1e-9


def test_it_stops_where_every_throw_loses(master: Master) -> None:
    """By the table it would go on; its trials say otherwise, clearly."""
    state = read_state("strike-2020 hands=1,1 arena=2,3,4,6 phase=choice")
    solution, _ = master.library(STRIKE, 2)
    assert solution is not None
    assert "throw" in solution.policy(4, (1, 1), may_stop=True)
    answer = master.answer(Sight(0, state, lay("2346"), Counting()), Random(3))
    assert isinstance(answer.move, EndTurn)


def test_it_throws_what_the_rules_let_it_throw(master: Master) -> None:
    """A player who could stop holds nothing but a pile of boulders: no loose die is tried."""
    state = read_state(PILE)
    counting = Counting()
    at_rest = lay(("fire", "air"), state.edition)
    answer = master.answer(Sight(0, state, at_rest, counting), Random(3))
    assert set(counting.thrown) == {2}
    assert answer.move in {EndTurn(), Throw("pile:0")}


def test_in_avatar_it_aims_only_where_a_table_values_a_landing(master: Master) -> None:
    state = read_state("impact-avatar hands=8,8 arena=fire,air")
    counting = Counting()
    at_rest = lay(("fire", "air"), state.edition)
    sight = Sight(0, state, at_rest, counting)
    assert master.answer(sight, Random(3)) == Exact(master.library).answer(sight, Random(3))
    assert not counting.thrown
    model = IdealChance(0.3, 0.4)
    table = ImpactTable.solve("impact-avatar", None, 2, model, 3)
    aims = replace(master, effects=lambda _: (table, model))
    known = read_state("impact-avatar hands=2,2 arena=fire,air")
    aims.answer(Sight(0, known, at_rest, counting), Random(3))
    assert counting.thrown, "where one does, it aims"


def test_without_a_thrower_it_plays_the_table(master: Master) -> None:
    state = read_state("strike-2020 hands=1,1 arena=2,5 phase=choice")
    assert isinstance(master.answer(Sight(0, state), Random(3)).move, EndTurn)


def test_it_stops_thinking_when_its_time_is_up(master: Master) -> None:
    """The time is asked before every trial, so slow dice delay it by one throw at most."""
    now = [0.0]
    throws = [0]

    class Slow(MagicDice):
        def throw(self, order: ThrowOrder) -> ThrowResult:
            now[0] += 0.1
            throws[0] += 1
            return MagicDice.throw(self, order)

    state = read_state("strike-2020 hands=4,4 arena=2,5,6")
    real = time.monotonic
    time.monotonic = lambda: now[0]
    try:
        master.answer(Sight(0, state, lay(), Slow()), Random(3))
    finally:
        time.monotonic = real
    assert 3 <= throws[0] <= 4


def test_every_candidate_is_an_aim_a_hand_can_do() -> None:
    for one in candidates(lay(), Random(1)):
        Aim(**one.aim)


def near(one: Candidate) -> bool:
    """Thrown by somebody who sits before the box: the hand is on the near side of its mark."""
    return math.sin(one.aim["side"]) <= -0.5 + 1e-9


def test_a_coach_aims_only_from_where_one_sits() -> None:
    tried = [one for seed in range(20) for one in candidates(lay(), Random(seed), NEAR)]
    for one in tried:
        Aim(**one.aim)
        assert near(one)
    assert len({round(one.aim["side"], 1) for one in tried}) > 15
    control = [one for seed in range(20) for one in candidates(lay(), Random(seed))]
    assert not all(map(near, control))


def test_the_coach_is_a_master_who_sits_before_the_box() -> None:
    coach, opponent = make_bot(COACH), make_bot("master")
    assert isinstance(coach, Master)
    assert isinstance(opponent, Master)
    assert (coach.sides, opponent.sides) == (NEAR, ALL_ROUND)


# --- Dice for its trials: they move as a chance model says, and struck towers fall whole ----------

TOWER = read_state("harry-potter hands=8,8 arena=immobulus/relashio/accio phase=throw")


class Always:
    """A chance model in which every throw goes the same way."""

    name = "always"
    kinds = ("firm",)

    def __init__(self, struck: int, knocked_out: int, staying: int) -> None:
        self.move = Movement(1.0, struck, knocked_out, staying)
        self.asked: list[tuple[str, int, int]] = []

    def movements(self, kind: str, thrown: int, lying: int) -> tuple[Movement, ...]:
        self.asked.append((kind, thrown, lying))
        return (self.move,)


def test_a_model_is_asked_once_for_each_kind_of_throw() -> None:
    model = Always(0, 0, 1)
    dice = ModelDice(model)
    model.asked.clear()  # what it was checked with
    for seed in range(5):
        land(dice, TOWER, {0: ONE}, Random(seed), "firm")
    assert model.asked == [("firm", 1, 1)]


def test_a_throw_is_followed_to_the_next_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    followed: Counter[Phase] = Counter()

    def counted(state: GameState, *rest: Any) -> GameState:
        followed[state.phase] += 1
        return shared_step(state, *rest)

    monkeypatch.setattr("kessel.bots.trial.shared_step", counted)
    game = new_game("impact-avatar", 2, elements=["lightning", "fire"])
    for face in ("lightning", "fire"):
        start = apply(game, StartDie(face)).state
        for seed in range(100):
            after = trial_step(start, ONE, "firm", ModelDice(IdealChance()), Random(seed))
            assert after.phase not in (Phase.EXTRA, Phase.COLUMN)
            assert after.total_dice() == start.total_dice()
    assert min(followed[Phase.EXTRA], followed[Phase.COLUMN]) > 0


def test_all_dice_are_poured() -> None:
    model = Always(0, 0, 3)
    state = read_state("strike-2020 hands=3,8 arena=- phase=throw")
    dice = ModelDice(model)
    model.asked.clear()  # what it was checked with
    trial_step(state, ALL, "firm", dice, Random(1))
    assert model.asked == [(POUR, 3, 0)]


def test_a_column_is_won_more_often_by_whom_has_fewer_dice_to_stack() -> None:
    """4,000 races of 2 against 6 dice: three in four, within 4 standard deviations."""
    state = read_state("strike-2020 hands=2,6 arena=2 phase=throw")
    chance = Random(1)
    won = Counter(column_winner(state, (0, 1), chance) for _ in range(4000))
    assert abs(won[0] / 4000 - 0.75) < 4 * (0.75 * 0.25 / 4000) ** 0.5
