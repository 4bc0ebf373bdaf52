"""Strategies as shares of actions, and what they win against each other."""

import numpy as np
import pytest
from solver.base.tiny import tiny

from kessel.errors import BadValue
from kessel.rules.edition import find_edition
from kessel.solver.base import Solution
from kessel.solver.base.evaluation import edge, exploitability, guaranteed, win_chances
from kessel.solver.base.hands import hand_index
from kessel.solver.base.policy import Point, PolicyNode
from kessel.solver.base.policy_text import answers_of, policy_table, policy_text
from kessel.solver.base.solving import solve
from kessel.solver.base.strategies import Habit, SolvedPolicy, Strategy, throw_shares
from kessel.solver.chance import BARE, ChanceModel, IdealChance
from kessel.solver.measured import shipped
from kessel.throws.aim import KINDS

STILL = IdealChance(0.0, 0.0)
NEVER, ALWAYS = Habit((0.0,) * 6), Habit((1.0,) * 6)
HANDS = np.array([[1, 4], [2, 3]], dtype=np.int16)


@pytest.fixture(scope="module")
def mixed() -> Solution:
    return solve("strike-2020", 3, IdealChance(0.15, 0.1))


def test_a_habit_has_shares_by_the_dice_that_lie() -> None:
    habit = Habit((0.0, 0.0, 0.5, 1.0, 1.0, 1.0), kinds=(0.2, 0.8), keep_last=True)
    assert habit.shares(Point.TURN, 2, HANDS, 2).tolist() == [[0.2, 0.8], [0.2, 0.8]]
    assert habit.shares(Point.CHOICE, 2, HANDS, 3) == pytest.approx(
        np.array([[1.0, 0.0, 0.0], [0.5, 0.1, 0.4]])
    )


def test_a_player_with_one_kind_of_throw() -> None:
    go_on = np.array([0.0, 1.0])
    assert throw_shares(Point.TURN, go_on, 1, 2).tolist() == [[0, 1], [0, 1]]
    assert throw_shares(Point.CHOICE, go_on, 1, 3).tolist() == [[1, 0, 0], [0, 0, 1]]


def test_the_shares_of_a_solution_are_its_policy(mixed: Solution) -> None:
    node, shares = next(iter(mixed.policies[1].mixed.items()))
    policy, own = SolvedPolicy(mixed), hand_of(node, mixed)
    hands = np.array([own], np.int16)
    found = policy.shares(node.point, node.lying, hands, len(shares))
    assert found[0] == pytest.approx(shares)
    assert node.lying
    assert PolicyNode(node.point, 0, node.row) not in mixed.policies[1].mixed
    assert policy.shares(Point.CHOICE, 0, hands, 2).sum() == 1.0


def hand_of(node: PolicyNode, solution: Solution) -> tuple[int, ...]:
    """What three players hold at a decision."""
    index = hand_index(3, solution.most_dice)
    blocks = ((total, index.block(total)) for total in range(3, solution.most_dice + 1))
    total, block = next(one for one in blocks if node.row < one[1].stop)
    return tuple(index.hands(total)[node.row - block.start].tolist())


def test_the_shares_in_one_position_are_those_among_many(mixed: Solution) -> None:
    policy, index = SolvedPolicy(mixed), hand_index(3, mixed.most_dice)
    for point, actions in ((Point.TURN, 1), (Point.CHOICE, 2)):
        for lying in (1, 2, 3):
            for total in range(3, mixed.most_dice + 1 - lying):
                hands = index.hands(total)
                many = policy.shares(point, lying, hands, actions)
                one_by_one = [policy.at(point, lying, tuple(h), actions) for h in hands.tolist()]
                assert one_by_one == list(map(tuple, many.tolist()))


def test_with_one_die_each_nobody_decides_anything() -> None:
    """The first needs one face of six, whatever the strategies."""
    for own, others in ((NEVER, ALWAYS), (ALWAYS, NEVER), (NEVER, NEVER)):
        chances = win_chances(tiny(1), 2, STILL, own, others)
        assert chances == pytest.approx((1 / 6, 5 / 6))


def test_a_last_die_thrown_by_choice_is_mostly_thrown_away() -> None:
    edition = tiny(2)
    assert edge(edition, 2, STILL, NEVER, ALWAYS) > 0.0 > edge(edition, 2, STILL, ALWAYS, NEVER)


@pytest.mark.parametrize("strategy", [NEVER, ALWAYS])
def test_against_itself_no_strategy_has_an_edge(strategy: Habit) -> None:
    assert edge(tiny(3), 2, IdealChance(), strategy, strategy) == pytest.approx(0.0, abs=1e-12)


def test_nobody_has_an_edge_over_a_mixed_solution_which_wins_what_it_says(
    mixed: Solution,
) -> None:
    model, exact = IdealChance(0.15, 0.1), SolvedPolicy(mixed)
    edition = mixed.edition
    assert win_chances(edition, 3, model, exact, exact) == pytest.approx(mixed.chances, abs=1e-12)
    for habit in (NEVER, ALWAYS):
        assert edge(edition, 3, model, habit, exact) < 0.0


def test_an_equilibrium_gives_nothing_away(mixed: Solution) -> None:
    """For each seat of three the best response is no better than the policy it answers."""
    gives = exploitability(mixed.edition, 3, IdealChance(0.15, 0.1), SolvedPolicy(mixed))
    assert gives == pytest.approx(0.0, abs=1e-9)


