"""When each character goes on, how it throws, and what it answers to spells."""

from random import Random

import pytest

from kessel.bots.bot import Bot, Sight
from kessel.bots.characters import Beginner, ByRule, Careful, Gambler, Habits, different
from kessel.rules.moves import Collect, EndTurn, StackTower, StartDie, TakeAccio, Throw
from kessel.rules.positions import read_state

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
