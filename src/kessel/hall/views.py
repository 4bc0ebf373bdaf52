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
from kessel.rules.edition import EDITIONS, Activation, Edition, find_edition
from kessel.rules.engine import elements_in_order
from kessel.rules.events import event_fields
from kessel.rules.options import OptionValue, options_of, preset, resolve_options
from kessel.rules.reasons import Reason
from kessel.rules.view import seen_supplies
from kessel.table import log
from kessel.table.notices import DiceThrown, Stepped
from kessel.table.play import Happened, Play, spelled_out
from kessel.table.settings import options_of_table
from kessel.table.table import Table
from kessel.throws.at_rest import LyingDie, dice_in

POSE_DIGITS = 5
"""Poses are sent to a hundredth of a millimetre."""


# --- the table ----------------------------------------------------------------------------------


def snapshot(table: Table, held: Collection[int], watchers: int, now: float) -> server.Snapshot:
    """Everything about a table."""
    made = table.made
    play = table.play
    return server.Snapshot(
        table=made.code,
        stage=table.stage,  # type: ignore[arg-type]
        edition=made.edition,
        preset=made.preset,
        options=_options(table),
        elements=made.elements,
        clock=made.clock,  # type: ignore[arg-type]
        public=made.public,
        thrower=made.thrower,  # type: ignore[arg-type]
        host=table.host,
        seats=seat_views(table, held),
        watchers=watchers,
        tournament=tournament_view(table),
        game=None if play is None else game_view(table, held, now),
    )


def seats(table: Table, held: Collection[int], watchers: int) -> server.Seats:
    """Who sits where."""
    return server.Seats(
        stage=table.stage,  # type: ignore[arg-type]
        host=table.host,
        seats=seat_views(table, held),
        watchers=watchers,
    )


def seat_views(table: Table, held: Collection[int]) -> list[v.SeatView]:
    """Every seat."""
    return [
        v.SeatView(
            seat=number,
            name=seat.name,
            kind="bot" if seat.resigned else seat.kind,  # type: ignore[arg-type]
            level=table.level_of(number) if seat.bot_plays else None,
            present=seat.present or seat.kind == "bot",
            bot_plays=seat.bot_plays,
            yours=number in held,
        )
        for number, seat in enumerate(table.seats)
    ]


def lobby_table(table: Table, watchers: int) -> v.LobbyTable:
    """A public table in the lobby."""
    return v.LobbyTable(
        table=table.made.code,
        edition=table.made.edition,
        stage=table.stage,  # type: ignore[arg-type]
        names=[seat.name for seat in table.seats if seat.kind != "open"],
        open=sum(seat.kind == "open" for seat in table.seats),
        watchers=watchers,
        tournament=table.made.tournament,
        clock=table.made.clock,  # type: ignore[arg-type]
    )


def tournament_view(table: Table) -> v.TournamentView | None:
    """The score of a tournament; points stand at their seats."""
    standing = table.standing()
    if standing is None:
        return None
    points = {int(name): lost for name, lost in standing.points.items()}
    return v.TournamentView(
        games=len(standing.points),
        played=table.series.counted,
        starters=[int(name) for name in standing.starters],
        points=[points.get(seat, 0) for seat in range(len(table.seats))],
        winners=None if standing.winners is None else [int(name) for name in standing.winners],
        playoff=None if standing.playoff is None else [int(name) for name in standing.playoff],
    )


# --- the game -----------------------------------------------------------------------------------


def game_view(table: Table, held: Collection[int], now: float) -> v.GameView:
    """The game as somebody who holds these seats may see it."""
    play = table.play
    assert play is not None
    shown = _Shown(play, len(table.seats))
    state = play.state
    return v.GameView(
        game=play.started.game,
        number=play.started.number,
        players=play.started.players,
        first=shown.seat(play.started.first),
        state=table.state_number,
        hands=shown.hands(held),
        arena=_arena(play),
        removed=state.removed,
        aside=state.aside,
        direction=1 if state.direction > 0 else -1,
        active=shown.seat(state.active),
        elements=list(elements_in_order(state)),
        eliminated=shown.seats(state.eliminated),
        points=shown.by_seat(state.points, None),
        awaited=_awaited(table, shown, now),
        push=_push(table, shown, now),
        stats=shown.by_seat([_stats(tally) for tally in table.tally], v.SeatStats()),
        throws=play.throws,
        commitment=play.started.commitment,
        seed=None if table.revealed is None else table.revealed.hex(),
    )


class _Shown:
    """Seats of a game as seats of its table."""

    def __init__(self, play: Play, table_seats: int) -> None:
        self.play = play
        self._players = play.started.players
        self._table_seats = table_seats

    def seat(self, player: int) -> int:
        return self._players[player]

    def seats(self, players: Collection[int]) -> list[int]:
        return [self._players[player] for player in players]

    def by_seat(self, values: Collection[Any], missing: Any) -> list[Any]:
        placed = dict(zip(self._players, values, strict=True))
        return [placed.get(seat, missing) for seat in range(self._table_seats)]

    def hands(self, held: Collection[int]) -> list[v.HandView]:
        state = self.play.state
        mine = [player for player, seat in enumerate(self._players) if seat in held]
        viewers: list[int | None] = [*mine, *([] if mine else [None])]
        seen = [seen_supplies(state, viewer) for viewer in viewers]
        hands = []
        for player in range(state.players):
            dice = next((one[player] for one in seen if one[player] is not None), None)
            loose = None if dice is None else state.hands[player]
            piles = [] if dice is None else list(state.piles[player])
            hands.append(v.HandView(dice=dice, loose=loose, piles=piles))
        return self.by_seat(hands, v.HandView(dice=0, loose=0, piles=[]))


