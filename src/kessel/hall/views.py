"""A table as the messages show it, to somebody who holds these seats (or none: a watcher).

What may not be seen is left out here and nowhere else.
"""

from collections.abc import Collection, Sequence
from typing import Any

from kessel.errors import BadValue
from kessel.hall.messages import events, reports, server
from kessel.hall.messages import views as v
from kessel.hall.messages.fields import Aim, PushedDie
from kessel.physics.arena_json import arena_json
from kessel.rules import awaits as a
from kessel.rules import events as e
from kessel.rules.edition import EDITIONS, Edition, find_edition
from kessel.rules.engine import elements_in_order
from kessel.rules.events import event_fields
from kessel.rules.options import OptionValue, options_of, preset, resolve_options
from kessel.rules.reasons import Reason
from kessel.rules.view import seen_supplies
from kessel.table import Ledger, Seat, Table
from kessel.table.clock import TimeLeft
from kessel.table.notices import DiceThrown, Stepped, ThrownHand
from kessel.table.pending import Pending
from kessel.table.play import Happened, Play, spelled_out
from kessel.table.settings import options_of_table
from kessel.table.stats import Tally
from kessel.throws.at_rest import LyingDie, dice_in

POSE_DIGITS = 5
"""Poses are sent to a hundredth of a millimetre."""


# --- the table ----------------------------------------------------------------------------------


def snapshot(table: Table, held: Collection[Seat], watchers: int, now: float) -> server.Snapshot:
    """Everything about a table."""
    ledger = table.ledger
    made = ledger.made
    return server.Snapshot(
        table=made.code,
        stage=ledger.stage,
        edition=made.edition,
        preset=made.preset,
        options=_options(ledger),
        elements=made.elements,
        clock=made.clock,
        public=made.public,
        thrower=made.thrower,
        host=ledger.host,
        seats=seat_views(table, held),
        watchers=watchers,
        tournament=tournament_view(ledger),
        game=None if ledger.play is None else game_view(ledger, held, table.pending(now)),
    )


def seats(table: Table, held: Collection[Seat], watchers: int) -> server.Seats:
    """Who sits where."""
    return server.Seats(
        stage=table.ledger.stage,
        host=table.ledger.host,
        seats=seat_views(table, held),
        watchers=watchers,
    )


def seat_views(table: Table, held: Collection[Seat]) -> list[v.SeatView]:
    """Every seat."""
    return [
        v.SeatView(
            seat=number,
            name=occupant.name,
            kind="bot" if occupant.resigned else occupant.kind,
            level=table.level_of(Seat(number)) if occupant.bot_plays else None,
            present=number in table.present or occupant.kind == "bot",
            bot_plays=occupant.bot_plays,
            yours=number in held,
        )
        for number, occupant in enumerate(table.ledger.seats)
    ]


def lobby_table(ledger: Ledger, watchers: int) -> v.LobbyTable:
    """A public table in the lobby."""
    made = ledger.made
    return v.LobbyTable(
        table=made.code,
        edition=made.edition,
        stage=ledger.stage,
        names=[ledger.seats[seat].name for seat in ledger.regulars],
        open=len(ledger.free_seats),
        watchers=watchers,
        tournament=made.tournament,
        clock=made.clock,
    )


def tournament_view(ledger: Ledger) -> v.TournamentView | None:
    """The score of a tournament; points stand at their seats."""
    standing = ledger.standing()
    if standing is None:
        return None
    points = {int(name): lost for name, lost in standing.points.items()}
    return v.TournamentView(
        games=len(standing.points),
        played=ledger.series.counted,
        starters=[int(name) for name in standing.starters],
        points=[points.get(seat, 0) for seat in range(len(ledger.seats))],
        winners=None if standing.winners is None else [int(name) for name in standing.winners],
        playoff=None if standing.playoff is None else [int(name) for name in standing.playoff],
    )


# --- the game -----------------------------------------------------------------------------------


