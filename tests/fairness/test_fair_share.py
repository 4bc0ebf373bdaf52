"""While the guest's seal is green the adversary wins its fair share, over N games against the
page's own device; the seal is the auditor's word on what that page kept."""

import math
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from fairness.adversary import HOST_DEVICE, Cheat, Game, dropping, play_through, trying_hands, wins
from fairness.page_device import PageDevice
from series import SEED

GAMES, SERIES = 60, 400
CONTROLS, ALWAYS = 40, 36
"""Games of a control, and how many of them a cheat that works must win."""


def three_errors(players: int, games: int) -> float:
    """Three standard errors of the server's share of games, with fair dice."""
    fair = 1 / players
    return 3 * math.sqrt(fair * (1 - fair) / games)


def series(
    page: PageDevice, throw: Cheat, games: int, players: int, **first: Any
) -> Iterator[Game]:
    """Games in which everybody begins in turn; all chance is that of their numbers."""
    for number in range(games):
        page.begin_anew(SEED + number)
        game = Game(Random(SEED + number), page, number % players, players).begin(**first)
        yield play_through(game, throw)


def in_series(players: int) -> Any:
    return pytest.param(players, SERIES, marks=pytest.mark.series)


@pytest.mark.long
@pytest.mark.parametrize(("players", "number"), [(2, GAMES), *map(in_series, (2, 3, 4))])
def test_while_the_guest_is_green_the_server_wins_its_fair_share(
    page: PageDevice, players: int, number: int
) -> None:
    """It has every other seat, all their keys and chains, and tries eight casts for each throw."""
    games = []
    for game in series(page, trying_hands, number, players):
        found = game.verdict()
        assert (found.wrong, found.unproven, found.exact) == ((), (), True)
        games.append(game)
    share = wins(games) / number
    assert abs(share - (1 - 1 / players)) < three_errors(players, number), share


@pytest.mark.long
@pytest.mark.parametrize(("players", "number"), [(2, GAMES), in_series(2)])
def test_with_one_late_device_it_wins_at_most_six_of_ten(
    page: PageDevice, players: int, number: int
) -> None:
    """The server's own: everybody sees it at once, and it is counted."""
    games = list(series(page, dropping(HOST_DEVICE, most=1), number, players))
    assert sum(game.drops for game in games) > number * 0.9
    assert [one.code for one in games[-1].verdict().unproven] == ["late"]
    assert wins(games) <= number * 0.6, wins(games)


@pytest.mark.long
def test_control_the_same_program_wins_without_the_guests_device(page: PageDevice) -> None:
    """It knows every throw before it is fixed; then no seal is green."""
    alone = {"devices": lambda first: first.devices[:1]}
    games = list(series(page, trying_hands, CONTROLS, 2, **alone))
    assert wins(games) >= ALWAYS, wins(games)
    found = games[-1].verdict()
    assert not found.wrong
    assert {one.code: one.count for one in found.unproven} == {"not_there": games[-1].play.throws}
