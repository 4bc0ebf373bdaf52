"""When each character goes on, how it throws, and what it answers to spells."""

import math
from itertools import combinations
from math import sqrt
from random import Random

import pytest

from kessel.bots.bot import Answer, Bot, Sight
from kessel.bots.characters import Beginner, ByRule, Careful, Gambler, Habits, different
from kessel.bots.hand import FIRM, GENTLE, NEAR_MIDDLE, aim_at_dice
from kessel.bots.levels import LEVELS
from kessel.bots.roster import make_bot
from kessel.rules.edition import find_edition
from kessel.rules.moves import Collect, EndTurn, StackTower, StartDie, TakeAccio, Throw
from kessel.rules.positions import read_state
from kessel.throws.at_rest import LyingDie, flat

TRIES = 2000


def sight(text: str) -> Sight:
    state = read_state(text)
    return Sight(state.active, state)


def goes_on(bot: Bot, text: str) -> float:
    """How often, of 2,000."""
    seen, chance = sight(text), Random(4)
    return sum(isinstance(bot.answer(seen, chance).move, Throw) for _ in range(TRIES)) / TRIES


@pytest.mark.parametrize(
    ("bot", "edition", "expected"),
    [
        (Beginner(), "strike-2020", 0.3),
        (Gambler(), "strike-2020", 0.75),
        (Gambler(), "impact-avatar", 0.4),
    ],
)
def test_those_who_go_on_by_chance(bot: Bot, edition: str, expected: float) -> None:
    arena = "2,3" if edition == "strike-2020" else "fire,air"
    share = goes_on(bot, f"{edition} hands=4,4 arena={arena} phase=choice")
    assert abs(share - expected) < 4 * (expected * (1 - expected) / TRIES) ** 0.5


@pytest.mark.parametrize(
    ("bot", "arena", "hands", "expected"),
    [
        (Careful(), "2,3", "4,4", False),
        (Careful(), "2,3,4", "4,4", True),
        (Careful(), "2,3,4", "1,4", False),
        (ByRule(), "2", "4,4", False),
        (ByRule(), "2,3", "1,4", True),
    ],
)
def test_those_who_count(bot: Bot, arena: str, hands: str, expected: bool) -> None:
    share = goes_on(bot, f"strike-2020 hands={hands} arena={arena} phase=choice")
    assert share == float(expected)


@pytest.mark.parametrize(
    ("edition", "needed"), [("impact", 2), ("impact-power", 3), ("impact-avatar", 5)]
)
def test_the_rule_has_its_number_in_each_edition(edition: str, needed: int) -> None:
    symbols = ("fire", "water", "stone", "lightning", "air")
    elements = " elements=fire" if edition == "impact-power" else ""
    for lying in range(1, 6):
        arena = ",".join(symbols[:lying])
        text = f"{edition} hands=4,4{elements} arena={arena} phase=choice"
        assert goes_on(ByRule(), text) == float(lying >= needed)


def test_how_they_throw() -> None:
    seen, chance = sight("strike-2020 hands=4,4 arena=2,3"), Random(2)
    kinds = {
        type(bot).__name__: {bot.answer(seen, chance).kind for _ in range(50)}
        for bot in (Habits(), Beginner(), Gambler(), Careful(), ByRule())
    }
    assert kinds == {
        "Habits": {"firm"},
        "Beginner": {"gentle"},
        "Gambler": {"firm", "wild"},
        "Careful": {"gentle", "firm"},
        "ByRule": {"firm"},
    }


def test_everything_else_has_an_answer() -> None:
    for bot in (Habits(), Beginner()):
        chance = Random(3)
        start = bot.answer(
            sight("strike-2020 hands=8,8 phase=start options=start_die:placed"), chance
        ).move
        assert isinstance(start, StartDie)
        accio = bot.answer(sight("harry-potter hands=4,4 arena=confundo phase=accio"), chance).move
        assert isinstance(accio, TakeAccio)
        tower = bot.answer(
            sight("harry-potter hands=4,4 arena=confundo,accio phase=stack"), chance
        ).move
        assert isinstance(tower, StackTower)
        assert sorted(tower.tower) == ["accio", "confundo"]
        stops = [
            bot.answer(sight("strike-2020 hands=4,4 arena=2 phase=choice"), chance).move
            for _ in range(20)
        ]
        assert any(isinstance(move, EndTurn) for move in stops)


def test_matches_are_always_collected() -> None:
    state = "strike-2020 hands=4,4 arena=2,2,3 phase=collect options=collecting:optional"
    move = Habits().answer(sight(state), Random(1)).move
    assert isinstance(move, Collect)
    assert move.faces == ("2",)


def test_only_the_top_of_a_tower_is_seen() -> None:
    assert different(sight("harry-potter hands=4,4 arena=accio,confundo/accio")) == 1


# --- what a player may answer, as a bot is told it ------------------------------------------------


# --- where a bot's hand aims ----------------------------------------------------------------------


STRIKE = find_edition("strike-2020")
TWO = tuple(
    (LyingDie(number, face, flat(STRIKE, face, x, 0.01)),)
    for number, (face, x) in enumerate((("2", -0.05), ("5", 0.05)))
)


def test_a_hand_that_aims_at_nothing_stays_near_the_middle() -> None:
    chance = Random(1)
    for _ in range(100):
        values = aim_at_dice(GENTLE, None, chance)
        assert max(abs(values["x"]), abs(values["y"])) <= NEAR_MIDDLE
        assert abs(values["side"]) <= math.pi


def test_a_hand_that_aims_hits_one_of_the_dice() -> None:
    chance = Random(1)
    places = {(v["x"], v["y"]) for v in (aim_at_dice(FIRM, TWO, chance) for _ in range(50))}
    assert places == {(-0.05, 0.01), (0.05, 0.01)}
    assert abs(aim_at_dice(FIRM, (), chance)["x"]) <= NEAR_MIDDLE


# --- any two opponents but the master can be told apart by how they answer ------------------------


ASKED = 400
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
        for _ in range(ASKED):
            seen = trait(bot.answer(Sight(state.active, state), chance))
            shares[text, seen] = shares.get((text, seen), 0.0) + 1 / ASKED
    return shares


def differ(one: dict[tuple[str, str], float], other: dict[tuple[str, str], float]) -> bool:
    """Whether some share lies too far apart for chance."""
    for key in one.keys() | other.keys():
        first, second = one.get(key, 0.0), other.get(key, 0.0)
        mean = (first + second) / 2
        if abs(first - second) > APART * sqrt(2 * mean * (1 - mean) / ASKED):
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
