"""A table around its game: who sits where, what is played, and how a tournament stands."""

from collections.abc import Collection, Sequence

from kessel.fairness.thin import thinned
from kessel.messages import server
from kessel.messages import views as v
from kessel.rules.edition import find_edition
from kessel.table import Seat, TableState
from kessel.table.log import TableMade, entry_text, read_log
from kessel.table.pending import People, TablePending
from kessel.table.play import spelled_out
from kessel.table.settings import options_of_table, with_box
from kessel.views.game import game_view


def snapshot(
    state: TableState, held: Collection[Seat], pending: TablePending, people: People
) -> server.Snapshot:
    """Everything about a table."""
    made = state.made
    return server.Snapshot(
        table=made.code,
        stage=state.stage,
        edition=made.edition,
        preset=made.preset,
        options=_options(state),
        elements=made.elements,
        clock=made.clock,
        public=made.public,
        dice=made.dice,
        host=people.host,
        first=state.series.first,
        seats=seat_views(state, held, people),
        watchers=people.watchers,
        tournament=tournament_view(state),
        game=None if state.play is None else game_view(state, held, pending),
        next=next_box(state),
    )


def next_box(state: TableState) -> v.NextBox | None:
    """What the first game is played with, or what was chosen for the next one."""
    if state.box is None and state.stage != "gathering":
        return None
    return box_of(with_box(state.made, state.box))


def box_of(made: TableMade) -> v.NextBox:
    """What is played at a table."""
    return v.NextBox(
        edition=made.edition,
        preset=made.preset,
        options=_spelled(made),
        elements=made.elements,
        clock=made.clock,
        public=made.public,
        tournament=made.tournament,
    )


def seats(state: TableState, held: Collection[Seat], people: People) -> server.Seats:
    """Who sits where."""
    return server.Seats(
        stage=state.stage,
        host=people.host,
        seats=seat_views(state, held, people),
        watchers=people.watchers,
    )


def seat_views(state: TableState, held: Collection[Seat], people: People) -> list[v.SeatView]:
    """Every seat."""
    return [
        v.SeatView(
            seat=number,
            name=occupant.name,
            kind="bot" if occupant.resigned else occupant.kind,
            level=(occupant.level or people.usual) if occupant.bot_plays else None,
            present=number in people.present or occupant.kind == "bot",
            slow=number in people.slow,
            bot_plays=occupant.bot_plays,
            bot_in_ms=_milliseconds(people.bot_in.get(Seat(number))),
            yours=number in held,
            finish=occupant.finish,
            mat=occupant.mat,
        )
        for number, occupant in enumerate(state.seats)
    ]


def lobby_table(state: TableState, watchers: int) -> v.LobbyTable:
    """A public table in the lobby."""
    made = state.made
    return v.LobbyTable(
        table=made.code,
        edition=made.edition,
        stage=state.stage,
        names=[state.seats[seat].name for seat in state.regulars],
        open=len(state.free_seats),
        watchers=watchers,
        tournament=made.tournament,
        clock=made.clock,
    )


def near_table(state: TableState, host: Seat | None, shown: Collection[str]) -> v.NearTable:
    """A table that waits for those who are near; `shown` are those on a big screen."""
    code, name = state.made.code, "" if host is None else state.seats[host].name
    return v.NearTable(table=code, host=name, screen=code in shown)


def standing(bodies: Sequence[str], tokens: Collection[str], date: float) -> server.TableStanding:
    """How the table stands that has this log; `tokens` are hashes of those that somebody holds,
    `date` is now, in seconds since 1970."""
    state = TableState.from_log(read_log(bodies))
    play, due = state.play, state.due
    waits = () if play is None else play.waited_for()
    return server.TableStanding(
        table=state.made.code,
        edition=state.made.edition,
        stage=state.stage,
        names=[one.name for one in state.seats],
        awaited=[] if play is None else [play.seat_of(player) for player in waits],
        yours=[n for n, one in enumerate(state.seats) if one.is_person and one.token in tokens],
        left_ms=_milliseconds(None if due is None else max(0.0, due - date)),
    )


def tournament_view(state: TableState) -> v.TournamentView | None:
    """The score of a tournament; points stand at their seats."""
    standing = state.standing()
    if standing is None:
        return None
    points = {int(name): lost for name, lost in standing.points.items()}
    return v.TournamentView(
        games=len(standing.points),
        played=state.series.counted,
        starters=[int(name) for name in standing.starters],
        points=[points.get(seat, 0) for seat in range(len(state.seats))],
        winners=None if standing.winners is None else [int(name) for name in standing.winners],
        playoff=None if standing.playoff is None else [int(name) for name in standing.playoff],
    )


def _options(state: TableState) -> dict[str, str | bool]:
    if state.play is not None:
        return state.play.started.options
    return _spelled(state.made)


def _spelled(made: TableMade) -> dict[str, str | bool]:
    return spelled_out(find_edition(made.edition), options_of_table(made))


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


def lines_from(state: TableState, first: int, thin: bool) -> server.Lines:
    """The lines of the game's transcript from the first on, a page of them; thin ones lack the
    links that follow from others."""
    page = state.history[first : first + server.LINES_A_PAGE]
    texts = [entry_text(entry) for entry in page]
    game = state.running().started.game
    return server.Lines(game=game, first=first, lines=thinned(texts) if thin else texts)
