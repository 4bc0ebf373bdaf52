"""The coach after a game: each finished game is reviewed once, however many ask."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from kessel.hall.logs import logger
from kessel.hall.workers import Workers
from kessel.messages.reports import NO_REVIEW, GameReview
from kessel.messages.server import encode
from kessel.table.log import GameStarted, read_log

REVIEWS_KEPT = 256
"""Reports that are remembered; older ones are worked out again when they are asked for."""


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
