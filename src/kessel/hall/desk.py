"""Where a page's messages are answered: each is checked, done or refused, and nothing else.

Knows no web framework: bytes come in, messages go to the attendee's queue.
"""

import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from kessel.errors import KesselError
from kessel.fairness.chain import check_tip
from kessel.hall.attendee import Attendee
from kessel.hall.costs import further_cost, lines_cost
from kessel.hall.daily import daily
from kessel.hall.dayboard import listed, post
from kessel.hall.gate import RateLimiter, decoded, ref_of
from kessel.hall.hub import Hub
from kessel.hall.limits import Address, TooBig
from kessel.hall.logs import incidents, logger
from kessel.hall.matching import Seeker
from kessel.hall.odds import advice, odds
from kessel.hall.referee import RefereeSession
from kessel.hall.refusals import BadToken, HelloFirst, NotAttending, NotHost
from kessel.hall.room import Room
from kessel.hall.store import Elsewhere, NotSaved
from kessel.hall.tokens import new_key, token_of, tokens_of
from kessel.messages import client, playing, server
from kessel.messages.errors import MESSAGE_SHOWN, WrongProtocol
from kessel.messages.views import HeldSeat
from kessel.names import clean_name
from kessel.rules.edition import find_edition
from kessel.table import WrongSeat
from kessel.table.terms import SeatIsTaken

NOTED = frozenset({"bad_token", "not_host", "too_big", "too_fast", "wrong_seat"})
"""Refusals that stand in the log: a page of ours gets them seldom."""
CLOSE_NORMAL = 1000
CLOSE_TOO_BIG = 1009
CLOSE_POLICY = 1008
CLOSE_RESTART = 1012


