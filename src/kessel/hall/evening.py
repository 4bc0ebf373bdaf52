"""What people at a table do beside the game: what the big screen has shown, who guessed right, and
the dice that are thrown to pass the time.

Kept in memory only, and proved by nothing: it ends with the evening.
"""

import base64
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from kessel.hall.workers import Workers
from kessel.messages import client, server, views
from kessel.rules.awaits import AwaitChoice, AwaitThrow
from kessel.rules.edition import Edition, find_edition
from kessel.rules.events import Collected
from kessel.rules.options import resolve_options
from kessel.table import Seat, TableState
from kessel.table.answers import clamped_aim
from kessel.table.dice import PHYSICS
from kessel.table.notices import Notice, Stepped
from kessel.table.terms import Stale
from kessel.throws.aim import Aim
from kessel.throws.dice import SEED_BYTES, Handful, ThrowOrder
from kessel.views.game import pieces

if TYPE_CHECKING:
    from kessel.throws.at_rest import DiceAtRest

MOST_LYING = 8
"""Of the dice thrown before the game only the last ones stay in the bowl."""


class Evening:
    """The guesses and tosses at one table, and who asks for another game."""

    def __init__(self) -> None:
        self._shown = -1
        self._asked = -1
        """The state before the throw that is guessed at."""
        self._guesses: dict[Seat, bool] = {}
        self._points: dict[Seat, int] = {}
        self._lying: DiceAtRest = ()
        self._lies_in: Edition | None = None
        self._tossed = 0

    def shows(self, state: int, table: TableState) -> bool:
        """Whether a screen that has shown this state is the first to have."""
        if not self._shown < state <= table.state_number:
            return False
        self._shown = state
        return True

    def guess(self, seat: Seat, state: int, hit: bool, table: TableState) -> None:
        """Somebody else's throw is due: will dice be taken? The last word counts."""
        play = table.play
        waits = None if play is None or play.needs_chance else play.awaited
        if play is None or not isinstance(waits, AwaitThrow | AwaitChoice):
            raise Stale("nobody is about to throw")
        if state != table.state_number or play.seat_of(waits.player) == seat:
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

    async def toss(
        self, wish: client.TossDie, table: TableState, workers: Workers
    ) -> server.Tossed:
        """One more die flies into the bowl; another box is an empty one."""
        edition = find_edition(table.made.edition)
        stays = self._tossed - MOST_LYING
        before = tuple(stack for stack in self._lying if stack[0].die > stays)
        if self._lies_in != edition:
            before = ()
        self._tossed += 1
        aim = Aim(**clamped_aim(msgspec.structs.asdict(wish.aim)))
        order = ThrowOrder(
            edition,
            resolve_options(edition),
            before,
            (Handful(0, (self._tossed,), aim),),
            secrets.token_bytes(SEED_BYTES),
        )
        result = await workers.throw(PHYSICS, order)
        self._lying, self._lies_in = result.at_rest, edition
        return server.Tossed(
            seat=wish.seat,
            die=self._tossed,
            arena=pieces(before),
            frame=base64.b64encode(result.trajectory).decode(),
        )
