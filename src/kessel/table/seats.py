"""Who sits at a table, as its log has it: persons, bots, nobody yet."""

import unicodedata
from dataclasses import dataclass

from kessel.errors import BadValue
from kessel.table.terms import SeatKind

MAX_NAME = 20
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters, marks and signs to Unicode that nobody can see: fillers of Hangul, an empty Braille
cell and the like."""
BOT_NAMES = ("Alba", "Bruno", "Cleo", "Dario", "Edda")
"""One for each seat."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who has a seat; `token` is the hash of the secret that holds it."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    """Which bot plays; empty where nobody chose one."""
    token: str = ""
    key: str = ""
    """The public key of the person's device; empty where nothing is signed."""
    bot_plays: bool = False
    resigned: bool = False
    left: str = ""
    """The signature of a person who resigned."""

    @classmethod
    def bot(cls, number: int, name: str = "", level: str = "") -> "Occupant":
        """A bot on the seat of that number."""
        return cls("bot", name or BOT_NAMES[number], level, bot_plays=True)

    @classmethod
    def person(cls, name: str, token: str, key: str = "") -> "Occupant":
        """A person who holds a seat by a token."""
        return cls("person", name, token=token, key=key)

    @property
    def is_person(self) -> bool:
        """Whether a person holds the seat and has not resigned."""
        return self.kind == "person" and not self.resigned

    @property
    def acts_itself(self) -> bool:
        """Whether answers come from a person."""
        return self.is_person and not self.bot_plays


def clean_name(name: str) -> str:
    """A name as it may be shown to others; refuses what is no name, or cannot be seen."""
    text = " ".join(unicodedata.normalize("NFC", name).split())
    printable = all(_can_be_printed(sign) or sign == " " for sign in text)
    seen = any(unicodedata.category(sign)[0] in "LNPS" for sign in text)
    if len(text) > MAX_NAME or not printable or not seen:
        raise BadValue(f"a name has 1 to {MAX_NAME} printable characters")
    return text


def _can_be_printed(sign: str) -> bool:
    return unicodedata.category(sign)[0] not in "CZ" and sign not in INVISIBLE
