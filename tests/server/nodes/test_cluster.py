"""Three servers and a PostgreSQL while people play: nothing anybody saw is lost or changed, or was
told too early, and no table has two servers, whatever fails; and a server that tells before it
writes is found out. In full size: bench."""

import asyncio
import contextlib
import json
import signal
import sys
import urllib.request
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from clusters import Cluster, check, faults_of_proof, fragile_cluster, running
from databases import postgres
from history import History, faults
from returning import LOST, Forgotten, Pinging, Returning, Run, fetched, one_table
from scripts import load

ROOT = Path(__file__).parents[3]
LEASE = 2.0
"""s"""
ENOUGH = 200.0
"""s for everything, on a machine that is busy with other tests."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="stops processes as Linux does")


bench: Any = load("bench/cluster.py")
Returning.silence = 1.5 * LEASE


def test_the_proxy_of_the_bench_is_the_documented_one() -> None:
    line = f" inter {1000 * bench.CHECK_SECONDS:g}ms fall {bench.FALL} rise 1 "
    for page in ("deploy/haproxy.cfg", "examples/cluster.py"):
        assert line in (ROOT / page).read_text(encoding="utf-8")


def metrics(port: int) -> bytes:
    """What a server counts."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as told:
        return bytes(told.read())


async def shared_by_all(where: Any) -> None:
    """Somebody at each server: the lobby, codes, watching, playing and replays work everywhere."""
    first, second, third = where.nodes
    history, tally = History(), Counter[str]()
    ann = Returning([first], history, tally)
    await ann.open()
    await ann.create("strike-2020", "po", public=True)
    code = (await ann.ask("code", type="open_code"))["code"]
    ben, eve = (Returning([node], history, tally) for node in (second, third))
    await ben.open()
    await eve.open()
    while not (await eve.ask("lobby", type="look"))["tables"]:
        await asyncio.sleep(0.1)
    found: dict[str, Any] = {}
    while found.get("type") != "found":  # the other servers hear of it within a second
        await asyncio.sleep(0.2)
        await ben.send(type="find", code=code)
        found = await ben.receive()
    assert found["table"] == ann.table
    await eve.watch(ann.table)
    await ben.join(found["table"])
    while b"kessel_nodes 3.0" not in await asyncio.to_thread(metrics, second.inlet):
        await asyncio.sleep(0.1)  # one that was slow may be on its way back
    await asyncio.gather(*(one.play_on() for one in (ann, ben, eve)))
    assert ann.game is not None
    replay = json.loads(await fetched(where, f"/api/games/{ann.game['game']}"))
    assert len(replay["steps"]) >= len(eve.seen) > 0
    for one in (ann, ben, eve):
        await one.close_line()


async def seats_whose_answers_are_lost(where: Any) -> None:
    """Whoever asks again, elsewhere and with the same key, gets the seat that was given."""
    ann, ben, eve = (Returning(where.nodes, History(), Counter()) for _ in range(3))
    await ann.sit_down()
    for node in where.nodes:
        ben.nodes = [node]
        await ben.open()
        await ben.send(type="join", table=ann.table, name="Ben", key=ben.key)
        await ann.until("seats")  # it is written; Ben's line is cut before he hears of it
    ben.nodes = where.nodes
    await ben.sit_down(ann.table)
    assert list(ben.tokens) == [1]
    await eve.open()
    with pytest.raises(Forgotten):
        await eve.join(ann.table, key=eve.key)
    for one in (ann, ben, eve):
        await one.close_line()


async def quick_match(where: Any) -> None:
    """Whoever looks at different servers meets."""
    seekers = [Returning([node], History(), Counter()) for node in where.nodes[:2]]

    async def seek(one: Any) -> None:
        """Again where one is led on to another server, as a page does."""
        while not one.table:
            with contextlib.suppress(*LOST):
                await one.open()
                tip = one.device.chain.tip
                await one.send(type="seek", name="Ann", editions=["strike-2020"], tip=tip)
                await one.until("joined", 30.0)

    await asyncio.gather(*(seek(one) for one in seekers))
    assert seekers[0].table == seekers[1].table != ""
    for one in seekers:
        await one.close_line()


