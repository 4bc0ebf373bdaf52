"""The solution of the base editions: known values, equilibrium, and games on the real rules."""

from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lab.agreement import simulate
from solver.base.tiny import tiny
from solver.brute_force import BruteForce

from kessel.bots.bot import Sight
from kessel.bots.exact import Exact
from kessel.bots.valuation import Valuation
from kessel.errors import BadValue
from kessel.rules.edition import find_edition
from kessel.rules.moves import ALL, ONE, Throw
from kessel.rules.options import resolve_options
from kessel.rules.positions import read_state
from kessel.rules.state import Phase
from kessel.solver.base.odds import base_position, lying_in, movement_value
from kessel.solver.base.policy_text import policy_text
from kessel.solver.base.position import LYING, arenas, dice_in, positions
from kessel.solver.base.solution import Solution
from kessel.solver.base.solving import solve
from kessel.solver.chance import BARE, POUR, THROW, IdealChance, Movement, base_outcomes

PURE, MIXED = 1e-9, 1e-6
"""The most exploitability allowed."""
PAGE = Path(__file__).parents[3] / "docs" / "explanation" / "solver.md"


def on_the_page(players: int, strike: float, loss: float) -> list[float]:
    """What the page says that each seat wins."""
    row = f"| {players} players, ({strike:g}, {loss:g}) | "
    (line,) = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(row)]
    return [float(seat) for seat in line.removeprefix(row).strip(" |").split()]


@pytest.fixture(scope="module")
def two() -> Solution:
    return solve("strike-2020", 2, IdealChance(0.3, 0.02))


@pytest.fixture(scope="module")
def three() -> Solution:
    return solve("strike-2020", 3, IdealChance(0.15, 0.1))


def test_two_players_without_strike_or_loss() -> None:
    solution = solve("strike-2020", 2, IdealChance(0.0, 0.0))
    assert solution.chances == pytest.approx(on_the_page(2, 0.0, 0.0), abs=1e-6)
    assert solution.exploitability < PURE


def test_two_players(two: Solution) -> None:
    assert two.chances == pytest.approx(on_the_page(2, 0.3, 0.02), abs=1e-6)
    assert sum(two.chances) == pytest.approx(1.0, abs=1e-12)
    assert two.exploitability < PURE


@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_players(players: int) -> None:
    solution = solve("strike-2020", players, IdealChance(0.3, 0.02))
    assert solution.chances == pytest.approx(on_the_page(players, 0.3, 0.02), abs=1e-6)
    assert solution.exploitability < PURE


def test_five_players() -> None:
    solution = solve("strike-2020", 5, IdealChance(0.3, 0.02))
    assert solution.chances == pytest.approx(on_the_page(5, 0.3, 0.02), abs=1e-6)
    assert solution.exploitability < PURE
    assert solution.states == 241_746


def test_impact_is_the_same_game_as_strike_2020(two: Solution) -> None:
    assert solve("impact", 2, IdealChance(0.3, 0.02)).chances == two.chances


def test_a_cycle_without_pure_equilibrium_is_mixed(three: Solution) -> None:
    assert three.mixed == 2
    assert three.exploitability < MIXED
    shares = next(iter(three.policies[1].mixed.values()))
    assert sum(shares) == pytest.approx(1.0)
    assert all(0.0 < share < 1.0 for share in shares)


def test_values_of_all_seats_add_up_to_one_everywhere(three: Solution) -> None:
    for table in three.tables:
        sums = table.turn.sum(axis=-1)
        assert sums[sums > 0] == pytest.approx(1.0, abs=1e-12)


def test_editions_with_effects_and_rules_it_does_not_know_are_refused() -> None:
    with pytest.raises(BadValue, match="effects"):
        solve("harry-potter", 2, IdealChance())
    strike = find_edition("strike-2020")
    with pytest.raises(BadValue, match="collecting"):
        solve(strike, 2, IdealChance(), resolve_options(strike, {"collecting": "optional"}))


