"""What people at a table do beside the game: what the big screen has shown, who guessed right, and
the dice that are thrown to pass the time.

Kept in memory only, and proved by nothing: it ends with the evening.
"""

import asyncio
import base64
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from kessel.hall.limits import Bucket, TooFast
from kessel.hall.logs import logger
from kessel.hall.workers import Workers
from kessel.messages import client, server, views
from kessel.rules.awaits import AwaitChoice, AwaitThrow
from kessel.rules.edition import Edition, find_edition
from kessel.rules.events import Collected
from kessel.rules.options import resolve_options
from kessel.table import Seat, Table
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
TOSSES_PER_SECOND = 2.0
"""Into the bowl of a table that gathers, by all who attend it."""


class Evening:
    """The reactions, guesses and tosses at one table, and who asks for another game."""

    def __init__(
        self,
        table: Table,
        workers: Workers,
        tell: Callable[[server.ServerMessage], None],
        start: Callable[[Coroutine[Any, Any, None]], None],
        watcher_reactions: float,
    ) -> None:
        """`watcher_reactions` is how many a second all watchers may show together."""
        self._table, self._workers, self._tell, self._start = table, workers, tell, start
        self._watchers_react = Bucket.full(watcher_reactions, time.monotonic())
        self._shown = -1
        self._asked = -1
        """The state before the throw that is guessed at."""
        self._guesses: dict[Seat, bool] = {}
        self._points: dict[Seat, int] = {}
        self._tosses = Bucket.full(TOSSES_PER_SECOND, time.monotonic())
        self._tossing = asyncio.Lock()
        self._lying: DiceAtRest = ()
        self._lies_in: Edition | None = None
        self._tossed = 0

    def react(self, shown: client.React) -> None:
        """Show everybody a reaction; of watchers there may be many, so they share a measure."""
        if shown.seat is None and not self._watchers_react.take(time.monotonic()):
            raise TooFast("the watchers show too many reactions")
        self._tell(server.Reacted(seat=shown.seat, reaction=shown.reaction))

    def show(self, state: int) -> None:
        """A big screen has shown that state: nobody needs to wait for it any longer."""
        if self._shown < state <= self._table.state.state_number:
            self._shown = state
            self._tell(server.ScreenAt(state=state))

    def propose(self, wish: client.Propose) -> None:
        """Somebody would like another game, or not yet; only after one."""
        if self._table.state.stage != "over":
            raise Stale("the game is not over")
        self._tell(server.Proposed(seat=wish.seat, what=wish.what))

    def guess(self, guess: client.Guess) -> None:
        """Somebody else's throw is due: will dice be taken? The last word counts."""
        seat, state, table = guess.seat, guess.state, self._table.state
        play = table.play
        waits = None if play is None or play.needs_chance else play.awaited
        if play is None or not isinstance(waits, AwaitThrow | AwaitChoice):
            raise Stale("nobody is about to throw")
        if state != table.state_number or play.seat_of(waits.player) == seat:
            raise Stale("one guesses what another player's next throw brings")
        if state != self._asked:
            self._asked, self._guesses = state, {}
        self._guesses[seat] = guess.hit
        self._tell(server.Guesses(state=state, seat=seat, hit=guess.hit))

    def settle(self, notices: Sequence[Notice]) -> None:
        """A point for everybody who was right, once the throw has come to rest."""
        for step in notices:
            if isinstance(step, Stepped) and step.throw is not None and self._guesses:
                hit = any(isinstance(one.event, Collected) for one in step.happened)
                self._tell(self._score(hit))

    def _score(self, hit: bool) -> server.Guessed:
        right = sorted(seat for seat, said in self._guesses.items() if said == hit)
        for seat in right:
            self._points[seat] = self._points.get(seat, 0) + 1
        self._guesses = {}
        scores = [views.GuessScore(seat=s, points=n) for s, n in sorted(self._points.items())]
        return server.Guessed(hit=hit, right=list[int](right), scores=scores, state=self._asked)

    def toss(self, wish: client.TossDie) -> None:
        """A die flies into the bowl, where those lie that were thrown before; one after the other,
        and all at the table share a measure. Nobody waits for it."""
        if self._table.state.stage != "gathering":
            raise Stale("the table does not gather any more")
        if not self._tosses.take(time.monotonic()):
            raise TooFast("dice are thrown into this bowl too fast")
        self._start(self._toss(wish))

    async def _toss(self, wish: client.TossDie) -> None:
        try:
            async with self._tossing:
                self._tell(await self._fall(wish))
        except Exception:
            logger.exception("a die before the game fell nowhere")

    async def _fall(self, wish: client.TossDie) -> server.Tossed:
        """One more die lies in the bowl; another box is an empty one."""
        edition = find_edition(self._table.state.made.edition)
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
        result = await self._workers.throw(PHYSICS, order)
        self._lying, self._lies_in = result.at_rest, edition
        return server.Tossed(
            seat=wish.seat,
            die=self._tossed,
            arena=pieces(before),
            frame=base64.b64encode(result.trajectory).decode(),
        )
