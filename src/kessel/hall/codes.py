"""Codes of four letters that lead to a table while it waits for players.

Four letters can be guessed, so guessing has a price: a try costs as many tokens as tables can be
found, which is its chance to find one, counted in `SPACE`ths. What all tokens of a day could find
is worked out in docs/how-to/party.md. Guessers lock nobody out: when all tokens are gone, an
address may still try a few codes a day. Knows no tables and no web; a store for several servers
can stand behind the same methods.
"""

import secrets
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from kessel.errors import KesselError
from kessel.hall.limits import Address, Bucket, Full, Limits

ALPHABET = "BCDFGHJKLMNPRSTVWXYZ"
"""No vowels, so that no code is a word; no I, O, Q or U, which look or sound like others."""
LENGTH = 4
SPACE = len(ALPHABET) ** LENGTH
"""How many codes there are."""


class TooManyTries(KesselError):
    """Too many codes that lead nowhere, from one address or from all together."""

    code = "too_many_tries"


Lead: TypeAlias = tuple[str, bool]
"""A table, and whether it is shown on a big screen."""


@dataclass(frozen=True, slots=True)
class Opened:
    """Where a code leads."""

    table: str
    screen: bool
    """Whether the table is shown on a big screen, so that players only need a hand."""
    by: Address


class Codes:
    """The codes that are valid now."""

    def __init__(self, limits: Limits, now: float) -> None:
        self._limits = limits
        self.elsewhere: Callable[[], Mapping[str, Lead]] = dict
        """The codes of other halls over the same store, and where they lead."""
        self._opened: dict[str, Opened] = {}
        self._chances = Bucket.full(limits.chances_per_minute / 60.0, now, limits.chances)

    def __len__(self) -> int:
        """How many tables can be found."""
        return len(self._opened)

    async def open(self, opened: Opened) -> str:
        """A fresh code for a table that has none."""
        of_address = sum(one.by is opened.by for one in self._opened.values())
        if of_address >= self._limits.address_codes or len(self) >= self._limits.codes:
            raise Full("too many tables wait with a code; use the link or the QR code")
        code = _fresh({*self._opened, *self.elsewhere()})
        self._opened[code] = opened
        return code

    def show(self, code: str) -> None:
        """The table of this code is shown on a big screen by now."""
        self._opened[code] = replace(self._opened[code], screen=True)

    def leads(self) -> dict[str, Lead]:
        """Every code of this hall, and where it leads."""
        return {code: (one.table, one.screen) for code, one in self._opened.items()}

    async def close(self, code: str) -> None:
        """The code stops working."""
        self._opened.pop(code, None)

    async def find(self, code: str, by: Address, now: float) -> Opened | None:
        """Where a code leads; a try that finds nothing has to be paid for."""
        others = self.elsewhere()
        cost = float(len(self) + len(others))
        if not by.chances.take(now, cost):
            raise TooManyTries("too many wrong codes from this address; wait, or use the link")
        paid = self._chances.take(now, cost)
        if not paid and not by.spare_tries.take(now):
            by.chances.give(cost)
            raise TooManyTries("too many wrong codes are being tried; use the link")
        found = self._opened.get(code.upper())
        if found is None and code.upper() in others:
            found = Opened(*others[code.upper()], by)
        if found is not None:
            by.chances.give(cost)
            (self._chances if paid else by.spare_tries).give(cost if paid else 1.0)
        return found


def _fresh(taken: Collection[str]) -> str:
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
        if code not in taken:
            return code
