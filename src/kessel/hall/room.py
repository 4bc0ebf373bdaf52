"""A table with its attendees: calls the table, keeps what it decides, then tells it, in order.

Nothing is sent before it is in the database. All calls come from one event loop.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from kessel.errors import KesselError
from kessel.hall import views
from kessel.hall.attendee import Attendee, Payload
from kessel.hall.frames import pack
from kessel.hall.limits import Full
from kessel.hall.logs import log, logger
from kessel.hall.messages import server
from kessel.hall.messages.server import encode
from kessel.hall.metrics import Metrics
from kessel.hall.store import NewGame, NewThrow, Store, Writing
from kessel.hall.workers import Workers
from kessel.table import Table
from kessel.table.log import Entry, GameStarted, SeedDrawn, entry_text
from kessel.table.notices import (
    BotJob,
    Changed,
    DiceThrown,
    GameBegan,
    Job,
    Notice,
    Outcome,
    Scored,
    SeatsChanged,
    Stepped,
    ThrowJob,
)
from kessel.table.throwers import IDEAL, thrower_names
from kessel.throws.thrower import Thrown

THROW_ATTEMPTS = 3
THROW_RETRY_SECONDS = 1.0

Delivery = tuple[Attendee, Sequence[Payload]]


@dataclass(slots=True)
class Batch:
    """What to keep, and then what to send to whom."""

    writing: Writing | None
    deliveries: list[Delivery]
    since: float
    is_throw: bool


class Room:
    """One table in memory."""

    def __init__(
        self,
        number: int,
        table: Table,
        written: int,
        store: Store,
        workers: Workers,
        metrics: Metrics,
    ) -> None:
        self.number = number
        self.table = table
        self.attendees: set[Attendee] = set()
        self.failed = False
        self._written = written
        self._store, self._workers, self._metrics = store, workers, metrics
        self._outbox: deque[Batch] = deque()
        self._sender: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._jobs: set[asyncio.Task[None]] = set()
        self._last_action = 0.0

    # --- coming and going ---------------------------------------------------------------------

    @property
    def watchers(self) -> int:
        """How many attend without a seat."""
        return sum(not one.seats for one in self.attendees)

    def attend(
        self, who: Attendee, seats: Collection[int], joined: server.Joined, most: int
    ) -> None:
        """Let somebody attend, with these seats; they get everything there is to know."""
        if not seats and self.watchers >= most:
            raise Full(f"{most} watch this table already")
        for other in [one for one in self.attendees if one is not who and one.seats & set(seats)]:
            self._supersede(other, seats)
        who.room, who.seats = self, set(seats)
        self.attendees.add(who)
        now = time.monotonic()
        outcomes = [self.table.wake(now)]
        outcomes += [self.table.arrive(seat, now) for seat in seats]
        for outcome in outcomes:
            self._process(outcome, newcomer=who)
        shot = views.snapshot(self.table, who.seats, self.watchers, now)
        self._post([(who, [_text(joined), _text(shot)])])
        if not seats:
            self._tell_seats(but=who)

    def leave(self, who: Attendee) -> None:
        """Somebody attends no more; the last one lets the table sleep."""
        self.attendees.discard(who)
        seats, who.seats, who.room = who.seats, set(), None
        now = time.monotonic()
        for seat in seats:
            self._process(self.table.depart(seat, now))
        if not seats:
            self._tell_seats()
        if not self.attendees:
            self.table.sleep()
            self._arm_timer()

    def _supersede(self, other: Attendee, seats: Collection[int]) -> None:
        other.seats -= set(seats)
        self._post([(other, [_text(server.Superseded())])])
        if not other.seats:
            self.attendees.discard(other)
            other.room = None

    def _tell_seats(self, but: Attendee | None = None) -> None:
        self._process(Outcome(notices=(SeatsChanged(),)), newcomer=but)

    # --- doing --------------------------------------------------------------------------------

    def do(self, action: Callable[[float], Outcome]) -> None:
        """Let the table do something now, keep it, and tell everybody."""
        now = time.monotonic()
        self._last_action = now
        self._process(action(now), since=now)

    def take(self, outcome: Outcome) -> None:
        """Keep and tell what the table has done already."""
        self._process(outcome)

    def tell(self, message: server.ServerMessage) -> None:
        """Tell everybody something that need not be kept."""
        payload = [_text(message)]
        self._post([(one, payload) for one in self.attendees])

    def answer(self, who: Attendee, message: server.ServerMessage) -> None:
        """Tell one attendee something, after all that was told before."""
        self._post([(who, [_text(message)])])

    def _process(
        self, outcome: Outcome, since: float | None = None, newcomer: Attendee | None = None
    ) -> None:
        writing = self._writing(outcome)
        deliveries = self._deliveries(outcome.notices, newcomer)
        if writing is not None or deliveries:
            thrown = any(isinstance(notice, DiceThrown) for notice in outcome.notices)
            self._enqueue(Batch(writing, deliveries, since or 0.0, thrown))
        for job in outcome.jobs:
            self._start(job)
        self._arm_timer()

    def _post(self, deliveries: list[Delivery]) -> None:
        self._enqueue(Batch(None, deliveries, 0.0, False))

    # --- keeping, then sending ----------------------------------------------------------------

    def _writing(self, outcome: Outcome) -> Writing | None:
        if not outcome.entries:
            return None
        first = self._written
        self._written += len(outcome.entries)
        play = self.table.play
        over = self.table.stage == "over" and any(isinstance(n, Stepped) for n in outcome.notices)
        if over:
            self._metrics.games.inc()
        return Writing(
            table=self.number,
            first=first,
            bodies=[entry_text(entry) for entry in outcome.entries],
            games=_new_games(outcome.entries, first),
            throws=[
                NewThrow(n.game, n.throw, n.thrown.seconds, n.thrown.trajectory)
                for n in outcome.notices
                if isinstance(n, DiceThrown)
            ],
            finished=[play.started.game] if over and play is not None else [],
        )

    def _enqueue(self, batch: Batch) -> None:
        self._outbox.append(batch)
        if self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._send_on())

    async def _send_on(self) -> None:
        try:
            while self._outbox:
                batch = self._outbox.popleft()
                if batch.writing is not None:
                    began = time.monotonic()
                    await self._store.write(batch.writing)
                    self._metrics.write_seconds.observe(time.monotonic() - began)
                self._deliver(batch)
        except Exception:
            self._fail()
        finally:
            self._sender = None

    def _deliver(self, batch: Batch) -> None:
        for who, payloads in batch.deliveries:
            who.deliver(payloads)
            self._metrics.sent.inc(len(payloads))
        if batch.since:
            timer = self._metrics.throw_seconds if batch.is_throw else self._metrics.action_seconds
            timer.observe(time.monotonic() - batch.since)

    def _fail(self) -> None:
        """The database refused: forget what is only in memory, and let everybody come again."""
        log("write failed", logging.ERROR, table=self.number)
        logger.exception("write failed")
        self.failed = True
        self._outbox.clear()
        for who in list(self.attendees):
            who.close()

    async def settle(self) -> None:
        """Wait until all that was decided is kept and told."""
        while self._sender is not None:
            await asyncio.sleep(0.005)

    def close(self) -> None:
        """Stop all clocks."""
        self.table.sleep()
        self._arm_timer()
        for task in self._jobs:
            task.cancel()

    # --- what to tell whom --------------------------------------------------------------------

    def _deliveries(
        self, notices: Sequence[Notice], newcomer: Attendee | None = None
    ) -> list[Delivery]:
        if not notices or not self.attendees:
            return []
        packed: dict[frozenset[int], list[Payload]] = {}
        deliveries: list[Delivery] = []
        now = time.monotonic()
        personal = self._is_personal(notices)
        for who in self.attendees:
            if who is newcomer:
                continue
            key = frozenset(who.seats) if personal else frozenset()
            if key not in packed:
                packed[key] = [p for notice in notices for p in self._pack(notice, key, now)]
            deliveries.append((who, packed[key]))
        return deliveries

    def _is_personal(self, notices: Sequence[Notice]) -> bool:
        play = self.table.play
        hidden = play is not None and play.state.options.supply == "hidden"
        return hidden or any(isinstance(one, SeatsChanged | GameBegan) for one in notices)

    def _pack(self, notice: Notice, held: Collection[int], now: float) -> list[Payload]:
        table = self.table
        match notice:
            case SeatsChanged():
                return [_text(views.seats(table, held, self.watchers))]
            case GameBegan():
                return [_text(views.snapshot(table, held, self.watchers, now))]
            case DiceThrown(throw=throw, thrown=thrown):
                announced: list[Payload] = [_text(views.throw_made(notice))]
                frame = [pack(throw, thrown.trajectory)] if thrown.trajectory else []
                return [*announced, *frame]
            case Stepped():
                return [_text(views.step_made(table, notice, held, now))]
            case Changed(what=what):
                return [_text(server.Changed(what=what, game=views.game_view(table, held, now)))]  # type: ignore[arg-type]
            case Scored():
                score = views.tournament_view(table)
                return [] if score is None else [_text(server.TournamentScored(tournament=score))]

    # --- work and time ------------------------------------------------------------------------

    def _start(self, job: Job) -> None:
        work = self._throw(job) if isinstance(job, ThrowJob) else self._ask(job)
        task = asyncio.get_running_loop().create_task(work)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _throw(self, job: ThrowJob) -> None:
        since = self._last_action
        thrown = await self._thrown(job)
        instead = ""
        if thrown is None:
            instead = thrower_names()[IDEAL]
            thrown = await self._workers.throw(IDEAL, job.order)
        self._metrics.throws.inc()
        self._process(self.table.landed(job, thrown, time.monotonic(), instead), since=since)

    async def _thrown(self, job: ThrowJob) -> Thrown | None:
        """The throw, tried again where a worker failed; None where the dice find no rest."""
        for _ in range(THROW_ATTEMPTS):
            try:
                return await self._workers.throw(self.table.made.thrower, job.order)
            except KesselError:
                logger.exception("dice find no rest")
                return None
            except Exception:
                logger.exception("throw failed")
                await asyncio.sleep(THROW_RETRY_SECONDS)
        return None

    async def _ask(self, job: BotJob) -> None:
        try:
            answer = await self._workers.decide(job.level, job.sight, job.chance)
        except Exception:
            logger.exception("bot failed")
            answer = self.table.gentlest(job)
        self._last_action = time.monotonic()
        self._process(self.table.decided(job, answer, time.monotonic()))

    def _arm_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.table.due()
        if due is not None:
            loop = asyncio.get_running_loop()
            delay = max(0.0, due - time.monotonic())
            self._timer = loop.call_later(delay, self._tick)

    def _tick(self) -> None:
        self._timer = None
        try:
            self._process(self.table.tick(time.monotonic()))
        except KesselError:
            logger.exception("tick failed")


def _text(message: server.ServerMessage) -> str:
    return encode(message).decode()


def _new_games(entries: Sequence[Entry], first: int) -> list[NewGame]:
    """Games that begin in these entries; each with the number of its seed's entry."""
    games = []
    seed_at = first
    for place, entry in enumerate(entries):
        if isinstance(entry, SeedDrawn):
            seed_at = first + place
        if isinstance(entry, GameStarted):
            games.append(NewGame(entry.game, entry.number, entry.edition, seed_at))
    return games
