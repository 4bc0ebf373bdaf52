"""The referee of a real box for one connection: the page keeps the requests, so nothing is lost."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from kessel.errors import KesselError
from kessel.messages import client, server
from kessel.messages.errors import MESSAGE_SHOWN
from kessel.messages.referee import RefereeAnswer, RefereeError
from kessel.referee import Referee, check_nesting
from kessel.views.referee import referee_answer

Result = TypeVar("Result")

PIECE = 100
"""Requests that a worker goes through before it turns to somebody else."""


class Runner(Protocol):
    """Whoever goes through requests: workers, or the caller itself."""

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do this, and give back what it gives."""


class RefereeSession:
    """One game at a real box, and how many requests of it the referee accepted."""

    def __init__(self) -> None:
        self._kept = 0
        self._referee = Referee()

    async def answer(
        self, message: client.OpenReferee | client.SendReferee, workers: Runner
    ) -> server.RefereeReply:
        """What the referee says to a message of the page."""
        if isinstance(message, client.OpenReferee):
            reply = await self._open(message.requests, workers)
        else:
            reply = self._send(message.request)
        return server.RefereeReply(reply=reply, kept=self._kept, ref=message.ref)

    async def _open(self, requests: Sequence[dict[str, Any]], workers: Runner) -> RefereeAnswer:
        """Start from all requests the page has kept; the answer to the last of them.

        A worker goes through them, some at a time. Raises at the first that is refused, and then
        nothing is changed.
        """
        for request in requests:
            check_nesting(request)
        referee, answer = Referee(), RefereeAnswer()
        for start in range(0, len(requests), PIECE):
            referee, last = await workers.run(_refereed, referee, requests[start : start + PIECE])
            answer = referee_answer(referee, last)
        self._kept, self._referee = len(requests), referee
        return answer

    def _send(self, request: dict[str, Any]) -> RefereeAnswer:
        """The answer to one more request, or its error; raises where it is nested too deep to be
        looked at."""
        check_nesting(request)
        try:
            return self._accept(request)
        except KesselError as error:
            told = str(error)[:MESSAGE_SHOWN]
            return RefereeAnswer(error=RefereeError(code=error.code, message=told))

    def _accept(self, request: dict[str, Any]) -> RefereeAnswer:
        answer = referee_answer(self._referee, self._referee.handle(request))
        self._kept += 1
        return answer


def _refereed(
    referee: Referee, requests: Sequence[dict[str, Any]]
) -> tuple[Referee, dict[str, Any]]:
    """In the worker: a referee after these requests, and its last reply."""
    reply: dict[str, Any] = {}
    for request in requests:
        reply = referee.handle(request)
    return referee, reply
