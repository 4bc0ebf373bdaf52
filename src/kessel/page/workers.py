"""The work of a hall in the one thread that a browser's worker has.

The arena is made elsewhere and comes late: throws wait for it, nothing else does.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, TypeVar

from kessel.bots.bot import Answer, Bot, Sight
from kessel.bots.characters import CHARACTERS
from kessel.hall.replays import history_of
from kessel.hall.workers import Chances
from kessel.messages.reports import NO_REVIEW
from kessel.messages.server import encode
from kessel.rules.edition import find_edition
from kessel.rules.state import GameState
from kessel.table.dice import IDEAL, PHYSICS
from kessel.table.log import GameStarted
from kessel.table.terms import DiceKind
from kessel.throws.dice import Simulator, ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice

Result = TypeVar("Result")

EXACT = "exact"
"""Needs one; only those that come with the package are there, and they are read when asked for."""


class PageWorkers:
    """Does everything itself, one thing after the other."""

    may_review = True
    levels = (*CHARACTERS, EXACT)
    """The bots that can be played against here, weakest first."""

    def __init__(self, physics: Awaitable[Simulator] | None, physics_name: str) -> None:
        """`physics` is waited for by the first throw that needs it; None: only ideal dice."""
        self._ideal = IdealDice()
        self._physics = None if physics is None else asyncio.ensure_future(physics)
        self._name = physics_name

    @property
    def dice(self) -> Mapping[DiceKind, str]:
        if self._physics is None:
            return {PHYSICS: self._ideal.name, IDEAL: self._ideal.name}
        return {PHYSICS: self._name, IDEAL: self._ideal.name}

    async def throw(self, kind: str, order: ThrowOrder) -> ThrowResult:
        await asyncio.sleep(0)
        if kind == IDEAL or self._physics is None:
            return self._ideal.throw(order)
        return (await self._physics).throw(order)

    async def decide(self, level: str, sight: Sight, chance: bytes) -> Answer:
        """Ask a bot; one that is not here plays by rule."""
        await asyncio.sleep(0)
        bot = _exact() if level == EXACT else CHARACTERS.get(level, CHARACTERS["rule"])
        return bot.answer(sight, Random(chance))

    async def odds(self, state: GameState) -> Chances | None:
        """The chances of who is to choose; None where no solution comes with the package."""
        from kessel.hall.advice import chances

        await asyncio.sleep(0)
        return chances(state) if self.is_solved(state.edition.id, state.players) else None

    def is_preparing(self, state: GameState) -> bool:
        """Nothing is made here that is not there."""
        del state
        return False

    def is_solved(self, edition: str, players: int) -> bool:
        from kessel.solver.library import has_shipped

        return has_shipped(find_edition(edition), players)

    async def review(self, bodies: Sequence[str]) -> bytes:
        """Look back at a game; not where chances are estimates, which would keep all waiting."""
        from kessel.hall.reviews import game_review

        await asyncio.sleep(0)
        started = history_of(bodies)[0]
        assert isinstance(started, GameStarted)
        return encode(NO_REVIEW) if find_edition(started.edition).effects else game_review(bodies)

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        await asyncio.sleep(0)
        return work(*arguments)


@cache
def _exact() -> Bot:
    from kessel.bots.exact import Exact
    from kessel.solver.library import shipped_library

    return Exact(shipped_library)
