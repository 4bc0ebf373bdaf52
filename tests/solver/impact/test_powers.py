"""Impact with one element active: the exact values agree with games on the real rules."""

from math import sqrt
from random import Random

import pytest

from kessel.bots.exact import Exact
from kessel.bots.trial import column_winner
from kessel.errors import BadValue
from kessel.lab.games import play as play_on
from kessel.rules.engine import Hand, apply, awaited, position
from kessel.rules.moves import ALL, ONE, EndTurn, ExtraThrow, Throw, WinColumn
from kessel.rules.state import GameState, Phase
from kessel.solver.actions import best_action
from kessel.solver.chance import THROW, IdealChance, base_outcomes
from kessel.solver.impact.powers import PowerSolution, power_outcomes, solve_power
from kessel.solver.impact.tables import BoulderTable, PowerTable
from kessel.throws.ideal import IdealDice

STRIKE, LOSS = 0.2, 0.1
HAND = 4
"""Fewer dice than the booklet's make short games and a quick solution."""
GAMES = 1500


@pytest.mark.parametrize("element", ["water", "air", "fire", "lightning"])
def test_games_on_the_real_rules_agree(element: str) -> None:
    """Within four standard errors of 1,500 games."""
    solution = solve_power(element, IdealChance(STRIKE, LOSS), HAND)
    assert solution.about.exploitability < 1e-9
    assert sum(solution.about.seats) == pytest.approx(1.0, abs=1e-10)
    chance = Random(7)
    won = sum(play(element, solution, chance) for _ in range(GAMES))
    expected = solution.about.seats[0]
    assert abs(won / GAMES - expected) < 4 * sqrt(expected * (1 - expected) / GAMES)


def play(element: str, solution: PowerSolution, chance: Random) -> float:
    """What the starter wins in a game of two who play the solution."""
    dice = IdealDice(STRIKE, LOSS)
    state = position("impact-power", [Hand(HAND)] * 2, (element,), elements=[element])
    while state.phase is not Phase.OVER:
        state = apply(state, move(state, element, solution, dice, chance)).state
    return (0 in state.winners) / len(state.winners)


def move(
    state: GameState, element: str, solution: PowerSolution, dice: IdealDice, chance: Random
) -> Throw | EndTurn | ExtraThrow | WinColumn:
    own, other = state.hands[state.active], state.hands[1 - state.active]
    if state.phase is Phase.COLUMN:
        return WinColumn(column_winner(state, awaited(state).players, chance))  # type: ignore[union-attr]
    if state.phase is Phase.EXTRA:
        return ExtraThrow({1 - state.active: ONE}, dice.land(state, 1, "", chance))
    if state.phase is Phase.CHOICE:
        if not other:  # thrown away in a storm: out as soon as this turn ends
            return EndTurn()
        special = state.arena.count(element)
        if not solution.goes_on(special, len(state.arena) - special, own, other):
            return EndTurn()
    everything = not state.arena and state.phase is Phase.THROW
    landing = dice.land(state, own if everything else 1, "", chance)
    return Throw(ALL if everything else ONE, landing)


def test_without_its_effect_the_element_is_a_symbol_like_the_others() -> None:
    """Adding up over the element gives what the base game sees."""
    model = IdealChance(0.3, 0.1)
    added: dict[tuple[int, int], float] = {}
    for (special, once, more), chance in power_outcomes(model, THROW, 1, 1, 2).items():
        key = (once + (special == 1), more + (special if special > 1 else 0))
        added[key] = added.get(key, 0.0) + chance
    assert added == pytest.approx(dict(base_outcomes(model, THROW, 1, 3)), abs=1e-12)


def test_stone_is_not_one_of_those_without_piles() -> None:
    with pytest.raises(BadValue, match="not solved exactly"):
        solve_power("stone", IdealChance())


def test_games_with_boulders_agree() -> None:
    """Within four standard errors of 1,500 games in which both play the table."""
    model = IdealChance(STRIKE, LOSS)
    table = BoulderTable.solve(model, HAND)
    assert table.about.exploitability < 1e-9
    bot = Exact(lambda *_: (None, model), effects=lambda _: (table, model))
    chance = Random(3)
    start = position("impact-power", [Hand(HAND)] * 2, ("stone",), elements=["stone"])
    dice = IdealDice(STRIKE, LOSS)
    won = sum(0 in play_on(start, [bot, bot], dice, chance) for _ in range(GAMES))
    told = table.about.seats[0]
    assert table.actions(start) == {"throw": told}
    assert abs(won / GAMES - told) < 4 * sqrt(told * (1 - told) / GAMES)


@pytest.fixture(scope="module")
def still() -> BoulderTable:
    """Nothing is struck and nothing leaves the arena."""
    return BoulderTable.solve(IdealChance(0.0, 0.0), 2)


def test_a_pile_is_thrown_as_a_whole(still: BoulderTable) -> None:
    """Two dice beside one: no pair in 21 of 36 throws. Who took a pair only loses to a last die
    that matches what was left, one in six at most."""
    state = position("impact-power", [Hand(0, (2,)), Hand(1)], ("water",), elements=["stone"])
    told = still.actions(state)
    assert list(told) == ["pile:0 throw"]
    assert 15 / 36 * 5 / 6 < told["pile:0 throw"] < 15 / 36


def test_stones_taken_are_a_pile_that_wins_all_the_same(still: BoulderTable) -> None:
    """One in six: the other's last die falls onto nothing."""
    state = position("impact-power", [Hand(1)] * 2, ("stone",), elements=["stone"])
    assert still.actions(state)["throw"] == pytest.approx(1 / 6, abs=1e-12)


@pytest.mark.parametrize("element", ["water", "lightning"])
def test_a_table_of_a_power_tells_what_the_solution_does(element: str) -> None:
    """The start is worth what the seats are told, and it goes on where the policy does."""
    model = IdealChance(STRIKE, LOSS)
    solution, table = solve_power(element, model, 2), PowerTable.solve(element, model, 2)
    start = position("impact-power", [Hand(2)] * 2, (element,), elements=[element])
    assert table.actions(start)["throw"] == pytest.approx(solution.about.seats[0], abs=1e-12)
    other = "air"
    for own in (1, 2):
        state = position("impact-power", [Hand(own), Hand(1)], (other,), elements=[element])
        told = table.actions(state._replace(phase=Phase.CHOICE))
        assert (best_action(told) != "stop") == solution.goes_on(0, 1, own, 1)
