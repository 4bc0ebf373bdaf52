"""An identity lives as long as its signs of life are accepted; a refused one ends it for good."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import ExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

import psycopg
import pytest
from databases import SteppedClock
from no_waiting import without_waiting

from kessel.hall.store import NotSaved
from kessel.server.nodes.membership import OWN_SHARE, Membership
from kessel.server.store import SqlStore
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
    """A database that answers every sign of life as it is told, then that nobody else is there."""

    owner = "first"

    def __init__(self, answers: Iterable[Any]) -> None:
        self.answers = iter(answers)
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
        answer: Any = next(self.answers, [])
        if isinstance(answer, float):
            await asyncio.sleep(min(answer, seconds))
            answer = NotSaved("too slow")
        if isinstance(answer, Exception):
            raise answer
        return answer

    @property
    def names(self) -> str:
        """Under which it was asked, one after the other: a letter each."""
        letters = dict(zip(dict.fromkeys(self.asked), ascii_lowercase, strict=False))
        return "".join(letters[name] for name in self.asked)


async def until(what: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


@asynccontextmanager
async def living(
    answers: Iterable[Any] = (), **hooks: Any
) -> AsyncIterator[tuple[Membership, Scripted]]:
    """A server, as long as the test takes, and its database."""
    database = Scripted(answers)
    one = Membership(database, "http://here:1", lease=LEASE, **hooks)  # type: ignore[arg-type]
    chore = asyncio.create_task(one.keep_up())
    try:
        yield one, database
    finally:
        chore.cancel()


THEM = [Member("other", "http://other:1", False, "")]
GONE = NotSaved("gone")


@own_time
@pytest.mark.parametrize(
    ("answers", "names", "ends"),
    [
        ([THEM, [], THEM], "aaa", 0),
        ([[], None, []], "aabb", 1),  # refused: over for good
        ([GONE, GONE, []], "abcc", 0),  # it may have come in all the same
        ([GONE, RuntimeError("odd"), None, []], "abcdd", 0),
    ],
)
async def test_an_identity_lasts_as_long_as_its_signs_of_life_are_accepted(
    answers: list[Any], names: str, ends: int
) -> None:
    """One that was owned ends with a word, and nothing is held when that is told."""
    news, told, held = list[Any](), list[bool](), list[Membership]()
    hooks = {"on_news": news.append, "on_end": lambda: told.append(held[0].holds)}
    async with living(answers, **hooks) as (member, database):
        held.append(member)
        await until(lambda: len(database.asked) >= len(names) and member.holds)
    assert database.names.startswith(names)
    assert told == [False] * ends
    accepted = [one for one in answers if isinstance(one, list)]
    assert news[: len(accepted)] == accepted


@own_time
async def test_without_an_answer_it_stops_by_its_own_clock() -> None:
    """Well before others may take what it owns."""
    ends: list[float] = []
    async with living(on_end=lambda: ends.append(time.monotonic())) as (member, database):
        await until(lambda: member.holds)
        lost = time.monotonic()
        database.answers = itertools.repeat(100.0)
        await until(lambda: bool(ends))
        assert ends[0] - lost < LEASE, "others may have the tables from then on"
        assert not member.holds


@own_time
async def test_who_was_asleep_holds_nothing_when_it_wakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGSTOP and SIGCONT: no code of ours ran in between, and the very first look is enough."""
    async with living() as (member, _):
        await until(lambda: member.holds)
        woken = time.monotonic() + STANDS_STILL
        monkeypatch.setattr(time, "monotonic", lambda: woken)
        assert not member.holds


@own_time
async def test_leaving_gives_everything_up_at_once() -> None:
    async with living() as (member, database):
        await until(lambda: member.holds)
    await member.leave()
    assert not member.holds
    assert database.left == ["first"]


@own_time
async def test_a_server_that_only_the_clock_keeps_alive_is_reported_dead() -> None:
    """Its lease, by the database's clock, lasts for ever; one that is renewed is left alone."""
    dead = Member("dead", "http://dead:1", False, "", expires=9e9)
    alive = (Member("alive", "http://alive:1", False, "", expires=float(n)) for n in range(1000))
    began = time.monotonic()
    async with living([dead, one] for one in alive) as (_, database):
        await until(lambda: bool(database.silent and database.silent[-1]))
    assert time.monotonic() - began > LEASE
    assert database.silent[-1] == [("dead", 9e9)]


@dataclass(frozen=True, slots=True)
class Two:
    """Servers of one database that have come in."""

    address: str
    stores: list[SqlStore]
    nodes: list[Membership]
    chores: list["asyncio.Task[None]"]

    def connect(self) -> psycopg.Connection[Any]:
        """Somebody else at the database."""
        return psycopg.connect(self.address.replace("+psycopg", ""))


@asynccontextmanager
async def two(address: str, **hooks: Any) -> AsyncIterator[Two]:
    with ExitStack() as stack:
        stores = [stack.enter_context(closing(SqlStore(address))) for _ in range(2)]
        nodes = [
            Membership(one, f"http://here:{n}", lease=LEASE, **hooks)
            for n, one in enumerate(stores)
        ]
        chores = [asyncio.create_task(one.keep_up()) for one in nodes]
        try:
            await until(lambda: all(one.holds for one in nodes))
            yield Two(address, stores, nodes, chores)
        finally:
            for chore in chores:
                chore.cancel()


@pytest.mark.parametrize("step", [-3600.0, 3600.0])
async def test_a_step_of_the_databases_clock_keeps_nobody_out_and_no_dead_in(
    pg: Callable[[], str], step: float
) -> None:
    """One server dies right after it; the other goes on, and knows soon that it is alone."""
    address, heard = pg(), list[str]()
    clock = SteppedClock(address)

    def hear(news: Sequence[Member]) -> None:
        heard[:] = [one.url for one in news]

    async with two(address, on_news=hear) as both:
        await until(lambda: len(heard) == 2)
        clock.step(step)
        both.chores[0].cancel()
        stepped = time.monotonic()
        await until(lambda: both.nodes[1].holds and heard == ["http://here:1"])
        assert time.monotonic() - stepped < BACK_IN


async def test_after_a_stall_of_the_database_all_are_back_at_once(pg: Callable[[], str]) -> None:
    """The table of servers is locked for longer than a lease; one of them had just come in."""
    async with two(pg()) as both:
        with both.connect() as other:
            other.execute("LOCK TABLE nodes IN ACCESS EXCLUSIVE MODE")
            await until(lambda: not any(one.holds for one in both.nodes))
            await asyncio.sleep(2 * LEASE)
        released = time.monotonic()
        await until(lambda: all(one.holds for one in both.nodes))
        assert time.monotonic() - released < BACK_IN


async def test_a_server_that_was_cut_off_amid_a_sign_of_life_keeps_nobody_else_from_theirs(
    pg: Callable[[], str],
) -> None:
    """Its transaction is open and holds its row, which the others would remove."""
    async with two(pg()) as both:
        both.chores[0].cancel()
        mine = [both.stores[0].owner]
        with both.connect() as other:
            other.execute("UPDATE nodes SET expires = expires + 3600 WHERE id = %s", mine)
            other.commit()
            other.execute("UPDATE nodes SET draining = true WHERE id = %s", mine)

            def lives_until() -> float:
                asked = "SELECT max(expires) FROM nodes WHERE id <> %s"
                ((expires,),) = other.execute(asked, mine).fetchall()
                return float(expires)

            await until(lambda: bool(both.nodes[1]._silent(time.monotonic())))
            before = lives_until()
            await until(lambda: lives_until() > before + 2 * LEASE)
