"""Where a browser keeps things, as the store needs it: texts and bytes under names, in order.

Only the protocol, and a shelf in memory for browsers that refuse to keep anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from kessel.errors import KesselError

Thing: TypeAlias = str | bytes


class WriteConflict(KesselError):
    """What a writing builds on is not there any more: somebody else wrote."""

    code = "write_conflict"


@dataclass(frozen=True, slots=True)
class Guard:
    """What must be on the shelf for a writing to be made; None is nothing at all."""

    name: str
    thing: Thing | None


class Shelf(Protocol):
    """Names and what is kept under them."""

    async def get(self, name: str) -> Thing | None:
        """What is kept under a name."""

    async def scan(self, prefix: str) -> Mapping[str, Thing]:
        """Everything whose name begins so, in the order of the names."""

    async def put(self, things: Mapping[str, Thing], guard: Guard | None = None) -> None:
        """Keep all of these, or nothing; returns when they are safe.

        Raises `WriteConflict` where the guard does not hold, and `NotSaved` where there is no room.
        """

    async def drop(self, prefixes: list[str]) -> None:
        """Forget everything whose name begins with one of these."""


class MemoryShelf:
    """A shelf that lasts as long as the page."""

    def __init__(self) -> None:
        self.things: dict[str, Thing] = {}

    async def get(self, name: str) -> Thing | None:
        return self.things.get(name)

    async def scan(self, prefix: str) -> Mapping[str, Thing]:
        return {name: self.things[name] for name in sorted(self.things) if name.startswith(prefix)}

    async def put(self, things: Mapping[str, Thing], guard: Guard | None = None) -> None:
        if guard and self.things.get(guard.name) != guard.thing:
            raise WriteConflict(f"{guard.name} is not {guard.thing!r} any more")
        self.things |= things

    async def drop(self, prefixes: list[str]) -> None:
        gone = tuple(prefixes)
        self.things = {n: thing for n, thing in self.things.items() if not n.startswith(gone)}
