"""Whole games between bots, step by step."""

from random import Random

import pytest

from kessel.bots.characters import ByRule
from kessel.lab.games import next_step, play
from kessel.rules.edition import EDITIONS
from kessel.rules.engine import apply, new_game
from kessel.rules.moves import ONE, Landing, Player, Throw
from kessel.rules.notation import read_state
from kessel.rules.state import Phase
from kessel.throws.ideal import IdealFaces

BOTS = [ByRule(), ByRule()]
STILL = IdealFaces(0.0, 0.0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_of_every_edition_end_with_a_winner(edition: str) -> None:
    for seed in range(3):
        assert play(new_game(edition, 2), BOTS, IdealFaces(), Random(seed))


def test_a_last_die_onto_nothing_loses() -> None:
    state = read_state("strike-2020 hands=1,3 arena=-")
    assert play(state, BOTS, STILL, Random(1)) == (1,)


def test_a_choice_ends_the_turn_or_throws() -> None:
    stops = next_step(
        read_state("strike-2020 hands=3,3 arena=2 phase=choice"), BOTS, STILL, Random(1)
    ).state
    assert (stops.active, stops.phase) == (1, Phase.THROW)
    throws = next_step(
        read_state("strike-2020 hands=3,3 arena=2,3 phase=choice"), BOTS, STILL, Random(1)
    ).state
    assert throws.hands != (3, 3)


def test_all_who_are_called_throw_along() -> None:
    state = read_state("harry-potter hands=3,3 arena=relashio")
    called = apply(state, Throw(ONE, Landing(("relashio", "relashio")))).state
    assert called.phase is Phase.EXTRA
    after = next_step(called, BOTS, STILL, Random(1)).state
    assert after.phase is Phase.THROW
    assert (after.active, sum(after.hands) + len(after.arena) + after.removed) == (1, 7)


def test_a_column_goes_to_those_with_few_dice_more_often() -> None:
    """One die against three: three in four, within four standard errors of 400."""
    state = read_state("impact-power hands=1,3 elements=fire arena=fire,fire phase=column")
    winners: list[Player] = []
    for seed in range(400):
        after = next_step(state, BOTS, STILL, Random(seed)).state
        winners.append(0 if after.supply(0) > 1 else 1)
    assert abs(winners.count(0) - 300) < 4 * (400 * 0.75 * 0.25) ** 0.5
