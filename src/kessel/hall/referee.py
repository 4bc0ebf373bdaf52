"""The referee of a real box for one connection: the page keeps the requests, so nothing is lost."""

from collections.abc import Sequence
from typing import Any

from kessel.errors import KesselError
from kessel.hall.messages.referee import RefereeAnswer, RefereeError
from kessel.hall.referee_views import referee_answer
from kessel.referee import Referee


class RefereeSession:
    """One game at a real box, and how many requests of it the referee accepted."""

    def __init__(self) -> None:
        self.kept = 0
        self._referee = Referee()

    def open(self, requests: Sequence[dict[str, Any]]) -> RefereeAnswer:
        """Start from all requests the page has kept; the answer to the last of them.

        Raises at the first that is refused.
        """
        self.kept, self._referee = 0, Referee()
        answer = RefereeAnswer()
        for request in requests:
            answer = self._accept(request)
        return answer

    def send(self, request: dict[str, Any], longest: int) -> RefereeAnswer:
        """The answer to one more request, or its error in at most so many characters."""
        try:
            return self._accept(request)
        except KesselError as error:
            refused = RefereeError(code=error.code, message=str(error)[:longest])
            return RefereeAnswer(error=refused)

    def _accept(self, request: dict[str, Any]) -> RefereeAnswer:
        answer = referee_answer(self._referee, self._referee.handle(request))
        self.kept += 1
        return answer
