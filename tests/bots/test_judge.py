"""The judge: states between throws, by what can follow them."""

from itertools import permutations
from random import Random

import pytest

from kessel.bots.judge import MOST_ORDERS, Judge, stackings
from kessel.bots.trial import shared_step
from kessel.rules.engine import apply
from kessel.rules.moves import ONE, Landing, StackTower, TakeAccio, Throw, WinColumn
from kessel.rules.positions import read_state
from kessel.rules.state import Phase
from kessel.solver.actions import best_action
from kessel.solver.chance import IdealChance
from kessel.solver.dice import ModelDice
from kessel.solver.impact.tables import ImpactTable
from kessel.solver.potter.table import PotterTable

MODEL = IdealChance(0.2, 0.1)


@pytest.fixture(scope="module")
def potter() -> Judge:
    return Judge(PotterTable.solve(MODEL, 3, tallest=3), MODEL)


@pytest.fixture(scope="module")
def fire() -> Judge:
    return Judge(ImpactTable.solve("impact-power", "fire", 2, MODEL, 4), MODEL)


def test_a_choice_is_read_off(potter: Judge) -> None:
    state = read_state("harry-potter hands=2,2 arena=accio,confundo phase=choice")
    actions = potter.table.actions(state)
    assert potter.table.shares(state) == {best_action(actions): 1.0}
    assert potter.chance(state, 0) == max(actions.values()) == 1.0 - potter.chance(state, 1)


def test_an_accio_is_worth_its_best_answer(potter: Judge) -> None:
    state = read_state("harry-potter hands=2,2 arena=confundo,relashio phase=accio")
    assert potter.knows(state)
    best = potter.best_answer(state)
    assert isinstance(best, TakeAccio)
    chances = [chance for chance, _ in potter.answers(state)]
    assert potter.chance(state, 0) == max(chances)
    assert potter.chance(apply(state, best).state, 0) == max(chances)


def test_every_order_of_a_small_tower_is_compared(potter: Judge) -> None:
    state = read_state("harry-potter hands=2,2 arena=confundo,relashio,accio phase=stack")
    faces = ("confundo", "relashio", "accio")
    assert {move.tower for move in stackings(state) if isinstance(move, StackTower)} == set(
        permutations(faces)
    )
    assert isinstance(potter.best_answer(state), StackTower)


def test_of_a_large_tower_a_sample_is_compared() -> None:
    arena = "confundo,relashio,accio,immobulus,confundo/relashio/accio"
    state = read_state(f"harry-potter hands=2,2 arena={arena} phase=stack")
    assert len(stackings(state)) == MOST_ORDERS


def test_a_column_is_the_mean_over_who_may_win_it(fire: Judge) -> None:
    """One die against three: three times in four."""
    state = read_state("impact-power hands=1,3 elements=fire arena=fire,fire phase=column")
    mine, theirs = (fire.chance(apply(state, WinColumn(player)).state, 0) for player in (0, 1))
    assert fire.chance(state, 0) == pytest.approx(0.75 * mine + 0.25 * theirs)


def test_a_column_of_three_shares_out_everything() -> None:
    judge = Judge(ImpactTable.solve("impact-power", "fire", 3, MODEL, 2), MODEL)
    state = read_state("impact-power hands=1,1,2 elements=fire arena=fire,fire phase=column")
    assert judge.knows(state)
    won = [apply(state, WinColumn(player)).state for player in range(3)]
    for player in range(3):
        parts = [judge.chance(after, player) for after in won]
        assert judge.chance(state, player) == pytest.approx(
            0.4 * parts[0] + 0.4 * parts[1] + 0.2 * parts[2]
        )
    assert sum(judge.chance(state, player) for player in range(3)) == pytest.approx(1.0)


def test_an_extra_throw_is_sampled_the_same_way_every_time(potter: Judge) -> None:
    before = read_state("harry-potter hands=3,2 arena=relashio")
    state = apply(before, Throw(ONE, Landing(("relashio", "relashio")))).state
    assert state.phase is Phase.EXTRA
    assert potter.knows(state)
    chance = potter.chance(state, 0)
    assert chance == potter.chance(state, 0)
    assert 0.0 < chance < 1.0
    dice, source = ModelDice(MODEL), Random(1)
    after = [shared_step(state, "throw", dice, source) for _ in range(300)]
    mean = sum(potter.chance(one, 0) for one in after) / len(after)
    assert abs(chance - mean) < 4 * 0.5 * (1 / 200 + 1 / 300) ** 0.5


def test_what_is_not_in_the_table_is_not_known(potter: Judge) -> None:
    assert not potter.knows(read_state("harry-potter hands=8,8 arena=accio phase=choice"))
    assert not potter.knows(
        read_state("harry-potter hands=2,2,2 arena=relashio,relashio phase=extra")
    )
