"""A game as somebody may see it: supplies, the arena, and what is awaited of whom."""

from collections.abc import Collection, Mapping
from typing import Any

from kessel.messages import views as v
from kessel.messages.fields import PushedDie
from kessel.rules import awaits as a
from kessel.rules.engine import elements_in_order
from kessel.rules.state import seen_supplies
from kessel.table import Seat, TableState
from kessel.table.clock import TimeLeft
from kessel.table.pending import TablePending
from kessel.table.play import Play
from kessel.table.seats import PLAIN
from kessel.table.stats import SeatStats
from kessel.throws.at_rest import DiceAtRest, LyingDie, dice_in
from kessel.views.wire import FLYING, STUCK, awaited_view

NOTHING_WORN: Mapping[int, str] = {}
POSE_DIGITS = 5
"""Poses are sent to a hundredth of a millimetre."""


def game_view(table: TableState, held: Collection[Seat], pending: TablePending) -> v.GameView:
    """The game as somebody who holds these seats may see it."""
    play = table.running()
    shown = _Shown(play, len(table.seats))
    state = play.state
    return v.GameView(
        game=play.started.game,
        number=play.started.number,
        seats=list(play.started.seats),
        first=shown.seat(play.started.first),
        state=table.state_number,
        hands=shown.hands(held),
        arena=pieces(play.at_rest, _finishes(table)),
        removed=state.removed,
        aside=state.aside,
        direction=1 if state.direction > 0 else -1,
        active=shown.seat(state.active),
        elements=list(elements_in_order(state)),
        eliminated=shown.seats(state.eliminated),
        points=shown.by_seat(state.points, None),
        awaited=_awaited(play, pending),
        deadline=None if pending.time is None or play.needs_chance else _deadline(pending.time),
        ready=[shown.seat(cast.player) for cast in play.casts],
        dice=_dice(play),
        race=_race(table, shown, pending),
        push=_push(shown, pending),
        stats=shown.stats(table.tally, held),
        throws=play.throws,
        proof=v.ProofView(
            lines=len(table.history),
            digest=play.transcript.digest.hex(),
        ),
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

    def supplies(self, held: Collection[Seat]) -> list[int | None]:
        """The supply of each player; None where it is hidden from who holds these seats."""
        state = self.play.state
        mine = [player for player, seat in enumerate(self._playing) if seat in held]
        viewers: list[int | None] = [*mine, *([] if mine else [None])]
        seen = [seen_supplies(state, viewer) for viewer in viewers]
        return [
            next((dice[player] for dice in seen if dice[player] is not None), None)
            for player in range(state.players)
        ]

    def stats(self, tallies: Collection[SeatStats], held: Collection[Seat]) -> list[SeatStats]:
        """What each seat did; nothing where it would tell a supply that is hidden."""
        counted = zip(tallies, self.supplies(held), strict=True)
        shown = [SeatStats() if dice is None else tally for tally, dice in counted]
        return self.by_seat(shown, SeatStats())

    def hands(self, held: Collection[Seat]) -> list[v.HandView]:
        state = self.play.state
        hands = []
        for player, dice in enumerate(self.supplies(held)):
            loose = None if dice is None else state.hands[player]
            piles = [] if dice is None else list(state.piles[player])
            hands.append(v.HandView(dice=dice, loose=loose, piles=piles))
        return self.by_seat(hands, v.HandView(dice=0, loose=0, piles=[]))


def pieces(at_rest: DiceAtRest, finishes: Mapping[int, str] = NOTHING_WORN) -> list[v.PieceView]:
    """Dice at rest as they are sent; `finishes` of those that are not plain."""
    return [
        v.PieceView([_die(die, finishes.get(die.die, PLAIN)) for die in stack]) for stack in at_rest
    ]


def _die(die: LyingDie, finish: str) -> v.DieView:
    x, y, z, w, i, j, k = (round(value, POSE_DIGITS) for value in die.pose)
    return v.DieView(die.die, die.face, (x, y, z, w, i, j, k), finish)


def _finishes(table: TableState) -> dict[int, str]:
    """What each die looks like that somebody has thrown."""
    play = table.running()
    return {die: table.seats[play.seat_of(player)].finish for die, player in play.thrown_by.items()}


def _deadline(time: TimeLeft) -> v.DeadlineView:
    return v.DeadlineView(left_ms=round(time.left * 1000), total_ms=round(time.total * 1000))


def _push(shown: _Shown, pending: TablePending) -> v.PushAsked | None:
    request = pending.push
    if request is None:
        return None
    return v.PushAsked(
        seat=shown.seat(request.push.player),
        dice=[PushedDie(die=die, x=x, y=y) for die, x, y in request.push.dice],
        agreed=sorted(shown.seats(request.agreed)),
        asked=sorted(shown.seats(request.asked)),
        deadline=_deadline(pending.consent),
    )


def _awaited(play: Play, pending: TablePending) -> v.AwaitedView:
    if play.needs_chance:
        return STUCK if pending.is_stuck else FLYING
    return awaited_view(play.awaited, play.started.seats)


def _dice(play: Play) -> list[int]:
    match play.awaited:
        case a.AwaitAccio():
            return list(play.accio_dice())
        case a.AwaitStack():
            return [die.die for die in dice_in(play.at_rest)]
        case _:
            return []


def _race(table: TableState, shown: _Shown, pending: TablePending) -> v.RaceView | None:
    if not isinstance(shown.play.awaited, a.AwaitColumn):
        return None
    race = table.running_race()
    return v.RaceView(
        racers=[
            v.Racer(seat=shown.seat(player), needed=needed, done=race.done[player])
            for player, needed in race.needed.items()
        ],
        heat=race.heat,
        starts_in_ms=round(pending.race_starts_in * 1000),
    )
