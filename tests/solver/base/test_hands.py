"""The numbering of hands: complete, without gaps, in order."""

from itertools import product

import numpy as np
import pytest

from kessel.solver.base.hands import HandIndex


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_rows_are_numbered_without_gaps(players: int) -> None:
    index = HandIndex.of(players, 12)
    seen = np.concatenate([index.rows(index.hands(total)) for total in range(players, 13)])
    assert seen.tolist() == list(range(len(index)))


def test_every_hand_is_there_once() -> None:
    every = {hand for hand in product(range(1, 9), repeat=3) if sum(hand) == 10}
    assert {tuple(map(int, hand)) for hand in HandIndex.of(3, 10).hands(10)} == every


@pytest.mark.parametrize("players", [2, 5])
def test_one_row_alone_is_the_same_as_among_many(players: int) -> None:
    index = HandIndex.of(players, 11)
    hands = index.hands(11)
    assert [index.row(tuple(map(int, hand))) for hand in hands] == index.rows(hands).tolist()
