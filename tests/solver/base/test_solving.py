"""The solution of the base editions: known values, equilibrium, and games on the real rules."""

from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from lab.agreement import simulate
from solver.base.tiny import tiny

from kessel.errors import BadValue
from kessel.rules.edition import find_edition
from kessel.rules.options import resolve_options
from kessel.solver.base.solution import Solution
from kessel.solver.base.solving import solve
from kessel.solver.chance import IdealChance

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
