"""A table has one owner: whoever else writes is refused, however sure they are; and the controls,
in which the same zombie gets through."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from databases import Postgres, over_line
from net.line import line_to
from sqlalchemy import update

from kessel.hall.store import Damaged, Elsewhere, Kept, NewGame, NewThrow, NotSaved, Writing
from kessel.server.store import SqlStore, appends_postgres, members, schema

CODE = "abcdefghijkl"
LEASE = 600.0
"""s: nobody in these tests dies of being slow."""
WAIT = 30.0


@pytest.fixture
def one(address: str) -> Iterator[SqlStore]:
    with closing(SqlStore(address)) as store:
        yield store


@pytest.fixture
def other(address: str) -> Iterator[SqlStore]:
    """Another one of the same database."""
    with closing(SqlStore(address)) as store:
        yield store


async def join(store: SqlStore, url: str = "http://here") -> None:
    """Be one of several nodes."""
    store.is_node = True
    await store.beside(lambda c: members.enter(c, store.owner, url, LEASE), WAIT)


async def expire(store: SqlStore) -> None:
    """As if its lease had run out."""
    gone = update(schema.nodes).where(schema.nodes.c.id == store.owner).values(expires=1.0)
    await store.beside(lambda c: c.execute(gone).close(), WAIT)


async def expires(store: SqlStore, node: str) -> float:
    seen = await store.beside(lambda c: members.post(c, store.owner, ""), WAIT)
    return next(one.expires for one in seen if one.id == node)


async def beat(store: SqlStore) -> bool:
    return await store.beside(lambda c: members.beat(c, store.owner, LEASE, False), WAIT)


async def made(store: SqlStore) -> int:
    return await store.make_table(CODE, False, ["made"], 5.0)


async def log(store: SqlStore) -> list[str]:
    found = await store.find_table(CODE)
    assert found is not None
    return found[1]


# --- claims -------------------------------------------------------------------------------------


async def test_a_table_of_the_living_is_elsewhere(one: SqlStore, other: SqlStore) -> None:
    await join(one, url="http://one")
    await join(other)
    await made(one)
    with pytest.raises(Elsewhere) as told:
        await other.open_table(CODE)
    assert told.value.node == "http://one"
    assert await other.open_table("nowhere") is None


async def test_a_lease_that_was_not_renewed_can_be_ended_and_a_renewed_one_cannot(
    one: SqlStore, other: SqlStore
) -> None:
    """As after a step of the database's clock, which would keep it for ever."""
    await join(one)
    await join(other)
    number = await made(one)
    before = await expires(other, one.owner)
    assert await beat(one)
    await other.beside(lambda c: members.bury(c, [(one.owner, before)]), WAIT)
    with pytest.raises(Elsewhere):
        await other.open_table(CODE)
    now = await expires(other, one.owner)
    await other.beside(lambda c: members.bury(c, [(one.owner, now)]), WAIT)
    assert await other.open_table(CODE) == Kept(number, 2, ["made"])
    assert not await beat(one), "its identity is over"


async def test_a_table_of_the_dead_changes_hands(one: SqlStore, other: SqlStore) -> None:
    """So does one of a server that left, or that never was one of many."""
    number = await made(one)
    await join(other)
    assert await other.open_table(CODE) == Kept(number, 2, ["made"])
    await other.beside(lambda c: members.leave(c, other.owner), WAIT)
    await join(one)
    assert await one.open_table(CODE) == Kept(number, 3, ["made"])
    await expire(one)
    other.owner = "another"
    await join(other)
    assert await other.open_table(CODE) == Kept(number, 4, ["made"])


async def test_only_the_living_may_claim(one: SqlStore, other: SqlStore) -> None:
    await made(one)
    await join(other)
    await expire(other)
    with pytest.raises(Elsewhere) as told:
        await other.open_table(CODE)
    assert told.value.node == ""


async def test_of_many_who_claim_at_once_one_gets_it(one: SqlStore, other: SqlStore) -> None:
    await made(one)
    one.owner = "another"
    await join(one)
    await join(other)
    asked = [store.open_table(CODE) for store in (one, other)]
    got = await asyncio.gather(*asked, return_exceptions=True)
    assert sorted(type(one).__name__ for one in got) == ["Elsewhere", "Kept"]


