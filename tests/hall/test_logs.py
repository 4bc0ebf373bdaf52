"""A line of log carries its facts for programs."""

import logging

import pytest

from kessel.hall.logs import log


def test_facts_go_with_the_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="kessel")
    log("table made", table=7)
    (record,) = caplog.records
    assert record.getMessage() == "table made"
    assert record.about == {"table": 7}  # type: ignore[attr-defined]