@pytest.mark.long
@pytest.mark.parametrize(
    ("edition", "players", "strike", "loss", "games"),
    [
        ("strike-2020", 2, 0.3, 0.02, 3000),
        ("strike-2012", 2, 0.0, 0.3, 1500),
        ("impact", 3, 0.5, 0.1, 1500),
    ],
)
def test_games_on_the_real_rules_agree(
    edition: str, players: int, strike: float, loss: float, games: int
) -> None:
    """Every seat's wins within four standard errors (by chance 6 in 100,000 seats fail)."""
    solution = solve(edition, players, IdealChance(strike, loss))
    wins = simulate(solution, strike, loss, games, Random(20))
    for won, chance in zip(wins, solution.chances, strict=True):
        error = sqrt(chance * (1 - chance) / games)
        assert abs(won / games - chance) < 4 * error


def test_one_die_each_is_known_by_hand() -> None:
    """The first needs one face of six; if it comes, the other throws a last die onto nothing."""
    solution = solve(tiny(1), 2, IdealChance(0.0, 0.0))
    assert solution.chances == pytest.approx((1 / 6, 5 / 6), abs=1e-14)
    assert solution.most_dice == 3
    assert solution.knows(1, (1, 1))
    assert not solution.knows(2, (1, 1))


def test_what_is_done_is_reported_to_the_end() -> None:
    reports: list[tuple[int, int]] = []
    solve(tiny(2), 2, IdealChance(), progress=lambda done, total: reports.append((done, total)))
    done, total = reports[-1]
    assert done == total > 0
    assert [one for one, _ in reports] == sorted(one for one, _ in reports)


# --- what a solution says of a position -----------------------------------------------------------


def test_a_last_die_onto_an_empty_arena_is_never_thrown_by_choice(two: Solution) -> None:
    for other in range(1, 16):
        assert two.policy(0, (1, other), may_stop=True) == {"stop": 1.0}


def test_what_lies_outside_the_tables_is_refused(two: Solution) -> None:
    with pytest.raises(BadValue, match="at most 17 dice"):
        two.turn_value(1, (9, 9))
    with pytest.raises(BadValue, match="every player at least one"):
        two.turn_value(1, (0, 9))


@pytest.mark.parametrize("hands", ["ab", None, 7, (2.5, 3), (3, "a"), (4, 5, 6), (900, 3), ()])
def test_what_is_no_position_is_refused_in_a_sentence(two: Solution, hands: Any) -> None:
    for ask in (two.turn_value, two.choice_value):
        with pytest.raises(BadValue, match="are not in the solution of strike-2020"):
            ask(2, hands)
    with pytest.raises(BadValue, match="are not in the solution of strike-2020"):
        two.policy(2, hands, may_stop=True)
    with pytest.raises(BadValue, match="None lying"):
        two.choice_value(None, (4, 5))  # type: ignore[arg-type]


# --- Strike 2012: an arena that only dice flying out left empty is a position of its own. Small
# games are solved once more by brute force on the rules themselves: every landing, one by one.

OLD, NEW = find_edition("strike-2012"), find_edition("strike-2020")
STRIKE, LOSS = 0.4, 0.3
MODEL = IdealChance(STRIKE, LOSS)


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(OLD, 2, MODEL)


def by_brute_force(text: str) -> float:
    """The chance of the first player."""
    (chances,) = BruteForce([read_state(f"strike-2012 {text}")], STRIKE, LOSS).starts
    return float(chances[0])


SMALL = [
    "hands=1,2 arena=2 phase=throw",
    "hands=2,1 arena=2 phase=throw",
    "hands=2,1 arena=2 phase=choice",
    "hands=2,1 arena=- phase=throw emptied=out",
    "hands=2,2 arena=- phase=choice emptied=out",
    "hands=2,1 arena=- phase=throw emptied=x",
    "hands=2,1 arena=- phase=choice emptied=x",
    "hands=3,1 arena=- phase=choice emptied=x",
]


@pytest.mark.parametrize("text", SMALL)
def test_brute_force_on_the_rules_finds_the_same(text: str, solution: Solution) -> None:
    state = read_state(f"strike-2012 {text}")
    lying, hands = base_position(state)
    value = solution.choice_value if state.phase is Phase.CHOICE else solution.turn_value
    assert by_brute_force(text) == pytest.approx(value(lying, hands)[0], abs=1e-10)


