"""What happened: throws, and steps with their events."""

from collections.abc import Collection

from kessel.hall.messages import server, views
from kessel.hall.messages.fields import Aim
from kessel.hall.views.game import game_view
from kessel.hall.views.wire import event_view
from kessel.table import Seat
from kessel.table.notices import DiceThrown, Stepped, ThrownHand
from kessel.table.pending import TablePending


def step_made(step: Stepped, held: Collection[Seat], pending: TablePending) -> server.StepMade:
    """A step and the game after it."""
    ledger = step.after
    seats = ledger.running().started.seats
    return server.StepMade(
        seat=step.seat,
        move=step.move,
        by_table=step.by == "table",
        throw=step.throw,
        events=[event_view(happened, seats) for happened in step.happened],
        game=game_view(ledger, held, pending),
    )


def throw_made(thrown: DiceThrown) -> server.ThrowMade:
    """A throw, before its trajectory."""
    return server.ThrowMade(
        game=thrown.game,
        throw=thrown.throw,
        hands=[hand_view(hand) for hand in thrown.hands],
        bytes=len(thrown.thrown.trajectory),
    )


def hand_view(hand: ThrownHand) -> views.ThrowHand:
    """One hand of a throw."""
    return views.ThrowHand(
        seat=hand.seat,
        unit=hand.unit,
        aim=Aim(**hand.aim) if hand.aim else None,
        by_table=hand.by == "table",
    )
