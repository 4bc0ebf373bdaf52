"""Finished games: to watch again, as a record to keep, with the coach's report, throw by throw.

Everything is None where there is no such game, or where it is not over.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from kessel.hall import replays
from kessel.hall.frames import pack
from kessel.hall.logs import logger
from kessel.hall.store import Store
from kessel.hall.workers import Workers
from kessel.messages.reports import NO_REVIEW, GameReview
from kessel.messages.server import encode
from kessel.table.log import GameStarted, read_log

REVIEWS_KEPT = 256
"""Reports that are remembered; older ones are worked out again when they are asked for."""


class FinishedGames:
    """Finished games out of a store."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self._store, self._workers = store, workers
        self._reviewer = Reviewer(workers)

    async def replay(self, game: str) -> bytes | None:
        """The whole game as the page shows it, packed as JSON."""
        bodies = await self._store.game_log(game)
        if bodies is None:
            return None
        sizes = await self._store.sizes(game)
        return await self._workers.run(replays.replay, bodies, sizes)

    async def record(self, game: str) -> str | None:
        """The game as a text file, with its seed."""
        bodies = await self._store.game_log(game)
        return None if bodies is None else await self._workers.run(replays.record_text, bodies)

    async def review(self, game: str) -> bytes | None:
        """The coach's report, packed as JSON."""
        bodies = await self._store.game_log(game)
        return None if bodies is None else await self._reviewer.review(game, bodies)

    async def frame(self, game: str, throw: int) -> bytes | None:
        """The trajectory of a throw, as it was sent when it was made."""
        found = await self._store.trajectory(game, throw)
        return pack(throw, found) if found else None


class Reviewer:
    """Has finished games reviewed by workers, and remembers their reports."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._running: dict[str, asyncio.Task[bytes]] = {}
        self._done: OrderedDict[str, bytes] = OrderedDict()

    async def review(self, game: str, bodies: Sequence[str]) -> bytes:
        """The report on the game in these entries, or why there is none (yet), packed as JSON."""
        if game in self._done:
            return self._done[game]
        if game not in self._running:
            solved = self._workers.is_solved(*_kind_of_game(bodies))
            if solved is None or not self._workers.may_review:
                return encode(GameReview(status="preparing"))
            if not solved:
                return encode(NO_REVIEW)
            self._running[game] = asyncio.create_task(self._work(game, bodies))
        return await asyncio.shield(self._running[game])

    async def _work(self, game: str, bodies: Sequence[str]) -> bytes:
        try:
            report = await self._workers.review(bodies)
        except Exception:
            logger.exception("review failed")
            report = encode(NO_REVIEW)
        finally:
            self._running.pop(game, None)
        self._done[game] = report
        if len(self._done) > REVIEWS_KEPT:
            self._done.popitem(last=False)
        return report


def _kind_of_game(bodies: Sequence[str]) -> tuple[str, int]:
    started = next(e for e in read_log(bodies) if isinstance(e, GameStarted))
    return started.edition, len(started.seats)
