"""The check for damage beside the game: piece after piece of all that is kept, from where it had
come before a restart; what was found is looked at again and again, until it is whole.

Servers of one database look at it together: how far the check has come is kept there, and whoever
finds that another server has moved it on leaves it to that one for a while.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection, select, text, update

from kessel.hall.logs import log
from kessel.hall.store import Damaged, NotSaved
from kessel.server.store import damage, schema
from kessel.server.store.damage import PARTS, Piece
from kessel.server.store.health import advice

NAME = "damage"
PAUSE = 0.02
"""s between two pieces at least: the game comes first."""
PATIENCE = 4.0
"""Times that a piece took until the next one, so that the check takes a fifth of a thread."""
KEEP_EVERY = 5.0
"""s between two times at which the place is kept: not a commit for every piece."""
LOOK_AGAIN = 10.0
"""s between looks at what was found, to see whether it has been mended."""
TRY_AGAIN = 5.0
"""s until a piece that could not be looked at is tried again."""
OTHERS = 60.0
"""s for which the check is left to another server that does it."""
EVERY = 24 * 3600.0
"""s from the end of a check to the next one; a server begins one when it starts, too."""
MOST = 1000
"""Damaged things that are remembered: `kessel check` lists all."""

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Transaction(Protocol):
    """Does something with the database, in its time."""

    def __call__(
        self,
        work: Callable[Concatenate[Connection, Given], Result],
        *given: Given.args,
        **named: Given.kwargs,
    ) -> Coroutine[Any, Any, Result]:
        """What comes of it; raises `NotSaved` where the database does not do it."""


class CheckProgress(msgspec.Struct, frozen=True):
    """How far the check has come, as it is kept."""

    part: str = ""
    """What is being looked at; empty when all is done."""
    place: int = 0
    found: Mapping[str, str] = {}
    """What is damaged, each with a sentence: `table 17`, or `entries 0 500` where a piece cannot be
    read at all; from 0 to 0 where it is not even known where a part ends."""


class Checking:
    """The check of one server."""

    def __init__(self, read: Transaction, write: Transaction) -> None:
        self.found: dict[str, str] = {}
        """What is damaged, as it is kept (`CheckProgress.found`)."""
        self.trouble = ""
        """Why it cannot be looked for damage now."""
        self.share = 0.0
        """How much of the database has been looked at."""
        self._read, self._write = read, write
        self._kept = ""
        self._part, self._place = "", 0
        self._extent = 0, 0, 0
        self._knows = False
        """Whether we know how far it has come."""
        self._ended: float | None = None
        self._kept_at = self._looked_at = 0.0

    def note(self, error: Damaged) -> None:
        """Somebody has come upon damage."""
        if error.table:
            self._note(f"table {error.table}", str(error))

    def told(self) -> str:
        """`ok`, or what was found, or why nothing can be, and what to do."""
        if self.found:
            first, more = next(iter(self.found.values())), len(self.found) - 1
            others = f" ({more} more)" * bool(more)
            return f"{first}{others}: see what `kessel check` says, and restore it from a backup"
        if self.trouble:
            return f"damage cannot be looked for at {self.share:.0%}: {advice(self.trouble)}"
        return "ok"

    async def look_for_damage(self) -> None:
        """For ever, at ease."""
        while True:
            try:
                rest = await self.step()
                self.trouble = ""
            except NotSaved as error:
                self.trouble, rest = str(error), TRY_AGAIN
            await asyncio.sleep(rest)

    async def step(self) -> float:
        """Look at one more piece; how long to rest then."""
        now = time.monotonic()
        if not self._knows:
            await self._find_place()
        if self.found and now - self._looked_at >= LOOK_AGAIN:
            await self._look_again()
        if not self._part:
            if self._ended is None or now - self._ended < EVERY:
                self._ended = self._ended or now
                return LOOK_AGAIN
            self._begin(next(iter(PARTS)))
        piece = await self._next_piece()
        if piece is not None:
            await self._look(piece)
            self._place = piece.end
        took = time.monotonic() - now
        if (now - self._kept_at >= KEEP_EVERY or not self._part) and not await self._keep():
            return OTHERS
        return max(PAUSE, PATIENCE * took)

    # --- where we are -------------------------------------------------------------------------

    async def _find_place(self) -> None:
        """As it is kept. Where that check has ended, a server that has just started begins another
        one."""
        self._kept = await self._read(_kept)
        none = CheckProgress()
        kept = msgspec.json.decode(self._kept, type=CheckProgress) if self._kept else none
        self.found = {**kept.found, **self.found}
        self._begin(kept.part if kept.part in PARTS else "", kept.place)
        if not self._part and not self._kept_at:
            self._begin(next(iter(PARTS)))
        self.share = _share(self._part, 0.0)
        self._knows, self._ended, self._kept_at = True, None, time.monotonic()

    def _begin(self, part: str, place: int = 0) -> None:
        self._part, self._place, self._extent = part, place, (0, 0, 0)

    async def _next_piece(self) -> Piece | None:
        """None at the end of a part."""
        if not any(self._extent):
            try:
                self._extent = await self._read(damage.extent, self._part)
            except Damaged as error:
                self._note(f"{self._part} 0 0", str(error))
        first, end, size = self._extent
        place = max(first, self._place)
        self.share = _share(self._part, (place - first) / max(1, end - first))
        if place >= end:
            names = [*PARTS, ""]
            self._begin(names[names.index(self._part) + 1])
            if not self._part:
                self.share, self._ended = 1.0, time.monotonic()
                log("checked for damage", found=len(self.found))
            return None
        return Piece(self._part, place, min(place + size, end))

    async def _keep(self) -> bool:
        """Whether nobody else moved the check on meanwhile."""
        kept = msgspec.json.encode(CheckProgress(self._part, self._place, self.found)).decode()
        self._knows = await self._write(_keep, self._kept, kept)
        if self._knows:
            self._kept, self._kept_at = kept, time.monotonic()
        return self._knows

    # --- looking ------------------------------------------------------------------------------

    async def _look(self, piece: Piece) -> None:
        try:
            tables = await self._read(damage.damaged_in, piece)
            for table in tables:
                await self._look_at(table)
        except Damaged as error:
            self._note(f"{piece.part} {piece.first} {piece.end}", str(error))

    async def _look_at(self, table: int) -> None:
        what = f"table {table}"
        try:
            found = await self._read(damage.look_at, table)
        except Damaged as error:
            self._note(what, str(error))
            return
        if found is not None:
            self._note(what, str(found))
        else:
            self._forget(what)

    async def _look_again(self) -> None:
        """At what was found: it may have been restored, or deleted."""
        for what in list(self.found):
            part, first, *end = what.split()
            if end:
                with contextlib.suppress(Damaged):
                    await self._read(damage.extent, part)
                    await self._read(damage.damaged_in, Piece(part, int(first), int(end[0])))
                    self._forget(what)
            else:
                await self._look_at(int(first))
        self._looked_at = time.monotonic()

    def _note(self, what: str, told: str) -> None:
        """Tell the operator, once: players are told anyway."""
        if what not in self.found and len(self.found) < MOST:
            self.found[what] = told
            log("damaged", logging.ERROR, what=told, look="kessel check DATABASE")

    def _forget(self, what: str) -> None:
        if told := self.found.pop(what, ""):
            log("mended", what=told)


def _share(part: str, share: float) -> float:
    """Of everything, where so much of a part has been looked at."""
    names = [*PARTS, ""]
    if not part:
        return 1.0
    before = sum(PARTS[name].weight for name in names[: names.index(part)])
    return (before + PARTS[part].weight * share) / sum(one.weight for one in PARTS.values())


def _kept(connection: Connection) -> str:
    checks = schema.checks.c
    return connection.execute(select(checks.body).where(checks.name == NAME)).scalar() or ""


def _keep(connection: Connection, before: str, after: str) -> bool:
    """Write it over what is known to be there; False where something else is."""
    checks = schema.checks
    if before:
        mine = (checks.c.name == NAME) & (checks.c.body == before)
        return connection.execute(update(checks).where(mine).values(body=after)).rowcount == 1
    first = "INSERT INTO checks (name, body) VALUES (:name, :body) ON CONFLICT DO NOTHING"
    return connection.execute(text(first), {"name": NAME, "body": after}).rowcount == 1
