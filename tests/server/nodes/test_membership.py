"""An identity lives as long as its signs of life are accepted; a refused one ends it for good."""

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from databases import SteppedClock
from no_waiting import without_waiting

from kessel.hall.store import NotSaved
from kessel.server.nodes.membership import OWN_SHARE, Membership
from kessel.server.store import Store
from kessel.server.store.members import Member

LEASE = 1.5
"""s: nobody in these tests dies of a busy machine, where a moment of it may be lost."""

STANDS_STILL = LEASE * OWN_SHARE + 0.01
"""s after which its identity has ended."""

BACK_IN = 25.0
"""s, on a busy machine; with the fault it took half a minute. True bound: `bench/cluster.py`."""

own_time = pytest.mark.usefixtures("nobody_waits")


@pytest.fixture
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    without_waiting(monkeypatch)


class Scripted:
    """A database that answers every sign of life as it is told."""

    owner = "first"

    def __init__(self) -> None:
        self.answers: Callable[[str], Any] = lambda owner: []
        self.asked: list[str] = []
        self.left: list[str] = []
        self.silent: list[list[tuple[str, float]]] = []
        """Servers that were reported dead, with each sign of life."""

    async def beside(self, work: Any, seconds: float) -> Any:
        if work.func.__name__ == "leave":
            self.left.append(work.keywords["node"])
            return None
        self.asked.append(self.owner)
        self.silent.append(work.args[-1])
        answer = self.answers(self.owner)
        if isinstance(answer, float):
            await asyncio.sleep(min(answer, seconds))
            answer = NotSaved("too slow")
        if isinstance(answer, Exception):
            raise answer
        return answer


