"""The referee for a real box, alone: no hall, no tables, no dice, nothing kept.

A page that judges on its own device asks this with the messages that it would send to a server.
What is imported here is downloaded for that (`client/engine.py`), so it should stay little.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from kessel import __version__
from kessel.errors import BadValue, KesselError, UnknownRequest
from kessel.hall.referee import RefereeSession
from kessel.messages import client, server
from kessel.messages.errors import MESSAGE_SHOWN, WrongProtocol
from kessel.rules.edition import EDITIONS

Result = TypeVar("Result")


class _AtOnce:
    """Whoever works here has nobody else to turn to."""

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        return work(*arguments)


class PageReferee:
    """Answers one page."""

    def __init__(self) -> None:
        self._session = RefereeSession()

    async def receive(self, text: str) -> str:
        """The answer to a message; never raises over what the page says."""
        ref = None
        try:
            message = client.decode_client(text)
            ref = message.ref
            answer = await self._answer(message)
        except (KesselError, msgspec.DecodeError, RecursionError) as error:
            code = error.code if isinstance(error, KesselError) else BadValue.code
            answer = server.Failed(code=code, message=str(error)[:MESSAGE_SHOWN], ref=ref)
        return server.encode(answer).decode()

    async def _answer(self, message: client.ClientMessage) -> server.ServerMessage:
        match message:
            case client.Hello():
                return _welcome(message)
            case client.Ping():
                return server.Pong(ref=message.ref)
            case client.OpenReferee() | client.SendReferee():
                return await self._session.answer(message, _AtOnce())
            case _:
                raise UnknownRequest(
                    "the referee keeps no tables: hello, ping, referee_open and referee_send are"
                    " answered"
                )


def _welcome(hello: client.Hello) -> server.Welcome:
    if hello.protocol != server.PROTOCOL:
        raise WrongProtocol(f"this referee speaks protocol {server.PROTOCOL}")
    return server.Welcome(
        protocol=server.PROTOCOL,
        version=__version__,
        editions=list(EDITIONS),
        reactions=[],
        bots=[],
        dice=[],
        coach=False,
        ref=hello.ref,
    )
