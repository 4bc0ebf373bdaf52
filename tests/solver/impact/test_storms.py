"""Storms, one die at a time, worked out by hand; and that probabilities add up."""

import numpy as np
import pytest

from kessel.solver.chance import POUR, THROW, IdealChance
from kessel.solver.impact.storms import after_extra_throw, landings

STILL = IdealChance(0.0, 0.0)
NONE = (0, 0, 0, 0)
MOST = 6


def test_one_die_beside_a_lightning() -> None:
    """Blank, a second lightning, or one of four other symbols."""
    assert landings(STILL, THROW, 1, 1, 0) == pytest.approx(
        {(1, NONE): 1 / 6, (2, NONE): 1 / 6, (1, (1, 0, 0, 0)): 4 / 6}
    )


def test_two_dice_poured() -> None:
    """Two lightnings 1 in 36, two equal others 4 in 36, two different ones 12 in 36."""
    found = landings(STILL, POUR, 2, 0, 0)
    assert found[2, NONE] == pytest.approx(1 / 36)
    assert found[0, (2, 0, 0, 0)] == pytest.approx(4 / 36)
    assert found[0, (1, 1, 0, 0)] == pytest.approx(12 / 36)
    assert found[1, (1, 0, 0, 0)] == pytest.approx(8 / 36)


def test_a_lost_die_leaves_everything_as_it_lies() -> None:
    assert landings(IdealChance(0.0, 1.0), THROW, 1, 1, 2) == {(1, (1, 1, 0, 0)): 1.0}


@pytest.mark.parametrize("model", [STILL, IdealChance(0.3, 0.1), IdealChance(1.0, 0.0)])
def test_landings_are_all_that_can_happen(model: IdealChance) -> None:
    for special, others in ((0, 0), (1, 0), (1, 3), (0, 4)):
        assert sum(landings(model, THROW, 1, special, others).values()) == pytest.approx(1.0)


def test_the_extra_die_beside_two_lightnings_and_one_other() -> None:
    """[lightnings, others seen once, dice of others]: blank; a third lightning; the same other
    symbol, which then lies twice; one of the three that did not lie there."""
    lies = after_extra_throw(STILL, THROW, (2, (1, 0, 0, 0)), MOST)
    expected = np.zeros_like(lies)
    expected[2, 1, 1] = 1 / 6
    expected[3, 1, 1] = 1 / 6
    expected[2, 0, 2] = 1 / 6
    expected[2, 2, 2] = 3 / 6
    assert lies == pytest.approx(expected)


def test_a_set_struck_by_the_extra_die_falls_apart() -> None:
    """Everything is struck: two lightnings and the extra die fall like three poured dice."""
    lies = after_extra_throw(IdealChance(1.0, 0.0), THROW, (2, NONE), MOST)
    assert lies[3, 0, 0] == pytest.approx(1 / 216)
    assert lies[0, 0, 0] == pytest.approx(1 / 216)
    assert lies[0, 3, 3] == pytest.approx(4 * 3 * 2 / 216)


@pytest.mark.parametrize("stormy", [(2, NONE), (3, (2, 1, 0, 0)), (2, (1, 1, 1, 1))])
def test_whatever_lies_the_extra_throw_adds_up(stormy: tuple[int, tuple[int, ...]]) -> None:
    lies = after_extra_throw(IdealChance(0.4, 0.2), THROW, stormy, MOST)
    assert lies.sum() == pytest.approx(1.0)
