"""Honest games with the page's own device over good and bad lines, by a clock that only counts:
nothing is red, ever, and on a good line everything is proven."""

import asyncio
from collections.abc import Callable

import pytest
from fairness.lines import OnLine, Weather, evening
from fairness.page_device import PageDevice
from no_waiting import without_waiting
from series import SEED

from kessel.proof.story import judged
from kessel.proof.verdict import Verdict
from kessel.rules.edition import EDITIONS
from kessel.table import TableState
from kessel.table.dice import dice_named
from kessel.table.log import DevicesLate, DiceLanded

GOOD = {
    "LAN": Weather(),
    "4G": Weather(0.05, 0.04),
    "far": Weather(0.15),
    "bad 3G": Weather(0.3, 0.3),
}
"""Lines on which every device answers in time."""
BAD = {
    "tunnel": Weather(0.05, 0.02, stall_every=20.0, stall=(2.0, 15.0)),
    "flaky": Weather(0.05, 0.02, cut_every=10.0),
    "reloads": Weather(0.05, 0.02, cut_every=10.0, reload=True),
    "locked": Weather(0.05, 0.02, hides_every=10.0),
    "1.1 s": Weather(1.1),
    "64 kbit/s": Weather(0.15, bits=64_000.0),
    "stalls of 60 s": Weather(0.05, stall_every=100.0, stall=(60.0, 60.0)),
    "killed": Weather(0.05, 0.02, dies_every=5.0),
    "no storage": Weather(0.05, 0.02, cut_every=10.0, reload=True, forgets=True),
    "database restarted": Weather(0.05, 0.02, refuses_every=10.0),
}
TOO_FAR = Weather(2.2)
ALL = list(EDITIONS)
GAMES = 1000
ON_A_GOOD_LINE = 60
"""Of them, on each; the bad ones share the rest."""
MOST_LATE = 0.1
"""Of the throws, for which a table waits for a slow device in vain."""


@pytest.fixture(autouse=True)
def _nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    without_waiting(monkeypatch)


@pytest.fixture(scope="module")
def pages(devices: Callable[[], PageDevice]) -> list[PageDevice]:
    return [devices(), devices()]


def played(
    pages: list[PageDevice], weather: Weather, seed: int, edition: str = "strike-2020"
) -> tuple[TableState, list[OnLine]]:
    state, people = asyncio.run(evening(pages, weather, edition, seed))
    assert state.stage == "over"
    return state, people


def verdicts(people: list[OnLine]) -> list[Verdict]:
    return [judged(one.page.story(one.table), dice_named) for one in people]


def share_late(state: TableState) -> float:
    late = sum(isinstance(entry, DevicesLate) for entry in state.history)
    return late / sum(isinstance(entry, DiceLanded) for entry in state.history)


@pytest.mark.parametrize(("name", "edition"), list(zip([*GOOD, *GOOD], ALL, strict=False)))
def test_on_a_good_line_everything_is_proven(
    pages: list[PageDevice], name: str, edition: str
) -> None:
    _, people = played(pages, GOOD[name], 2, edition)
    for found in verdicts(people):
        assert (found.wrong, found.unproven) == ((), ())
        assert found.checked["again"] == found.checked["throws"] > 0


@pytest.mark.parametrize("name", BAD)
def test_on_a_bad_line_nothing_is_wrong(pages: list[PageDevice], name: str) -> None:
    _, people = played(pages, BAD[name], 3)
    assert [found.wrong for found in verdicts(people)] == [(), ()]


def test_control_who_is_late_is_seen_by_everybody(pages: list[PageDevice]) -> None:
    """Beyond four seconds there and back a device is late again and again."""
    state, people = played(pages, TOO_FAR, 3)
    assert share_late(state) > MOST_LATE
    for found in verdicts(people):
        assert not found.wrong
        assert "late" in {one.code for one in found.unproven}


@pytest.mark.parametrize("name", ["1.1 s", "64 kbit/s"])
def test_a_slow_device_is_seldom_waited_for_in_vain(pages: list[PageDevice], name: str) -> None:
    assert share_late(played(pages, BAD[name], 3)[0]) <= MOST_LATE


@pytest.mark.long
@pytest.mark.series
@pytest.mark.parametrize("name", [*GOOD, *BAD])
def test_a_thousand_games_over_all_lines(pages: list[PageDevice], name: str) -> None:
    """Every edition in turn. Without faults of the line all is proven, with them nothing is wrong;
    nowhere is a slow device waited for in vain in more than one of ten throws."""
    shared = (GAMES - ON_A_GOOD_LINE * len(GOOD)) // len(BAD)
    shares = []
    for number in range(ON_A_GOOD_LINE if name in GOOD else shared):
        weather, edition = {**GOOD, **BAD}[name], ALL[number % len(ALL)]
        state, people = played(pages, weather, SEED + number, edition)
        shares.append(share_late(state))
        for found in verdicts(people):
            assert not found.wrong, (number, found)
            assert name in BAD or not found.unproven, (number, found)
    assert sum(shares) / len(shares) <= MOST_LATE
