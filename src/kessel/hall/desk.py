"""Where a page's messages are answered: each is checked, done or refused, and nothing else.

Knows no web framework: bytes come in, messages go to the attendee's queue.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from kessel import __version__
from kessel.errors import BadValue, KesselError, ParseError, UnknownRequest
from kessel.hall.attendee import Attendee
from kessel.hall.coach import odds
from kessel.hall.hub import Hub
from kessel.hall.limits import Address, Bucket, TooBig, TooFast
from kessel.hall.logs import logger
from kessel.hall.messages import client, server
from kessel.hall.messages.fields import REACTIONS
from kessel.hall.room import Room
from kessel.referee import Referee
from kessel.rules.edition import EDITIONS
from kessel.table import WrongSeat

CLOSE_NORMAL = 1000
CLOSE_TOO_BIG = 1009
CLOSE_POLICY = 1008
MESSAGE_SHOWN = 300
"""Signs of an error's message that are sent back: what was given may stand in it."""


class HelloFirst(KesselError):
    """Something was asked before `hello`."""

    code = "hello_first"


class WrongProtocol(KesselError):
    """The page speaks another version."""

    code = "protocol"


class NotAttending(KesselError):
    """Something that needs a table was asked without one."""

    code = "not_attending"


class NotHost(KesselError):
    """Only the host may do this."""

    code = "not_host"


class Desk:
    """Answers one connection."""

    def __init__(self, hub: Hub, who: Attendee, address: Address) -> None:
        self._hub, self._who, self._address = hub, who, address
        self._limits = hub.limits
        self._bucket = Bucket.full(self._limits.messages_per_second, time.monotonic())
        self._strikes = 0
        self._referee: Referee | None = None
        self._refereed = 0
        self.greeted = False
        self.close_code = CLOSE_NORMAL
        """Other than normal: the next refusal is the last word."""

    async def receive(self, data: bytes | str) -> None:
        """Answer one frame; never raises."""
        self._hub.metrics.received.inc()
        ref = None
        try:
            message = _decoded(self._admitted(data))
            ref = message.ref
            await self._answer(message)
        except KesselError as error:
            self._refuse(error, ref)
        except Exception:
            logger.exception("request failed")
            failed = server.Failed(
                code="internal", message="something went wrong on our side", ref=ref
            )
            self._reply(failed)

    def leave(self) -> None:
        """The connection is gone."""
        self._hub.leave(self._who)

    # --- admitting and refusing -----------------------------------------------------------------

    def _admitted(self, data: bytes | str) -> str:
        if len(data) > self._limits.message_bytes:
            self.close_code = CLOSE_TOO_BIG
            raise TooBig(f"a message has at most {self._limits.message_bytes} bytes")
        if isinstance(data, bytes):
            raise ParseError("messages are text; binary frames come only from the server")
        now = time.monotonic()
        if not self._bucket.take(now) or not self._address.messages.take(now):
            self._strikes += 1
            if self._strikes > self._limits.strikes:
                self.close_code = CLOSE_POLICY
            raise TooFast(f"at most {self._limits.messages_per_second:g} messages a second")
        return data

    def _refuse(self, error: KesselError, ref: int | None) -> None:
        self._hub.metrics.refused.labels(error.code).inc()
        failed = server.Failed(code=error.code, message=str(error)[:MESSAGE_SHOWN], ref=ref)
        if self.close_code == CLOSE_NORMAL:
            self._reply(failed)
        else:
            self._who.send(failed)
            self._who.close()

    def _reply(self, message: server.ServerMessage) -> None:
        room = self._who.room
        if room is None:
            self._who.send(message)
        else:
            room.answer(self._who, message)

    # --- answering ------------------------------------------------------------------------------

    async def _answer(self, message: client.ClientMessage) -> None:
        if isinstance(message, client.Hello):
            self._greet(message)
            return
        if not self.greeted:
            raise HelloFirst("the first message is hello")
        if isinstance(message, client.Action):
            self._act(message)
            return
        await _HANDLERS[type(message)](self, message)

    def _greet(self, hello: client.Hello) -> None:
        if hello.protocol != server.PROTOCOL:
            self.close_code = CLOSE_POLICY
            raise WrongProtocol(f"this server speaks protocol {server.PROTOCOL}: reload the page")
        self.greeted = True
        self._who.send(
            server.Welcome(
                protocol=server.PROTOCOL,
                version=__version__,
                editions=list(EDITIONS),
                reactions=list(REACTIONS),
                bots=list(self._hub.bots),
                throwers=["physics", "ideal"],
                coach=True,
                ref=hello.ref,
            )
        )

    def _act(self, action: client.Action) -> None:
        room = self._room()
        self._own(action.seat)
        room.do(lambda now: _ACTIONS[type(action)](room, action, now))

    def _room(self) -> Room:
        if self._who.room is None:
            raise NotAttending("this connection attends no table")
        return self._who.room

    def _own(self, seat: int) -> None:
        if seat not in self._who.seats:
            raise WrongSeat(f"this connection does not hold seat {seat}")

    def _player(self) -> Room:
        room = self._room()
        if not self._who.seats:
            raise WrongSeat("watchers only look on")
        return room

    # --- one function a message -------------------------------------------------------------------

    async def _look(self, message: client.LookIntoLobby) -> None:
        self._reply(server.Lobby(tables=self._hub.lobby(), ref=message.ref))

    async def _create(self, message: client.CreateTable) -> None:
        if not self._address.tables.take(time.monotonic()):
            raise TooFast("too many new tables from one address; wait a minute")
        await self._hub.create(message, self._who)

    async def _join(self, message: client.JoinTable) -> None:
        await self._hub.join(message, self._who)

    async def _resume(self, message: client.ResumeTable) -> None:
        await self._hub.resume(message, self._who)

    async def _watch(self, message: client.WatchTable) -> None:
        await self._hub.watch(message, self._who)

    async def _leave(self, message: client.LeaveTable) -> None:
        self._room()
        self._hub.leave(self._who)
        self._who.send(server.Left(ref=message.ref))

    async def _start(self, message: client.StartGame) -> None:
        room = self._player()
        if room.table.host not in self._who.seats:
            raise NotHost("only the host starts the game")
        room.do(lambda now: room.table.start(message.fill, now))

    async def _resign(self, message: client.Resign) -> None:
        room = self._room()
        self._own(message.seat)
        room.do(lambda now: room.table.resign(message.seat, now))
        self._who.seats.discard(message.seat)

    async def _take_back(self, message: client.TakeBack) -> None:
        room = self._room()
        self._own(message.seat)
        room.do(lambda now: room.table.take_back(message.seat, now))

    async def _rematch(self, message: client.Rematch) -> None:
        room = self._player()
        room.do(room.table.rematch)

    async def _react(self, message: client.React) -> None:
        room = self._room()
        self._own(message.seat)
        room.tell(server.Reacted(seat=message.seat, reaction=message.reaction))

    async def _odds(self, message: client.AskOdds) -> None:
        room = self._room()
        self._own(message.seat)
        found = await odds(room.table, message.seat, message.state, self._hub.workers)
        self._reply(msgspec.structs.replace(found, ref=message.ref))

    async def _ping(self, message: client.Ping) -> None:
        self._who.send(server.Pong(ref=message.ref))

    async def _open_referee(self, message: client.OpenReferee) -> None:
        self._referee, self._refereed = Referee(), 0
        reply: dict[str, Any] = {}
        for request in message.requests:
            reply = self._referee.handle(request)
            self._refereed += 1
        self._reply(server.RefereeReply(reply=reply, kept=self._refereed, ref=message.ref))

    async def _send_referee(self, message: client.SendReferee) -> None:
        if self._referee is None:
            self._referee = Referee()
        try:
            reply = self._referee.handle(message.request)
            self._refereed += 1
        except KesselError as error:
            reply = {"error": {"code": error.code, "message": str(error)[:MESSAGE_SHOWN]}}
        self._reply(server.RefereeReply(reply=reply, kept=self._refereed, ref=message.ref))


