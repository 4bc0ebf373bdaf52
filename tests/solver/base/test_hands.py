"""The numbering of hands: complete, without gaps, in order."""

from itertools import product

import numpy as np
import pytest

from kessel.rules.edition import find_edition
from kessel.solver.arrays import Values
from kessel.solver.base.hands import HandIndex
from kessel.solver.base.layers import Block, Kernels, Layer, LayerShape, LayerValues
from kessel.solver.base.policy import ValueTable
from kessel.solver.base.position import dice_at_start, hand_row, hand_rows, positions
from kessel.solver.chance import POUR, THROW, IdealChance, base_outcomes


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_rows_are_numbered_without_gaps(players: int) -> None:
    index = HandIndex(players, 12)
    seen = np.concatenate([index.rows(index.hands(total)) for total in range(players, 13)])
    assert seen.tolist() == list(range(len(index)))


def test_every_hand_is_there_once() -> None:
    every = {hand for hand in product(range(1, 9), repeat=3) if sum(hand) == 10}
    assert {tuple(map(int, hand)) for hand in HandIndex(3, 10).hands(10)} == every


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


def test_five_players_have_about_242_000_positions() -> None:
    assert positions(5, 26) == 241_746


# --- one layer by hand: two players, three dice, nothing is struck and nothing leaves the arena ---


PLAYERS, DICE = 2, 3
INDEX = HandIndex(PLAYERS, DICE)
STILL = Kernels.of(IdealChance(0.0, 0.0), DICE)


def layer(kernels: Kernels = STILL) -> Layer:
    known = ValueTable.empty(INDEX)
    return LayerShape(INDEX, DICE, kernels).over(known, None)


def block(lying: int) -> Block:
    return next(one for one in layer().blocks if one.lying == lying)


def test_a_layer_has_a_block_for_every_number_of_dice_that_can_lie() -> None:
    """With two in the hands at least: one die lies, or none; fewest in the hands first."""
    assert [(one.lying, one.rows) for one in layer().blocks] == [(1, slice(0, 1)), (0, slice(1, 3))]
    assert len(layer()) == 3


def test_kernels_hold_the_outcomes_of_every_throw() -> None:
    """(left lying, collected): a blank face leaves the die that lay there."""
    assert STILL.single[0][1] == pytest.approx({(0, 2): 1 / 6, (1, 0): 1 / 6, (2, 0): 4 / 6})
    assert STILL.pour[1] == pytest.approx({(0, 0): 1 / 6, (1, 0): 5 / 6})
    assert STILL.pour[2][0, 2] == pytest.approx(5 / 36)


def test_a_last_die_leads_out_of_the_layer_or_to_the_other() -> None:
    (links,) = block(1).throws
    assert links.known == pytest.approx(np.array([[0.0, 5 / 6]]))
    (match,) = links.matched
    assert match.weight == pytest.approx(1 / 6)
    assert match.lying == 0
    assert INDEX.hands(3)[match.rows - INDEX.block(3).start].tolist() == [[1, 2]]
    assert not len(block(1).holding)


def test_all_dice_onto_nothing_can_come_back_to_the_layer() -> None:
    """Hands (1, 2): the die cannot match, and its player is out. Hands (2, 1): a pair, 5 in 36,
    is taken back, and the other throws onto nothing."""
    pour = block(0).pour
    assert pour is not None
    assert pour.known == pytest.approx(np.array([[0.0, 1.0], [0.0, 31 / 36]]))
    (match,) = pour.matched
    assert isinstance(match.weight, np.ndarray)
    assert match.weight.reshape(-1) == pytest.approx([0.0, 5 / 36])
    assert match.rows[1] == hand_row((1, 2))


def test_throw_and_stop_take_the_values_of_the_layer() -> None:
    now = ValueTable.empty(INDEX)
    now.turn[0, hand_row((1, 2))] = (0.0, 1.0)
    now.turn[1, hand_row((1, 1))] = (0.25, 0.75)
    one = block(1)
    values = LayerValues(layer(), now)
    assert values.throw(one, one.throws[0]) == pytest.approx(np.array([[1 / 6, 5 / 6]]))
    assert values.stop(one) == pytest.approx(np.array([[0.75, 0.25]]))


def test_whoever_keeps_a_die_may_choose_after_a_throw_without_a_match() -> None:
    """Hands (2, 1), nothing lies: five faces leave a die lying and a choice with (1, 1)."""
    (links,) = block(0).throws
    one = block(0)
    assert one.holding.tolist() == [1]
    assert links.unmatched is not None
    assert links.unmatched.weight == pytest.approx(5 / 6)
    assert links.unmatched.lying == 1
    assert links.unmatched.rows.tolist() == [hand_row((1, 1))]


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
