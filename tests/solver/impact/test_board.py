"""Positions are numbered: what lies, then what everybody holds."""

import numpy as np
import pytest

from kessel.rules.edition import Effect
from kessel.solver.impact.board import Board

ALL = (Effect.STORM, Effect.COLUMN, Effect.BOULDERS, Effect.HURRICANE, Effect.SWAMP)


@pytest.mark.parametrize(("effects", "players"), [(ALL, 2), ((Effect.STORM,), 3), ((), 2)])
def test_every_position_of_a_layer_has_its_number(
    effects: tuple[Effect, ...], players: int
) -> None:
    board = Board(effects, players, 5)
    for dice in range(6):
        found = [
            board.at(dice, lying, places, board.supplies.hands[dice - lying])
            for lying in range(dice + 1)
            for places in [np.arange(len(board.lying[lying]))]
        ]
        assert np.array_equal(np.concatenate(found), np.arange(board.positions(dice)))
        assert len(board.held(dice)) == board.positions(dice)


def test_only_water_of_a_swamp_lies_beside_its_like() -> None:
    for effects, ways in (((Effect.SWAMP,), 3), ((Effect.COLUMN,), 2)):
        board = Board(effects, 2, 2)
        assert len(board.lying[2]) == ways, "both water, one of them, and none; or the last two"
        assert board.place(2, int(board.lying[2][0])) == 0
    board = Board((Effect.COLUMN,), 2, 2)
    pair = int(board.symbols.numbers(2, np.array([[2, 0, 0, 0, 0]]))[0])
    assert board.place(2, pair) is None


def test_throws_follow_one_another_without_gaps() -> None:
    board = Board(ALL, 2, 4)
    starts, count = board.throws(4, ("firm", "wild"))
    ends = [
        first + len(board.lying[lying]) * len(board.supplies.hands[4 - lying - unit])
        for (_, lying, unit), first in starts.items()
    ]
    assert [*starts.values(), count] == [0, *ends]