def _decoded(data: str) -> client.ClientMessage:
    try:
        message: client.ClientMessage = client.decode_client(data)
        return message
    except msgspec.ValidationError as error:
        unknown = "`$.type`" in str(error) or "field `type`" in str(error)
        raise (UnknownRequest if unknown else BadValue)(str(error)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise ParseError(str(error)) from None


Handler = Callable[[Desk, Any], Awaitable[None]]
_HANDLERS: dict[type, Handler] = {
    client.LookIntoLobby: Desk._look,
    client.CreateTable: Desk._create,
    client.JoinTable: Desk._join,
    client.ResumeTable: Desk._resume,
    client.WatchTable: Desk._watch,
    client.LeaveTable: Desk._leave,
    client.StartGame: Desk._start,
    client.Resign: Desk._resign,
    client.TakeBack: Desk._take_back,
    client.Rematch: Desk._rematch,
    client.React: Desk._react,
    client.AskOdds: Desk._odds,
    client.Ping: Desk._ping,
    client.OpenReferee: Desk._open_referee,
    client.SendReferee: Desk._send_referee,
}

_ACTIONS: dict[type, Callable[[Room, Any, float], Any]] = {
    client.ThrowDice: lambda room, a, now: room.table.throw(
        a.seat, a.state, a.unit, msgspec.structs.asdict(a.aim), bytes.fromhex(a.nonce), now
    ),
    client.PlaceStartDie: lambda room, a, now: room.table.place(a.seat, a.state, a.face, now),
    client.EndTurn: lambda room, a, now: room.table.end(a.seat, a.state, now),
    client.CollectSets: lambda room, a, now: room.table.collect(a.seat, a.state, a.faces, now),
    client.TakeAccio: lambda room, a, now: room.table.accio(a.seat, a.state, a.die, now),
    client.StackTower: lambda room, a, now: room.table.stack(a.seat, a.state, a.dice, now),
    client.KeepPiles: lambda room, a, now: room.table.keep(a.seat, a.state, a.piles, now),
    client.Tap: lambda room, a, now: room.table.tap(a.seat, a.state, now),
    client.PushDice: lambda room, a, now: room.table.push(
        a.seat, a.state, [(d.die, d.x, d.y) for d in a.dice], now
    ),
    client.AnswerPush: lambda room, a, now: room.table.agree(a.seat, a.state, a.agree, now),
}
