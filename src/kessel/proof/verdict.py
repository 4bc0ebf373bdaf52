"""What is found out about a story: what is wrong, what nothing proves, what was checked.

Each entry is a code with its parameters; the sentences are in the words, under `audit.*`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kessel.errors import KesselError

WrongCode = Literal[
    "line",
    "begins",
    "told_twice",
    "chain",
    "view",
    "not_shown",
    "not_said",
    "refused",
    "left_out",
    "unlikely",
    "reads",
]
"""Contradictions: no honest server can have told them."""
UnprovenCode = Literal[
    "not_there",
    "away",
    "late",
    "by_table",
    "by_bot",
    "unsigned",
    "used_chain",
    "unwitnessed",
    "near",
    "not_thrown",
    "stepped_in",
    "other_dice",
    "unseen",
    "elsewhere",
    "moved",
    "unheard",
    "cut",
    "record",
]
"""What may be honest, and is counted."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong, in which game (0 before the first) and at which of its lines."""

    code: WrongCode
    game: int = 0
    line: int = 0
    what: str = ""
    """In the terms of the protocol: a field, an error."""


@dataclass(frozen=True, slots=True)
class Unproven:
    """What nothing proves: how often, and of whom where it is about somebody."""

    code: UnprovenCode
    count: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known by now."""

    wrong: tuple[Finding, ...] = ()
    unproven: tuple[Unproven, ...] = ()
    checked: Mapping[str, int] = field(default_factory=dict)
    """How many games, lines, throws and views were checked, and throws thrown again."""
    seal: str = ""
    """The eight signs of the newest game."""

    @property
    def exact(self) -> bool:
        """Whether nothing is wrong, and every throw fell again to the last bit."""
        return not self.wrong and self.checked["again"] == self.checked["throws"]


class Contradiction(KesselError):
    """Something that no honest server can have said."""

    code = "contradiction"

    def __init__(self, kind: WrongCode, what: str = "") -> None:
        super().__init__("{kind}: {what}", kind=kind, what=what)
        self.kind: WrongCode = kind
        self.what = what
