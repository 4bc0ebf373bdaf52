"""Solved tables as files, and those that come with the package."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from kessel.rules.edition import EDITIONS, find_edition
from kessel.solver.base import Solution, has_table, load_or_solve
from kessel.solver.base.odds import action_values
from kessel.solver.base.policy import ValueTable
from kessel.solver.base.position import LYING, dice_in, hand_row, hand_rows
from kessel.solver.base.solving import solve
from kessel.solver.base.table_file import read_of, read_table, write_table
from kessel.solver.base.tables import shipped_solution
from kessel.solver.chance import IdealChance
from kessel.solver.files import BadTable, read_arrays, write_arrays
from kessel.solver.library import best_model, has_shipped, shipped_library
from kessel.solver.measured import MeasuredChance

# --- The file -------------------------------------------------------------------------------------

MODEL = IdealChance(0.2, 0.1)


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve("strike-2020", 3, MODEL)


def test_a_table_reads_back_mapped_into_memory(solution: Solution, tmp_path: Path) -> None:
    path = tmp_path / "one.table"
    write_table(path, solution)
    again = read_table(path)
    assert isinstance(again.tables[1].turn, np.memmap)
    assert again.chances == solution.chances
    assert again.exploitability == solution.exploitability
    assert [policy.mixed for policy in again.policies] == [p.mixed for p in solution.policies]
    assert again.mixed > 0
    for old, new in zip(solution.tables, again.tables, strict=True):
        assert np.array_equal(old.turn, new.turn)
        assert np.array_equal(old.choice, new.choice)


def test_the_table_of_another_game_is_refused(solution: Solution, tmp_path: Path) -> None:
    path = tmp_path / "one.table"
    write_table(path, solution)
    assert read_of(solution.edition, 3, MODEL.name, path).chances == solution.chances
    with pytest.raises(BadTable, match="another game"):
        read_of(solution.edition, 2, MODEL.name, path)


def test_a_table_of_other_hands_is_refused(solution: Solution, tmp_path: Path) -> None:
    """Such as one made before an edition was changed."""
    path, changed = tmp_path / "one.table", tmp_path / "other.table"
    write_table(path, solution)
    header, arrays = read_arrays(path)
    write_arrays(changed, header | {"edition": "strike-2012"}, list(arrays))
    with pytest.raises(BadTable, match="is not of 2 with 25 dice"):
        read_table(changed)


# --- solutions are read where there is a file, and made where there is none -----------------------


SHORT = IdealChance(0.2, 0.1)


def test_a_second_call_reads_the_file(tmp_path: Path) -> None:
    reports: list[int] = []
    for solved in (True, False):
        reports.clear()
        load_or_solve(
            "strike-2020", 2, SHORT, progress=lambda done, _: reports.append(done), folder=tmp_path
        )
        assert bool(reports) == solved


# --- The shipped ones are those that solving gives, and need no numpy -----------------------------

EXACT = 1e-12
SAMPLE = 400
"""Positions looked at in each table of three players."""
GAMES = sorted({(edition.base, edition.arena): name for name, edition in EDITIONS.items()}.values())
"""One edition for each base edition and arena."""
MAKE = "`make tables` makes it"

WITHOUT_NUMPY = """
import sys
for name in ("numpy", "scipy"):
    sys.modules[name] = None
from kessel.rules.edition import EDITIONS
from kessel.solver.library import shipped_library
for edition in EDITIONS.values():
    for players in (2, 3):
        solution, _ = shipped_library(edition, players)
        hands = tuple(range(1, players + 1))
        print(solution.chances, solution.choice_value(2, hands),
              solution.policy(2, hands, may_stop=True))