async def test_a_throw_in_the_air_waits_for_the_same_thrower(
    one: SqlStore, other: SqlStore
) -> None:
    number = await made(one)
    await one.write(Writing(number, 1, ["fixed"], dice="physics-2 arm"))
    await join(other)
    other.dice = ("physics-2 x86", "ideal-2")
    with pytest.raises(Elsewhere):
        await other.open_table(CODE)
    other.dice = ("physics-2 arm", "ideal-2")
    assert await other.open_table(CODE) == Kept(number, 2, ["made", "fixed"])
    await other.write(Writing(number, 2, ["land"], epoch=2))
    await other.beside(lambda c: members.leave(c, other.owner), WAIT)
    await join(one)
    assert (await one.open_table(CODE)) is not None, "between throws anybody may have it"


async def test_a_log_with_a_hole_is_told(
    one: SqlStore, other: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await made(one)
    monkeypatch.setattr("kessel.server.store.readings.table_log", lambda c, number: [])
    with pytest.raises(Damaged, match="damaged at entry 0"):
        await other.open_table(CODE)


# --- signs of life ------------------------------------------------------------------------------


async def test_a_sign_of_life_that_comes_too_late_is_refused_for_good(
    one: SqlStore, other: SqlStore
) -> None:
    await join(one)
    assert await beat(one)
    await expire(one)
    assert not await beat(one)
    assert not await beat(one)
    assert not await beat(other), "nor one of somebody who never came"


async def test_all_know_who_is_there_and_what_they_tell(one: SqlStore, other: SqlStore) -> None:
    await join(one, url="http://one")
    await join(other, url="http://other")
    await other.beside(lambda c: members.post(c, other.owner, "first"), WAIT)
    await other.beside(lambda c: members.post(c, other.owner, "tables"), WAIT)
    seen = await one.beside(lambda c: members.post(c, one.owner, ""), WAIT)
    assert {(m.url, m.notice) for m in seen} == {("http://one", ""), ("http://other", "tables")}
    await expire(other)
    seen = await one.beside(lambda c: members.post(c, one.owner, ""), WAIT)
    assert [m.url for m in seen] == ["http://one"]


async def test_a_secret_is_the_first_ones(one: SqlStore, other: SqlStore) -> None:
    first = await one.beside(lambda c: members.shared_secret(c, "relay", "a"), WAIT)
    assert first == "a"
    again = await other.beside(lambda c: members.shared_secret(c, "relay", "b"), WAIT)
    assert again == "a"


async def test_old_tables_of_the_living_are_left_to_them(one: SqlStore, other: SqlStore) -> None:
    await made(one)
    await join(one)
    assert await other.forget(10.0, (), most=9) == 0
    assert await one.forget(10.0, (), most=9) == 1


# --- the fence ----------------------------------------------------------------------------------


async def zombie_first(one: SqlStore, other: SqlStore) -> tuple[bool, bool, list[str]]:
    """The former owner writes before the new one has written anything; what each was told."""
    number = await made(one)
    kept = await other.open_table(CODE)
    assert kept is not None
    told = []
    for store, name, epoch in ((one, "zombie", 1), (other, "owner", kept.epoch)):
        game = NewGame(name.ljust(16), 1, "impact", 1)
        throw = NewThrow(game.code, 0, 0.5, b"flight")
        try:
            await store.write(Writing(number, 1, [name], [game], [throw], [game.code], epoch))
            told.append(True)
        except NotSaved:
            told.append(False)
    return told[0], told[1], await log(one)


async def test_a_zombie_writes_nothing(one: SqlStore, other: SqlStore) -> None:
    assert await zombie_first(one, other) == (False, True, ["made", "owner"])
    assert await one.game_log("zombie".ljust(16)) is None
    assert await one.trajectory("zombie".ljust(16), 0) is None
    assert await one.game_log("owner".ljust(16)) == ["owner"]


async def test_without_owner_and_epoch_a_zombie_would_push_the_owner_aside(
    pg: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: the same schedule, the fence reduced to the length."""
    monkeypatch.setattr(appends_postgres, "FENCE", "(t.length = w.first OR t.owner = %(owner)s)")

    address = pg()
    with closing(SqlStore(address)) as one, closing(SqlStore(address)) as other:
        assert await zombie_first(one, other) == (True, False, ["made", "zombie"])


async def test_a_sign_of_life_that_hangs_holds_up_none_that_follow(pg: Postgres) -> None:
    """The network swallows what a server says to the database, and is back: connections over which
    something was lost hang, used ones and those that wait for the next."""
    with line_to(pg.socket) as line, closing(SqlStore(over_line(pg(), line.port))) as store:
        await join(store)
        assert await beat(store)
        line.swallow()
        for _ in range(2):
            with pytest.raises(NotSaved):
                await store.beside(lambda c: members.beat(c, store.owner, LEASE, False), 0.3)
        line.let_through()
        assert await beat(store)
