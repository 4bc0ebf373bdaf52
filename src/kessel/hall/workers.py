"""Work that takes its time, as the hall needs it: throws, bots, odds, reviews.

Only the protocol: an order goes in, an answer comes out. Whether other processes do the work, a
thread, a browser's worker or the caller itself is not known here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from kessel.bots.bot import Answer, Bot, Sight
from kessel.bots.characters import Beginner
from kessel.bots.levels import LEVELS
from kessel.messages.views import ThrowOdds
from kessel.rules.state import GameState
from kessel.table.terms import DiceKind
from kessel.throws.dice import ThrowOrder, ThrowResult

Result = TypeVar("Result")


def bots_by_level(levels: Sequence[str] = LEVELS) -> Mapping[str, Bot]:
    """A bot for each level that is offered; only workers make the real ones."""
    return {level: Beginner() for level in levels}


@dataclass(frozen=True, slots=True)
class Chances:
    """What the coach knows of a position, for whoever is to choose: chances to win."""

    stop: float | None
    """None where stopping is not allowed."""
    throws: list[ThrowOdds]
    """Best first."""
    estimated: bool


class Workers(Protocol):
    """Whoever does the work."""

    @property
    def dice(self) -> Mapping[DiceKind, str]:
        """Every kind of dice there is, with its full name as records have it."""

    async def throw(self, kind: str, order: ThrowOrder) -> ThrowResult:
        """Make a throw.

        Raises a `KesselError` where the dice find no rest, and anything else where the work could
        not be done and is to be tried again.
        """

    async def decide(self, level: str, sight: Sight, chance: bytes) -> Answer:
        """Ask a bot."""

    async def odds(self, state: GameState) -> Chances | None:
        """The chances of who is to choose; None where there is no solution (yet)."""

    def is_preparing(self, state: GameState) -> bool:
        """Whether there will be chances later, but not yet."""

    def is_solved(self, edition: str, players: int) -> bool | None:
        """Whether there is a solution; None while it is made, which the first who asks begins."""

    @property
    def may_review(self) -> bool:
        """Whether a review would not wait for too many others."""

    async def review(self, bodies: Sequence[str]) -> bytes:
        """Review the game in these entries; the report, packed as JSON."""

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function that takes its time. Function, arguments and result must be such that
        another process can have them."""
