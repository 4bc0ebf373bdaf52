"""Buckets hold what they say, and addresses are not remembered for ever."""

import logging

import pytest

from kessel.hall.costs import LINES_A_MESSAGE, further_cost, lines_cost
from kessel.hall.limits import BURST_SECONDS, Addresses, Bucket, Limits, fresh_address
from kessel.hall.logs import Incidents
from kessel.messages import client
from kessel.messages.server import LINES_A_PAGE


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    bucket = Bucket.full(rate=10.0, now=0.0)
    assert sum(bucket.take(0.0) for _ in range(100)) == 40
    assert not bucket.take(0.05)
    assert bucket.take(0.15)
    assert sum(bucket.take(1000.0) for _ in range(100)) == 40


@pytest.mark.parametrize("known", [3, 10_005])
def test_addresses_are_forgotten_when_there_are_too_many(known: int) -> None:
    addresses = Addresses(lambda: fresh_address(Limits(), 0.0))
    busy = addresses.find("busy")
    busy.connections = 1
    for number in range(known):
        addresses.find(f"10.0.{number}")
    assert addresses.find("busy") is busy
    assert ("busy", busy) in addresses.known()


def test_a_bucket_knows_what_was_taken_from_it_here() -> None:
    bucket = Bucket.full(10.0, now=0.0)
    assert bucket.take(0.0, 3.0)
    assert not bucket.take(0.0, 100.0)
    bucket.owe(0.0, 20.0)
    assert bucket.settle() == 3.0
    assert bucket.settle() == 0.0


# --- messages cost what they make the server do ---------------------------------------------------


NEW = {"new": {"edition": "strike-2020", "players": ["a", "b"]}}


def test_plain_messages_cost_nothing_more_and_work_does() -> None:
    assert further_cost(client.Ping()) == 0.0
    assert further_cost(client.WatchTable(table="abcdefghijkl")) > 1.0
    assert further_cost(client.OpenReferee(requests=[NEW] * 100)) == 5.0


def test_the_longest_kept_game_can_be_opened_but_not_again_and_again() -> None:
    bucket = Bucket.full(Limits().messages_per_second, now=0.0)
    longest = further_cost(client.OpenReferee(requests=[NEW] * 500))
    assert longest < Limits().messages_per_second * BURST_SECONDS
    assert 2 <= sum(bucket.take(0.0, longest) for _ in range(100)) <= 4


def test_lines_cost_what_they_weigh_up_to_a_page() -> None:
    assert lines_cost(100) == 5.0
    assert lines_cost(100, tightly=True) == 10.0
    assert lines_cost(-3) == 0.0
    assert lines_cost(LINES_A_PAGE) == lines_cost(100_000) == LINES_A_PAGE / LINES_A_MESSAGE
    bucket = Bucket.full(Limits().messages_per_second, now=0.0)
    assert sum(bucket.take(0.0, 1.0 + lines_cost(100_000)) for _ in range(100)) == 7


def test_a_debt_is_paid_by_time() -> None:
    bucket = Bucket.full(rate=10.0, now=0.0)
    assert bucket.owe(0.0, 40.0) == 0.0
    assert bucket.owe(0.0, 5.0) == 0.5
    assert bucket.owe(1.0, 0.0) == 0.0
    assert not bucket.take(1.0, 6.0)
    assert bucket.take(1.0, 5.0)


# --- a line of log carries its facts for programs -------------------------------------------------


def test_what_strangers_try_is_counted_and_logged_once_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("kessel.hall.logs.time.monotonic", lambda: now)
    caplog.set_level(logging.INFO, logger="kessel")
    incidents = Incidents()
    for _ in range(500):
        incidents.note("bad_token")
    incidents.note("origin")
    now += 61.0
    incidents.note("bad_token")
    told = [record.about for record in caplog.records]  # type: ignore[attr-defined]
    assert told == [
        {"kind": "bad_token", "count": 1},
        {"kind": "origin", "count": 1},
        {"kind": "bad_token", "count": 500},
    ]
