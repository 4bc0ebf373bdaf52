"""Changes that are no moves, which somebody could make again and again without a game going on:
counted, so that no log grows without end."""

from collections.abc import Mapping
from typing import TypeAlias

from kessel.errors import NotAwaited
from kessel.table import log
from kessel.table.play import Play
from kessel.table.terms import Seat

MOST_CHANGES = 100
"""Of one seat, or of the table's box, until the next game begins: people change their minds."""

ChangeEntry: TypeAlias = (
    log.SeatTaken | log.BotSeated | log.SeatMoved | log.SeatDressed | log.BoxChosen | log.PilesKept
)
Changes: TypeAlias = Mapping[Seat | None, int]
"""How often each seat changed something, and None, which is the table with its box."""


def counted(changes: Changes, entry: log.Entry, play: Play | None) -> Changes:
    """The counts after one more entry."""
    if not isinstance(entry, ChangeEntry):
        return changes
    by = _changed_by(entry, play)
    return {**changes, by: changes.get(by, 0) + 1}


def check_changes(changes: Changes, entry: log.Entry, play: Play | None) -> None:
    """Raise where somebody has changed their mind too often."""
    if not isinstance(entry, ChangeEntry):
        return
    by = _changed_by(entry, play)
    if changes.get(by, 0) >= MOST_CHANGES:
        what = "the box" if by is None else f"seat {by}"
        told = f"{what} was changed {MOST_CHANGES} times; it stays as it is until a game begins"
        raise NotAwaited(told)


def _changed_by(entry: ChangeEntry, play: Play | None) -> Seat | None:
    match entry:
        case log.BoxChosen():
            return None
        case log.PilesKept(player=player):
            assert play is not None, "piles are kept in a game"
            return play.seat_of(player)
        case _:
            return entry.seat
