"""What happened: throws, and steps with their events."""

from collections.abc import Collection

from kessel.messages import server, views
from kessel.messages.fields import AimFields
from kessel.table import Seat
from kessel.table.notices import DiceThrown, Stepped, ThrownCast
from kessel.table.pending import TablePending
from kessel.views.game import game_view
from kessel.views.wire import event_view


def step_made(step: Stepped, held: Collection[Seat], pending: TablePending) -> server.StepMade:
    """A step and the game after it."""
    state = step.after
    seats = state.running().started.seats
    return server.StepMade(
        seat=step.seat,
        move=step.move,
        by_table=step.by == "table",
        throw=step.throw,
        events=[event_view(happened, seats) for happened in step.happened],
        game=game_view(state, held, pending),
    )


def throw_made(thrown: DiceThrown) -> server.ThrowMade:
    """A throw, before its trajectory."""
    return server.ThrowMade(
        game=thrown.game,
        throw=thrown.throw,
        casts=[cast_view(cast) for cast in thrown.casts],
        bytes=len(thrown.thrown.trajectory),
    )


def cast_view(cast: ThrownCast) -> views.ThrowCast:
    """One cast of a throw."""
    return views.ThrowCast(
        seat=cast.seat,
        unit=cast.unit,
        aim=AimFields(**cast.aim) if cast.aim else None,
        by_table=cast.by == "table",
    )
