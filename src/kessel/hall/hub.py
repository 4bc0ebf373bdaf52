"""All tables of a hall: made, found in memory or in the store, forgotten when nobody comes."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from kessel import __version__
from kessel.bots.levels import LEVELS
from kessel.errors import KesselError
from kessel.hall.codes import Codes, Opened
from kessel.hall.limits import Address, Full, Limits
from kessel.hall.log_writer import LogWriter
from kessel.hall.logs import log
from kessel.hall.matching import Matching
from kessel.hall.metrics import Metrics
from kessel.hall.room import Room
from kessel.hall.slices import in_slices, last_in_slices
from kessel.hall.store import Elsewhere, Store, TableExists
from kessel.hall.tasks import Tasks
from kessel.hall.tokens import code_of, hashed, new_key, token_of
from kessel.hall.workers import Workers, bots_by_level
from kessel.messages.client import CreateTable, SeatWish
from kessel.messages.fields import REACTIONS
from kessel.messages.server import PROTOCOL, TableStanding, Welcome
from kessel.messages.views import HeldSeat, LobbyTable, NearTable
from kessel.rules.edition import EDITIONS
from kessel.table import Outcome, Pace, Table, TableState
from kessel.table.log import SeatPlan, TableMade, entry_text, read_log
from kessel.views.table import lobby_table, near_table, standing

if TYPE_CHECKING:
    from kessel.hall.dayboard import DayLists

LOBBY_SIZE = 100
LANDING_SECONDS = 0.02
"""Between looks at whether throws have landed."""
STUCK_SECONDS = 10.0
"""After which a throw that could not be made is told."""


class NoTable(KesselError):
    """There is no table of that code."""

    code = "no_table"


class NotWaiting(KesselError):
    """Something that is only for tables that wait for players."""

    code = "not_awaited"


class Hub:
    """The tables of one hall."""

    def __init__(
        self,
        limits: Limits,
        pace: Pace,
        store: Store,
        workers: Workers,
        metrics: Metrics,
        external: Sequence[str] = (),
        levels: Sequence[str] = LEVELS,
    ) -> None:
        """`levels` are the bots that the workers have, `external` those of other programs."""
        self.limits = limits
        self.pace = pace
        self.store = store
        self.workers = workers
        self.metrics = metrics
        self.bots = bots_by_level((*levels, *external))
        self.matching = Matching(self._open_match, limits.match_seconds, limits.seekers)
        self.codes = Codes(limits, time.monotonic())
        self.others: Callable[[], Sequence[LobbyTable]] = list
        """The public tables of other halls over the same store."""
        self.queue_elsewhere: Callable[[], str] = str
        """The hall where those meet who look for a quick match; empty where that is this one."""
        self.day_lists: DayLists | None = None
        """Where the best throws of a day are listed; None where nobody else comes."""
        self.seeking_elsewhere: Callable[[], int] = int
        """How many look for one in other halls."""
        self.is_home: Callable[[], bool] = bool
        """Whether all who come are in one network, and may know who waits there for players."""
        self._winding_down = False
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._closing = Tasks()
        self._replaying = asyncio.Lock()
        """One table after the other: the slices of many would add up."""

    def welcome(self) -> Welcome:
        """What whoever comes is told of this hall."""
        return Welcome(
            protocol=PROTOCOL,
            version=__version__,
            editions=list(EDITIONS),
            reactions=list(REACTIONS),
            bots=list(self.bots),
            dice=list(self.workers.dice),
            coach=True,
        )

    # --- making and finding -------------------------------------------------------------------

    async def create(self, wish: CreateTable) -> tuple[Room, list[HeldSeat]]:
        """Make a table; also the seats of all persons, who sit at the device that asks.

        With a key for which a table was made before, that one.
        """
        key = wish.key or new_key()
        tokens = {n: token_of(key, n) for n, seat in enumerate(wish.seats) if seat.kind == "person"}
        made = _made(wish, code_of(key), tokens)
        room = await self._one(made.code, lambda: self._make(wish, made))
        return room, room.held_by(tokens.values())

    async def _make(self, wish: CreateTable, made: TableMade) -> Room:
        self._refuse_if_full()
        if self._winding_down:
            raise Elsewhere("")
        table, outcome = Table.make(
            made,
            time.monotonic(),
            wish.tip,
            bots=self.bots,
            dice_name=self.workers.dice[wish.dice],
            pace=self.pace,
        )
        first, *rest = outcome.entries
        try:
            number = await self.store.make_table(
                made.code, made.public, [entry_text(first)], time.time()
            )
        except TableExists:
            return await self._load(made.code)
        room = self._open(table, LogWriter(number, 1))
        room.carry_out(Outcome(tuple(rest), outcome.notices, outcome.jobs))
        log("table made", table=number, edition=made.edition, seats=len(made.seats))
        return room

    async def _open_match(self, edition: str, seats: int) -> Room:
        """A table for strangers: with a clock, so that nobody waits for ever, and to be watched."""
        free = [SeatWish(kind="open")] * seats
        wish = CreateTable(edition=edition, seats=free, clock="relaxed", public=True)
        room, _ = await self.create(wish)
        return room

    async def find(self, code: str) -> Room:
        """A table, from memory or as it was last kept."""
        return await self._one(code, lambda: self._load(code))

    async def reload_if_stale(self, code: str) -> Room:
        """The same, for whoever is about to be refused: where a clock was set, others may have
        written to a table that we still take for ours."""
        room = await self.find(code)
        kept = await self.store.find_table(code)
        behind = kept is not None and room.is_behind(len(kept[1]))
        return await self.find(code) if behind else room

    async def standing(self, code: str, tokens: Sequence[str]) -> TableStanding:
        """How a table stands for those who hold these tokens, without attending it."""
        found = await self.store.find_table(code)
        if found is None:
            raise NoTable("there is no table of that code")
        held = [hashed(token) for token in tokens]
        return await self.workers.run(standing, found[1], held, time.time())

    def has(self, code: str) -> bool:
        """Whether a table is in memory."""
        return code in self._rooms

    def seat_held(self, token: str) -> tuple[Room, HeldSeat] | None:
        """The seat that a token holds at some table in memory, and that table."""
        for room in self._rooms.values():
            if not room.failed and (held := room.held_by([token])):
                return room, held[0]
        return None

    async def _one(self, code: str, get: Callable[[], Coroutine[Any, Any, Room]]) -> Room:
        """A table from memory, or got; once, however many ask for it meanwhile."""
        room = self._rooms.get(code)
        if room is not None and not room.failed:
            return room
        if code not in self._loading:
            self._loading[code] = asyncio.get_running_loop().create_task(get())
            self._loading[code].add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> Room:
        self._refuse_if_full()
        if self._winding_down:
            raise Elsewhere(code)
        kept = await self.store.open_table(code)
        if kept is None:
            raise NoTable("there is no table of that code")
        async with self._replaying:
            entries = [entry async for entry in in_slices(read_log(kept.bodies))]
            state = await last_in_slices(TableState.steps(entries))
        if self._winding_down:
            raise Elsewhere(code)
        table = Table.asleep_at(
            state,
            bots=self.bots,
            dice_name=self.workers.dice[state.made.dice],
            pace=self.pace,
        )
        return self._open(table, LogWriter(kept.number, len(entries), kept.epoch))

    def _refuse_if_full(self) -> None:
        if len(self._rooms) >= self.limits.tables:
            raise Full(f"{len(self._rooms)} tables are being played; come back later")

    def _open(self, table: Table, log_writer: LogWriter) -> Room:
        room = Room(
            table,
            log_writer,
            self.store,
            self.workers,
            self.metrics,
            self.limits.watcher_reactions_per_second,
        )
        self._rooms[table.state.made.code] = room
        self.metrics.tables.set(len(self._rooms))
        self.forget_later(room)
        return room

    # --- codes of four letters ----------------------------------------------------------------

    async def open_code(self, room: Room, screen: bool, by: Address) -> None:
        """Give a table a code while it waits for players; everybody there is told. If all codes are
        given, those of tables that nobody attends are free again."""
        if room.table.state.stage != "gathering":
            raise NotWaiting("the game has begun; a code leads only to tables that wait")
        if room.short_code is None:
            opened = Opened(room.table.state.made.code, screen, by)
            try:
                code = await self.codes.open(opened)
            except Full:
                for other in list(self._rooms.values()):
                    await self.close_code(other)
                code = await self.codes.open(opened)
            room.show_code(code)
        elif screen:
            self.codes.show(room.short_code)

    async def close_code(self, room: Room) -> None:
        """A table that waits no more, or that nobody attends, cannot be found by its code."""
        waits = room.table.state.stage == "gathering" and room.attendees
        if room.short_code is not None and not waits:
            code = room.short_code
            room.show_code(None)
            await self.codes.close(code)

    async def find_by_code(self, code: str, by: Address) -> Opened:
        """Where a code of four letters leads."""
        opened = await self.codes.find(code, by, time.monotonic())
        if opened is None:
            raise NoTable("there is no table of that code, or its game has begun")
        return opened

    # --- looking and forgetting ---------------------------------------------------------------

    def lobby(self) -> list[LobbyTable]:
        """Public tables that somebody attends, those with open seats first."""
        return _best([*self.own_lobby(), *self.others()])

    def own_lobby(self) -> list[LobbyTable]:
        """Those of this hall alone."""
        return _best(
            lobby_table(room.table.state, room.watchers)
            for room in self._rooms.values()
            if room.table.state.made.public and room.attendees
        )

    def near(self) -> list[NearTable] | None:
        """Tables of this network that wait for players, the newest first; None where strangers
        come."""
        if not self.is_home():
            return None
        waiting = (
            room
            for room in reversed(self._rooms.values())
            if room.attendees and room.table.state.stage == "gathering"
        )
        shown = {table for table, screen in self.codes.leads().values() if screen}
        return [
            near_table(room.table.state, room.table.host, shown)
            for room in waiting
            if room.table.state.free_seats
        ]

    def forget_later(self, room: Room) -> None:
        """Drop a room from memory in a while, unless somebody attends it then."""
        wait = self.limits.idle_table_seconds
        asyncio.get_running_loop().call_later(wait, self._forget, room)

    def _forget(self, room: Room) -> None:
        code = room.table.state.made.code
        if room.attendees or self._rooms.get(code) is not room:
            return
        if room.is_busy:
            self.forget_later(room)
            return
        room.close()
        self._closing.start(self.close_code(room))
        del self._rooms[code]
        self.metrics.tables.set(len(self._rooms))

    def playing(self) -> list[int]:
        """The numbers of all tables in memory, which must not be deleted."""
        return [room.number for room in self._rooms.values()]

    @property
    def stuck(self) -> int:
        """At how many tables a throw could not be made, and nobody has had it made since."""
        long_ago = time.monotonic() - STUCK_SECONDS
        stuck = (room.stuck_since for room in self._rooms.values() if not room.failed)
        return sum(since is not None and since <= long_ago for since in stuck)

    async def wind_down(self, seconds: float) -> None:
        """Begin nothing new; throws in the air may land for some seconds. Then all is kept."""
        self._winding_down = True
        until = time.monotonic() + seconds
        flying = list(self._rooms.values())
        while flying and time.monotonic() < until:
            for room in flying:
                if not room.in_the_air:
                    room.close()
            flying = [room for room in flying if room.in_the_air]
            await asyncio.sleep(LANDING_SECONDS)
        await self.close()

    def abandon(self) -> None:
        """Drop all tables; others own them."""
        for room in self._rooms.values():
            room.abandon()
        self._rooms.clear()
        self.metrics.tables.set(0)

    async def close(self) -> None:
        """Keep what has been decided, then stop."""
        self.matching.close()
        for room in list(self._rooms.values()):
            room.close()
            await room.settle()


def _best(tables: Iterable[LobbyTable]) -> list[LobbyTable]:
    return sorted(tables, key=lambda table: (-min(table.open, 1), table.stage))[:LOBBY_SIZE]


def _made(wish: CreateTable, code: str, tokens: dict[int, str]) -> TableMade:
    seats = [
        SeatPlan(
            kind=plan.kind,
            name=plan.name or "",
            level=plan.level or "",
            token=hashed(tokens[seat]) if seat in tokens else "",
            key=(wish.signer or "") if seat in tokens else "",
        )
        for seat, plan in enumerate(wish.seats)
    ]
    return TableMade(
        code=code,
        edition=wish.edition,
        seats=seats,
        preset=wish.preset,
        options=wish.options,
        elements=wish.elements,
        clock=wish.clock,
        public=wish.public,
        tournament=wish.tournament,
        first=wish.first,
        dice=wish.dice,
    )
