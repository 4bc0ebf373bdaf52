"""Who sits at a table: persons, bots, nobody yet."""

import unicodedata
from dataclasses import dataclass

from kessel.errors import BadValue

MAX_NAME = 20
BOT_NAMES = ("Alba", "Bruno", "Cleo", "Dario", "Edda")
"""One for each seat."""


@dataclass(slots=True)
class Seat:
    """One seat; `token` is the hash of the secret that holds it."""

    kind: str
    name: str = ""
    level: str = ""
    token: str = ""
    present: bool = False
    away_since: float | None = None
    bot_plays: bool = False
    resigned: bool = False
    lapses: int = 0

    @property
    def is_person(self) -> bool:
        """Whether a person holds it and has not resigned."""
        return self.kind == "person" and not self.resigned

    @property
    def acts_itself(self) -> bool:
        """Whether answers come from a person."""
        return self.is_person and not self.bot_plays


def clean_name(name: str) -> str:
    """A name as it may be shown to others; refuses what is no name."""
    text = " ".join(unicodedata.normalize("NFC", name).split())
    printable = all(unicodedata.category(sign)[0] not in "CZ" or sign == " " for sign in text)
    if not 1 <= len(text) <= MAX_NAME or not printable:
        raise BadValue(f"a name has 1 to {MAX_NAME} printable signs")
    return text
