"""A table in memory with those who attend it: the table decides; the room keeps, tells, does.

Whatever comes to the table (a request, a clock, a throw that landed, a bot's answer) comes back as
an outcome, and `carry_out` is the one way it goes on. All calls come from one event loop.
"""

import time
from collections.abc import Collection

import msgspec

from kessel.fairness.chain import check_tip
from kessel.hall import jobs
from kessel.hall.actions import perform
from kessel.hall.attendance import Attendance
from kessel.hall.attendee import Attendee, packed, packed_tightly
from kessel.hall.evening import Evening
from kessel.hall.limits import Full
from kessel.hall.log_writer import LogWriter
from kessel.hall.logs import logger
from kessel.hall.metrics import Metrics
from kessel.hall.outbox import Outbox, Parcel
from kessel.hall.payloads import payloads_for
from kessel.hall.refusals import BadToken
from kessel.hall.store import NotSaved, Store
from kessel.hall.tasks import Alarm, Tasks
from kessel.hall.tokens import hashed, token_of
from kessel.hall.workers import Workers
from kessel.messages import client, playing, server
from kessel.messages.views import HeldSeat
from kessel.table import Seat, Table
from kessel.table.notices import DiceThrown, Job, Outcome, SeatsChanged, ThrowJob
from kessel.views.table import lines_from, snapshot


