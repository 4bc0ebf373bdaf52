"""What states are worth: by tables, by who holds what, and through whatever is awaited."""

import pytest

from kessel.bots.valuation import Valuation
from kessel.rules.positions import read_state
from kessel.rules.state import GameState
from kessel.solver.base import Solution
from kessel.solver.base.solving import solve
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.effect_table import EffectTable
from kessel.solver.potter.table import PotterTable

MODEL = IdealChance(0.3, 0.4)


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve("strike-2020", 2, MODEL)


@pytest.fixture(scope="module")
def values(solution: Solution) -> Valuation:
    return Valuation(lambda *_: (solution, MODEL))


def both(values: Valuation, text: str) -> list[float]:
    state = read_state(text)
    return [values.value(state, player) for player in range(state.players)]


def test_turns_and_choices_are_read_off_the_solution(values: Valuation, solution: Solution) -> None:
    turn = both(values, "strike-2020 hands=4,5 arena=2,3 turn=B>")
    assert turn == list(solution.turn_value(2, (5, 4)))[::-1]
    choice = both(values, "strike-2020 hands=4,5 arena=2,3 phase=choice")
    assert choice == list(solution.choice_value(2, (4, 5)))


def test_without_a_solution_dice_in_the_hand_count() -> None:
    none = Valuation(lambda *_: (None, MODEL))
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
    table = PotterTable.solve(MODEL, 2)

    def effects(state: GameState) -> tuple[EffectTable | None, ChanceModel]:
        return table, MODEL

    values = Valuation(lambda *_: (None, MODEL), effects)
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
        return (None if len(asked) == 1 else solution), MODEL

    values = Valuation(library)
    state = read_state("strike-2020 hands=4,5 arena=2")
    found = [values.solution(state)[0] for _ in range(3)]
    assert found == [None, solution, solution]
    assert len(asked) == 2