async def until(what: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


def living(database: Scripted, **hooks: Any) -> tuple[Membership, "asyncio.Task[None]"]:
    one = Membership(database, "http://here:1", lease=LEASE, **hooks)  # type: ignore[arg-type]
    return one, asyncio.create_task(one.keep_up())


@own_time
async def test_signs_of_life_keep_an_identity() -> None:
    database, news = Scripted(), list[Any]()
    them = [Member("other", "http://other:1", False, "")]
    database.answers = lambda owner: them
    _, chore = living(database, on_news=news.append)
    await until(lambda: len(news) >= 3)
    assert set(database.asked) == {"first"}
    assert news[-1] == them
    chore.cancel()


@own_time
async def test_a_refused_sign_of_life_ends_the_identity_for_good() -> None:
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


@own_time
async def test_without_an_answer_it_stops_by_its_own_clock() -> None:
    """Well before others may take what it owns."""
    database, ends = Scripted(), list[float]()
    member, chore = living(database, on_end=lambda: ends.append(time.monotonic()))
    await until(lambda: member.holds)
    lost = time.monotonic()
    database.answers = lambda owner: 100.0
    await until(lambda: bool(ends))
    assert ends[0] - lost < LEASE, "others may have the tables from then on"
    assert not member.holds
    chore.cancel()


@own_time
async def test_who_was_asleep_holds_nothing_when_it_wakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGSTOP and SIGCONT: no code of ours ran in between, and the very first look is enough."""
    database = Scripted()
    member, chore = living(database)
    await until(lambda: member.holds)
    woken = time.monotonic() + STANDS_STILL
    monkeypatch.setattr(time, "monotonic", lambda: woken)
    assert not member.holds
    chore.cancel()


@own_time
async def test_errors_of_any_kind_end_no_chore() -> None:
    database = Scripted()
    faults = iter([NotSaved("gone"), RuntimeError("odd"), None])
    database.answers = lambda owner: next(faults, [])
    member, chore = living(database)
    await until(lambda: member.holds)
    chore.cancel()


@own_time
async def test_leaving_gives_everything_up_at_once() -> None:
    database = Scripted()
    member, chore = living(database)
    await until(lambda: member.holds)
    chore.cancel()
    await member.leave()
    assert not member.holds
    assert database.left == ["first"]


@own_time
async def test_an_entry_without_an_answer_is_tried_again_under_another_name() -> None:
    """It may have gone through all the same: the same name would be refused until it is cleared."""
    database = Scripted()
    answers = iter([NotSaved("too slow"), NotSaved("too slow")])
    database.answers = lambda owner: next(answers, [])
    ends: list[None] = []
    member, chore = living(database, on_end=lambda: ends.append(None))
    await until(lambda: member.holds)
    assert len(set(database.asked[:3])) == 3
    assert ends == [], "nothing was owned under names that never came in"
    chore.cancel()


@own_time
async def test_a_server_that_only_the_clock_keeps_alive_is_reported_dead() -> None:
    """Its lease, by the database's clock, lasts for ever; one that is renewed is left alone."""
    database = Scripted()
    beats = iter(range(1000))
    database.answers = lambda owner: [
        Member("dead", "http://dead:1", False, "", expires=9e9),
        Member("alive", "http://alive:1", False, "", expires=float(next(beats))),
    ]
    _, chore = living(database)
    began = time.monotonic()
    await until(lambda: bool(database.silent and database.silent[-1]))
    assert time.monotonic() - began > LEASE
    assert database.silent[-1] == [("dead", 9e9)]
    chore.cancel()


@pytest.mark.parametrize("step", [-3600.0, 3600.0])
def test_a_step_of_the_databases_clock_keeps_nobody_out_and_no_dead_in(
    pg: Callable[[], str], step: float
) -> None:
    """One server dies right after it; the other goes on, and knows soon that it is alone."""

    async def run() -> None:
        stores, heard = [Store(address) for _ in range(2)], list[str]()
        there, here = (
            Membership(
                one,
                f"http://here:{n}",
                lease=LEASE,
                on_news=lambda news: heard.__setitem__(slice(None), [one.url for one in news]),
            )
            for n, one in enumerate(stores)
        )
        chores = [asyncio.create_task(one.keep_up()) for one in (there, here)]
        try:
            await until(lambda: there.holds and here.holds and len(heard) == 2)
            clock.step(step)
            chores[0].cancel()
            stepped = time.monotonic()
            await until(lambda: here.holds and heard == ["http://here:1"])
            assert time.monotonic() - stepped < BACK_IN
        finally:
            for chore in chores:
                chore.cancel()
            for one in stores:
                one.close()

    address = pg()
    clock = SteppedClock(address)
    asyncio.run(run())


def test_after_a_stall_of_the_database_all_are_back_at_once(pg: Callable[[], str]) -> None:
    """The table of servers is locked for longer than a lease; one of them had just come in."""

    async def run() -> None:
        stores = [Store(address) for _ in range(2)]
        nodes = [Membership(one, f"http://here:{n}", lease=LEASE) for n, one in enumerate(stores)]
        chores = [asyncio.create_task(one.keep_up()) for one in nodes]
        try:
            await until(lambda: all(one.holds for one in nodes))
            with psycopg.connect(address.replace("+psycopg", "")) as other:
                other.execute("LOCK TABLE nodes IN ACCESS EXCLUSIVE MODE")
                await until(lambda: not any(one.holds for one in nodes))
                await asyncio.sleep(2 * LEASE)
            released = time.monotonic()
            await until(lambda: all(one.holds for one in nodes))
            assert time.monotonic() - released < BACK_IN
        finally:
            for chore in chores:
                chore.cancel()
            for one in stores:
                one.close()

    address = pg()
    asyncio.run(run())


def test_a_server_that_was_cut_off_amid_a_sign_of_life_keeps_nobody_else_from_theirs(
    pg: Callable[[], str],
) -> None:
    """Its transaction is open and holds its row, which the others would remove."""

    async def run() -> None:
        stores = [Store(address) for _ in range(2)]
        there, here = (
            Membership(one, f"http://here:{n}", lease=LEASE) for n, one in enumerate(stores)
        )
        chores = [asyncio.create_task(one.keep_up()) for one in (there, here)]
        try:
            await until(lambda: there.holds and here.holds)
            chores[0].cancel()
            with psycopg.connect(address.replace("+psycopg", "")) as other:
                mine = [stores[0].owner]
                other.execute("UPDATE nodes SET expires = expires + 3600 WHERE id = %s", mine)
                other.commit()
                other.execute("UPDATE nodes SET draining = true WHERE id = %s", mine)

                def lives_until() -> float:
                    asked = "SELECT max(expires) FROM nodes WHERE id <> %s"
                    ((expires,),) = other.execute(asked, mine).fetchall()
                    return float(expires)

                await until(lambda: bool(here._silent(time.monotonic())))
                before = lives_until()
                await until(lambda: lives_until() > before + 2 * LEASE)
        finally:
            for chore in chores:
                chore.cancel()
            for one in stores:
                one.close()

    address = pg()
    asyncio.run(run())