"""


def shipped(name: str, players: int) -> Solution:
    edition = find_edition(name)
    found = shipped_solution(find_edition(edition.base), players, best_model(edition))
    assert found is not None, f"no table for {name} with {players}: {MAKE}"
    return found


@pytest.mark.parametrize("name", EDITIONS)
def test_what_is_shipped_is_known_without_reading_it(name: str) -> None:
    edition = find_edition(name)
    for players in range(2, 6):
        assert has_shipped(edition, players) == bool(shipped_library(edition, players)[0])


@pytest.mark.parametrize("name", GAMES)
def test_two_players_are_solved_anew_to_the_same(name: str) -> None:
    edition = find_edition(name)
    fresh, found = solve(edition.base, 2, best_model(edition)), shipped(name, 2)
    (table,), (policy,) = found.tables, found.policies
    rows = slice(hand_rows(2, fresh.most_dice))
    for lying in range(fresh.arenas):
        # What is not in the smaller game is zero there.
        known = slice(hand_rows(2, fresh.most_dice - dice_in(lying)))
        for mine, its in (
            (fresh.tables[0].turn, table.turn),
            (fresh.tables[0].choice, table.choice),
        ):
            assert np.abs(mine[lying, known] - its[lying, known]).max() <= EXACT, MAKE
        assert np.array_equal(fresh.policies[0].choice[lying, known], policy.choice[lying, known])
        assert np.array_equal(fresh.policies[0].turn[lying, known], policy.turn[lying, known])
    assert table.turn[:, rows].shape == fresh.tables[0].turn.shape
    assert found.chances == pytest.approx(fresh.chances, abs=EXACT)
    assert found.exploitability < EXACT


@pytest.mark.parametrize("name", GAMES)
def test_three_players_are_in_equilibrium_where_it_is_looked_at(name: str) -> None:
    assert worst_of_three(name, shipped(name, 3)) <= EXACT, MAKE


def test_that_look_finds_a_value_that_is_off_by_a_billionth() -> None:
    found = shipped("impact", 3)
    two, three = found.tables
    turn = np.array(three.turn)
    turn[:, :, 0] += 1e-9
    off = replace(found, tables=(two, ValueTable(turn, three.choice)))
    assert worst_of_three("impact", off) > EXACT


def worst_of_three(name: str, found: Solution) -> float:
    """How far values are from those of the policy's action and of the best one, at a sample."""
    model, chance, worst = best_model(find_edition(name)), Random(3), 0.0
    for _ in range(SAMPLE):
        lying, dice = chance.randrange(found.arenas), chance.randint(3, found.most_dice - LYING)
        ends = sorted(chance.sample(range(1, dice), 2))
        hands = (ends[0], ends[1] - ends[0], dice - ends[1])
        may_stop = chance.random() < 0.5
        value = found.choice_value if may_stop else found.turn_value
        worth = action_values(found, model, lying, hands, may_stop=may_stop)
        best = max(chances[0] for chances in worth.values())
        played = found.policy(lying, hands, may_stop=may_stop)
        told = value(lying, hands)
        if lying or may_stop:
            for seat, chance_told in enumerate(told):
                mean = sum(share * worth[action][seat] for action, share in played.items())
                worst = max(worst, abs(chance_told - mean))
        worst = max(worst, abs(told[0] - best))
    return worst


def test_everything_that_uses_tables_finds_them() -> None:
    for edition in EDITIONS.values():
        model = best_model(edition)
        for players in (2, 3):
            assert has_table(edition.base, players, model), MAKE
            found, ours = load_or_solve(edition.base, players, model), shipped(edition.id, players)
            assert (found.model, found.players) == (ours.model, players)
            assert all(a is b for a, b in zip(found.tables, ours.tables, strict=True))
            for mine, other in zip(found.policies, ours.policies, strict=True):
                assert mine.turn is other.turn
                assert mine.choice is other.choice


def test_other_games_are_not_taken_for_them() -> None:
    strike, old = find_edition("strike-2020"), find_edition("strike-2012")
    oval, wizards = best_model(strike), best_model(find_edition("harry-potter"))
    assert shipped_solution(strike, 4, oval) is None
    assert shipped_solution(strike, 2, IdealChance()) is None
    assert shipped_solution(old, 3, oval) is not None
    assert shipped_solution(old, 3, wizards) is None, "its rule is solved for its own arena"
    assert isinstance(oval, MeasuredChance)
    assert shipped_solution(strike, 2, replace(oval, digest="another")) is None


def test_a_smaller_game_has_its_own_bounds() -> None:
    small = shipped("strike-2020", 2)
    assert small.most_dice == 17
    assert not small.knows(1, (9, 9))
    assert shipped("strike-2012", 2).knows(1, (9, 9))
    assert len(small.tables) == len(small.policies) == 1
    assert hand_row((9, 8)) >= hand_rows(2, small.most_dice - 1)


def test_they_are_read_without_numpy() -> None:
    asked = [sys.executable, "-c", WITHOUT_NUMPY]
    ran = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=60)
    expected = []
    for name in EDITIONS:
        for players in (2, 3):
            found, hands = shipped(name, players), tuple(range(1, players + 1))
            choice = found.choice_value(2, hands), found.policy(2, hands, may_stop=True)
            expected.append(f"{found.chances} {choice[0]} {choice[1]}")
    assert ran.stdout.splitlines() == expected
