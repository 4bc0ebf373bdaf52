"""The soak's own checker: what is lost or changed is counted, so a clean soak says something."""

import sys
from types import ModuleType
from typing import Any

import pytest
from scripts import load

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the soak runs on Linux only")


@pytest.fixture(scope="module")
def soak() -> ModuleType:
    return load("bench/soak.py")


def step(number: int, events: list[str]) -> dict[str, Any]:
    game = {"arena": [], "throws": number + 1}
    return {"move": "throw", "seat": 0, "throw": number, "events": events, "game": game}


SEEN = [step(number, [f"event {number}"]) for number in range(5)]
KEPT = [{"step": one} for one in SEEN]


@pytest.mark.parametrize(
    ("replay", "lost", "changed"),
    [
        (KEPT, 0, 0),
        (KEPT[:2] + KEPT[3:], 1, 0),
        ([*KEPT[:2], {"step": step(2, ["another event"])}, *KEPT[3:]], 0, 1),
        ([KEPT[1], KEPT[0], *KEPT[2:]], 0, 1),
        ([], 5, 0),
    ],
)
def test_what_was_seen_is_compared(
    soak: ModuleType, replay: list[dict[str, Any]], lost: int, changed: int
) -> None:
    tally = soak.Tally()
    soak.compare(SEEN, replay, tally)
    assert (tally.lost, tally.changed) == (lost, changed)
    assert tally.is_clean == (not lost and not changed)
    assert tally.events == 5


def test_a_record_that_does_not_prove_itself_is_told(soak: ModuleType) -> None:
    assert "line 1" in soak.proven("no record")


def test_a_game_without_a_proof_is_not_clean(soak: ModuleType) -> None:
    tally = soak.Tally()
    tally.finished = 1
    assert not tally.is_clean


def test_whoever_waits_longer_than_a_fault_may_cost_is_told(soak: ModuleType) -> None:
    tally = soak.Tally()
    tally.struck = [("killed server", 10.0, 30.0), ("cut sockets", 50.0, 50.0)]
    tally.waited(9.0, 32.0)  # 20 s of it without a server
    assert tally.is_clean
    tally.waited(31.0, 36.9)
    tally.waited(49.0, 54.9)
    assert tally.is_clean
    tally.waited(49.0, 55.1)
    assert not tally.is_clean
    assert tally.wrong == ["6.1 s without a move, cut sockets"]
    assert {kind: len(found) for kind, found in tally.waits.items()} == {
        "killed server": 1,
        soak.NONE: 1,
        "cut sockets": 2,
    }