class Desk:
    """Answers one connection."""

    def __init__(self, hub: Hub, who: Attendee, address: Address) -> None:
        self._hub, self._who, self._address = hub, who, address
        self._limits = hub.limits
        self.gate = RateLimiter(hub.limits, address)
        self._room: Room | None = None
        self._seeker: Seeker | None = None
        self._referee = RefereeSession()
        self.greeted = False
        self.close_code = CLOSE_NORMAL
        """Other than normal: the next refusal is the last word."""
        self.hand_on: Callable[[Elsewhere, str], Awaitable[None]] | None = None
        """Passes a frame on to where a table is played; without it the page has to come back."""

    @property
    def attends(self) -> bool:
        """Whether this connection attends a table here."""
        return self._room is not None

    @property
    def seeks(self) -> bool:
        """Whether this connection looks for a quick match here."""
        return self._seeker is not None

    async def receive(self, data: bytes | str) -> None:
        """Answer one frame; never raises."""
        self._who.hear()
        self._hub.metrics.received.inc()
        ref = None
        try:
            text = self.gate.admitted(data)
            message = decoded(text)
            ref = message.ref
            self.gate.charge(further_cost(message))
            try:
                await self._answer(message)
            except Elsewhere as elsewhere:
                await self._pass_on(elsewhere, text)
        except TooBig as error:
            self.close_code = CLOSE_TOO_BIG
            self._refuse(error, None)
        except KesselError as error:
            self._refuse(error, ref_of(data) if ref is None else ref)
        except Exception:
            logger.exception("request failed")
            self._reply(server.FAULT, ref)

    async def _pass_on(self, elsewhere: Elsewhere, frame: str) -> None:
        if self.hand_on is not None:
            await self.hand_on(elsewhere, frame)
        else:
            self.close_code = CLOSE_RESTART
            self._who.close()

    # --- refusing and replying ------------------------------------------------------------------

    def _refuse(self, error: KesselError, ref: int | None) -> None:
        """Say why not. What the store did not do is the last word, and waits for nothing that is
        still to be kept: whoever comes back finds what was kept."""
        self._hub.metrics.refused.labels(error.code).inc()
        if error.code in NOTED:
            incidents.note(error.code)
        failed = server.Failed(code=error.code, message=str(error)[:MESSAGE_SHOWN], ref=ref)
        if self.gate.is_shut:
            self.close_code = CLOSE_POLICY
        if self.close_code == CLOSE_NORMAL and not isinstance(error, NotSaved):
            self._reply(failed)
        else:
            self._who.send(failed)
            self._who.close()

    def _reply(self, message: server.ServerMessage, ref: int | None = None) -> None:
        message = message if ref is None else msgspec.structs.replace(message, ref=ref)
        if self._room is None or self._who not in self._room.attendees:
            self._who.send(message)
        else:
            self._room.answer(self._who, message)

    # --- answering ------------------------------------------------------------------------------

    async def _answer(self, message: client.ClientMessage) -> None:
        if isinstance(message, client.Hello):
            self._greet(message)
            return
        if not self.greeted:
            raise HelloFirst("the first message is hello")
        match message:
            case client.Ping():
                self._pong(message)
            case client.LookIntoLobby():
                seeking = len(self._hub.matching) + self._hub.seeking_elsewhere()
                hub = self._hub
                lobby = server.Lobby(tables=hub.lobby(), seeking=seeking, near=hub.near())
                self._reply(lobby, message.ref)
            case client.CreateTable():
                await self._create(message)
            case client.JoinTable():
                await self._join(message)
            case client.ResumeTable():
                await self._resume(message)
            case client.WatchTable():
                self._attend(await self._found(message.table), [], message.ref)
            case client.AskStanding():
                await self._standing(message)
            case client.LeaveTable():
                if self._seeker is None:
                    self._attended()
                self.leave()
                self._who.send(server.Left(ref=message.ref))
            case client.SeekGame():
                self._seek(message)
            case client.FindTable(code=code):
                found = await self._hub.find_by_code(code, self._address)
                told = server.TableFound(table=found.table, screen=found.screen)
                self._reply(told, message.ref)
            case client.AskDaily(date=date, aim=aim):
                if aim is not None:
                    self.gate.pay_for_throw()
                self._reply(await daily(date, aim, self._hub.workers), message.ref)
            case client.AskBest(date=date):
                best = await listed(date, self._hub.workers, self._hub.day_lists)
                self._reply(best, message.ref)
            case client.PostDaily():
                self.gate.pay_for_throw()
                best = await post(message, self._hub.workers, self._hub.day_lists, time.time())
                self._reply(best, message.ref)
            case client.OpenReferee() | client.SendReferee():
                self._reply(await self._referee.answer(message, self._hub.workers))
            case at_table:
                await self._answer_at_table(at_table)

    async def _answer_at_table(self, message: client.AtTable) -> None:
        match message:
            case client.StartGame():
                room = self._room_as_host()
                room.act(message)
                await self._hub.close_code(room)
            case client.SitBot() | client.FreeSeat() | client.ChooseBox():
                self._room_as_host().act(message)
            case client.Rematch():
                self._room_as_player().act(message)
            case client.React(seat=at) | client.TossDie(seat=at):
                room = self._attended() if at is None else self._room_holding(at)
                if isinstance(message, client.React):
                    self.gate.pay_for_reaction()
                    room.evening.react(message)
                else:
                    room.evening.toss(message)
                self._done(message)
            case client.ScreenShown(state=state):
                self._attended().evening.show(state)
                self._done(message)
            case client.Guess(seat=seat):
                self._room_holding(seat).evening.guess(message)
                self._done(message)
            case client.Propose(seat=seat):
                self._room_holding(seat).evening.propose(message)
                self._done(message)
            case client.OpenCode():
                await self._open_code(message)
            case playing.OfferChain():
                self._room_as_player().offer(self._who, message)
            case playing.GoAway():
                self._room_as_player().away(self._who, message)
            case playing.ShowLink():
                self._room_as_player().show_link(self._who, message)
            case playing.AskLines(first=first, packed=packed):
                room = self._attended()
                self.gate.charge(lines_cost(len(room.table.state.history) - first, packed))
                room.lines(self._who, message)
            case client.AskOdds() | client.AskAdvice():
                await self._advise(message)
            case for_table:
                self._room_holding(for_table.seat).act(for_table)
                self._done(for_table)

    def _done(self, message: client.ClientMessage) -> None:
        if message.ref is not None:
            self._reply(server.Done(ref=message.ref))

    def _pong(self, ping: client.Ping) -> None:
        limits = self._limits
        shown, hidden = limits.ping_silence_seconds, limits.hidden_silence_seconds
        self._who.patience = hidden if ping.hidden else shown
        if self._room is None or self._who not in self._room.attendees:
            self._who.send(server.Pong(ref=ping.ref))
        else:
            self._room.ping(self._who, ping)

    def _greet(self, hello: client.Hello) -> None:
        if hello.protocol != server.PROTOCOL:
            self.close_code = CLOSE_POLICY
            raise WrongProtocol(f"this server speaks protocol {server.PROTOCOL}: reload the page")
        self.greeted = True
        self._reply(self._hub.welcome(), hello.ref)

    # --- who may --------------------------------------------------------------------------------

    def _attended(self) -> Room:
        room = self._room
        if room is None or self._who not in room.attendees:
            raise NotAttending("this connection attends no table")
        return room

    def _room_holding(self, seat: int) -> Room:
        room = self._attended()
        if seat not in room.seats_of(self._who):
            raise WrongSeat(f"this connection does not hold seat {seat}")
        return room

    def _room_as_player(self) -> Room:
        room = self._attended()
        if not room.seats_of(self._who):
            raise WrongSeat("watchers cannot do this: it takes a seat")
        return room

    def _room_as_host(self) -> Room:
        room = self._room_as_player()
        if room.table.host not in room.seats_of(self._who):
            raise NotHost("only the host does this: the first person who is there")
        return room

    # --- coming and going -------------------------------------------------------------------------

    async def _found(self, code: str) -> Room:
        """A table; one that has to be read from the store first is paid for."""
        if not self._hub.has(code):
            self.gate.pay_for_reading()
        return await self._hub.find(code)

    async def _standing(self, message: client.AskStanding) -> None:
        self.gate.pay_for_reading()
        self._reply(await self._hub.standing(message.table, message.tokens), message.ref)

    async def _create(self, wish: client.CreateTable) -> None:
        self.gate.pay_for_table()
        room, held = await self._hub.create(wish)
        self._sit(room, held, wish)

    async def _join(self, wish: client.JoinTable) -> None:
        room = await self._found(wish.table)
        token = token_of(wish.key or new_key())
        own, kept = room.seats_of(self._who), room.held_by(wish.tokens)
        is_host_with_all = room.table.host in own and own <= {one.seat for one in kept}
        if own and not is_host_with_all and not room.held_by([token]):
            raise SeatIsTaken("this connection has a seat at this table; others want one, too")
        room.check_key(kept, wish.signer)
        held = room.sit(wish.name, token, wish.seat, wish.tip, wish.signer)
        self._sit(room, [*kept, held], wish)
        await self._hub.close_code(room)

    async def _resume(self, wish: client.ResumeTable) -> None:
        room = await self._found(wish.table)
        moved = [] if wish.key is None else tokens_of(wish.key)
        held = room.held_by([*moved, *wish.tokens])
        if not held:
            self.gate.pay_for_reading()
            room = await self._hub.reload_if_stale(wish.table)
            held = room.held_by([*moved, *wish.tokens])
        if not held:
            raise BadToken("none of these tokens holds a seat at this table")
        room.check_key(held, wish.signer)
        check_tip(wish.tip)
        if wish.key is not None:
            held = room.move(self._who, held, wish.key)
        self._attend(room, held, wish.ref, wish.tip)

    def _sit(
        self,
        room: Room,
        held: Sequence[HeldSeat],
        wish: client.CreateTable | client.JoinTable | client.SeekGame,
    ) -> None:
        """Attend with seats that are new, or were given for the same wish before."""
        room.check_key(held, wish.signer)
        self._attend(room, held, wish.ref, wish.tip)

    def _attend(
        self, room: Room, held: Sequence[HeldSeat], ref: int | None, tip: str | None = None
    ) -> None:
        """Attend a table with these seats, and no other table."""
        room.attend(self._who, held, ref, self._limits.watchers, tip, self._address)  # may refuse
        if room is not self._room:
            self.leave()
        self._room = room
        if room.short_code is not None:
            self._reply(server.CodeOpened(code=room.short_code))

    def leave(self) -> None:
        """Attend no table any more, and look for none."""
        if self._seeker is not None:
            self._hub.matching.leave(self._seeker)
            self._seeker = None
        room, self._room = self._room, None
        if room is not None:
            room.leave(self._who)
            if not room.attendees:
                self._hub.forget_later(room)

    # --- finding others ---------------------------------------------------------------------------

    def _seek(self, wish: client.SeekGame) -> None:
        for edition in wish.editions:
            find_edition(edition)
        name, token = clean_name(wish.name), token_of(wish.key or new_key())
        if found := self._hub.seat_held(token):
            self._sit(found[0], [found[1]], wish)
            return
        if self.hand_on is not None and (hall := self._hub.queue_elsewhere()):
            raise Elsewhere("", hall)
        self.gate.pay_for_table()
        self.leave()

        refs = [wish.ref]

        def tell(message: server.Seeking) -> None:
            """The first is the answer to the request."""
            ref = refs.pop() if refs else None
            self._who.send(msgspec.structs.replace(message, ref=ref))

        def sit(room: Room) -> None:
            self._seeker = None
            held = room.sit(name, token, None, wish.tip, wish.signer)
            self._attend(room, [held], None, wish.tip)

        def refuse(error: KesselError) -> None:
            self._seeker = None
            self._refuse(error, None)

        async def is_there() -> bool:
            there = await self._who.answers(self._limits.match_answer_seconds)
            if not there:
                self._seeker = None
                self._who.close()  # a page that is there after all comes back and looks again
            return there

        seeker = Seeker(wish.editions, token, tell, sit, refuse, is_there)
        self._hub.matching.join(seeker)
        self._seeker = seeker

    async def _open_code(self, message: client.OpenCode) -> None:
        room = self._attended()
        if room.table.host is not None:
            room = self._room_as_host()
        await self._hub.open_code(room, message.screen, self._address)
        self._reply(server.CodeOpened(code=room.short_code, ref=message.ref))

    # --- the coach --------------------------------------------------------------------------------

    async def _advise(self, asked: client.AskOdds | client.AskAdvice) -> None:
        state = self._room_holding(asked.seat).table.state
        about = odds if isinstance(asked, client.AskOdds) else advice
        self._reply(await about(state, asked.seat, asked.state, self._hub.workers), asked.ref)