def game_view(ledger: Ledger, held: Collection[Seat], pending: Pending) -> v.GameView:
    """The game as somebody who holds these seats may see it."""
    play = ledger.running()
    shown = _Shown(play, len(ledger.seats))
    state = play.state
    return v.GameView(
        game=play.started.game,
        number=play.started.number,
        players=list(play.started.seats),
        first=shown.seat(play.started.first),
        state=ledger.state_number,
        hands=shown.hands(held),
        arena=_arena(play),
        removed=state.removed,
        aside=state.aside,
        direction=1 if state.direction > 0 else -1,
        active=shown.seat(state.active),
        elements=list(elements_in_order(state)),
        eliminated=shown.seats(state.eliminated),
        points=shown.by_seat(state.points, None),
        awaited=_awaited(ledger, shown, pending),
        push=_push(shown, pending),
        stats=shown.by_seat([_stats(tally) for tally in ledger.tally], v.SeatStats()),
        throws=play.throws,
        commitment=play.started.commitment,
        seed=None if ledger.revealed is None else ledger.revealed.hex(),
    )


class _Shown:
    """Players of a game, by the rules' numbers, as seats of its table."""

    def __init__(self, play: Play, table_seats: int) -> None:
        self.play = play
        self._playing = play.started.seats
        self._table_seats = table_seats

    def seat(self, player: int) -> Seat:
        return self._playing[player]

    def seats(self, players: Collection[int]) -> list[int]:
        return [self._playing[player] for player in players]

    def by_seat(self, values: Collection[Any], missing: Any) -> list[Any]:
        placed: dict[int, Any] = dict(zip(self._playing, values, strict=True))
        return [placed.get(seat, missing) for seat in range(self._table_seats)]

    def hands(self, held: Collection[Seat]) -> list[v.HandView]:
        state = self.play.state
        mine = [player for player, seat in enumerate(self._playing) if seat in held]
        viewers: list[int | None] = [*mine, *([] if mine else [None])]
        seen = [seen_supplies(state, viewer) for viewer in viewers]
        hands = []
        for player in range(state.players):
            dice = next((dice[player] for dice in seen if dice[player] is not None), None)
            loose = None if dice is None else state.hands[player]
            piles = [] if dice is None else list(state.piles[player])
            hands.append(v.HandView(dice=dice, loose=loose, piles=piles))
        return self.by_seat(hands, v.HandView(dice=0, loose=0, piles=[]))


def _arena(play: Play) -> list[v.PieceView]:
    return [v.PieceView([_die(die) for die in spot]) for spot in play.at_rest]


def _die(die: LyingDie) -> v.DieView:
    x, y, z, w, i, j, k = (round(value, POSE_DIGITS) for value in die.pose)
    return v.DieView(die.die, die.face, (x, y, z, w, i, j, k))


def _stats(tally: Tally) -> v.SeatStats:
    return v.SeatStats(
        throws=tally.throws,
        dice_thrown=tally.dice_thrown,
        strikes=tally.strikes,
        collected=tally.collected,
        lost_null=tally.lost_null,
        lost_out=tally.lost_out,
    )


def _deadline(time: TimeLeft) -> v.DeadlineView:
    return v.DeadlineView(left_ms=round(time.left * 1000), total_ms=round(time.total * 1000))


def _push(shown: _Shown, pending: Pending) -> v.PushAsked | None:
    request = pending.push
    if request is None:
        return None
    return v.PushAsked(
        seat=shown.seat(request.player),
        dice=[PushedDie(die=die, x=x, y=y) for die, x, y in request.pushes],
        agreed=sorted(shown.seats(request.agreed)),
        asked=sorted(shown.seats(request.asked)),
        deadline=_deadline(pending.consent),
    )


