"""An identity lives as long as its signs of life are accepted; a refused one ends it for good."""

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Any

from kessel.hall.store import NotSaved
from kessel.server.nodes.membership import OWN_SHARE, Membership
from kessel.server.store.members import Member

LEASE = 1.5
"""s: nobody in these tests dies of a busy machine, where a moment of it may be lost."""


class Scripted:
    """A database that answers every sign of life as it is told."""

    owner = "first"

    def __init__(self) -> None:
        self.answers: Callable[[str], Any] = lambda owner: []
        self.asked: list[str] = []
        self.left: list[str] = []

    async def beside(self, work: Any, seconds: float) -> Any:
        if work.func.__name__ == "_leave":
            self.left.append(work.keywords["node"])
            return None
        self.asked.append(self.owner)
        answer = self.answers(self.owner)
        if isinstance(answer, float):
            await asyncio.sleep(min(answer, seconds))
            answer = NotSaved("too slow")
        if isinstance(answer, Exception):
            raise answer
        return answer


async def until(what: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


def living(database: Scripted, **hooks: Any) -> tuple[Membership, "asyncio.Task[None]"]:
    one = Membership(database, "http://here:1", lease=LEASE, **hooks)
    return one, asyncio.create_task(one.keep_up())


def test_signs_of_life_keep_an_identity() -> None:
    async def run() -> None:
        database, news = Scripted(), list[Any]()
        them = [Member("other", "http://other:1", False, "")]
        database.answers = lambda owner: them
        _, chore = living(database, on_news=news.append)
        await until(lambda: len(news) >= 3)
        assert set(database.asked) == {"first"}
        assert news[-1] == them
        chore.cancel()

    asyncio.run(run())


def test_a_refused_sign_of_life_ends_the_identity_for_good() -> None:
    async def run() -> None:
        database, ends = Scripted(), list[float]()
        refused: Iterator[Any] = iter([[], None])
        database.answers = lambda owner: next(refused, [])
        held: list[Membership] = []
        member, chore = living(database, on_end=lambda: ends.append(held[0].holds))
        held.append(member)
        await until(lambda: len(database.asked) >= 4)
        chore.cancel()
        assert ends == [False], "nothing is held when it is told"
        assert database.asked[:2] == ["first", "first"]
        assert "first" not in database.asked[2:]
        assert len(set(database.asked[2:])) == 1

    asyncio.run(run())


def test_without_an_answer_it_stops_by_its_own_clock() -> None:
    """Well before others may take what it owns."""

    async def run() -> None:
        database, ends = Scripted(), list[float]()
        member, chore = living(database, on_end=lambda: ends.append(time.monotonic()))
        await until(lambda: member.holds)
        lost = time.monotonic()
        database.answers = lambda owner: 100.0
        await until(lambda: bool(ends))
        assert ends[0] - lost < LEASE, "others may have the tables from then on"
        assert not member.holds
        chore.cancel()

    asyncio.run(run())


def test_who_was_asleep_holds_nothing_when_it_wakes() -> None:
    """SIGSTOP and SIGCONT: no code of ours ran in between, and the very first look is enough."""

    async def run() -> None:
        database = Scripted()
        member, chore = living(database)
        await until(lambda: member.holds)
        time.sleep(LEASE * OWN_SHARE + 0.01)  # the whole process stands still
        assert not member.holds
        chore.cancel()

    asyncio.run(run())


def test_errors_of_any_kind_end_no_chore() -> None:
    async def run() -> None:
        database = Scripted()
        faults = iter([NotSaved("gone"), RuntimeError("odd"), None])
        database.answers = lambda owner: next(faults, [])
        member, chore = living(database)
        await until(lambda: member.holds)
        chore.cancel()

    asyncio.run(run())


def test_leaving_gives_everything_up_at_once() -> None:
    async def run() -> None:
        database = Scripted()
        member, chore = living(database)
        await until(lambda: member.holds)
        chore.cancel()
        await member.leave()
        assert not member.holds
        assert database.left == ["first"]

    asyncio.run(run())