def test_brute_force_by_the_other_rule_finds_something_else(solution: Solution) -> None:
    other = by_brute_force("hands=2,2 arena=- phase=choice emptied=out options=allin_cause:any")
    assert other == pytest.approx(solve(NEW, 2, MODEL).choice_value(0, (2, 2))[0], abs=1e-10)
    assert abs(other - solution.choice_value(BARE, (2, 2))[0]) > 1e-3


def test_only_strike_2012_tells_empty_arenas_apart() -> None:
    assert (arenas(OLD), arenas(NEW)) == (LYING + 1, LYING)
    assert [dice_in(lying) for lying in range(LYING + 1)] == [0, 1, 2, 3, 4, 5, 0]
    assert positions(2, 19, LYING + 1) - positions(2, 19) == positions(2, 19, 1)


@pytest.mark.parametrize(("kind", "thrown", "lying"), [(THROW, 1, 0), (THROW, 1, 3), (POUR, 4, 0)])
def test_an_arena_is_bare_when_every_die_flew_out(kind: str, thrown: int, lying: int) -> None:
    merged = base_outcomes(MODEL, kind, thrown, lying)
    apart = base_outcomes(MODEL, kind, thrown, lying, bare=True)
    assert apart[BARE, 0] == pytest.approx(LOSS**thrown * (STRIKE * LOSS) ** lying)
    assert apart[BARE, 0] + apart.get((0, 0), 0.0) == pytest.approx(merged[0, 0])


def test_what_emptied_the_arena_decides() -> None:
    for emptied, lying in (("out", BARE), ("x", 0), ("collect", 0)):
        text = f"hands=3,3 arena=- phase=choice emptied={emptied}"
        assert lying_in(read_state(f"strike-2012 {text}")) == lying
        assert lying_in(read_state(f"strike-2020 {text}")) == 0


def test_dice_that_fly_out_do_not_change_what_an_x_has_emptied(solution: Solution) -> None:
    """After an X, a throw that misses leaves all the dice to the next player; after a miss, one."""
    missed = Movement(1.0, struck=0, knocked_out=0, staying=0)
    for lying in (0, BARE):
        worth = movement_value(solution, missed, 1, lying, (3, 3))
        assert worth == solution.choice_value(lying, (2, 3))[0]


def test_nobody_gains_by_leaving_the_policy(solution: Solution) -> None:
    assert solution.exploitability < 1e-9
    assert solution.knows(BARE, (10, 9))
    assert not solve(NEW, 2, MODEL).knows(BARE, (4, 4))


def test_the_policy_is_told_for_both_empty_arenas(solution: Solution) -> None:
    lines = policy_text(solution)
    assert lines[0].startswith("nothing lies: ")
    assert lines[BARE].startswith("nothing lies, dice flew out: ")
    assert len(policy_text(solve(NEW, 2, MODEL))) == LYING


@pytest.mark.parametrize(("emptied", "unit"), [("out", ONE), ("x", ALL)])
def test_the_exact_bot_throws_what_the_rule_says(
    emptied: str, unit: str, solution: Solution
) -> None:
    bot = Exact(lambda *_: (solution, MODEL))
    state = read_state(f"strike-2012 hands=4,5 arena=- phase=throw emptied={emptied}")
    move = bot.answer(Sight(0, state), Random(1)).move
    assert isinstance(move, Throw)
    assert move.unit == unit


def test_a_valuation_tells_them_apart_only_where_the_table_does(solution: Solution) -> None:
    text = "hands=4,5 arena=- phase=throw emptied=out"
    values = Valuation(lambda *_: (solution, MODEL))
    assert (
        values.value(read_state(f"strike-2012 {text}"), 0) == solution.turn_value(BARE, (4, 5))[0]
    )
    new = solve(NEW, 2, MODEL)
    borrowed = Valuation(lambda *_: (new, MODEL))
    state = read_state(f"strike-2020 {text} options=allin_cause:not_by_out_only")
    assert borrowed.value(state, 0) == new.turn_value(0, (4, 5))[0]
