"""How far a table's log is written, and what its next outcome adds to it. Writes nothing itself."""

from collections.abc import Sequence

from kessel.hall.store import FIRST_EPOCH, NewGame, NewThrow, Writing
from kessel.table import TableState
from kessel.table.log import ChainDrawn, Entry, GameStarted, entry_text
from kessel.table.notices import DiceThrown, Outcome, Stepped


class LogWriter:
    """The log of one table, by its number in the store."""

    def __init__(self, number: int, written: int, epoch: int = FIRST_EPOCH) -> None:
        self.number, self.written = number, written
        self._epoch = epoch

    def add(self, state: TableState, outcome: Outcome) -> Writing | None:
        """What is to be written of what the table just did; None where that is nothing."""
        if not outcome.entries:
            return None
        first = self.written
        self.written += len(outcome.entries)
        return Writing(
            table=self.number,
            first=first,
            bodies=[entry_text(entry) for entry in outcome.entries],
            games=_new_games(outcome.entries, first),
            throws=[
                NewThrow(n.game, n.throw, n.thrown.seconds, n.thrown.trajectory)
                for n in outcome.notices
                if isinstance(n, DiceThrown)
            ],
            finished=_finished(state, outcome),
            epoch=self._epoch,
            dice=_dice_in_flight(state),
            until=state.due or 0.0,
        )


def _new_games(entries: Sequence[Entry], first: int) -> list[NewGame]:
    """Games that begin in these entries; each with the number of its secret's entry."""
    games = []
    secret_at = first
    for place, entry in enumerate(entries):
        if isinstance(entry, ChainDrawn):
            secret_at = first + place
        if isinstance(entry, GameStarted):
            games.append(NewGame(entry.game, entry.number, entry.edition, secret_at))
    return games


def _finished(state: TableState, outcome: Outcome) -> list[str]:
    stepped = any(isinstance(notice, Stepped) for notice in outcome.notices)
    if state.stage != "over" or not stepped:
        return []
    return [state.running().started.game]


def _dice_in_flight(state: TableState) -> str | None:
    """Who has to finish the throw that is fixed: with other dice it could land otherwise."""
    play = state.play
    return None if play is None or not play.in_the_air else play.dice
