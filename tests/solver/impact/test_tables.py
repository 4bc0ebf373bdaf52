"""Tables of Impact with one element: asked with states of the rules, and played by them."""

from math import sqrt

import pytest

from kessel.bots.exact import Exact
from kessel.game import Game
from kessel.game import play as play_on
from kessel.rules.engine import Hand, position
from kessel.rules.notation import read_state
from kessel.rules.state import Phase
from kessel.solver.actions import best_action
from kessel.solver.chance import IdealChance
from kessel.solver.impact.powers import solve_power
from kessel.solver.impact.tables import BoulderTable, PowerTable, SeatsTable
from kessel.throws.ideal import IdealFaces

STRIKE, LOSS = 0.2, 0.1
HAND = 4
"""Fewer dice than the booklet's make short games and a quick solution."""
GAMES = 1500


def test_games_with_boulders_agree() -> None:
    """Within four standard errors of 1,500 games in which both play the table."""
    model = IdealChance(STRIKE, LOSS)
    table = BoulderTable.solve(model, HAND)
    assert table.about.exploitability < 1e-9
    bot = Exact(lambda *_: (None, model), effects=lambda _: (table, model))
    start = position("impact-power", [Hand(HAND)] * 2, ("stone",), elements=["stone"])
    dice = IdealFaces(STRIKE, LOSS)
    won = sum(
        0 in play_on(Game.from_state(start), [bot, bot], dice, number) for number in range(GAMES)
    )
    told = table.about.seats[0]
    assert table.actions(start) == {"throw": told}
    assert abs(won / GAMES - told) < 4 * sqrt(told * (1 - told) / GAMES)


@pytest.fixture(scope="module")
def three() -> SeatsTable:
    return SeatsTable.solve("fire", 3, IdealChance(STRIKE, LOSS), 2)


def test_games_of_three_agree(three: SeatsTable) -> None:
    """Every seat within four standard errors of 1,500 games in which all play the table."""
    model = IdealChance(STRIKE, LOSS)
    bot = Exact(lambda *_: (None, model), effects=lambda _: (three, model))
    start = position("impact-power", [Hand(2)] * 3, ("fire",), elements=["fire"])
    dice = IdealFaces(STRIKE, LOSS)
    won = [0, 0, 0]
    for number in range(GAMES):
        (winner,) = play_on(Game.from_state(start), [bot] * 3, dice, number)
        won[winner] += 1
    told = three.about.seats
    assert three.chances(start)["throw"] == pytest.approx(told, abs=1e-12)
    for wins, share in zip(won, told, strict=True):
        assert abs(wins / GAMES - share) < 4 * sqrt(share * (1 - share) / GAMES)


def test_chances_of_three_go_to_their_players(three: SeatsTable) -> None:
    """To stop is worth the next player's turn; whoever is out wins nothing."""
    game = "impact-power elements=fire arena=air,fire"
    mine = read_state(f"{game} hands=1,1,2 phase=choice turn=B>")
    theirs = read_state(f"{game} hands=1,1,2 turn=C>")
    assert three.chances(mine)["stop"] == three.chances(theirs)["throw"]
    assert three.actions(mine)["stop"] == three.chances(mine)["stop"][1]
    left = read_state(f"{game} hands=0,1,2 phase=choice turn=B> eliminated=A")
    of_two = PowerTable.solve("fire", IdealChance(STRIKE, LOSS), 3)
    told = of_two.actions(read_state(f"{game} hands=1,2 phase=choice"))
    for name, chances in three.chances(left).items():
        assert chances[0] == 0.0
        assert chances[1] == pytest.approx(told[name], abs=1e-12)
        assert sum(chances) == pytest.approx(1.0)


def test_all_dice_are_thrown_onto_an_empty_arena_of_three(three: SeatsTable) -> None:
    state = read_state("impact-power elements=fire hands=2,1,2")
    assert list(three.chances(state)) == ["all"]
    assert list(three.chances(state._replace(phase=Phase.CHOICE))) == ["stop", "throw"]


@pytest.mark.parametrize(
    "text",
    [
        "elements=air arena=air hands=1,1,1",
        "elements=fire arena=fire hands=2,2",
        "elements=fire arena=fire hands=3,2,2",
        "elements=fire arena=fire,fire hands=1,1,1",
        "elements=fire arena=air,air hands=1,1,1",
    ],
)
def test_what_is_no_position_of_three_is_not_known(three: SeatsTable, text: str) -> None:
    assert three.knows(read_state("impact-power elements=fire arena=fire hands=2,2,2"))
    assert not three.knows(read_state(f"impact-power {text}"))


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


@pytest.fixture(scope="module")
def water() -> PowerTable:
    return PowerTable.solve("water", IdealChance(STRIKE, LOSS), 3)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("hands=3,2 elements=water arena=water,air", True),
        ("hands=2,2 elements=water arena=water,water phase=choice", True),
        ("hands=2,2 elements=water arena=air,air phase=choice", False),
        ("hands=3,3 elements=air arena=air", False),
        ("hands=9,9 elements=water arena=water", False),
        ("hands=1,1,1 elements=water arena=water", False),
    ],
)
def test_only_positions_of_its_own_game_are_known(
    water: PowerTable, text: str, known: bool
) -> None:
    assert water.knows(read_state(f"impact-power {text}")) == known


def test_stopping_leaves_the_other_its_best_throw(water: PowerTable) -> None:
    mine = read_state("impact-power hands=2,3 elements=water arena=water,air phase=choice")
    theirs = read_state("impact-power hands=3,2 elements=water arena=water,air")
    assert water.actions(mine)["stop"] == pytest.approx(1 - water.actions(theirs)["throw"])


def test_an_empty_arena_means_all_in(water: PowerTable) -> None:
    state = read_state("impact-power hands=2,3 elements=water arena=-")
    assert list(water.actions(state)) == ["all"]
