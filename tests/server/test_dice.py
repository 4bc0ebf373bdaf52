"""What a server throws with: what was chosen, or what there is."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from physics.test_nodejs import order
from serving import children_of

from kessel.physics import nodejs
from kessel.physics.portable import PortableDice
from kessel.physics.version import PORTABLE_NAME, physics_name
from kessel.rules.edition import find_edition
from kessel.server.pool import WorkerPool
from kessel.server.workers import ServerWorkers
from kessel.table.dice import IDEAL, PHYSICS
from kessel.throws.boxes import BOXES
from kessel.throws.ideal import IdealDice


@pytest.mark.parametrize(
    ("chosen", "name"),
    [("portable", PORTABLE_NAME), ("native", physics_name()), ("ideal", IdealDice().name)],
)
def test_the_record_names_the_dice_that_were_chosen(chosen: str, name: str) -> None:
    assert ServerWorkers(1, dice=chosen).dice == {PHYSICS: name, IDEAL: IdealDice().name}


def test_without_node_it_throws_natively_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(nodejs, "WHEEL", "a_package_that_nobody_has")
    assert ServerWorkers(1).dice[PHYSICS] == physics_name()
    (told,) = caplog.records
    assert "no portable dice" in told.getMessage()
    assert "pip install" in vars(told)["about"]["why"]


def test_ideal_dice_are_thrown_without_another_process() -> None:
    workers = ServerWorkers(1, dice="ideal")
    thrown = asyncio.run(workers.throw(PHYSICS, order()))
    assert thrown == IdealDice().throw(order())
    workers.close()


async def test_what_is_not_solved_is_solved_once_and_then_it_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, int]] = []

    async def solve(workers: ServerWorkers, key: tuple[str, int]) -> None:
        asked.append(key)
        workers._solved[key] = True

    monkeypatch.setattr(ServerWorkers, "_solve", solve)
    workers = ServerWorkers(1, dice="ideal")
    assert [workers.is_solved("strike-2020", 5) for _ in range(2)] == [None, None]
    await asyncio.sleep(0)
    assert workers.is_solved("strike-2020", 5)
    assert asked == [("strike-2020", 5)]
    workers.close()


@pytest.mark.parametrize(("chosen", "arenas"), [("portable", 15), ("native", 15), ("ideal", 0)])
def test_every_process_compiles_every_arena_at_the_start(
    chosen: str, arenas: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Counter[tuple[object, ...]]()

    async def note(pool: WorkerPool, _work: object, *arguments: object) -> None:
        asked[pool.name, *arguments] += 1

    monkeypatch.setattr(WorkerPool, "run", note)
    workers = ServerWorkers(2, dice=chosen)
    asyncio.run(workers.warm_up())
    assert len(asked) == arenas
    assert set(asked.values()) <= {2}
    assert not arenas or {find_edition(str(one[2])).arena for one in asked} == set(BOXES)
    workers.close()


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
THROWS, AT_ONCE, TROUBLE_EVERY = 300, 3, 8


KINDS = "killed", "stopped", "starved", "worker killed"


class Trouble:
    """What happens to Nodes, and to the processes that have them."""

    def __init__(self, chance: Random) -> None:
        self.chance, self.made = chance, Counter[str]()
        self.nodes: set[int] = set()
        """All that were ever seen."""

    def make(self) -> None:
        """To one of them."""
        workers = [one.pid for one in multiprocessing.active_children() if one.pid is not None]
        nodes = [node for worker in workers for node in children_of(worker)]
        self.nodes.update(nodes)
        kind = self.chance.choice(KINDS)
        hit = workers if kind == "worker killed" else nodes
        if not hit:
            return
        with contextlib.suppress(ProcessLookupError):
            pid = self.chance.choice(hit)
            if kind == "starved":
                _starve(pid)
            else:
                os.kill(pid, signal.SIGSTOP if kind == "stopped" else signal.SIGKILL)
            self.made[kind] += 1


def _starve(pid: int) -> None:
    """No further memory."""
    import resource

    for limit in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
        resource.prlimit(pid, limit, (2**20, 2**20))


def _lives(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] not in "ZX"


@linux_only
@pytest.mark.long
def test_whatever_happens_to_node_every_throw_comes_as_it_would_have() -> None:
    """At warm-up and in the middle of throws; afterwards all is well, and nobody is left over."""
    orders = [order(number) for number in range(THROWS)]
    calm = PortableDice()
    known = list(map(calm.throw, orders))
    calm.close()
    trouble = Trouble(Random(46))

    async def run() -> None:
        workers = ServerWorkers(2)
        chores = [asyncio.create_task(one()) for one in (workers.warm_up, workers.look_after)]
        for first in range(0, THROWS, AT_ONCE):
            some = orders[first : first + AT_ONCE]
            throws = [asyncio.create_task(workers.throw(PHYSICS, one)) for one in some]
            await asyncio.sleep(trouble.chance.uniform(0.0, 0.02))
            if first % TROUBLE_EVERY < AT_ONCE:
                trouble.make()
            assert await asyncio.gather(*throws) == known[first : first + AT_ONCE]
        while workers.health()["throws"] != "ok":
            await asyncio.sleep(0.1)
        for chore in chores:
            chore.cancel()
        workers.close()
        while any(map(_lives, trouble.nodes)):
            await asyncio.sleep(0.1)

    asyncio.run(asyncio.wait_for(run(), 1500))
    assert min(trouble.made[kind] for kind in KINDS) >= 3, trouble.made
