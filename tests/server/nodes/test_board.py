"""The lobby of all servers, and addresses that get no more by asking several."""

import time

import pytest

from kessel.hall.limits import Addresses, Limits, fresh_address
from kessel.messages.views import LobbyTable
from kessel.server.nodes.board import NoticeBoard
from kessel.server.store.members import Member

LIMITS = Limits()
GUEST = "192.0.2.7"
OWN = "here"


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is spent does not come back while the machine is busy."""
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)


def board(secret: str = "s") -> tuple[NoticeBoard, Addresses]:
    addresses = Addresses(lambda: fresh_address(LIMITS, time.monotonic()))
    made = NoticeBoard(addresses, LIMITS)
    made.secret = secret
    return made, addresses


def told(notice: str, node: str = "other", draining: bool = False) -> list[Member]:
    return [Member(node, f"http://{node}:1", draining, notice)]


def table(code: str) -> LobbyTable:
    return LobbyTable(
        table=code,
        edition="strike-2020",
        stage="gathering",
        names=["Ann"],
        open=1,
        watchers=0,
        tournament=False,
        clock="off",
    )


def test_the_lobby_and_the_codes_are_those_of_all_who_are_there() -> None:
    here, _ = board()
    there, _ = board()
    here.read(told(there.notice([table("abc")], {"BCDF": ("abc", True)})), OWN)
    assert [one.table for one in here.lobby()] == ["abc"]
    assert here.codes() == {"BCDF": ("abc", True)}
    here.read([], OWN)
    assert here.lobby() == []
    assert here.codes() == {}
    here.read(told(""), OWN)
    assert here.lobby() == []


def test_what_is_spent_there_is_missing_here() -> None:
    here, addresses = board()
    there, others = board()
    far, near = others.find(GUEST), addresses.find(GUEST)
    far.connections = 30
    assert far.messages.take(time.monotonic(), 350.0)
    assert far.tables.take(time.monotonic(), 20.0)
    notice = there.notice([], {})
    here.read(told(notice), OWN)
    here.read(told(notice), OWN)  # the same again: read once
    assert here.connections(GUEST) == 30
    assert here.connections("192.0.2.8") == 0
    assert not near.messages.take(time.monotonic(), 100.0)
    assert near.messages.take(time.monotonic(), 40.0)
    assert not near.tables.take(time.monotonic())


def test_the_control_without_a_board_there_is_twice_as_much() -> None:
    _, addresses = board()
    _, others = board()
    assert others.find(GUEST).messages.take(time.monotonic(), 350.0)
    assert addresses.find(GUEST).messages.take(time.monotonic(), 350.0)


def test_nothing_is_told_of_those_who_do_little() -> None:
    there, others = board()
    others.find(GUEST).connections = 1
    others.find(GUEST).messages.take(time.monotonic(), 3.0)
    assert "spent" not in there.notice([], {})


def test_no_address_is_told_in_clear_and_only_those_who_know_the_secret_can_tell() -> None:
    there, others = board()
    others.find(GUEST).connections = 30
    notice = there.notice([], {})
    assert GUEST not in notice
    here, _ = board("another secret")
    here.read(told(notice), OWN)
    assert here.connections(GUEST) == 0


def test_whoever_looks_for_a_quick_match_looks_where_all_do() -> None:
    here, _ = board()

    def queue(*seeking: tuple[str, int], draining: bool = False) -> str:
        here.read(
            [
                one
                for node, number in seeking
                for one in told(board()[0].notice([], {}, number), node, draining)
            ],
            OWN,
        )
        return here.queue()

    assert here.queue() == "", "before anything was heard"
    assert queue(("b", 0), (OWN, 0), ("z", 0)) == "http://b:1", "one that all agree on"
    assert queue((OWN, 0), ("z", 0)) == ""
    assert queue((OWN, 0), ("z", 1)) == "http://z:1", "somebody waits there already"
    assert here.seeking() == 1
    assert queue((OWN, 2), ("b", 1)) == ""
    assert queue((OWN, 1), ("b", 1)) == "http://b:1"
    assert queue((OWN, 0), draining=True) == ""
