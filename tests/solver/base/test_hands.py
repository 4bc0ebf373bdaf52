"""The numbering of hands: complete, without gaps, in order."""

from itertools import product

import numpy as np
import pytest

from kessel.rules.edition import find_edition
from kessel.solver.arrays import Values
from kessel.solver.base.hands import HandIndex
from kessel.solver.base.layers import Kernels, LayerShape, LayerValues
from kessel.solver.base.policy import ValueTable
from kessel.solver.base.position import dice_at_start, hand_row, hand_rows
from kessel.solver.chance import POUR, THROW, IdealChance, base_outcomes


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


# --- a layer: what stands in one order is what follows ---


def test_throws_are_the_same_looked_up_hand_by_hand() -> None:
    """Three players, eight dice, random values: what stands in one order is what follows."""
    players, dice, model = 3, 8, IdealChance(0.3, 0.1)
    index = HandIndex(players, dice)
    chance = np.random.default_rng(1)
    now, fewer = (
        ValueTable(chance.random(empty.turn.shape), chance.random(empty.turn.shape))
        for empty in map(ValueTable.empty, (index, HandIndex(players - 1, dice)))
    )
    found = LayerShape(index, dice, Kernels.of(model, dice)).over(now, fewer)
    layer_values = LayerValues(found, now)

    def after(left: int, own: int, taken: int, others: tuple[int, ...]) -> Values:
        if taken:
            return np.roll(now.turn[left, hand_row((*others, own + taken))], 1)
        if not own:
            return np.array([0.0, *fewer.turn[left, hand_row(others)]])
        return np.asarray(now.choice[left, hand_row((own, *others))])

    for one in found.blocks:
        throws = [(one.throws[0], THROW), *([(one.pour, POUR)] if one.pour else [])]
        for links, kind in throws:
            values = layer_values.throw(one, links)
            for hands, value in zip(index.hands(dice - one.lying).tolist(), values, strict=True):
                thrown = hands[0] if kind == POUR else 1
                expected = sum(
                    share * after(left, hands[0] - thrown, taken, tuple(hands[1:]))
                    for (left, taken), share in base_outcomes(
                        model, kind, thrown, one.lying
                    ).items()
                )
                assert value == pytest.approx(expected, abs=1e-14)
