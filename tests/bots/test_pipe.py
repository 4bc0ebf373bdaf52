"""A process on a pipe cannot keep us waiting, whatever it does, and ends with what it started."""

import os
import sys
import time
from pathlib import Path

import pytest

from kessel.bots.pipe import MOST_WAITING, Fault, LinePipe

STRANGERS = Path(__file__).with_name("strangers.py")
QUICK = 0.3
"""s. Enough for an answer of a process that runs; starting one may take longer."""
START = 50.0
"""s, less than the minute after which a stranger ends by itself."""


def stranger(what: str, *more: str) -> LinePipe:
    return LinePipe(f'"{sys.executable}" "{STRANGERS}" {what} {" ".join(more)}', quiet=True)


def greeted(what: str) -> LinePipe:
    pipe = stranger(what)
    pipe.send({"hello": 1})
    assert pipe.receive(START)["hello"] in (1, 2)
    return pipe


def test_lines_go_both_ways() -> None:
    pipe = greeted("honest")
    for number in range(1, 4):
        pipe.send({"ask": number, "legal": ["end"]})
        assert pipe.receive(START) == {"answer": number, "move": "end"}
    pipe.close()


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("dies", "exit code 3"),
        ("babbles", "not JSON"),
        ("lists", "not a JSON object"),
        ("endless", "a line of more than"),
    ],
)
def test_what_is_no_answer_is_a_fault(what: str, why: str) -> None:
    pipe = greeted(what)
    pipe.send({"ask": 1, "legal": ["end"]})
    with pytest.raises(Fault, match=why):
        pipe.receive(START)
    pipe.kill()


def test_one_that_hangs_is_waited_for_no_longer_than_agreed() -> None:
    pipe = greeted("hangs")
    pipe.send({"ask": 1, "legal": ["end"]})
    started = time.monotonic()
    with pytest.raises(Fault, match=r"no answer within 0\.3 s"):
        pipe.receive(QUICK)
    pipe.kill()
    assert QUICK <= time.monotonic() - started < START


def test_one_that_does_not_read_blocks_nobody() -> None:
    pipe = stranger("deaf")
    started = time.monotonic()
    for _ in range(50):
        pipe.send({"ask": 1, "legal": ["x" * 100_000]})
    with pytest.raises(Fault, match="no answer"):
        pipe.receive(QUICK)
    pipe.kill()
    assert time.monotonic() - started < START


def test_one_that_writes_without_end_fills_no_memory() -> None:
    pipe = greeted("floods")
    pipe.send({"ask": 1, "legal": ["end"]})
    while pipe._said.empty():
        time.sleep(0.01)
    time.sleep(QUICK)
    assert pipe._said.qsize() <= MOST_WAITING
    pipe.kill()


@pytest.mark.skipif(os.name == "nt", reason="process groups are POSIX")
def test_its_children_end_with_it() -> None:
    pipe = stranger("parent")
    child = int(pipe.receive(START)["name"])
    os.kill(child, 0)  # it runs
    pipe.kill()
    deadline = time.monotonic() + START
    while time.monotonic() < deadline and _runs(child):
        time.sleep(0.02)
    assert not _runs(child)


@pytest.mark.parametrize("command", ["", "/nowhere/to/be/found"])
def test_a_command_that_starts_nothing_is_a_fault(command: str) -> None:
    with pytest.raises(Fault):
        LinePipe(command)


def _runs(process: int) -> bool:
    """Whether a process is there; one that ended and was not fetched by its parent is not."""
    try:
        os.kill(process, 0)
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except (ProcessLookupError, FileNotFoundError):
        return False
    return status.rsplit(")", 1)[1].split()[0] != "Z"
