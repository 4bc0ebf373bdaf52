"""The coach: what a seat could win by stopping and by throwing on, where a solution is at hand;
and after the game the report on luck, choices and aim."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from kessel.hall.logs import logger
from kessel.hall.messages import reports, server
from kessel.hall.messages.reports import NO_REVIEW
from kessel.hall.messages.server import encode
from kessel.hall.workers import Workers
from kessel.table import Stale, Table
from kessel.table.log import GameStarted, read_entry

REVIEWS_KEPT = 256
"""Reports that are remembered; older ones are worked out again when they are asked for."""


async def odds(table: Table, seat: int, state: int, workers: Workers) -> server.Odds:
    """The chances of a seat that has to throw or choose, or that there are none to tell."""
    if state != table.state_number:
        raise Stale(f"this asks about state {state}; the game is at {table.state_number}")
    sight = table.sight_of(seat) if table.is_to_choose(seat) else None
    found = None if sight is None else await workers.odds(sight)
    if found is None:
        preparing = sight is not None and workers.is_preparing(sight)
        return server.Odds(
            state=state,
            available=False,
            preparing=preparing,
            estimated=False,
            stop=None,
            throws=[],
        )
    stop, throws, estimated = found
    return server.Odds(
        state=state,
        available=True,
        preparing=False,
        estimated=estimated,
        stop=stop,
        throws=throws,
    )


class Reviewer:
    """Has finished games reviewed, each once however many ask."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._running: dict[str, asyncio.Task[bytes]] = {}
        self._done: OrderedDict[str, bytes] = OrderedDict()

    async def review(self, game: str, bodies: Sequence[str]) -> reports.GameReview | bytes:
        """The report, packed once it is there; else what there is to say instead."""
        if game in self._done:
            return self._done[game]
        if game not in self._running:
            solved = self._workers.is_solved(*_kind_of_game(bodies))
            if solved is None or not self._workers.may_review:
                return reports.GameReview(status="preparing")
            if not solved:
                return NO_REVIEW
            self._running[game] = asyncio.create_task(self._work(game, bodies))
        return await asyncio.shield(self._running[game])

    async def _work(self, game: str, bodies: Sequence[str]) -> bytes:
        try:
            told = await self._workers.review(bodies)
        except Exception:
            logger.exception("review failed")
            told = encode(NO_REVIEW)
        finally:
            self._running.pop(game, None)
        self._done[game] = told
        if len(self._done) > REVIEWS_KEPT:
            self._done.popitem(last=False)
        return told


def _kind_of_game(bodies: Sequence[str]) -> tuple[str, int]:
    started = next(e for e in map(read_entry, bodies) if isinstance(e, GameStarted))
    return started.edition, len(started.players)
