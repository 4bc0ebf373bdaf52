"""What attendees are sent of a table's notices; those who may see the same get the same bytes."""

from collections.abc import Collection, Mapping, Sequence

from kessel.hall.attendee import Attendee, Payload, packed
from kessel.hall.frames import pack
from kessel.messages import server
from kessel.table import Seat, Table, TableState
from kessel.table.notices import (
    BoxChanged,
    DiceThrown,
    GameBegan,
    LineAdded,
    Notice,
    Scored,
    SeatsChanged,
    Stepped,
)
from kessel.table.settings import with_box
from kessel.views.game import game_view
from kessel.views.steps import step_made, throw_made
from kessel.views.table import box_of, seats, snapshot, tournament_view


def is_personal(state: TableState, notices: Sequence[Notice]) -> bool:
    """Whether what is sent depends on the seats somebody holds."""
    play = state.play
    hidden = play is not None and play.state.options.supply == "hidden"
    return hidden or any(isinstance(one, SeatsChanged | GameBegan) for one in notices)


def payloads(
    table: Table, notice: Notice, held: Collection[Seat], watchers: int, now: float
) -> list[Payload]:
    """A notice as somebody who holds these seats is sent it."""
    match notice:
        case SeatsChanged():
            return [packed(seats(table.state, held, table.people(now, watchers)))]
        case GameBegan():
            people = table.people(now, watchers)
            return [packed(snapshot(table.state, held, table.pending(now), people))]
        case BoxChanged():
            made = with_box(table.state.made, table.state.box)
            return [packed(server.BoxSet(next=box_of(made)))]
        case LineAdded(number=number, text=text):
            code = table.state.running().started.game
            return [packed(server.Lines(game=code, first=number, lines=[text]))]
        case DiceThrown(throw=throw, thrown=thrown):
            frame = [pack(throw, thrown.trajectory)] if thrown.trajectory else []
            return [packed(throw_made(notice)), *frame]
        case Stepped():
            return [packed(step_made(notice, held, table.pending(now)))]
        case Scored():
            score = tournament_view(table.state)
            return [] if score is None else [packed(server.TournamentScored(tournament=score))]
        case _:
            game = game_view(table.state, held, table.pending(now))
            return [packed(server.Changed(what=notice.what, game=game))]


def payloads_for(
    table: Table,
    notices: Sequence[Notice],
    attendees: Mapping[Attendee, frozenset[Seat]],
    watchers: int,
    now: float,
) -> list[tuple[Attendee, Sequence[Payload]]]:
    """What each of them, by the seats they hold, is sent of all notices; made once for all who may
    see the same."""
    if not notices:
        return []
    personal = is_personal(table.state, notices)
    seen = {who: held if personal else frozenset() for who, held in attendees.items()}
    ready = {
        held: [one for notice in notices for one in payloads(table, notice, held, watchers, now)]
        for held in dict.fromkeys(seen.values())
    }
    return [(who, ready[held]) for who, held in seen.items()]
