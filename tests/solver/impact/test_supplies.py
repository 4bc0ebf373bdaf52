"""What players hold: loose dice and piles, which are thrown as a whole."""

import numpy as np
import pytest

from kessel.solver.impact.supplies import NONE, Supplies, taken_from


def test_all_ways_to_hold_four_dice() -> None:
    held = {supply for supply in Supplies(1, 4, piles=True).all if supply[0] + sum(supply[1]) == 4}
    assert held == {(4, ()), (2, (2,)), (0, (2, 2)), (1, (3,)), (0, (4,))}
    assert Supplies(1, 4, piles=False).all[-1] == (4, ())


def test_throwing_a_die_or_a_pile() -> None:
    assert taken_from((2, (3, 2)), 1) == (1, (3, 2))
    assert taken_from((2, (3, 2)), 3) == (2, (2,))
    assert taken_from((0, (3,)), 1) is None
    assert taken_from((1, (3,)), 2) is None


def test_taking_loose_dice_and_a_pile() -> None:
    supplies = Supplies(2, 6, piles=True)
    after = supplies.added(1, 2)[supplies.number[1, (2,)]]
    assert supplies.all[after] == (2, (2, 2))
    assert supplies.added(1, 2)[supplies.number[4, ()]] == NONE, "more dice than there are"
    assert supplies.all[supplies.loose[supplies.number[1, (3, 2)]]] == (6, ())


@pytest.mark.parametrize("piles", [True, False])
@pytest.mark.parametrize("players", [2, 3])
def test_hands_hold_so_many_dice_and_have_their_numbers(players: int, piles: bool) -> None:
    supplies = Supplies(players, 5, piles=piles)
    for dice in range(6):
        hands = supplies.hands[dice]
        assert (supplies.dice[hands].sum(axis=1) == dice).all()
        assert np.array_equal(supplies.numbers(hands), np.arange(len(hands)))
    assert len(supplies.hands[2]) == (3 if players == 2 else 6) + players * piles
