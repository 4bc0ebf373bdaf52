"""What has to be shown of a state: the views of the server, made by the same functions.

What no log tells is taken from what was shown as far as it is possible: casts that wait for others,
taps of a race, a push for which others are asked.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

import msgspec

from kessel.errors import BadValue
from kessel.messages import server
from kessel.messages.fields import PushedDie
from kessel.rules.awaits import AwaitChoice, AwaitExtra, AwaitThrow
from kessel.table import Seat, TableState, log
from kessel.table.notices import DiceThrown, Stepped, thrown_casts
from kessel.table.pending import People, TablePending
from kessel.table.play import Play
from kessel.table.push import PushRequest, check_push, needs_consent
from kessel.throws.dice import ThrowResult
from kessel.views.game import game_view
from kessel.views.steps import step_made, throw_made
from kessel.views.table import snapshot

NOBODY = People()


def as_shown(state: TableState, view: Mapping[str, Any]) -> tuple[TableState, TablePending]:
    """The state with what a view shows beyond it; raises where that cannot be."""
    play = state.running()
    raced = _raced(state, view["race"])
    ready = _ready(play, view["ready"])
    states = raced.state_number + (not play.has_all_casts and ready.has_all_casts)
    shown = replace(raced, play=ready, state_number=states)
    push = None if view["push"] is None else _asked(play, view["push"])
    return shown, TablePending(push=push, is_stuck="stuck" in view["awaited"])


def snapshot_of(
    state: TableState, held: Collection[Seat], shown: Mapping[str, Any]
) -> server.Snapshot:
    """The table as it has to be shown."""
    pending = TablePending()
    if shown["game"] is not None:
        state, pending = as_shown(state, shown["game"])
    return snapshot(state, held, pending, NOBODY)


def change_of(
    state: TableState, held: Collection[Seat], shown: Mapping[str, Any]
) -> server.Changed:
    """The game as it has to be shown after something that is no move."""
    after, pending = as_shown(state, shown["game"])
    _check_change(state, shown)
    return server.Changed(what=shown["what"], game=game_view(after, held, pending))


def step_of(stepped: Stepped, held: Collection[Seat], shown: Mapping[str, Any]) -> server.StepMade:
    """A move as it has to be shown; of what a next entry brings it shows only the push."""
    after, pending = as_shown(stepped.after, shown["game"])
    return step_made(replace(stepped, after=after), held, pending)


def throw_of(play: Play) -> server.ThrowMade:
    """A throw as it has to be shown while it flies."""
    flight = ThrowResult((), (), 0)
    return throw_made(DiceThrown(play.started.game, play.throws, thrown_casts(play), flight))


def _ready(play: Play, seats: Any) -> Play:
    """The game with the casts that are said to be shown already."""
    if play.casts:
        return play
    ready = play
    for seat in seats:
        if seat not in play.started.seats:
            raise BadValue(f"seat {seat} does not play")
        player = play.started.seats.index(seat)
        throwing = isinstance(play.awaited, AwaitThrow | AwaitChoice | AwaitExtra)
        if player not in ready.waited_for() or not (throwing or ready.units(player)):
            raise BadValue(f"seat {seat} has nothing to throw")
        cast = log.CastShown(player=player, unit="", aim={})
        casts = sorted((*ready.casts, cast), key=lambda one: one.player)
        ready = replace(ready, casts=tuple(casts))
    return ready


def _raced(state: TableState, shown: Any) -> TableState:
    """The state with a race as far as it is said to be: taps only grow, to what is needed."""
    if state.race is None or shown is None:
        return state
    seats = state.running().started.seats
    racers = {seats.index(one["seat"]): one["done"] for one in shown["racers"]}
    more = shown["heat"] - state.race.heat
    if more > 0:
        again = [player for player in state.race.needed if player in racers]
        state = state.apply(log.RaceRunAgain(players=again)).state
        state = replace(
            state,
            race=replace(state.running_race(), heat=shown["heat"]),
            state_number=state.state_number + more - 1,
        )
    race = state.running_race()
    done = {player: racers.get(player, 0) for player in race.needed}
    if any(not race.done[p] <= done[p] <= race.needed[p] for p in race.needed):
        raise BadValue(f"{done} of {dict(race.needed)} taps, after {dict(race.done)}")
    return replace(state, race=replace(race, done=done))


def raced(state: TableState, view: Mapping[str, Any]) -> TableState:
    """The state as far as a race was seen to be."""
    return _raced(state, view["race"])


def _asked(play: Play, shown: Mapping[str, Any]) -> PushRequest:
    """A push for which others are asked, if it may be."""
    seats = play.started.seats
    dice = [(d.die, d.x, d.y) for d in msgspec.convert(shown["dice"], list[PushedDie])]
    player = seats.index(shown["seat"])
    asked = frozenset(seats.index(seat) for seat in shown["asked"])
    agreed = frozenset(seats.index(seat) for seat in shown["agreed"])
    others = frozenset(range(play.state.players)) - {player}
    check_push(play, dice)
    may = play.on_move == player and not play.casts and needs_consent(play.state.options)
    if not may or asked & agreed or asked | agreed != others or not asked:
        raise BadValue("nobody has to be asked for this push, or others")
    return PushRequest(log.DicePushed(player=player, dice=dice), asked, agreed)


def _check_change(state: TableState, shown: Mapping[str, Any]) -> None:
    """Raise unless this may have changed."""
    play, game = state.running(), shown["game"]
    since = list(takewhile(lambda one: not isinstance(one, log.MoveEntry), state.history[::-1]))
    races = game["race"] is not None or isinstance(state.history[-len(since) - 1], log.RaceWon)
    asks = needs_consent(play.state.options)
    may = {
        "ready": bool(game["ready"]),
        "stuck": play.needs_chance,
        "flying": play.needs_chance,
        "tapped": races,
        "again": races,
        "pushed": any(isinstance(one, log.DicePushed) for one in since),
        "push_asked": asks and game["push"] is not None,
        "push_refused": asks and game["push"] is None,
    }
    if not may.get(shown["what"], False):
        raise BadValue(f"nothing of the kind {shown['what']!r} has changed")
