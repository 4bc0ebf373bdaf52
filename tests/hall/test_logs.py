"""A line of log carries its facts for programs."""

import logging

import pytest

from kessel.hall.logs import Incidents


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
