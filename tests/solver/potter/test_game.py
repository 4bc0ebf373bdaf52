"""The smallest layers of Harry Potter, by hand: nothing is struck, nothing leaves the arena."""

import numpy as np
import pytest

from kessel.solver.chance import IdealChance
from kessel.solver.potter.arena import Spell, flag
from kessel.solver.potter.game import SETTLED, PotterGame

ONE_EACH = 1


@pytest.fixture(scope="module")
def game() -> PotterGame:
    game = PotterGame(IdealChance(0.0, 0.0), 3)
    game.solve()
    return game


def test_a_single_die_onto_nothing_is_lost(game: PotterGame) -> None:
    assert game.layers[2].pour[ONE_EACH] == 0.0


def test_two_dice_onto_nothing_need_a_pair_that_is_taken(game: PotterGame) -> None:
    """Accio, Wingardium or Confundo, 3 in 36, and the other's last die falls onto nothing. A pair
    of Relashio makes the other throw the last die: both have none left, or the other is out:
    the pair is taken in any case, 1 in 36. A pair of Immobulus stays."""
    assert game.layers[3].pour[ONE_EACH] == pytest.approx(4 / 36)


@pytest.mark.parametrize("spell", [Spell.ACCIO, Spell.WINGARDIUM, Spell.CONFUNDO])
def test_a_last_die_needs_its_match(game: PotterGame, spell: Spell) -> None:
    way = int(game.loose.number[0, flag(spell)])
    layer = game.layers[3]
    row = game.rows(3).row(np.array(way), np.array(ONE_EACH))
    assert layer.throws[0][0][0, row, 0] == pytest.approx(1 / 6)
    assert layer.ends.choice[0][0, way, ONE_EACH, 0] == pytest.approx(5 / 6)


def test_a_player_without_dice_is_out_and_two_share(game: PotterGame) -> None:
    """Choices with nothing in the other's hand: won, or shared with an empty hand."""
    choice = game.layers[2].ends.choice[0]
    assert choice[0, 0, 0, 0] == 1.0
    two_lie = int(game.loose.number[2, 0])
    assert choice[0, two_lie, 0, 0] == 0.5


def test_layers_are_settled_and_reported() -> None:
    reports: list[tuple[int, int]] = []
    game = PotterGame(IdealChance(0.2, 0.1), 4)
    game.solve(lambda done, total: reports.append((done, total)))
    assert reports[-1] == (5, 5)
    assert all(layer.residual < SETTLED for layer in game.layers)
    assert list(game.heights(1)) == [0, 1]
    assert game.tallest == 2
