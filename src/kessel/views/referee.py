"""The referee for a real box as the page sees it: it tells and asks what a table would."""

from typing import Any

import msgspec

from kessel.messages.referee import RefereeAnswer, RefereeScore, RefereeState
from kessel.referee import Referee
from kessel.rules.engine import awaited
from kessel.table import Seat
from kessel.table.play import Happened
from kessel.views.wire import awaited_view, event_view


def referee_answer(referee: Referee, reply: dict[str, Any]) -> RefereeAnswer:
    """A reply of the referee protocol as the page reads it."""
    if "tournament" in reply:
        return RefereeAnswer(tournament=msgspec.convert(reply["tournament"], RefereeScore))
    assert referee.state is not None, "a game replied"
    seats = [Seat(player) for player in range(len(referee.names))]
    told = zip(referee.events, referee.reasons, strict=True) if reply["events"] else ()
    return RefereeAnswer(
        events=[event_view(Happened(event, reason), seats) for event, reason in told],
        state=msgspec.convert(reply["state"], RefereeState),
        awaited=awaited_view(awaited(referee.state), seats),
    )
