"""The referee for a real box as the page sees it: its events are those of a table."""

from typing import Any

import msgspec

from kessel.hall.messages.referee import RefereeAnswer, RefereeAwait, RefereeScore, RefereeState
from kessel.hall.views.wire import event_view
from kessel.referee import Referee
from kessel.table import Seat
from kessel.table.play import Happened


def referee_answer(referee: Referee, reply: dict[str, Any]) -> RefereeAnswer:
    """A reply of the referee protocol as the page reads it."""
    if "tournament" in reply:
        return RefereeAnswer(tournament=msgspec.convert(reply["tournament"], RefereeScore))
    seats = [Seat(player) for player in range(len(referee.names))]
    told = zip(referee.events, referee.reasons, strict=True) if reply["events"] else ()
    return RefereeAnswer(
        events=[event_view(Happened(event, reason), seats) for event, reason in told],
        state=msgspec.convert(reply["state"], RefereeState),
        awaited=msgspec.convert(reply["await"], RefereeAwait),
    )