def _awaited(ledger: Ledger, shown: _Shown, pending: Pending) -> v.AwaitedView:
    play = shown.play
    if play.has_all_hands:
        return v.Flying()
    deadline = None if pending.time is None else _deadline(pending.time)
    may_push = play.state.options.premove
    match play.awaited:
        case a.AwaitStartDie(player=player, how=how, may_choose=may_choose):
            return v.AwaitStartDie(
                seat=shown.seat(player),
                how="thrown" if how == "thrown" else "placed",
                faces=list(play.edition.symbols) if may_choose else [],
                deadline=deadline,
            )
        case a.AwaitThrow(player=player, units=units):
            return v.AwaitThrow(
                seat=shown.seat(player),
                units=list(units),
                may_push=may_push,
                deadline=deadline,
            )
        case a.AwaitChoice(player=player, units=units):
            return v.AwaitChoice(
                seat=shown.seat(player),
                units=list(units),
                may_push=may_push,
                deadline=deadline,
            )
        case a.AwaitExtra(units=by_player):
            ready = {hand.player for hand in play.hands}
            throwers = [
                v.ExtraThrower(seat=shown.seat(p), units=list(units), ready=p in ready)
                for p, units in by_player.items()
            ]
            return v.AwaitExtra(throwers=throwers, deadline=deadline)
        case a.AwaitColumn():
            return _column(ledger, shown, pending, deadline)
        case a.AwaitCollect(player=player, faces=faces):
            return v.AwaitCollect(seat=shown.seat(player), faces=list(faces), deadline=deadline)
        case a.AwaitAccio(player=player, may_decline=may_decline):
            return v.AwaitAccio(
                seat=shown.seat(player),
                dice=list(play.accio_dice()),
                may_decline=may_decline,
                deadline=deadline,
            )
        case a.AwaitStack(player=player):
            dice = [die.die for die in dice_in(play.at_rest)]
            return v.AwaitStack(seat=shown.seat(player), dice=dice, deadline=deadline)
        case a.Over(winners=winners):
            return v.Over(winners=shown.seats(winners))


def _column(
    ledger: Ledger, shown: _Shown, pending: Pending, deadline: v.DeadlineView | None
) -> v.AwaitColumn:
    race = ledger.running_race()
    return v.AwaitColumn(
        racers=[
            v.Racer(seat=shown.seat(player), needed=needed, done=race.done[player])
            for player, needed in race.needed.items()
        ],
        heat=race.heat,
        starts_in_ms=round(pending.race_starts_in * 1000),
        keep_piles=shown.play.state.options.piles_after_column == "owner_choice",
        deadline=deadline,
    )


# --- what happened --------------------------------------------------------------------------------


def step_made(
    ledger: Ledger, step: Stepped, held: Collection[Seat], pending: Pending
) -> server.StepMade:
    """A step and the game after it."""
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


_EVENTS: dict[type, type[events.Happening]] = {
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
    return wire(**values)  # type: ignore[return-value]  # one of the twenty-two


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


# --- editions -------------------------------------------------------------------------------------


def editions() -> list[reports.EditionView]:
    """All editions, as the page needs them to offer a table."""
    return [_edition(edition) for edition in EDITIONS.values()]


def _edition(edition: Edition) -> reports.EditionView:
    return reports.EditionView(
        id=edition.id,
        family=edition.family,
        faces=list(edition.faces),
        dice=edition.dice,
        hands={str(players): dice for players, dice in edition.hands.items()},
        languages=list(edition.languages),
        elements=list(edition.agreeable),
        effects={face: effect.value for face, effect in edition.effects.items()},
        options=[
            reports.OptionView(name=one.name, values=list(one.values_in(edition)))
            for one in options_of(edition)
        ],
        presets={language: _preset(edition, language) for language in edition.languages},
        arena=arena_json(edition.id),
    )


def _preset(edition: Edition, language: str) -> reports.PresetView:
    choices = [(one.name, value) for one in options_of(edition) for value in one.values_in(edition)]
    refused = [name for name, value in choices if not _goes_with(edition, language, name, value)]
    return reports.PresetView(
        values=dict(preset(edition, language)), fixed=list(dict.fromkeys(refused))
    )


def _goes_with(edition: Edition, language: str, name: str, value: OptionValue) -> bool:
    try:
        resolve_options(edition, {name: value}, language)
    except BadValue:
        return False
    return True


def _options(ledger: Ledger) -> dict[str, str | bool]:
    if ledger.play is not None:
        return ledger.play.started.options
    edition = find_edition(ledger.made.edition)
    return spelled_out(edition, options_of_table(ledger.made))
