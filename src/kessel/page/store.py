"""The hall's store on a shelf: logs entry by entry, games by where they begin, trajectories.

Every writing names the place where it belongs and the epoch of its writer, so that two pages cannot
both go on with a table.
"""

import json
from collections.abc import Sequence

from kessel.hall.store import FIRST_EPOCH, Kept, NotSaved, TableExists, Writing
from kessel.page.shelf import Guard, Shelf, Thing, WriteConflict

COUNT = "tables"
"""How many tables were ever made."""
TABLES_KEPT = 60
"""Newest tables that are kept; a game weighs about 100 kB with its trajectories."""


class ShelfStore:
    """Tables on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    # --- writing --------------------------------------------------------------------------------

    async def make_table(self, code: str, public: bool, bodies: Sequence[str], now: float) -> int:
        del public, now  # nobody else comes here, and the oldest have the lowest numbers
        if await self._text(f"code/{code}") is not None:
            raise TableExists("there is a table of that code already")
        before = await self._text(COUNT)
        number = int(before or 0) + 1
        things: dict[str, Thing] = {
            COUNT: str(number),
            f"code/{code}": str(number),
            _end(number): _end_text(FIRST_EPOCH, len(bodies)),
            **_entries(number, 0, bodies),
        }
        await self._put(things, Guard(COUNT, before))
        return number

    async def write(self, writing: Writing) -> None:
        table, first = writing.table, writing.first
        things: dict[str, Thing] = {
            _end(table): _end_text(writing.epoch, first + len(writing.bodies)),
            **_entries(table, first, writing.bodies),
        }
        for game in writing.games:
            text = json.dumps({"code": game.code, "first_entry": game.first_entry})
            things[_game(table, game.number)] = text
            things[f"where/{game.code}"] = f"{table} {game.number}"
        for throw in writing.throws:
            things[_throw(table, throw.game, throw.number)] = throw.trajectory
        things |= {f"finished/{code}": str(table) for code in writing.finished}
        await self._put(things, Guard(_end(table), _end_text(writing.epoch, first)))

    async def _put(self, things: dict[str, Thing], guard: Guard) -> None:
        try:
            await self._shelf.put(things, guard)
        except WriteConflict as moved:
            raise NotSaved(f"the log was written elsewhere: {moved}") from None

    async def forget(self, keep: int = TABLES_KEPT) -> None:
        """Forget all but the newest tables, with their games."""
        last = int(await self._text(COUNT) or 0) - keep
        codes = await self._shelf.scan("code/")
        old = {int(number): code for code, number in codes.items() if int(number) <= last}
        gone = list(old.values())
        for number in old:
            games = (await self._shelf.scan(f"game/{number:08}/")).values()
            named = [str(json.loads(game)["code"]) for game in games]
            gone += [f"{kind}/{code}" for kind in ("where", "finished") for code in named]
            gone += [f"{kind}/{number:08}" for kind in ("end", "entry", "game", "throw")]
        if gone:
            await self._shelf.drop(gone)

    # --- reading --------------------------------------------------------------------------------

    async def open_table(self, code: str) -> Kept | None:
        """Own a table from now on, and read its log; whoever owned it writes no more."""
        number = await self._text(f"code/{code}")
        if number is None:
            return None
        table = int(number)
        end = await self._text(_end(table))
        assert end is not None, "every table has an end"
        epoch, length = map(int, end.split())
        await self._put({_end(table): _end_text(epoch + 1, length)}, Guard(_end(table), end))
        return Kept(table, epoch + 1, await self._log(table))

    async def find_table(self, code: str) -> tuple[int, list[str]] | None:
        number = await self._text(f"code/{code}")
        return None if number is None else (int(number), await self._log(int(number)))

    async def game_log(self, game: str) -> list[str] | None:
        where = await self._text(f"where/{game}")
        if where is None or await self._text(f"finished/{game}") is None:
            return None
        table, number = map(int, where.split())
        first = await self._first_entry(table, number)
        return (await self._log(table))[first : await self._first_entry(table, number + 1)]

    async def sizes(self, game: str) -> dict[int, int]:
        table = await self._table_of(game)
        flights = await self._shelf.scan(f"throw/{table:08}/{game}/")
        return {int(name.rpartition("/")[2]): len(flight) for name, flight in flights.items()}

    async def trajectory(self, game: str, number: int) -> bytes | None:
        found = await self._shelf.get(_throw(await self._table_of(game), game, number))
        return found if isinstance(found, bytes) else None

    async def _table_of(self, game: str) -> int:
        where = await self._text(f"where/{game}")
        return int(where.split()[0]) if where else 0

    async def _log(self, table: int) -> list[str]:
        return [str(body) for body in (await self._shelf.scan(f"entry/{table:08}/")).values()]

    async def _first_entry(self, table: int, number: int) -> int | None:
        text = await self._text(_game(table, number))
        return None if text is None else int(json.loads(text)["first_entry"])

    async def _text(self, name: str) -> str | None:
        found = await self._shelf.get(name)
        return None if found is None else str(found)


def _entries(table: int, first: int, bodies: Sequence[str]) -> dict[str, str]:
    return {f"entry/{table:08}/{first + k:08}": body for k, body in enumerate(bodies)}


def _end(table: int) -> str:
    return f"end/{table:08}"


def _end_text(epoch: int, length: int) -> str:
    """Where a log ends, and who may go on with it."""
    return f"{epoch} {length}"


def _game(table: int, number: int) -> str:
    return f"game/{table:08}/{number:04}"


def _throw(table: int, game: str, number: int) -> str:
    return f"throw/{table:08}/{game}/{number:08}"
