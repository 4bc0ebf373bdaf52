"""The numbering of hands: complete, without gaps, in order."""

from itertools import product

import numpy as np
import pytest

from kessel.rules.edition import find_edition
from kessel.solver.base.hands import HandIndex
from kessel.solver.base.position import dice_at_start, hand_row, hand_rows


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_rows_are_numbered_without_gaps(players: int) -> None:
    index = HandIndex(players, 12)
    seen = np.concatenate([index.rows(index.hands(total)) for total in range(players, 13)])
    assert seen.tolist() == list(range(len(index)))


@pytest.mark.parametrize("players", [2, 5])
def test_one_row_alone_is_the_same_as_among_many(players: int) -> None:
    index = HandIndex(players, 11)
    hands = index.hands(11)
    assert [hand_row(tuple(map(int, hand))) for hand in hands] == index.rows(hands).tolist()


@pytest.mark.parametrize("players", [2, 3, 5])
def test_hands_of_a_total_stand_by_what_the_first_player_holds(players: int) -> None:
    index = HandIndex(players, 11)
    first = index.hands(11)[:, 0]
    for own in range(1, 11 - players + 2):
        there = index.holding(11, own)
        at = np.arange(there.start, there.stop) - index.block(11).start
        assert at.tolist() == np.flatnonzero(first == own).tolist()


def test_the_next_player_is_on_with_the_same_hands() -> None:
    index = HandIndex(3, 8)
    rows = index.next_rows
    assert len(rows) == len(index)
    assert rows[hand_row((4, 1, 2))] == hand_row((1, 2, 4))
    assert rows[hand_row((1, 1, 1))] == hand_row((1, 1, 1))


# --- positions by their numbers, the same in tables of any number of dice -------------------------


def test_hands_are_numbered_by_total_and_then_in_order() -> None:
    hands = sorted(product(range(1, 10), repeat=3), key=lambda hand: (sum(hand), hand))
    few = [hand for hand in hands if sum(hand) <= 9]
    assert [hand_row(hand) for hand in few] == list(range(len(few)))
    assert hand_rows(3, 9) == len(few)


def test_all_hands_and_the_start_die_are_in_play() -> None:
    assert dice_at_start(find_edition("strike-2012"), 3) == 25
