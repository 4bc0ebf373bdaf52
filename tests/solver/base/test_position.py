"""Positions by their numbers, the same in tables of any number of dice."""

from itertools import product

from kessel.rules.edition import find_edition
from kessel.solver.base.position import dice_at_start, hand_row, hand_rows, positions


def test_hands_are_numbered_by_total_and_then_in_order() -> None:
    hands = sorted(product(range(1, 10), repeat=3), key=lambda hand: (sum(hand), hand))
    few = [hand for hand in hands if sum(hand) <= 9]
    assert [hand_row(hand) for hand in few] == list(range(len(few)))
    assert hand_rows(3, 9) == len(few)


def test_all_hands_and_the_start_die_are_in_play() -> None:
    assert dice_at_start(find_edition("strike-2012"), 3) == 25


def test_five_players_have_about_242_000_positions() -> None:
    assert positions(5, 26) == 241_746
