"""What was agreed before a game, as it was shown to the person at a device: a state made from it.

The game's first line is compared by the table's own rules of who plays and who begins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from msgspec import structs

from kessel.fairness.keys import fingerprint
from kessel.messages import client, server
from kessel.messages.views import NextBox, SeatView
from kessel.proof.comparing import builtins, difference
from kessel.proof.verdict import Contradiction
from kessel.rules.edition import find_edition
from kessel.table import Seat, TableState, log
from kessel.table.beginning import next_game
from kessel.table.dice import are_known, is_physics
from kessel.table.play import spelled_out
from kessel.table.seats import Occupant
from kessel.table.series import Series
from kessel.table.settings import options_of_table, planned_occupants, with_box
from kessel.views.table import box_of as box_shown

if TYPE_CHECKING:
    from kessel.table.terms import SeatKind


Asked: TypeAlias = client.CreateTable | client.JoinTable | client.SeekGame
"""By which somebody comes to a table."""


@dataclass(frozen=True, slots=True)
class Own:
    """Who looks on: the key of the device, and where it sits."""

    key: str
    seats: frozenset[Seat]
    host: str
    """The fingerprint in the invitation; empty where there was none."""


def shown_table(shown: server.Snapshot) -> TableState:
    """The state of a table as it is shown to somebody who comes."""
    made = log.TableMade(
        code=shown.table,
        edition=shown.edition,
        seats=[log.SeatPlan(kind="open") for _ in shown.seats],
        preset=shown.preset,
        options=shown.options,
        elements=shown.elements,
        clock=shown.clock,
        public=shown.public,
        tournament=shown.tournament is not None,
        dice=shown.dice,
        first=Seat(shown.first),
    )
    games = 0 if shown.game is None else shown.game.number - (shown.stage == "playing")
    occupants = tuple(map(_occupant, shown.seats))
    series = Series(made.tournament, Seat(shown.first), games)
    return with_next(TableState(made, occupants, series), shown)


def with_next(state: TableState, shown: server.Snapshot) -> TableState:
    """The state with what is shown to be played next."""
    box = None if shown.next is None else box_of(shown.next)
    if box is not None and shown.stage == "gathering":
        return state.apply(box).state
    return replace(state, box=box)


def is_chosen(made: log.TableMade, chosen: client.ChooseBox, shown: NextBox) -> bool:
    """Whether this is the box that somebody chose, as the table shows it."""
    wish = structs.asdict(chosen)
    del wish["ref"]
    return box_shown(with_box(made, log.BoxChosen(**wish))) == shown


def is_started(
    state: TableState,
    entry: log.GameStarted,
    own: Own,
    start: client.StartGame | None,
    first: Seat,
) -> bool:
    """Whether the first game begins as it was started at this device, if that is the host's or was:
    who is shown to begin it, and whether bots fill it."""
    if start is None and state.host not in own.seats:
        return True
    start = start or client.StartGame()
    wish = state.series.first if start.first is None else start.first
    filled = any(one.bot and one.seat in state.free_seats for one in entry.players)
    return first == wish and (start.fill or not filled)


def of_tournament(state: TableState) -> TableState:
    """The table whose first game is one of a tournament: nothing tells guests before."""
    made = structs.replace(state.made, tournament=True)
    return replace(state, made=made, series=replace(state.series, is_tournament=True))


def box_of(chosen: NextBox) -> log.BoxChosen:
    """What was chosen for the next game, as the table enters it."""
    return log.BoxChosen(**structs.asdict(chosen))


def check_asked(asked: Asked | None, shown: server.Snapshot, own: Own) -> None:
    """Raise where a table is not the one that somebody asked for when they came."""
    match asked:
        case client.CreateTable():
            _check_made(asked, shown)
        case client.JoinTable(seat=int() as seat) if seat not in own.seats:
            raise Contradiction("begins", "seat")
        case client.SeekGame(editions=editions) if shown.edition not in editions:
            raise Contradiction("begins", "edition")


def _check_made(asked: client.CreateTable, shown: server.Snapshot) -> None:
    plans = [
        log.SeatPlan(kind=one.kind, name=one.name or "", level=one.level or "")
        for one in asked.seats
    ]
    wish = log.TableMade(
        code=shown.table,
        edition=asked.edition,
        seats=plans,
        preset=asked.preset,
        options=asked.options,
    )
    want = {
        "edition": asked.edition,
        "preset": asked.preset,
        "options": _spelled(wish),
        "elements": asked.elements,
        "clock": asked.clock,
        "public": asked.public,
        "dice": asked.dice,
        "first": asked.first,
    }
    found = difference(builtins({name: getattr(shown, name) for name in want}), builtins(want))
    is_tournament = shown.tournament is not None if shown.next is None else shown.next.tournament
    if is_tournament != asked.tournament:
        found = found or "tournament"
    occupants = planned_occupants(wish)
    if len(occupants) != len(shown.seats):
        found = "seats"
    for plan, wanted, one in zip(plans, occupants, shown.seats, strict=False):
        is_same = (one.kind, one.name) == (wanted.kind, wanted.name)
        if plan.kind != "open" and (not is_same or (plan.level and one.level != plan.level)):
            found = found or "seats"
    if found:
        raise Contradiction("begins", found)


def _spelled(made: log.TableMade) -> log.Values:
    return spelled_out(find_edition(made.edition), options_of_table(made))


def seated(state: TableState, views: Sequence[SeatView], own: Own) -> TableState:
    """The state with the people who are shown; raises where somebody became somebody else. Before
    the first game seats change hands."""
    _check_seats(state, views, own)
    if state.play is None and not state.series.games:
        return replace(state, seats=tuple(_occupant(one) for one in views))
    seats = list(state.seats)
    for number, one in enumerate(views):
        before = seats[number]
        if (before.kind, before.name) == (one.kind, one.name) and not before.resigned:
            continue
        resigned = before.kind == "person" and one.kind == "bot" and before.name == one.name
        comes = before.kind == "open" and one.kind == "person" and state.stage != "playing"
        if resigned:
            seats[number] = replace(before, resigned=True, bot_plays=True)
        elif comes:
            seats[number] = _occupant(one)
        else:
            raise Contradiction("view", f"seats {number}")
    return replace(state, seats=tuple(seats))


def _check_seats(state: TableState, views: Sequence[SeatView], own: Own) -> None:
    numbers = [one.seat for one in views]
    if numbers != list(range(len(state.seats))):
        raise Contradiction("view", "seats")
    yours = {one.seat for one in views if one.yours}
    if yours != own.seats:
        raise Contradiction("view", "seats.yours")
    if any(views[seat].kind == "open" for seat in own.seats):
        raise Contradiction("view", "seats.kind")


def _occupant(one: SeatView) -> Occupant:
    return Occupant(one.kind, one.name, one.level or "")


def begun(
    state: TableState,
    entry: log.GameStarted,
    own: Own,
    first: Seat,
    unseen: bool = False,
    knows_series: bool = True,
) -> TableState:
    """The table as a game begins with this line; raises where that was not agreed. `unseen`: it
    began while nobody looked here, so that others may have come and gone; `first`: who is shown to
    begin the first game, which its host may say in the last moment; `knows_series`: whether all
    games were heard that say who plays the next one of a tournament, and who begins it."""
    if any(not 0 <= one.seat < len(state.seats) for one in entry.players):
        raise Contradiction("begins", "players")
    if not state.series.games:
        state = _filled(state, entry, first)
    if unseen:
        state = _as_it_says(state, entry)
    if not knows_series:
        state = replace(state, series=replace(state.series, results=(), is_decided=False))
    state = _with_keys(state, entry)
    bots = {one.seat: one.bot for one in entry.players}
    follows = next_game(
        state, entry.game, entry.server, {}, entry.dice, lambda seat: _level(state, seat, bots)
    )
    if unseen:
        follows = structs.replace(follows, first=entry.first, players=entry.players)
    elif not knows_series:
        playing = [one for one in follows.players if one.seat in entry.seats]
        follows = structs.replace(follows, first=entry.first, players=playing)
    told = structs.replace(entry, devices=[])
    if found := difference(builtins(told), builtins(follows)):
        raise Contradiction("begins", found)
    _check_own(entry, own)
    _check_dice(state, entry)
    return state


def _filled(state: TableState, entry: log.GameStarted, first: Seat) -> TableState:
    """Before the first game bots may fill the open seats, all of them or none."""
    bots = {one.seat: one.bot for one in entry.players if one.bot}
    free = state.free_seats
    fills = bool(free) and all(seat in bots for seat in free)
    levels = [bots[seat] for seat in free] if fills else []
    return state.apply(log.SeatsSettled(fill=fills, levels=levels, first=first)).state


def _as_it_says(state: TableState, entry: log.GameStarted) -> TableState:
    """The state with the players of a line, where nothing else was seen."""
    seats = list(state.seats)
    for one in entry.players:
        kept = seats[one.seat]
        kind: SeatKind = "bot" if one.bot else "person"
        same = (kept.kind, kept.name, kept.resigned) == (kind, one.name, False)
        seats[one.seat] = kept if same else Occupant(kind, one.name, one.bot, key=one.key)
    games = max(entry.number - 1, 0)
    series = replace(state.series, games=games)
    return replace(state, seats=tuple(seats), series=series)


def _with_keys(state: TableState, entry: log.GameStarted) -> TableState:
    """Whoever sat down shows a key with their first game, and no other afterwards."""
    seats = list(state.seats)
    for one in entry.players:
        if seats[one.seat].is_person and not seats[one.seat].token:
            seats[one.seat] = replace(seats[one.seat], key=one.key, token="seen")
    return replace(state, seats=tuple(seats))


def _level(state: TableState, seat: Seat, bots: Mapping[Seat, str]) -> str:
    """Which bot plays at a seat: the one that was shown, if any was."""
    one = state.seats[seat]
    return (one.level if not one.resigned else "") or bots.get(seat, "")


def _check_own(entry: log.GameStarted, own: Own) -> None:
    mine = [one for one in entry.players if one.seat in own.seats and not one.bot]
    if any(one.key != own.key for one in mine):
        raise Contradiction("begins", "key")


def _check_dice(state: TableState, entry: log.GameStarted) -> None:
    """Ideal dice where those were shown; a server may have no others for its physics."""
    known = are_known(entry.dice)
    if not known or (state.made.dice == "ideal" and is_physics(entry.dice)):
        raise Contradiction("begins", "dice")


def invites(entry: log.GameStarted, own: Own) -> bool:
    """Whether whoever invited plays: a person with the fingerprint of the invitation."""
    return not own.host or own.host in {fingerprint(one.key) for one in entry.players if one.key}
