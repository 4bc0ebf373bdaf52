"""What happened: throws, steps, and their events with the reason of each."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from kessel.hall.messages import events, server
from kessel.hall.messages.fields import Aim
from kessel.hall.views.game import game_view
from kessel.rules import events as e
from kessel.rules.events import event_fields
from kessel.rules.reasons import Reason
from kessel.table import Seat
from kessel.table.notices import DiceThrown, Stepped, ThrownHand
from kessel.table.pending import Pending
from kessel.table.play import Happened, Play


def step_made(step: Stepped, held: Collection[Seat], pending: Pending) -> server.StepMade:
    """A step and the game after it."""
    ledger = step.after
    return server.StepMade(
        seat=step.seat,
        move=step.move,
        by_table=step.by == "table",
        throw=step.throw,
        events=[event_view(ledger.running(), happened) for happened in step.happened],
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


def hand_view(hand: ThrownHand) -> server.ThrowHand:
    """One hand of a throw."""
    return server.ThrowHand(
        seat=hand.seat,
        unit=hand.unit,
        aim=Aim(**hand.aim) if hand.aim else None,
        by_table=hand.by == "table",
    )


_EVENTS: Mapping[type, type[events.EventView]] = {
    e.StartAgain: events.StartAgainEvent,
    e.Started: events.StartedEvent,
    e.Cocked: events.CockedEvent,
    e.WentOut: events.WentOutEvent,
    e.NullRemoved: events.NullRemovedEvent,
    e.Locked: events.LockedEvent,
    e.ExtraCalled: events.ExtraCalledEvent,
    e.ColumnWon: events.ColumnWonEvent,
    e.PilesDissolved: events.PilesDissolvedEvent,
    e.Collected: events.CollectedEvent,
    e.Suppressed: events.SuppressedEvent,
    e.AccioTaken: events.AccioTakenEvent,
    e.TowerStacked: events.TowerStackedEvent,
    e.Reversed: events.ReversedEvent,
    e.PileMade: events.PileMadeEvent,
    e.PassedLeft: events.PassedLeftEvent,
    e.MayGoOn: events.MayGoOnEvent,
    e.TurnEnded: events.TurnEndedEvent,
    e.NoDice: events.NoDiceEvent,
    e.Eliminated: events.EliminatedEvent,
    e.NextTurn: events.NextTurnEvent,
    e.GameOver: events.GameOverEvent,
}


def event_view(play: Play, happened: Happened) -> events.EventView:
    """An event with seats of the table and the dice it is about."""
    return seated_event(happened, play.started.seats)


def seated_event(happened: Happened, seats: Sequence[int]) -> events.EventView:
    """An event whose players sit on these seats, with its reason."""
    wire = _EVENTS[type(happened.event)]
    values = event_fields(happened.event, lambda player: seats[player])
    values = {name: _listed(value) for name, value in values.items()}
    if "dice" in wire.__struct_fields__:
        values["dice"] = list(happened.dice)
    values |= _why(happened.reason)
    return wire(**values)


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _why(reason: Reason) -> dict[str, Any]:
    notes = [
        events.NoteView(
            reason=events.NoteKey(one.key), faces=list(one.faces), rules=list(one.rules)
        )
        for one in reason.notes
    ]
    return {"reason": events.ReasonKey(reason.key), "rules": list(reason.rules), "notes": notes}
