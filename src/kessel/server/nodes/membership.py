"""This server's place among several: an identity, and a lease on it that signs of life renew.

The database's clock decides who is alive. Our own, which only ever runs forward, decides when we
stop by ourselves, well before anybody else may take our tables; and by it we notice a server whose
lease only a step of the database's clock keeps alive. Knows no socket and no table.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial

from sqlalchemy import Connection

from kessel.hall.logs import log
from kessel.hall.store import NotSaved
from kessel.server.store import members
from kessel.server.store.members import Member
from kessel.server.store.store import SqlStore, new_identity

BEATS = 6
"""Signs of life in the time of a lease."""
OWN_SHARE = 2 / 3
"""Of a lease: without an answer for so long a server ends its identity itself."""
LEAVE_SECONDS = 2.0


class Membership:
    """One server among several. An identity that ended is never used again."""

    def __init__(
        self,
        store: SqlStore,
        url: str,
        *,
        lease: float,
        notice: Callable[[], str] = str,
        on_news: Callable[[Sequence[Member]], None] = lambda _: None,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        """`notice` is told to the others with every sign of life, and `on_news` hears of theirs;
        `on_end` hears that everything we own belongs to others now."""
        self.draining = False
        self._store, self._url, self._lease = store, url, lease
        self._notice, self._on_news, self._on_end = notice, on_news, on_end
        self._until = 0.0
        """Until when we may tell people anything, by our own clock."""
        self._is_in = False
        self._heard: dict[str, tuple[float, float]] = {}
        """Of each server: until when its lease was last seen to run, and since when, by our own
        clock, that has not changed."""

    @property
    def holds(self) -> bool:
        """Whether nobody else can own our tables yet."""
        return time.monotonic() < self._until

    async def keep_up(self) -> None:
        """Show signs of life for ever; under a new identity where one was refused or too late."""
        while True:
            began = time.monotonic()
            try:
                await self._show_life()
            except NotSaved as error:
                log("no sign of life", logging.WARNING, why=str(error))
            except Exception as error:  # whatever it is: a node must not die of it in silence
                log("no sign of life", logging.ERROR, why=repr(error))
            if not self.holds:
                self._end()
            await asyncio.sleep(max(0.0, began + self._lease / BEATS - time.monotonic()))

    def _silent(self, now: float) -> list[tuple[str, float]]:
        """Servers that showed no sign of life for longer than a lease, whatever the database's
        clock says of it."""
        return [
            (node, expires)
            for node, (expires, since) in self._heard.items()
            if now - since > self._lease
        ]

    async def leave(self) -> None:
        """Give everything up in good order; others may have it at once."""
        self._is_in, self._until = False, 0.0
        work = partial(members.leave, node=self._store.owner)
        await self._store.beside(work, LEAVE_SECONDS)

    async def _show_life(self) -> None:
        """Come in, or stay in. What was asked for when the lease was shorter is not waited for."""
        asked = time.monotonic()
        left = self._until - asked if self._is_in else self._lease * OWN_SHARE
        work = partial(
            self._beat, self._store.owner, not self._is_in, self._notice(), self._silent(asked)
        )
        news = await self._store.beside(work, max(0.01, left))
        if news is None:
            self._end()
            return
        if not self._is_in:
            log("one of several servers", node=self._store.owner, url=self._url)
        self._is_in, self._until = True, asked + self._lease * OWN_SHARE
        self._hear_from(news, asked)
        self._on_news(news)

    def _hear_from(self, news: Sequence[Member], now: float) -> None:
        before = self._heard
        self._heard = {
            one.id: before[one.id]
            if one.id in before and before[one.id][0] == one.expires
            else (one.expires, now)
            for one in news
        }

    def _beat(
        self,
        node: str,
        comes_in: bool,
        notice: str,
        silent: Sequence[tuple[str, float]],
        connection: Connection,
    ) -> list[Member] | None:
        """In one transaction; None if the lease had run out."""
        members.bury(connection, silent)
        if comes_in:
            members.enter(connection, node, self._url, self._lease)
        elif not members.beat(connection, node, self._lease, self.draining):
            return None
        return members.post(connection, node, notice)

    def _end(self) -> None:
        """Under this identity nothing is done any more. An entry that was not answered ends it
        too: it may have gone through all the same, and nobody can enter twice."""
        was_in, self._is_in, self._until = self._is_in, False, 0.0
        if was_in:
            log("identity ended", logging.WARNING, node=self._store.owner)
        self._store.owner = new_identity()
        if was_in:
            self._on_end()
