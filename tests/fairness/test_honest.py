"""Honest games over good and bad lines, by a clock that only counts: nothing turns red, ever, and
amber only where a device really was late or away."""

from random import Random

import pytest
from fairness.lines import (
    BAD_3G,
    FAR,
    FLAKY,
    FOUR_G,
    KILLED,
    LAN,
    LOCKED,
    RELOADS,
    TUNNEL,
    VERY_FAR,
    Weather,
    World,
)

from kessel.proof.chronicle import record_of
from kessel.proof.verify import verify
from kessel.rules.edition import EDITIONS
from kessel.table.dice import dice_named
from kessel.table.log import ThrowFixed

GOOD = {"LAN": LAN, "4G": FOUR_G, "far": FAR, "bad 3G": BAD_3G}
"""Lines on which every device answers in time."""
BAD = {
    "tunnel": TUNNEL,
    "flaky": FLAKY,
    "reloads": RELOADS,
    "locked": LOCKED,
    "1.1 s": VERY_FAR,
    "killed": KILLED,
}
ALL = list(EDITIONS)
GAMES = 400
SHARE = {"LAN": 40, "4G": 40, "far": 40, "bad 3G": 40}
"""Games of each kind of line; the bad ones share the rest."""


def played(seed: int, weather: Weather, edition: str = "strike-2020") -> World:
    """A whole game of two persons, both on such lines, sometimes with a bot."""
    world = World(Random(seed), edition, [weather, weather], bots=seed % 2)
    world.run()
    assert world.table.ledger.stage == "over"
    return world


def colours(world: World) -> set[str]:
    return {page.device.colour for page in world.pages}


@pytest.mark.parametrize("name", GOOD)
def test_on_a_good_line_everybody_is_green(name: str) -> None:
    world = played(2, GOOD[name])
    assert colours(world) == {"green"}
    assert not verify(record_of(world.table.ledger.history).text(), dice_named).unproven


@pytest.mark.parametrize("name", BAD)
def test_on_a_bad_line_nobody_is_red(name: str) -> None:
    world = played(3, BAD[name])
    assert "red" not in colours(world), [page.device.findings for page in world.pages]


def test_control_who_is_late_is_seen_by_everybody() -> None:
    """Beyond two seconds there and back a device is late again and again."""
    world = played(3, VERY_FAR)
    assert colours(world) == {"amber"}
    for page in world.pages:
        assert {remark.what for remark in page.device.remarks} >= {"late"}


def test_a_hidden_page_is_left_out_by_its_own_word() -> None:
    world = played(3, LOCKED, "harry-potter")
    assert colours(world) == {"green"}
    assert sum(page.device.without for page in world.pages) > 0


def test_a_server_that_is_killed_changes_no_throw() -> None:
    world = played(3, KILLED)
    assert world.deaths > 2
    assert colours(world) == {"green"}
    assert not verify(record_of(world.table.ledger.history).text(), dice_named).unproven


def test_control_a_server_that_comes_back_with_another_log_is_red() -> None:
    """The last throw that everybody saw was not kept."""
    world = World(Random(3), "strike-2020", [LAN, LAN])
    world.run(10.0)
    while not isinstance(world.kept.pop(), ThrowFixed):
        pass
    world.die()
    world.run(60.0)
    assert colours(world) == {"red"}


@pytest.mark.long
@pytest.mark.series
def test_four_hundred_games_over_all_lines() -> None:
    """Every edition in turn. Without faults of the line all are green; with them none is red."""
    lines = {**GOOD, **BAD}
    for name, weather in lines.items():
        games = SHARE.get(name, (GAMES - sum(SHARE.values())) // len(BAD))
        for number in range(games):
            seen = colours(played(number, weather, ALL[number % len(ALL)]))
            assert "red" not in seen, (name, number)
            if name in GOOD:
                assert seen == {"green"}, (name, number)
