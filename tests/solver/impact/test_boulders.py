"""Supplies with boulder piles, their numbering, and small games known by hand."""

import pytest

from kessel.solver.chance import IdealChance
from kessel.solver.impact.boulders import (
    PLACES,
    BoulderGame,
    Numbering,
    added_to,
    held_by,
    supplies,
    supply_numbers,
    taken_from,
)

STILL = IdealChance(0.0, 0.0)


def test_all_ways_to_hold_four_dice() -> None:
    """A pile has two dice or more."""
    assert set(supplies(4)) == {(4, ()), (2, (2,)), (1, (3,)), (0, (4,)), (0, (2, 2))}
    assert all(held_by(supply) == 4 for supply in supplies(4))
    assert [supply_numbers(4)[supply] for supply in supplies(4)] == [0, 1, 2, 3, 4]


def test_throwing_a_die_or_a_pile() -> None:
    assert taken_from((2, (3, 2)), 1) == (1, (3, 2))
    assert taken_from((2, (3, 2)), 3) == (2, (2,))
    assert taken_from((0, (2,)), 1) is None
    assert taken_from((2, (3,)), 2) is None


def test_collecting_loose_dice_and_a_pile() -> None:
    assert added_to((1, (2,)), 2, 3) == (3, (3, 2))
    assert added_to((1, ()), 2, 0) == (3, ())


@pytest.mark.parametrize("dice", [2, 5, 8])
def test_positions_and_throws_are_numbered_without_gaps(dice: int) -> None:
    at = Numbering.of(dice, ("throw",))
    states = [
        at.state(place, own, other)
        for place in PLACES
        for held in range(1, dice - sum(place))
        for own in supplies(held)
        for other in supplies(dice - sum(place) - held)
    ]
    assert sorted(states) == list(range(at.count))
    throws = {
        at.throw(place, kind, left, unit, other)
        for (place, kind, dice_left, unit) in at.throws
        for left in supplies(dice_left)
        for other in supplies(dice - sum(place) - dice_left - unit)
    }
    assert throws == set(range(at.thrown))


def test_a_last_die_and_the_best_answer_to_it() -> None:
    """One in six to match a stone or another symbol; who may stop leaves that to the other."""
    game = BoulderGame(STILL, 3)
    game.solve()
    layer = game.layers[3]
    for place in ((1, 0), (0, 1)):
        state = layer.at.state(place, (1, ()), (1, ()))
        assert layer.turn[state] == pytest.approx(1 / 6)
        assert layer.choice[state] == pytest.approx(5 / 6)
    assert layer.residual < 1e-14


def test_a_pile_onto_nothing_is_a_pour() -> None:
    """Two dice match 5 times in 36, as a pile or loose; the other then has a last die left."""
    game = BoulderGame(STILL, 3)
    game.solve()
    layer = game.layers[3]
    for own in ((2, ()), (0, (2,))):
        assert layer.turn[layer.at.state((0, 0), own, (1, ()))] == pytest.approx(5 / 36)


def test_solving_reports_every_layer() -> None:
    reports: list[tuple[int, int]] = []
    BoulderGame(STILL, 4).solve(lambda done, total: reports.append((done, total)))
    assert reports == [(done, 5) for done in range(1, 6)]
