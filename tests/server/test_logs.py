"""Lines of log as programs read them, without what a client did wrong."""

import json
import logging
import sys
from collections.abc import Iterator

import pytest

from kessel.hall.logs import log
from kessel.server.logs import JsonLines, set_up_logs

NAMES = ("kessel", "uvicorn.error")


@pytest.fixture
def _logs_as_before() -> Iterator[None]:
    """What is set up for a process is taken back."""
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(one, one.handlers, one.level, one.propagate, one.filters) for one in loggers]
    for one in loggers:
        one.filters = []
    yield
    for one, handlers, level, propagate, filters in before:
        one.handlers, one.propagate, one.filters = handlers, propagate, filters
        one.setLevel(level)


def test_a_record_is_one_object_with_its_facts() -> None:
    record = logging.makeLogRecord(
        {"levelno": 20, "levelname": "INFO", "msg": "table made", "created": 0.5, "msecs": 500.0}
    )
    record.about = {"table": 7}
    told = {"at": "1970-01-01T00:00:00.500Z", "level": "info", "event": "table made", "table": 7}
    assert json.loads(JsonLines().format(record)) == told


def test_an_error_carries_its_trace() -> None:
    try:
        raise ValueError("what?")
    except ValueError:
        record = logging.makeLogRecord({"msg": "failed", "exc_info": sys.exc_info()})
    assert "ValueError: what?" in json.loads(JsonLines().format(record))["trace"]


@pytest.mark.usefixtures("_logs_as_before")
def test_our_lines_go_to_stderr_and_what_attackers_provoke_does_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up_logs()
    log("table made", table=7)
    logging.getLogger("uvicorn.error").error("Invalid HTTP request received.")
    logging.getLogger("uvicorn.error").info("Started server process")
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["table"] == 7


@pytest.mark.usefixtures("_logs_as_before")
def test_whoever_plays_here_reads_what_is_wrong_in_a_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    set_up_logs(in_words=True)
    log("table made", table=7)
    log("worker died", logging.WARNING, pool="throws", why="killed\n\x1b[2J")
    try:
        raise ValueError("what?")
    except ValueError:
        logging.getLogger("kessel.hall").exception("throw failed")
    assert capsys.readouterr().err.splitlines() == [
        "kessel: worker died: pool throws, why killed \\x1b[2J",
        "kessel: throw failed: ValueError('what?')",
    ]