def _arena(play: Play) -> list[v.PieceView]:
    return [v.PieceView([_die(die) for die in spot]) for spot in play.at_rest]


def _die(die: LyingDie) -> v.DieView:
    x, y, z, w, i, j, k = (round(value, POSE_DIGITS) for value in die.pose)
    return v.DieView(die.die, die.face, (x, y, z, w, i, j, k))


def _stats(tally: Any) -> v.SeatStats:
    return v.SeatStats(
        throws=tally.throws,
        dice_thrown=tally.dice_thrown,
        strikes=tally.strikes,
        collected=tally.collected,
        lost_null=tally.lost_null,
        lost_out=tally.lost_out,
    )


def _deadline(left: float, total: float) -> v.DeadlineView:
    return v.DeadlineView(left_ms=max(0, round(left * 1000)), total_ms=round(total * 1000))


def _push(table: Table, shown: _Shown, now: float) -> v.PushAsked | None:
    wish = table.wish
    if wish is None:
        return None
    return v.PushAsked(
        seat=shown.seat(wish.seat),
        dice=[PushedDie(die=die, x=x, y=y) for die, x, y in wish.pushes],
        agreed=sorted(shown.seats(wish.agreed)),
        asked=sorted(shown.seats(wish.asked)),
        deadline=_deadline(wish.until - now, table.pace.consent),
    )


def _awaited(table: Table, shown: _Shown, now: float) -> v.AwaitedView:
    play = shown.play
    if play.is_flying:
        return v.Flying()
    left = table.time_left(now)
    deadline = None if left is None else _deadline(*left)
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
                may_push=may_push,  # type: ignore[arg-type]
                deadline=deadline,
            )
        case a.AwaitChoice(player=player, units=units):
            return v.AwaitChoice(
                seat=shown.seat(player),
                units=list(units),
                may_push=may_push,  # type: ignore[arg-type]
                deadline=deadline,
            )
        case a.AwaitExtra(units=by_player):
            ready = {hand.seat for hand in play.hands}
            throwers = [
                v.ExtraThrower(seat=shown.seat(p), units=list(units), ready=p in ready)
                for p, units in by_player.items()
            ]
            return v.AwaitExtra(throwers=throwers, deadline=deadline)
        case a.AwaitColumn():
            return _column(table, shown, now, deadline)
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
    table: Table, shown: _Shown, now: float, deadline: v.DeadlineView | None
) -> v.AwaitColumn:
    race = table.race
    racers = [] if race is None else race.needed
    return v.AwaitColumn(
        racers=[
            v.Racer(seat=shown.seat(p), needed=race.needed[p], done=race.done[p])
            for p in racers
            if race is not None
        ],
        heat=1 if race is None else race.heat,
        starts_in_ms=0 if race is None else max(0, round((race.starts - now) * 1000)),
        keep_piles=shown.play.state.options.piles_after_column == "owner_choice",
        deadline=deadline,
    )


# --- what happened --------------------------------------------------------------------------------


def step_made(table: Table, step: Stepped, held: Collection[int], now: float) -> server.StepMade:
    """A step and the game after it."""
    play = table.play
    assert play is not None
    shown = _Shown(play, len(table.seats))
    return server.StepMade(
        seat=step.seat,
        move=step.move,
        by_table=step.by == "table",
        throw=step.throw,
        events=[event_view(shown.play, one) for one in step.happened],
        game=game_view(table, held, now),
    )


def throw_made(thrown: DiceThrown) -> server.ThrowMade:
    """A throw, before its trajectory."""
    return server.ThrowMade(
        game=thrown.game,
        throw=thrown.throw,
        hands=[hand_view(hand, hand.seat) for hand in thrown.hands],
        bytes=len(thrown.thrown.trajectory),
    )


def hand_view(hand: log.HandShown, seat: int) -> server.ThrowHand:
    """One hand of a throw, by this seat of the table."""
    return server.ThrowHand(
        seat=seat,
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
    return seated_event(happened, play.started.players)


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
    agreed = edition.activation is Activation.AGREED
    return reports.EditionView(
        id=edition.id,
        family=edition.family,
        faces=list(edition.faces),
        dice=edition.dice,
        hands={str(players): dice for players, dice in edition.hands.items()},
        languages=list(edition.languages),
        elements=list(edition.effects) if agreed else [],
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


def _options(table: Table) -> dict[str, str | bool]:
    if table.play is not None:
        return table.play.started.options
    edition = find_edition(table.made.edition)
    return spelled_out(edition, options_of_table(table.made))
