"""Any two opponents but the master can be told apart by how they answer.

Each answers six positions, chosen because opponents differ there, 400 times; a trait is the share
of answers that have it. Two opponents differ if some trait of theirs lies more than four standard
errors apart.
"""

from itertools import combinations
from math import sqrt
from random import Random

import pytest

from kessel.bots.bot import Answer, Bot, Sight
from kessel.bots.levels import LEVELS
from kessel.bots.roster import make_bot
from kessel.rules.moves import EndTurn
from kessel.rules.positions import read_state

TRIES = 400
APART = 4.0
"""Standard errors."""
POSITIONS = (
    "strike-2020 hands=4,4 arena=2 phase=choice",
    "strike-2020 hands=4,4 arena=2,3 phase=choice",
    "strike-2020 hands=4,4 arena=2,3,4 phase=choice",
    "strike-2020 hands=1,4 arena=2,3,4 phase=choice",
    "strike-2020 hands=2,8 arena=2",
    "strike-2020 hands=8,2 arena=2",
)
WITHOUT_AIMING = LEVELS[:-1]
"""The master differs from the exact one by its trials alone: tests/bots/test_master.py."""


def trait(answer: Answer) -> str:
    """What one sees of an answer."""
    return "stops" if isinstance(answer.move, EndTurn) else answer.kind


def habits(bot: Bot, seed: int) -> dict[tuple[str, str], float]:
    """The share of every trait in every position."""
    chance, shares = Random(seed), dict[tuple[str, str], float]()
    for text in POSITIONS:
        state = read_state(text)
        for _ in range(TRIES):
            seen = trait(bot.answer(Sight(state.active, state), chance))
            shares[text, seen] = shares.get((text, seen), 0.0) + 1 / TRIES
    return shares


def differ(one: dict[tuple[str, str], float], other: dict[tuple[str, str], float]) -> bool:
    """Whether some share lies too far apart for chance."""
    for key in one.keys() | other.keys():
        first, second = one.get(key, 0.0), other.get(key, 0.0)
        mean = (first + second) / 2
        if abs(first - second) > APART * sqrt(2 * mean * (1 - mean) / TRIES):
            return True
    return False


@pytest.fixture(scope="module")
def seen() -> dict[str, dict[tuple[str, str], float]]:
    """The habits of all, each from answers of its own."""
    return {level: habits(make_bot(level), 7) for level in WITHOUT_AIMING}


@pytest.mark.parametrize(("one", "other"), list(combinations(WITHOUT_AIMING, 2)))
def test_no_two_play_alike(
    seen: dict[str, dict[tuple[str, str], float]], one: str, other: str
) -> None:
    assert differ(seen[one], seen[other])


@pytest.mark.parametrize("level", WITHOUT_AIMING)
def test_nobody_differs_from_themselves(
    seen: dict[str, dict[tuple[str, str], float]], level: str
) -> None:
    assert not differ(seen[level], habits(make_bot(level), 8))
