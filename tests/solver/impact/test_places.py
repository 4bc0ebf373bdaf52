"""The positions of Impact with one element: as many as were counted, each with a number."""

from itertools import chain

import pytest

from bench.solved_further import GAMES
from kessel.solver.effects import POSITIONS_OF_THREE
from kessel.solver.impact.places import Places, hands_of
from kessel.solver.impact.powers import POWERS

DICE = 22
"""Of three players, with the start die."""
SIZES = {game.name: game.positions() for game in GAMES}
OTHERS = "air, fire or lightning, three"


@pytest.mark.parametrize("element", POWERS)
def test_positions_are_those_that_were_counted(element: str) -> None:
    counted = sum(len(Places(POWERS[element], players, DICE)) for players in (2, 3))
    assert counted == SIZES["water, three" if element == "water" else OTHERS]


def test_a_refusal_says_how_many_there_are() -> None:
    stone = SIZES["stone, three"]
    assert {"air": SIZES[OTHERS], "lightning": SIZES[OTHERS], "stone": stone} == POSITIONS_OF_THREE


def test_every_position_has_its_number() -> None:
    at = Places(POWERS["water"], 3, 6)
    rows = [at.rows(arena, hands).tolist() for arena, hands in at.hands.items()]
    assert list(chain(*rows)) == list(range(len(at)))
    assert at.row((2, 1), (1, 1, 1)) == at.first[2, 1]


def test_only_positions_of_the_game_are_there() -> None:
    at = Places(POWERS["fire"], 3, 6)
    assert at.has((1, 2), (1, 1, 1))
    assert not at.has((1, 2), (2, 1, 1)), "too many dice"
    assert not at.has((1, 2), (1, 0, 1)), "a player who is out"
    assert not at.has((2, 1), (1, 1, 1)), "matches lie in a swamp only"


def test_hands_hold_a_die_each() -> None:
    assert hands_of(2, 3).tolist() == [[1, 1], [1, 2], [2, 1]]