async def with_faults(where: Any) -> Any:
    """Two tables play on while lines are cut, the server of one stops, another is cut off from the
    database, that is locked, set to another time, and crashes, the server of one is told to go, and
    another is killed; what was seen."""
    run = Run(dice=("ideal",))
    someone = partial(Pinging, where.nodes, tally=run.tally)
    playing = asyncio.gather(*(one_table(where, run, someone) for _ in range(2)))
    await the_owner(where, run)
    for node in where.nodes:
        node.signal(signal.SIGUSR1)

    def line_of(node: Any) -> Any:
        return where.lines[where.nodes.index(node)]

    stopped = await taken_over(
        where, run, lambda one: one.signal(signal.SIGSTOP), lambda one: one.signal(signal.SIGCONT)
    )
    cut_off = await taken_over(
        where, run, lambda one: line_of(one).stall(), lambda one: line_of(one).go_on()
    )
    await asyncio.to_thread(where.lock, 1.5 * LEASE)
    await the_owner(where, run)
    where.clock.step(-bench.CLOCK_STEP)
    await the_owner(where, run)
    await asyncio.to_thread(where.database.crash)
    for node in where.nodes:
        await asyncio.to_thread(node.wait)
    drained, _ = await the_owner(where, run)
    assert await asyncio.to_thread(drained.stop) == 0
    killed, _ = await the_owner(where, run)
    killed.kill()
    run.over = True
    await playing
    assert len({stopped, cut_off, drained, killed}) >= 2
    assert run.tally["returns"] >= 3
    return run


Fault = Callable[[Any], None]


async def taken_over(where: Any, run: Any, fault: Fault, mend: Fault) -> Any:
    """A server that another one has taken a table from, since it failed: the next one where the
    game was just over, since then nobody comes back to the table."""
    while True:
        node, code = await the_owner(where, run)
        fault(node)
        owner = None
        while owner in (node, None) and code not in run.records:
            await asyncio.sleep(0.1)
            owner = await asyncio.to_thread(where.owner, code)
        mend(node)
        if owner not in (node, None):
            return node


async def the_owner(where: Any, run: Any) -> tuple[Any, str]:
    """A server that has a table where people play, and that table."""
    while True:
        for code in reversed(list(run.histories)):
            owner = await asyncio.to_thread(where.owner, code)
            if code not in run.records and owner is not None and run.histories[code].lines:
                return owner, code
        await asyncio.sleep(0.05)


@pytest.mark.long
def test_nothing_that_anybody_saw_is_lost() -> None:
    with fragile_cluster(LEASE) as where:

        async def play() -> Any:
            async with asyncio.timeout(ENOUGH):
                await asyncio.gather(shared_by_all(where), quick_match(where))
                await seats_whose_answers_are_lost(where)
                return await with_faults(where)

        run = asyncio.run(play())
        found = check(where, run.histories, run.records)
        assert found.wrong == []
        assert found.games == len(run.records) >= 2
        assert found.lines > 20


async def tells_first(where: Cluster) -> list[str]:
    """A server that tells before it writes dies; what the checkers find."""
    history, tally = History(), Counter[str]()
    first, *others = where.nodes
    ann, ben = (Returning([first], history, tally) for _ in range(2))
    ann.look = ben.look = where.length_of
    await ann.sit_down()
    await ben.sit_down(ann.table)
    while not history.lines:
        await ann.act()
        for one in (ann, ben):
            with contextlib.suppress(TimeoutError):
                await one.receive(0.2)
    first.kill()
    ann.nodes = ben.nodes = others
    returning = [asyncio.create_task(one.come_back()) for one in (ann, ben)]
    await asyncio.wait(
        returning, timeout=5 * Returning.silence, return_when=asyncio.FIRST_EXCEPTION
    )
    forgotten = [str(task.exception()) for task in returning if task.done() and task.exception()]
    await bench.ended(returning)
    (rows,) = [rows for code, _, _, rows in where.log_rows() if code == ann.table]
    for one in (ann, ben):
        await one.close_line()
    bodies = [body for _, body in rows]
    return forgotten + faults(history, bodies)


@pytest.mark.long
def test_control_what_is_told_before_it_is_written_is_lost() -> None:
    with postgres() as database:
        address = database()
        with running([address] * 2, LEASE, broken="tells first") as nodes:
            where = Cluster(database, address, nodes)
            found = asyncio.run(asyncio.wait_for(tells_first(where), ENOUGH))
    assert any("is lost" in one for one in found)


def test_a_record_that_does_not_prove_itself_is_told() -> None:
    assert faults_of_proof("no record")
