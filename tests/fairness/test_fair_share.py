"""While the guest's device is green the adversary wins its fair share, over N games."""

import hashlib
import math
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from fairness.adversary import (
    HOST_DEVICE,
    Cheat,
    Game,
    dropping,
    losing_throws,
    played,
    trying_hands,
    wins,
)
from fairness.key import Key

from kessel.fairness import keys

GAMES, SERIES = 60, 400
CONTROLS, ALWAYS = 40, 36
"""Games of a control, and how many of them a cheat that works must win."""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand-ins for signatures, for series in which nobody forges one: a hundred times as quick."""

    def public(key: Key) -> str:
        return keys.key_text(hashlib.sha256(key.secret).digest())

    def signed(public_: bytes, message: bytes) -> bytes:
        return hashlib.sha512(public_ + message).digest()

    def sign(key: Key, message: bytes) -> str:
        return keys.key_text(signed(keys.key_bytes(key.public), message))

    monkeypatch.setattr(Key, "public", property(public))
    monkeypatch.setattr(Key, "sign", sign)
    checker = [lambda key, message, given: given == signed(key, message)]
    monkeypatch.setattr(keys, "_checker", checker)


def three_errors(players: int, games: int) -> float:
    """Three standard errors of the server's share of games, with fair dice."""
    fair = 1 / players
    return 3 * math.sqrt(fair * (1 - fair) / games)


def series(throw: Cheat, games: int, players: int) -> Iterator[Game]:
    """Games in which everybody begins in turn."""
    for number in range(games):
        yield played(Random(number), throw, number % players, players)


def in_series(players: int) -> Any:
    return pytest.param(players, SERIES, marks=pytest.mark.series)


@pytest.mark.long
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("players", "number"), [(2, GAMES), *map(in_series, (2, 3, 4))])
def test_while_the_guest_is_green_the_server_wins_its_fair_share(players: int, number: int) -> None:
    """It has every other seat, all their keys and chains, and tries eight casts for each throw."""
    games = list(series(trying_hands(), number, players))
    assert {game.guest.colour for game in games} == {"green"}
    assert {game.exit_code() for game in games[:4]} == {0}
    share = wins(games) / number
    assert abs(share - (1 - 1 / players)) < three_errors(players, number), share


@pytest.mark.long
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("players", "number"), [(2, GAMES), in_series(2)])
def test_with_one_late_device_it_wins_at_most_six_of_ten(players: int, number: int) -> None:
    """The server's own: everybody sees it at once, and `verify` counts it."""
    games = list(series(dropping(HOST_DEVICE, most=1), number, players))
    dropped = [game for game in games if game.drops]
    assert len(dropped) > number * 0.9
    assert {game.guest.colour for game in dropped} == {"amber"}
    assert {game.exit_code() for game in dropped[:4]} == {3}
    assert wins(games) <= number * 0.6, wins(games)


@pytest.mark.usefixtures("quick")
def test_control_the_same_program_wins_if_it_knows_the_guests_link() -> None:
    games = list(series(trying_hands(knows=True), CONTROLS, 2))
    assert wins(games) >= ALWAYS, wins(games)


@pytest.mark.usefixtures("quick")
def test_a_throw_that_is_asked_for_again_is_the_same_throw() -> None:
    for game in series(losing_throws, 4, 2):
        assert game.rolls
        assert set(game.rolls) == {1}
        assert (game.guest.colour, game.exit_code()) == ("green", 0)