class Room:
    """One table in memory."""

    def __init__(
        self,
        table: Table,
        log_writer: LogWriter,
        store: Store,
        workers: Workers,
        metrics: Metrics,
        watcher_reactions: float,
    ) -> None:
        """`watcher_reactions` is how many a second all watchers may show together."""
        self.table = table
        self._log = log_writer
        self._workers, self._metrics = workers, metrics
        self._attendance = Attendance()
        self._outbox = Outbox(store, metrics, self._fail)
        self._alarm = Alarm(self._tick)
        self._jobs = Tasks()
        self._last_action: float | None = None
        self.evening = Evening(table, workers, self.tell, self._jobs.start, watcher_reactions)
        self._refusal: server.Failed | None = None
        """Why what is in memory is worth nothing any more, for everybody who attends."""
        self._plays_on = False
        """Whether everybody left while bots play, where a turn has days."""
        self.short_code: str | None = None
        """Of four letters, while the table waits and can be found by it."""
        self.stuck_since: float | None = None
        """When the throw that is awaited could not be made."""

    @property
    def number(self) -> int:
        """The table's number in the store."""
        return self._log.number

    # --- who attends ----------------------------------------------------------------------------

    @property
    def attendees(self) -> Collection[Attendee]:
        """Everybody here, watchers too."""
        return self._attendance.everybody

    @property
    def watchers(self) -> int:
        """How many attend without a seat."""
        return self._attendance.watchers

    def seats_of(self, who: Attendee) -> frozenset[Seat]:
        """The seats somebody holds; none where they only watch, or are not here."""
        return self._attendance.seats_of(who)

    def sit(
        self, name: str, token: str, seat: Seat | None, tip: str | None, signer: str | None = None
    ) -> HeldSeat:
        """Somebody takes an open seat (any, if none is named), which the token holds from now on.

        A token that holds one already gets the same again: the answer may have been lost.
        """
        if held := self.held_by([token]):
            return held[0]
        taken, outcome = self.table.seating.sit(name, hashed(token), seat, tip, signer or "")
        self.carry_out(outcome)
        return HeldSeat(seat=taken, token=token)

    def held_by(self, tokens: Collection[str]) -> list[HeldSeat]:
        """The seats that these tokens hold."""
        found = [(self.table.state.holder(hashed(token)), token) for token in dict.fromkeys(tokens)]
        return [HeldSeat(seat=seat, token=token) for seat, token in found if seat is not None]

    def move(self, who: Attendee, held: Collection[HeldSeat], key: str) -> list[HeldSeat]:
        """Seats go to the device of this attendee: tokens made from its key hold them from now on,
        and those before hold nothing. With the same key again nothing changes: the answer may
        have been lost."""
        fresh = [HeldSeat(seat=one.seat, token=token_of(key, one.seat)) for one in held]
        left = {new.seat for new, old in zip(fresh, held, strict=True) if new != old}
        outcome = self.table.seating.move(
            {one.seat: hashed(one.token) for one in fresh if one.seat in left}
        )
        self._supersede(left, who, moved=True)
        self.carry_out(outcome)
        return fresh

    def check_key(self, held: Collection[HeldSeat], signer: str | None) -> None:
        """Raise unless these seats were taken with this public key, or all without one."""
        if {self.table.state.seats[one.seat].key for one in held} - {signer or ""}:
            raise BadToken("these seats were taken with another key")

    def attend(
        self,
        who: Attendee,
        held: Collection[HeldSeat],
        ref: int | None,
        most_watchers: int,
        tip: str | None = None,
        source: object = None,
    ) -> None:
        """Let somebody attend with these seats; they get everything there is to know. `tip` is
        that of their device's chain, if it has a fresh one; `source` is where they come from."""
        check_tip(tip)
        if self._refusal is not None:  # since they were let in
            self._send_away(who, self._refusal)
            return
        if not held and not self._attendance.watches(who) and self.watchers >= most_watchers:
            self._make_room(source, most_watchers)
        seats = {one.seat for one in held}
        self._supersede(seats, who)
        self._plays_on = False
        given_up = self.seats_of(who) - seats
        self._attendance.add(who, seats, source)
        now = time.monotonic()
        outcomes = [self.table.wake(now)]
        outcomes += [self.table.seating.depart(seat, now) for seat in given_up]
        outcomes += [self.table.seating.arrive(seat, now) for seat in seats]
        for outcome in outcomes:
            self.carry_out(outcome, newcomer=who)
        code, is_host = self.table.state.made.code, self.table.host in seats
        joined = server.Joined(table=code, seats=list(held), host=is_host, ref=ref)
        shot = snapshot(
            self.table.state,
            seats,
            self.table.pending(now),
            self.table.people(now, self.watchers),
        )
        self._outbox.put(Parcel(None, [(who, [packed(joined), packed(shot)])]))
        self.table.offer(seats, tip)
        if not seats:
            self._tell_seats(but=who)

    def leave(self, who: Attendee) -> None:
        """Somebody attends no more; the last one lets the table sleep, where a turn has days once
        it is a person's."""
        if who not in self.attendees:
            return
        seats = self.seats_of(who)
        self._attendance.remove(who)
        now = time.monotonic()
        for seat in seats:
            self.carry_out(self.table.seating.depart(seat, now))
        if not seats:
            self._tell_seats()
        if not self.attendees:
            self._plays_on = True
            self._sleep_if_idle()

    def _sleep_if_idle(self) -> None:
        if self._plays_on and not self.table.plays_alone:
            self._plays_on = False
            self.table.sleep()
        self._alarm.set(self.table.due())

    def _make_room(self, source: object, most_watchers: int) -> None:
        """Let one more watch: the place of the newest from where most come goes to somebody from
        where fewer do."""
        last = self._attendance.newest_of_crowd(source)
        if last is None:
            raise Full(f"{most_watchers} watch this table already")
        self.leave(last)
        told = "others want to watch this table, too"
        self._send_away(last, server.Failed(code=Full.code, message=told))

    def _supersede(self, seats: Collection[Seat], by: Attendee, moved: bool = False) -> None:
        for other in self._attendance.holders(seats, but=by):
            self.answer(other, server.Superseded(moved=moved))
            self._attendance.take(other, seats)

    def _tell_seats(self, but: Attendee | None = None) -> None:
        self.carry_out(Outcome(notices=(SeatsChanged(),)), newcomer=but)

    # --- what they do ---------------------------------------------------------------------------

    def act(self, request: client.TableRequest) -> None:
        """Let the table do what is asked of it; raises where the game does not allow it."""
        now = self._last_action = time.monotonic()
        self.carry_out(perform(self.table, request, now), since=now)
        if isinstance(request, client.Resign):
            self._attendance.give_up(request.seat)

    def offer(self, who: Attendee, offered: playing.OfferChain) -> None:
        """Somebody's device has a fresh chain for the chance of throws to come."""
        self.table.offer(self.seats_of(who), offered.tip, offered.sign or "")

    def away(self, who: Attendee, said: playing.GoAway) -> None:
        """Somebody's device takes no part in throws until it offers a chain again."""
        self.table.away(self.seats_of(who), said.sign or "")

    def ping(self, who: Attendee, ping: client.Ping) -> None:
        """Somebody's device gives a sign of life; answered after everything before it."""
        now = time.monotonic()
        self.carry_out(self.table.beat(self.seats_of(who), now, ping.trip / 1000.0))
        table = self.table.state
        is_played = table.play is not None and not table.play.has_all_casts
        state = table.state_number if is_played else None
        self.answer(who, server.Pong(ref=ping.ref, state=state))

    def show_link(self, who: Attendee, shown: playing.ShowLink) -> None:
        """Somebody's device shows its link for the throw that is fixed."""
        seats, now = self.seats_of(who), time.monotonic()
        game, throw, attempt, sign = shown.game, shown.throw, shown.attempt, shown.sign or ""
        self.carry_out(self.table.show_link(seats, throw, attempt, shown.link, now, game, sign))

    def lines(self, who: Attendee, request: playing.AskLines) -> None:
        """Send somebody the lines of the game's transcript that they lack, a page of them."""
        lines = lines_from(self.table.state, request.first, request.packed)
        told = msgspec.structs.replace(lines, ref=request.ref)
        self.answer(who, told, tightly=request.packed)

    def show_code(self, code: str | None) -> None:
        """Tell everybody the code of four letters, or that it is over."""
        self.short_code = code
        self.tell(server.CodeOpened(code=code))

    def tell(self, message: server.ServerMessage) -> None:
        """Tell everybody something that need not be kept."""
        payload = [packed(message)]
        self._outbox.put(Parcel(None, [(one, payload) for one in self.attendees]))

    def answer(self, who: Attendee, message: server.ServerMessage, tightly: bool = False) -> None:
        """Tell one attendee something, after everything before it."""
        payload = packed_tightly(message) if tightly else packed(message)
        self._outbox.put(Parcel(None, [(who, [payload])]))

    # --- keep, tell, do -------------------------------------------------------------------------

    def carry_out(
        self, outcome: Outcome, since: float | None = None, newcomer: Attendee | None = None
    ) -> None:
        """Keep what the table decided, then tell it, then do the work it asks for.

        A newcomer is told nothing: a snapshot follows.
        """
        if self.failed:
            return
        writing = self._log.add(self.table.state, outcome)
        told = {one: self.seats_of(one) for one in self.attendees if one is not newcomer}
        now = time.monotonic()
        deliveries = payloads_for(self.table, outcome.notices, told, self.watchers, now)
        if writing is not None or deliveries:
            thrown = any(isinstance(notice, DiceThrown) for notice in outcome.notices)
            timer = self._metrics.throw_seconds if thrown else self._metrics.action_seconds
            self._outbox.put(Parcel(writing, deliveries, timer, since))
        if writing is not None:
            self._metrics.games.inc(len(writing.finished))
        self.evening.settle(outcome.notices)
        for job in outcome.jobs:
            self._jobs.start(self._do(job))
        self._sleep_if_idle()

    async def _do(self, job: Job) -> None:
        try:
            await self._work(job)
        except Exception:
            self._stumble("job failed")

    async def _work(self, job: Job) -> None:
        if isinstance(job, ThrowJob):
            since = self._last_action
            made = await jobs.throw(self._workers, self.table, job)
            if made is None:
                self.stuck_since = self.stuck_since or time.monotonic()
                self.carry_out(self.table.stuck(job))
                return
            self.stuck_since = None
            self._metrics.throws.inc()
            thrown, instead = made
            self.carry_out(self.table.landed(job, thrown, time.monotonic(), instead), since=since)
        else:
            answer = await jobs.ask(self._workers, self.table, job)
            now = self._last_action = time.monotonic()
            self.carry_out(self.table.decided(job, answer, now))

    # --- time, failure and end ------------------------------------------------------------------

    def _tick(self) -> None:
        try:
            self.carry_out(self.table.tick(time.monotonic()))
        except Exception:
            self._stumble("tick failed")

    @property
    def failed(self) -> bool:
        """Whether the store refused something: what is in memory is worth nothing any more."""
        return self._outbox.failed

    @property
    def in_the_air(self) -> bool:
        """Whether a throw is fixed and has not landed."""
        play = self.table.state.play
        return play is not None and play.in_the_air

    @property
    def is_busy(self) -> bool:
        """Whether something is still to be kept or sent, or bots play on."""
        return self._outbox.is_busy or self._plays_on

    async def settle(self) -> None:
        """Wait until everything is kept and sent."""
        await self._outbox.settle()

    def close(self) -> None:
        """Stop all clocks and all work."""
        self._plays_on = False
        self.table.sleep()
        self._alarm.set(self.table.due())
        self._jobs.cancel()

    def abandon(self) -> None:
        """Drop the table; another server owns it."""
        self._outbox.stop()
        self.close()

    def is_behind(self, kept: int) -> bool:
        """Whether others own the table by now: so many entries are kept, and we know fewer. If so
        it is abandoned, and everybody comes back."""
        if kept > self._log.written and not self.failed:
            self._outbox.stop()
            self._fail(NotSaved("others have written to it"))
        return self.failed

    def _fail(self, error: Exception) -> None:
        """The store refused: stop everything, tell everybody, and let them come back.

        What they come back to is the table as it was kept; nothing else was told to anybody.
        """
        self._give_up(
            server.Failed(
                code=error.code if isinstance(error, NotSaved) else NotSaved.code,
                message="the table could not be saved; it goes back to what was saved last",
            )
        )

    def _stumble(self, what: str) -> None:
        """A fault of ours: the same, rather than a table that stands still."""
        logger.exception(what)
        self._outbox.stop()
        self._give_up(server.FAULT)

    def _give_up(self, why: server.Failed) -> None:
        self.close()
        self._refusal = why
        for who in self.attendees:
            self._send_away(who, why)

    def _send_away(self, who: Attendee, why: server.Failed) -> None:
        who.send(why)
        who.close()
