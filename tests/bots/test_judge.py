"""The judge: states between throws, by what can follow them."""

from itertools import permutations
from random import Random

import pytest

from kessel.bots.judge import MOST_ORDERS, Judge, stackings
from kessel.bots.trial import shared_step
from kessel.bots.valuation import Valuation
from kessel.rules.engine import apply
from kessel.rules.moves import ONE, Landing, StackTower, TakeAccio, Throw, WinColumn
from kessel.rules.positions import read_state
from kessel.rules.state import GameState, Phase
from kessel.solver.actions import best_action
from kessel.solver.base import Solution
from kessel.solver.base.solving import solve
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.dice import ModelDice
from kessel.solver.effect_table import EffectTable
from kessel.solver.impact.tables import ImpactTable
from kessel.solver.potter.table import PotterTable

MODEL = IdealChance(0.2, 0.1)


@pytest.fixture(scope="module")
def potter() -> Judge:
    return Judge(PotterTable.solve(MODEL, 3, tallest=3), MODEL)


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


# --- what states are worth: by tables, by who holds what, and through whatever is awaited ---------


ROUGH = IdealChance(0.3, 0.4)


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve("strike-2020", 2, ROUGH)


@pytest.fixture(scope="module")
def values(solution: Solution) -> Valuation:
    return Valuation(lambda *_: (solution, ROUGH))


def both(values: Valuation, text: str) -> list[float]:
    state = read_state(text)
    return [values.value(state, player) for player in range(state.players)]


def test_turns_and_choices_are_read_off_the_solution(values: Valuation, solution: Solution) -> None:
    turn = both(values, "strike-2020 hands=4,5 arena=2,3 turn=B>")
    assert turn == list(solution.turn_value(2, (5, 4)))[::-1]
    choice = both(values, "strike-2020 hands=4,5 arena=2,3 phase=choice")
    assert choice == list(solution.choice_value(2, (4, 5)))


def test_without_a_solution_dice_in_the_hand_count() -> None:
    none = Valuation(lambda *_: (None, ROUGH))
    assert both(none, "strike-2020 hands=6,2 arena=2") == [0.75, 0.25]


def test_who_is_out_has_no_chance_and_who_has_won_every(values: Valuation) -> None:
    over = "strike-2020 hands=4,0 arena=2 phase=over eliminated=B:2 winners=A"
    assert both(values, over) == [1.0, 0.0]


def test_what_is_awaited_is_answered_first(values: Valuation) -> None:
    """Before the column of fire is built, matches count as taken by the active player."""
    column = both(values, "impact-power hands=3,3 elements=fire arena=fire,fire,air phase=column")
    taken = both(values, "impact-power hands=5,3 elements=fire arena=air turn=B>")
    assert column == taken
    accio = both(values, "harry-potter hands=3,3 arena=confundo,relashio phase=accio")
    assert sum(accio) == pytest.approx(1.0)


def test_a_table_of_effects_is_asked_where_it_knows_the_state() -> None:
    table = PotterTable.solve(ROUGH, 2)

    def effects(state: GameState) -> tuple[EffectTable | None, ChanceModel]:
        return table, ROUGH

    values = Valuation(lambda *_: (None, ROUGH), effects)
    state = read_state("harry-potter hands=2,2 arena=accio phase=choice")
    assert values.judge(state) is not None
    assert values.value(state, 0) == max(table.actions(state).values())
    large = read_state("harry-potter hands=8,4 arena=accio phase=choice")
    assert values.judge(large) is None
    assert values.value(large, 0) == pytest.approx(8 / 12)


def test_a_solution_that_was_not_there_is_asked_for_again(solution: Solution) -> None:
    asked: list[int] = []

    def library(*_: object) -> tuple[Solution | None, ChanceModel]:
        asked.append(1)
        return (None if len(asked) == 1 else solution), ROUGH

    values = Valuation(library)
    state = read_state("strike-2020 hands=4,5 arena=2")
    found = [values.solution(state)[0] for _ in range(3)]
    assert found == [None, solution, solution]
    assert len(asked) == 2
