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
    LONG_STALLS,
    NARROW,
    RELOADS,
    TOO_FAR,
    TUNNEL,
    VERY_FAR,
    Weather,
    World,
)

from kessel.proof.chronicle import record_of
from kessel.proof.verify import verify
from kessel.rules.edition import EDITIONS
from kessel.table.dice import dice_named
from kessel.table.log import DevicesLate, DiceLanded, ThrowFixed

GOOD = {"LAN": LAN, "4G": FOUR_G, "far": FAR, "bad 3G": BAD_3G}
"""Lines on which every device answers in time."""
BAD = {
    "tunnel": TUNNEL,
    "flaky": FLAKY,
    "reloads": RELOADS,
    "locked": LOCKED,
    "1.1 s": VERY_FAR,
    "64 kbit/s": NARROW,
    "stalls of 60 s": LONG_STALLS,
    "killed": KILLED,
}
ALL = list(EDITIONS)
GAMES = 1000
ON_A_GOOD_LINE = 60
"""Of them, on each; the bad ones share the rest."""


def played(seed: int, weather: Weather, edition: str = "strike-2020") -> World:
    """A whole game of two persons, both on such lines, sometimes with a bot."""
    world = World(Random(seed), edition, [weather, weather], bots=seed % 2)
    world.run()
    assert world.table.ledger.stage == "over"
    return world


MOST_LATE = 0.1
"""Of the throws, for which a table waits for a slow device in vain."""


def share_late(world: World) -> float:
    history = world.table.ledger.history
    late = sum(isinstance(entry, DevicesLate) for entry in history)
    return late / sum(isinstance(entry, DiceLanded) for entry in history)


def colours(world: World) -> set[str]:
    return {page.device.colour for page in world.pages}


@pytest.mark.parametrize("name", GOOD)
def test_on_a_good_line_everybody_is_green(name: str) -> None:
    world = played(2, GOOD[name])
    assert colours(world) == {"green"}
    assert len(verify(record_of(world.table.ledger.history).text(), dice_named).unproven) == 1


@pytest.mark.parametrize("name", BAD)
def test_on_a_bad_line_nobody_is_red(name: str) -> None:
    world = played(3, BAD[name])
    assert "red" not in colours(world), [page.device.findings for page in world.pages]


def test_control_who_is_late_is_seen_by_everybody() -> None:
    """Beyond four seconds there and back a device is late again and again."""
    world = played(3, TOO_FAR)
    assert share_late(world) > MOST_LATE
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
    assert len(verify(record_of(world.table.ledger.history).text(), dice_named).unproven) == 1


def test_control_a_server_that_comes_back_with_another_log_is_red() -> None:
    """The last throw that everybody saw was not kept."""
    world = World(Random(3), "strike-2020", [LAN, LAN])
    world.run(10.0)
    while not isinstance(world.kept.pop(), ThrowFixed):
        pass
    world.die()
    world.run(60.0)
    assert colours(world) == {"red"}


@pytest.mark.parametrize("name", ["1.1 s", "64 kbit/s"])
def test_a_slow_device_is_seldom_waited_for_in_vain(name: str) -> None:
    assert share_late(played(3, BAD[name])) <= MOST_LATE


@pytest.mark.long
@pytest.mark.series
@pytest.mark.parametrize("name", [*GOOD, *BAD])
def test_a_thousand_games_over_all_lines(name: str) -> None:
    """Every edition in turn. Without faults of the line all are green; with them none is red: no
    device that was late or away says that it had answered, or that it was there. Nowhere is a slow
    device waited for in vain in more than one of ten throws."""
    shared = (GAMES - ON_A_GOOD_LINE * len(GOOD)) // len(BAD)
    shares = []
    for number in range(ON_A_GOOD_LINE if name in GOOD else shared):
        world = played(number, {**GOOD, **BAD}[name], ALL[number % len(ALL)])
        shares.append(share_late(world))
        seen = colours(world)
        assert "red" not in seen, (number, [page.device.findings for page in world.pages])
        if name in GOOD:
            assert seen == {"green"}, number
    assert sum(shares) / len(shares) <= MOST_LATE
