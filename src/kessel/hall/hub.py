"""All tables of a server: made, found in memory or in the database, forgotten when nobody comes.

Also the secrets: codes that let people in, and tokens that hold seats (of which only the hash is
ever kept).
"""

import asyncio
import base64
import hashlib
import secrets
import time

from kessel.errors import KesselError
from kessel.hall import views
from kessel.hall.attendee import Attendee
from kessel.hall.limits import Full, Limits
from kessel.hall.logs import log
from kessel.hall.messages import client, server
from kessel.hall.messages.views import HeldSeat, LobbyTable
from kessel.hall.metrics import Metrics
from kessel.hall.room import Room
from kessel.hall.store import Store
from kessel.hall.workers import Workers, bots_by_level
from kessel.table import Outcome, Pace, Table
from kessel.table.log import SeatPlan, TableMade, entry_text, read_entry
from kessel.table.throwers import thrower_names

TOKEN_BYTES = 24
CODE_DIGITS = 12
LOBBY_SIZE = 100


class NoTable(KesselError):
    """There is no table of that code."""

    code = "no_table"


class BadToken(KesselError):
    """A token that holds no seat at that table."""

    code = "bad_token"


class Hub:
    """The tables of one server."""

    def __init__(
        self, limits: Limits, pace: Pace, store: Store, workers: Workers, metrics: Metrics
    ) -> None:
        self.limits = limits
        self.pace = pace
        self.store = store
        self.workers = workers
        self.metrics = metrics
        self.bots = bots_by_level()
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._throwers = thrower_names()

    # --- making and finding -------------------------------------------------------------------

    async def create(self, wish: client.CreateTable, who: Attendee) -> Room:
        """Make a table; every person's seat is held by this attendee."""
        if len(self._rooms) >= self.limits.tables:
            raise Full(f"{len(self._rooms)} tables are being played; come back later")
        code, tokens, made = self._plan(wish)
        table, outcome = Table.make(
            made,
            time.monotonic(),
            bots=self.bots,
            thrower_name=self._throwers[made.thrower],
            pace=self.pace,
        )
        number = await self.store.make_table(
            code, made.public, [entry_text(outcome.entries[0])], time.time()
        )
        room = Room(number, table, 1, self.store, self.workers, self.metrics)
        self._rooms[code] = room
        self.metrics.tables.set(len(self._rooms))
        room.take(Outcome(outcome.entries[1:], outcome.notices, outcome.jobs))
        held = [HeldSeat(seat=seat, token=token) for seat, token in tokens.items()]
        self._attend(room, who, held, wish.ref)
        log("table made", table=number, edition=made.edition, seats=len(made.seats))
        return room

    async def find(self, code: str) -> Room:
        """A table, from memory or as it stood when the server last knew it."""
        room = self._rooms.get(code)
        if room is not None and not room.failed:
            return room
        if code not in self._loading:
            self._loading[code] = asyncio.get_running_loop().create_task(self._load(code))
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> Room:
        found = await self.store.find_table(code)
        if found is None:
            raise NoTable("there is no table of that code")
        if len(self._rooms) >= self.limits.tables:
            raise Full(f"{len(self._rooms)} tables are being played; come back later")
        number, bodies = found
        entries = [read_entry(body) for body in bodies]
        made = entries[0]
        assert isinstance(made, TableMade)
        table = await asyncio.to_thread(
            Table.from_log,
            entries,
            bots=self.bots,
            thrower_name=self._throwers[made.thrower],
            pace=self.pace,
        )
        room = Room(number, table, len(entries), self.store, self.workers, self.metrics)
        self._rooms[code] = room
        self.metrics.tables.set(len(self._rooms))
        return room

    # --- coming to a table --------------------------------------------------------------------

    async def join(self, wish: client.JoinTable, who: Attendee) -> None:
        """Sit down on an open seat."""
        room = await self.find(wish.table)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        seat, outcome = room.table.sit(wish.name, hashed(token), time.monotonic(), wish.seat)
        room.take(outcome)
        self._attend(room, who, [HeldSeat(seat=seat, token=token)], wish.ref)

    async def resume(self, wish: client.ResumeTable, who: Attendee) -> None:
        """Come back to one's seats."""
        room = await self.find(wish.table)
        held = []
        for token in wish.tokens:
            seat = room.table.holder(hashed(token))
            if seat is not None:
                held.append(HeldSeat(seat=seat, token=token))
        if not held:
            raise BadToken("none of these tokens holds a seat at this table")
        self._attend(room, who, held, wish.ref)

    async def watch(self, wish: client.WatchTable, who: Attendee) -> None:
        """Look on."""
        self._attend(await self.find(wish.table), who, [], wish.ref)

    def leave(self, who: Attendee) -> None:
        """Attend no table any more."""
        room = who.room
        if room is None:
            return
        room.leave(who)
        if not room.attendees:
            wait = self.limits.idle_table_seconds
            asyncio.get_running_loop().call_later(wait, self._forget, room.table.made.code)

    def lobby(self) -> list[LobbyTable]:
        """Public tables that somebody attends, those with open seats first."""
        public = [
            views.lobby_table(room.table, room.watchers)
            for room in self._rooms.values()
            if room.table.made.public and room.attendees
        ]
        return sorted(public, key=lambda table: (-min(table.open, 1), table.stage))[:LOBBY_SIZE]

    async def close(self) -> None:
        """Keep what has been decided, then stop."""
        for room in self._rooms.values():
            room.close()
            await room.settle()

    def _attend(self, room: Room, who: Attendee, held: list[HeldSeat], ref: int | None) -> None:
        if who.room is not None and who.room is not room:
            self.leave(who)
        seats = [seat.seat for seat in held]
        joined = server.Joined(
            table=room.table.made.code, seats=held, host=room.table.host in seats, ref=ref
        )
        room.attend(who, seats, joined, self.limits.watchers)

    def _forget(self, code: str) -> None:
        room = self._rooms.get(code)
        if room is not None and not room.attendees:
            room.close()
            del self._rooms[code]
            self.metrics.tables.set(len(self._rooms))

    def _plan(self, wish: client.CreateTable) -> tuple[str, dict[int, str], TableMade]:
        persons = [seat for seat, plan in enumerate(wish.seats) if plan.kind == "person"]
        tokens = {seat: secrets.token_urlsafe(TOKEN_BYTES) for seat in persons}
        code = base64.b32encode(secrets.token_bytes(8)).decode().lower()[:CODE_DIGITS]
        seats = [
            SeatPlan(
                kind=plan.kind,
                name=plan.name or "",
                level=plan.level or "",
                token=hashed(tokens[seat]) if seat in tokens else "",
            )
            for seat, plan in enumerate(wish.seats)
        ]
        return (
            code,
            tokens,
            TableMade(
                code=code,
                edition=wish.edition,
                seats=seats,
                preset=wish.preset,
                options=wish.options,
                elements=wish.elements,
                clock=wish.clock,
                public=wish.public,
                tournament=wish.tournament,
                thrower=wish.thrower,
            ),
        )


def hashed(token: str) -> str:
    """What is kept of a token. It has 192 random bits, so a plain hash hides it."""
    return hashlib.sha256(token.encode()).hexdigest()


__all__ = ["BadToken", "Hub", "NoTable", "hashed"]
