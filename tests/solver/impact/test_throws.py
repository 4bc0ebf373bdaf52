"""What throws do to the dice that lie, against distributions known otherwise."""

import numpy as np
import pytest

from kessel.rules.edition import Effect
from kessel.solver.chance import THROW, IdealChance, base_outcomes
from kessel.solver.impact.board import Board
from kessel.solver.impact.throws import Falling, falls, picked_up

MODEL = IdealChance(0.3, 0.1)


def test_nothing_that_can_happen_is_left_out() -> None:
    assert sum(chance for *_, chance in falls(MODEL, THROW, 2, 4)) == pytest.approx(1.0)


def test_one_of_two_lightnings_is_picked_up_as_often_as_the_other_die() -> None:
    """Of two lightnings and one other, the other stays in two of three cases."""
    symbols = Board((Effect.STORM,), 2, 4).symbols
    way = symbols.numbers(3, np.array([[2, 1, 0, 0, 0]]))
    both, mixed = symbols.numbers(2, np.array([[2, 0, 0, 0, 0], [1, 1, 0, 0, 0]]))
    left = picked_up(symbols, 3, way)[1].toarray()[0]
    assert left[both] == pytest.approx(1 / 3)
    assert left[mixed] == pytest.approx(2 / 3)
    assert left.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("effects", [(), (Effect.SWAMP,), tuple(Effect)[:5]])
def test_a_throw_leaves_what_the_base_game_sees(effects: tuple[Effect, ...]) -> None:
    """Onto two different dice: how many different ones lie, and how many match."""
    board = Board(effects, 2, 4)
    symbols = board.symbols
    rows = picked_up(symbols, 2, symbols.numbers(2, np.array([[0, 0, 0, 1, 1]])))
    for (left, taken), chance in base_outcomes(MODEL, THROW, 1, 2).items():
        falling = Falling(board, MODEL)
        for layer in range(4):
            falling.keep(layer, [_is(board, layer - n, n, left, taken) for n in range(layer + 1)])
        told = sum(
            falling.thrown(rows, (THROW,), 1, 2, 0, lost=lost)[0][0, 0, 0] for lost in (True, False)
        )
        assert told == pytest.approx(chance, abs=1e-12)


def _is(board: Board, held: int, lying: int, left: int, taken: int) -> np.ndarray:
    """1 for ways that leave so many and match so many, whatever is held."""
    ways = board.symbols.ways[lying]
    seen = ((ways == 1).sum(axis=1) == left) & ((ways * (ways > 1)).sum(axis=1) == taken)
    hands = len(board.supplies.hands[held])
    return np.broadcast_to(seen.astype(float)[:, None, None], (len(ways), hands, 2)).copy()


# --- positions are numbered: what lies, then what everybody holds ---------------------------------


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
