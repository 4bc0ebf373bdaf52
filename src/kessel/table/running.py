"""A running table: its state, its clock, and what is under way in this state of its game.

Whatever a table decides is entered here first. It does not know what comes next.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kessel.bots.bot import Answer
from kessel.errors import KesselError
from kessel.rules.moves import Player
from kessel.table import log
from kessel.table.answers import entry_of
from kessel.table.changes import check_changes
from kessel.table.clock import Clock
from kessel.table.notices import NOTHING, GameChanged, Outcome, tell
from kessel.table.race import Heat
from kessel.table.state import TableState
from kessel.table.terms import OVER_DAYS, ActedBy, Seat

if TYPE_CHECKING:
    from kessel.table.push import PushRequest


class RunningTable:
    """What stands, what is due, and what was asked and is not answered yet."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.clock = Clock()
        self.asked: set[Seat] = set()
        """Bots that have been asked and have not answered."""
        self.push: PushRequest | None = None
        self.pushes_refused = 0
        """In this state of the game."""
        self.heat: Heat | None = None

    @property
    def over_days(self) -> bool:
        """Whether a turn has days."""
        return self.state.made.clock in OVER_DAYS

    def keep(self, entry: log.Entry) -> Outcome:
        """Enter something in the log; what waited for an earlier state of the game is dropped."""
        check_changes(self.state.changes, entry, self.state.play)
        applied = self.state.apply(entry)
        has_gone_on = applied.state.state_number != self.state.state_number
        self.state = applied.state
        if has_gone_on:
            self.drop_state()
        return Outcome((entry,), applied.notices) + self.count_game()

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Enter nothing if the last of several entries is refused."""
        before = self.state
        try:
            yield
        except KesselError:
            self.state = before
            raise

    def drop_state(self) -> None:
        """The game has gone on, or is taken up again: nothing is under way."""
        self.clock.drop_state()
        self.asked.clear()
        self.push, self.pushes_refused, self.heat = None, 0, None

    def count_game(self) -> Outcome:
        """Enter the result of a game that is over."""
        result = self.state.result
        return NOTHING if result is None else self.keep(result)

    def keep_cast(self, cast: log.CastShown) -> Outcome:
        """Enter a cast; others are told of it unless the throw follows."""
        outcome = self.keep(cast)
        play = self.state.running()
        self.clock.cancel_bot(play.seat_of(cast.player))
        return outcome if play.has_all_casts else outcome + tell(GameChanged("ready"))

    def keep_answer(self, player: Player, answer: Answer, by: ActedBy) -> Outcome:
        """Enter what a bot answers, or the table for a person."""
        entry = entry_of(self.state.running(), player, answer, by)
        return self.keep_cast(entry) if isinstance(entry, log.CastShown) else self.keep(entry)

    def keep_push(self, entry: log.DicePushed) -> Outcome:
        """Enter a push; the time to throw goes on running."""
        time_to_throw = self.clock.answer
        outcome = self.keep(entry) + tell(GameChanged("pushed"))
        self.clock.answer = time_to_throw
        return outcome

    def refuse_push(self) -> Outcome:
        """Somebody said no to the push that is asked for, or nothing in time."""
        self.push, self.clock.consent = None, None
        self.pushes_refused += 1
        return tell(GameChanged("push_refused"))

    def keep_tap(self, heat: Heat, player: Player, at: float) -> Outcome:
        """Enter a tap in a race."""
        outcome = self.keep(log.Tapped(player=player))
        heat.last_tap[player] = at
        self.clock.race = heat.decided_at(self.state.running_race())
        return outcome
