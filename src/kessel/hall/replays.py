"""A finished game out of the store, to be watched again, or as a record to keep.

Rebuilt from the log step by step; runs in a worker, since a long game takes a while.
"""

from collections.abc import Mapping, Sequence

from kessel.messages import reports
from kessel.messages.server import encode
from kessel.proof.record_codec import record_of
from kessel.table import TableState
from kessel.table.log import (
    CastShown,
    DiceLanded,
    Entry,
    GameEntry,
    GameStarted,
    RaceRunAgain,
    SeatDressed,
    SeatPlan,
    TableEntry,
    TableMade,
    read_log,
)
from kessel.table.notices import Stepped, thrown_casts
from kessel.table.pending import TablePending
from kessel.table.play import Play
from kessel.views.game import game_view
from kessel.views.steps import cast_view, step_made


def record_text(bodies: Sequence[str]) -> str:
    """The record of the game in these entries, with all that proves it."""
    return record_of(history_of(bodies)).text()


def replay(bodies: Sequence[str], sizes: Mapping[int, int]) -> bytes:
    """The whole game as the page shows it, packed as JSON; `sizes` are those of trajectories."""
    entries = _played(bodies)
    started = entries[0]
    assert isinstance(started, GameStarted)
    state = _bare_state(started).apply(started).state
    start = game_view(state, (), TablePending())
    steps = []
    for entry in entries[1:]:
        thrown = _thrown(state.running(), entry, sizes)
        applied = state.apply(entry)
        state = applied.state
        steps += [
            reports.ReplayStep(thrown=thrown, step=step_made(notice, (), TablePending()))
            for notice in applied.notices
            if isinstance(notice, Stepped)
        ]
    return encode(
        reports.Replay(
            game=started.game,
            edition=started.edition,
            options=started.options,
            elements=started.elements,
            names=_names(started),
            looks=[reports.LookView(finish=one.finish, mat=one.mat) for one in state.seats],
            start=start,
            steps=steps,
        )
    )


def at_the_end(bodies: Sequence[str]) -> TableState:
    """How the game in these entries ended, at a table of its own."""
    entries = _played(bodies)
    started = entries[0]
    assert isinstance(started, GameStarted)
    state = _bare_state(started)
    for entry in entries:
        state = state.apply(entry).state
    return state


def _thrown(before: Play, entry: Entry, sizes: Mapping[int, int]) -> reports.ReplayThrow | None:
    if not isinstance(entry, DiceLanded):
        return None
    casts = [cast_view(cast) for cast in thrown_casts(before)]
    return reports.ReplayThrow(throw=entry.throw, casts=casts, bytes=sizes.get(entry.throw, 0))


def history_of(bodies: Sequence[str]) -> list[GameEntry]:
    """The entries of the game in the text of a table's log."""
    return [entry for entry in _played(bodies) if not isinstance(entry, TableEntry)]


def _played(bodies: Sequence[str]) -> list[Entry]:
    """The same with casts and with races that were run again: no lines of the game, but its states
    are numbered by them; and with what was worn."""
    kept = CastShown | RaceRunAgain | SeatDressed
    entries = read_log(bodies)
    return [
        entry for entry in entries if isinstance(entry, kept) or not isinstance(entry, TableEntry)
    ]


def _bare_state(started: GameStarted) -> TableState:
    """The state of a table with the seats of a game and nothing else."""
    names: dict[int, str] = dict(zip(started.seats, started.names, strict=True))
    seats = [SeatPlan(kind="bot", name=names.get(n, "")) for n in range(max(names) + 1)]
    made = TableMade(code="", edition=started.edition, seats=seats, options=started.options)
    return TableState.of(made)


def _names(started: GameStarted) -> list[str]:
    names: dict[int, str] = dict(zip(started.seats, started.names, strict=True))
    return [names.get(seat, "") for seat in range(max(names) + 1)]
