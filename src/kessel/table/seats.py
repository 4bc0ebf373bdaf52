"""Who sits at a table, as its log has it: persons, bots, nobody yet; and what they look like."""

from dataclasses import dataclass

from kessel.bots.levels import NAMES, USUAL_LEVEL
from kessel.names import MAX_NAME
from kessel.table.terms import SeatKind


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
    finish: str = ""
    """What their dice look like (`FINISHES`), for everybody to see."""
    mat: str = ""
    """The mat they bring."""

    @classmethod
    def bot(cls, name: str = "", level: str = "") -> "Occupant":
        """A bot; one that was given no name has that of its level."""
        usual = NAMES.get(level or USUAL_LEVEL, level[:MAX_NAME])
        return cls("bot", name or usual, level, bot_plays=True)

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


FINISHES: tuple[str, ...] = (
    "brass",
    "stitch",
    "check",
    "corners",
    "ember",
    "frost",
    "rungs",
    "crown",
)
"""Of dice. Looks are names only, drawn by the page: no part of a game and of its proof. Whether
somebody has earned one is between them and their device: nobody checks it."""
MATS: tuple[str, ...] = ("rings", "waves", "weave", "compass")
PLAIN = ""


def known_look(name: str, names: tuple[str, ...]) -> str:
    """The look of that name; plain where there is none: looks keep nobody from playing."""
    return name if name in names else PLAIN
