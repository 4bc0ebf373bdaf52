"""The soak's own checker: who waits too long is told, so a clean soak says something. Its other
checkers are those of `history` and `clusters`."""

import sys
from types import ModuleType

import pytest
from scripts import load

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the soak runs on Linux only")


@pytest.fixture(scope="module")
def soak() -> ModuleType:
    return load("bench/soak.py")


def test_whoever_waits_longer_than_a_fault_may_cost_is_told(soak: ModuleType) -> None:
    waits = soak.Waits()
    waits.struck = [("killed server", 10.0, 30.0), ("cut sockets", 50.0, 50.0)]
    waits.waited(9.0, 32.0)  # 20 s of it without a server
    waits.waited(31.0, 36.9)
    waits.waited(49.0, 54.9)
    assert waits.wrong == []
    waits.waited(49.0, 55.1)
    assert waits.wrong == ["6.1 s without a move, cut sockets"]
    assert {kind: len(found) for kind, found in waits.seen.items()} == {
        "killed server": 1,
        soak.NONE: 1,
        "cut sockets": 2,
    }
