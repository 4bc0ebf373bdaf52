"""Servers that are alive and cannot reach each other, though all of them reach their database:
nobody takes a table from the other, nothing is lost, and whoever was at the wrong side comes back.
In full size: bench."""

import asyncio
import sys
import time
from collections import Counter
from typing import Any

import pytest
from clusters import check, parted_cluster
from history import History
from net.spaces import forbidden
from returning import Pinging, Returning, Run, fetched

LEASE = 6.0
"""s. Nobody is to lose it, and on a busy machine a server may stand still for some."""
BACK_IN = 30.0
"""s, on a busy machine. True bound: `bench/cluster.py failover`."""
ENOUGH = 120.0

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="starts processes as Linux does"),
    pytest.mark.long,
]


async def play_on_through_it(where: Any) -> Any:
    """Ann is where the table is, Ben elsewhere, when the network between them is cut; the run."""
    first, second, _ = where.nodes
    run, history = Run(), History()
    ann = Returning([first], history, run.tally)
    lost = Counter[str]()
    ben = Pinging([second], history, lost)
    ann.look = ben.look = where.length_of
    await ann.sit_down()
    run.histories[ann.table] = history
    await ben.sit_down(ann.table)
    epochs = where.epochs()
    where.network.cut()
    ben.nodes = where.nodes  # wherever he is led to
    began, seen = time.monotonic(), len(ben.seen)
    playing = [asyncio.create_task(one.play_on()) for one in (ann, ben)]
    while not (lost["lost"] and len(ben.seen) > seen):
        assert time.monotonic() - began < BACK_IN
        assert not playing[0].done()
        await asyncio.sleep(0.05)
    where.network.mend()
    await asyncio.gather(*playing)
    assert where.epochs() == epochs, "the table stayed where it was"
    assert ann.game is not None
    run.records[ann.table] = await fetched(where, f"/api/games/{ann.game['game']}/record")
    for one in (ann, ben):
        await one.close_line()
    return run


@pytest.mark.parametrize(
    "in_spaces",
    [
        pytest.param(True, marks=pytest.mark.skipif(bool(forbidden()), reason=forbidden())),
        False,
    ],
    ids=["network namespaces", "stalled lines"],
)
def test_servers_that_cannot_reach_each_other_lose_nothing(in_spaces: bool) -> None:
    with parted_cluster(in_spaces, LEASE) as where:

        async def play() -> Any:
            async with asyncio.timeout(ENOUGH):
                return await play_on_through_it(where)

        run = asyncio.run(play())
        found = check(where, run.histories, run.records)
        assert found.wrong == []
        assert found.games == 1
        assert found.lines > 20
