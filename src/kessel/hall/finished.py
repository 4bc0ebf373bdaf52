"""Finished games: to watch again, as a record to keep, with the coach's report, throw by throw.

Everything is None where there is no such game, or where it is not over.
"""

from kessel.hall import replays
from kessel.hall.frames import pack
from kessel.hall.reviewer import Reviewer
from kessel.hall.store import Store
from kessel.hall.workers import Workers


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
