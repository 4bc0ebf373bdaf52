"""Where Python meets the browser: its database as a shelf, its MuJoCo as an arena, its messages.

Called by the page's worker (`client/src/engine/worker.ts`); the only file that knows Pyodide.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from pyodide.ffi import JsException, to_js  # type: ignore[import-not-found]

from kessel.fairness.keys import check_by
from kessel.hall.store import NotSaved
from kessel.page.hall import PageHall, PageLine
from kessel.page.judge import Judges
from kessel.page.shelf import Guard, MemoryShelf, Thing, WriteConflict
from kessel.page.workers import PageWorkers
from kessel.physics.dice import PhysicsDice
from kessel.physics.version import PORTABLE_NAME
from kessel.physics.wasm_scene import Play, WasmScene
from kessel.table import Pace

FULL = "QuotaExceededError"
PATIENCE = 60.0
"""s without a sign of the page, after which throws are made without its device: the one thread of
this hall may be busy for long, and hears nothing meanwhile."""


class BrowserShelf:
    """A shelf in the browser's database (`client/src/engine/database.ts`)."""

    def __init__(self, database: Any) -> None:
        self._database = database

    async def get(self, name: str) -> Thing | None:
        found = await self._asked(self._database.get(name))
        return None if found is None else _thing(found)

    async def scan(self, prefix: str) -> Mapping[str, Thing]:
        found = await self._asked(self._database.scan(prefix))
        return {str(name): _thing(thing) for name, thing in found}

    async def put(self, things: Mapping[str, Thing], guard: Guard | None = None) -> None:
        names, values = to_js(list(things)), to_js(list(things.values()))
        guarded = () if guard is None else (guard.name, guard.thing)
        if not await self._asked(self._database.put(names, values, *guarded)):
            raise WriteConflict(f"{guarded} is not on the shelf any more")

    async def drop(self, prefixes: list[str]) -> None:
        await self._asked(self._database.drop(to_js(prefixes)))

    async def _asked(self, answer: Awaitable[Any]) -> Any:
        try:
            return await answer
        except JsException as error:
            raise NotSaved(str(error), disk_is_full=error.name == FULL) from None


def _thing(found: Any) -> Thing:
    return found if isinstance(found, str) else bytes(found.to_bytes())


class BrowserHall:
    """What the worker calls."""

    def __init__(self, hall: PageHall) -> None:
        self._hall = hall

    def open(self, send: Callable[[Any], None]) -> PageLine:
        """A line; what it is told goes to `send`: text, bytes, or nothing at its end."""
        return self._hall.open(lambda payload: send(to_js(payload)))

    async def get(self, path: str) -> Any:
        """Status, kind and body of an answer."""
        answer = await self._hall.get(path)
        return to_js([answer.status, answer.kind, answer.body])


async def _physics(arenas: Awaitable[Any]) -> PhysicsDice:
    """The dice, once their engine (`client/src/engine/mujoco.ts`) is loaded."""
    engine = await arenas

    def compiled(xml: str, running: Sequence[float]) -> Play:
        arena = engine.compile(xml, to_js(running))

        def play(orders: bytes) -> bytes:
            return bytes(arena.play(to_js(orders)).to_bytes())

        return play

    return PhysicsDice(make_scene=partial(WasmScene, compiled), name=PORTABLE_NAME)


async def open_hall(
    database: Any, arenas: Awaitable[Any], pace: str = "{}", check: Any = None
) -> BrowserHall:
    """The hall of this page. Without a database its games last as long as the page.

    `arenas` may still be loading; `pace` are durations that are not the usual ones, as JSON;
    `check` tells whether a key signed a message, and is asked with key, message and signature.
    """
    if check is not None:
        _check_by(check)
    shelf = MemoryShelf() if database is None else BrowserShelf(database)
    workers = PageWorkers(_physics(arenas), PORTABLE_NAME)
    hall = PageHall(shelf, workers, Pace(**{"silence": PATIENCE} | json.loads(pace)))
    await hall.store.forget()
    return BrowserHall(hall)


async def open_judges(arenas: Awaitable[Any], check: Any) -> Judges:
    """Who judges the stories of this page; `check` as above."""
    _check_by(check)
    return Judges(await _physics(arenas))


def _check_by(check: Any) -> None:
    check_by(lambda *signed: bool(check(*map(to_js, signed))))