def test_a_best_response_wins_at_least_what_any_other_strategy_wins() -> None:
    edition = tiny(3)
    for habit, other in ((NEVER, ALWAYS), (ALWAYS, NEVER)):
        gives = exploitability(edition, 2, IdealChance(), habit)
        assert gives > 0.0
        assert gives >= edge(edition, 2, IdealChance(), other, habit)


def test_a_habit_has_chances() -> None:
    with pytest.raises(BadValue, match="from 0 to 1, not 2"):
        Habit((0, 0, 2, 1, 1, 1))
    with pytest.raises(BadValue, match="6 chances to go on"):
        Habit((0, 1))
    for kinds in ((), (0.2, 0.1, 0.1), (1.0, 1.0)):
        with pytest.raises(BadValue, match="one or more that add up to 1, not"):
            Habit((0.5,) * 6, kinds)


def test_a_strategy_for_other_kinds_of_throw_is_refused() -> None:
    edition, ideal, measured = tiny(2), IdealChance(), shipped("oval")
    of_ideal, of_measured = (SolvedPolicy(solve(edition, 2, one)) for one in (ideal, measured))
    pairs: tuple[tuple[Strategy, ChanceModel], ...] = (
        (of_ideal, measured),
        (of_measured, ideal),
        (NEVER, measured),
    )
    for strategy, model in pairs:
        with pytest.raises(BadValue, match="kinds of throw; these dice know"):
            edge(edition, 2, model, strategy, strategy)


def test_of_two_each_can_guarantee_the_value_of_the_game() -> None:
    model = IdealChance()
    found = guaranteed(tiny(4), 2, model)
    assert found == pytest.approx(solve(tiny(4), 2, model).chances, abs=1e-13)


def test_of_three_a_seat_guarantees_less_than_others_let_it_win() -> None:
    """Nobody who plays well gets less, whatever habit the others have; together they leave a rest
    that only their alliances take."""
    model, edition = IdealChance(), tiny(3, 3)
    least = guaranteed(edition, 3, model)
    assert 0.9 < sum(least) < 1.0
    for others in (NEVER, ALWAYS, Habit((0.5,) * 6), SolvedPolicy(solve(edition, 3, model))):
        best = [one / 3 for one in least]
        assert exploitability(edition, 3, model, others) + 1 / 3 > sum(best)
    assert all(a < b for a, b in zip(least, solve(edition, 3, model).chances, strict=True))


# --- what is kept for every decision, and for every position --------------------------------------


# --- strategies as tables of what they do in every position ---------------------------------------


def test_every_decision_of_all_and_of_fewer_players_is_in_it() -> None:
    found = answers_of(Habit((0.25,) * 6), tiny(2, 3), 3, ("throw",))
    assert set(found) == {"choices"}
    assert found["choices"]["2:1,2,2"] == {"stop": 0.75, "throw": 0.25}
    assert found["choices"]["5:1,1"] == {"stop": 0.75, "throw": 0.25}
    assert "5:1,2" not in found["choices"]  # with seven dice at the start
    assert not any(key.startswith("6") for key in found["choices"])


def test_where_throws_differ_turns_have_answers_but_not_in_an_empty_arena() -> None:
    edition = find_edition("strike-2012")
    turns = answers_of(Habit((0.0,) * 6, (0.0, 0.5, 0.5)), edition, 2, KINDS)["turns"]
    assert turns["1:8,8"] == {"firm": 0.5, "wild": 0.5}
    assert "0:8,8" not in turns
    assert turns["bare:8,8"] == turns["1:8,8"], f"arena {BARE} has a name"


# --- the policy as sentences and as a table -------------------------------------------------------


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(tiny(4), 2, IdealChance(0.3, 0.02))


def test_there_is_a_sentence_for_every_number_of_dice(solution: Solution) -> None:
    lines = policy_text(solution)
    assert [line.partition(":")[0] for line in lines] == [
        "nothing lies",
        "one die lies",
        *(f"{lying} dice lie" for lying in range(2, 6)),
    ]
    assert lines[1] == "one die lies: always stop"
    assert lines[2] == "2 dice lie: go on if all together hold at least 6 dice, else stop"
    assert lines[5] == "5 dice lie: always go on"


def test_a_position_that_cannot_come_up_is_called_so() -> None:
    """Three dice in all: with five lying none is left."""
    small = solve(tiny(1), 2, IdealChance())
    assert policy_text(small)[5] == "5 dice lie: cannot come up"


def test_the_table_agrees_with_the_policy(solution: Solution) -> None:
    lines = policy_table(solution)
    start = lines.index("2 dice lie; columns: the other's dice from 1")
    for own, line in enumerate(lines[start + 1 : start + 5], start=1):
        label, cells = line.split()
        assert int(label) == own
        for other, cell in enumerate(cells, start=1):
            action = next(iter(solution.policy(2, (own, other), may_stop=True)))
            assert cell == ("." if action == "stop" else "t")


def test_several_kinds_of_throw_and_mixed_decisions_are_told_apart() -> None:
    mixed = solve("strike-2020", 3, IdealChance(0.15, 0.1))
    text = "\n".join(policy_text(mixed))
    assert "go on in" in text
    assert "stop in" in text
