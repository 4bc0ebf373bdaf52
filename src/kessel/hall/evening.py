"""What people at a table do beside the game: what the big screen has shown, and who guessed right.

Kept in memory only, and proved by nothing: it ends with the evening.
"""

from collections.abc import Sequence

from kessel.messages import server, views
from kessel.rules.awaits import AwaitChoice, AwaitThrow
from kessel.rules.events import Collected
from kessel.table import Ledger, Seat
from kessel.table.notices import Notice, Stepped
from kessel.table.refusals import Stale


class Evening:
    """One evening of one table."""

    def __init__(self) -> None:
        self._shown = -1
        self._asked = -1
        """The state before the throw that is guessed at."""
        self._guesses: dict[Seat, bool] = {}
        self._points: dict[Seat, int] = {}

    def shows(self, state: int, ledger: Ledger) -> bool:
        """Whether a screen that has shown this state is the first to have."""
        if not self._shown < state <= ledger.state_number:
            return False
        self._shown = state
        return True

    def guess(self, seat: Seat, state: int, hit: bool, ledger: Ledger) -> None:
        """Somebody else's throw is due: will dice be taken? The last word counts."""
        play = ledger.play
        waits = None if play is None or play.needs_chance else play.awaited
        if play is None or not isinstance(waits, AwaitThrow | AwaitChoice):
            raise Stale("nobody is about to throw")
        if state != ledger.state_number or play.seat_of(waits.player) == seat:
            raise Stale("one guesses what another player's next throw brings")
        if state != self._asked:
            self._asked, self._guesses = state, {}
        self._guesses[seat] = hit

    def settle(self, notices: Sequence[Notice]) -> server.Guessed | None:
        """A point for everybody who was right, once the throw has come to rest."""
        for step in notices:
            if isinstance(step, Stepped) and step.throw is not None and self._guesses:
                hit = any(isinstance(one.event, Collected) for one in step.happened)
                return self._score(hit)
        return None

    def _score(self, hit: bool) -> server.Guessed:
        right = sorted(seat for seat, said in self._guesses.items() if said == hit)
        for seat in right:
            self._points[seat] = self._points.get(seat, 0) + 1
        self._guesses = {}
        scores = [views.GuessScore(seat=s, points=n) for s, n in sorted(self._points.items())]
        return server.Guessed(hit=hit, right=list[int](right), scores=scores, state=self._asked)
