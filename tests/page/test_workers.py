"""The work of a hall in one thread: throws wait for an arena that comes late, nothing else does."""

import asyncio

from kessel.page.workers import PageWorkers
from kessel.rules.edition import find_edition
from kessel.rules.options import Options
from kessel.table.throwers import IDEAL, PHYSICS
from kessel.throws.ideal import IdealThrower
from kessel.throws.thrower import Handful, Thrower, ThrowOrder

STRIKE = find_edition("strike-2020")
ORDER = ThrowOrder(STRIKE, Options(), (), (Handful(0, (1,)),), bytes(32))


def test_a_throw_waits_for_its_arena_and_ideal_dice_do_not() -> None:
    async def story() -> None:
        arena: asyncio.Future[Thrower] = asyncio.get_running_loop().create_future()
        workers = PageWorkers(arena, "physics-test")
        waiting = asyncio.ensure_future(workers.throw(PHYSICS, ORDER))
        assert (await workers.throw(IDEAL, ORDER)).at_rest
        assert not waiting.done()
        arena.set_result(IdealThrower())
        assert (await waiting).at_rest
        assert workers.throwers == {PHYSICS: "physics-test", IDEAL: IdealThrower().name}

    asyncio.run(story())


def test_without_an_arena_all_dice_are_ideal_and_called_so() -> None:
    async def story() -> None:
        workers = PageWorkers(None, "")
        assert set(workers.throwers.values()) == {IdealThrower().name}
        assert (await workers.throw(PHYSICS, ORDER)).at_rest

    asyncio.run(story())
