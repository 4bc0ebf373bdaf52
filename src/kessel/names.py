"""What people and bots call themselves: one way to clean a name, for messages, records, files and
command lines, and to tell lookalikes at one table apart. Knows no table and no file.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import cast

from kessel.errors import BadValue

MAX_NAME = 20
"""Characters of a name at a table."""
MAX_RECORDED_NAME = 60
"""Characters of a name in a record, or at a real box."""
MOST_MARKS = 2
"""Marks in a row above and below a letter: a tone over a vowel, and not a tower of them."""
MOST_PARTS = 4
"""Parts in which one sign may be written: a Greek letter with three marks."""

_PRESENTATION = re.compile("[\ufe0e\ufe0f]")
"""Whether a sign is shown as text or as a picture: nothing that tells names apart."""
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc\ufffd"
    "\U000e0100-\U000e01ef]"
)
"""Letters, marks and signs to Unicode that nobody can see: fillers of Hangul, an empty Braille
cell, selectors of variants, a place for an object and the like."""

_LIKE_LATIN = str.maketrans(
    {
        **dict(zip("аеорсухіјѕԁһӏвкмнт", "aeopcyxijsdhlbkmht", strict=True)),
        **dict(zip("αεικνορτυχβηγ", "aeiknoptuxbny", strict=True)),
        **dict(zip("ıł0150|", "ilolsol", strict=True)),
    }
)
"""Small Cyrillic and Greek letters and digits that look like Latin letters."""


def check_names(names: object) -> None:
    """Raise unless it is a list of names."""
    listed = isinstance(names, Sequence) and not isinstance(names, str | bytes)
    if not listed or not all(isinstance(name, str) for name in cast("Sequence[object]", names)):
        raise BadValue("names are a list of texts, not {given}", given=repr(names))


def clean_name(name: str, most: int = MAX_NAME) -> str:
    """A name as it may be shown to others; refuses what is no name, or cannot be seen.

    >>> clean_name("  Zoe\u0308  van Dam ")
    'Zoë van Dam'
    """
    text = " ".join(_PRESENTATION.sub("", name).split())
    # Bounded first: marks are put in order in a time that grows with the square of their number.
    text = unicodedata.normalize("NFC", text) if len(text) <= MOST_PARTS * most else ""
    kinds = "".join(_kind(sign) for sign in text)
    is_seen = any(kind in "LNPS" for kind in kinds)
    if len(text) > most or not is_seen or "C" in kinds or "m" * (MOST_MARKS + 1) in kinds:
        raise BadValue("a name has 1 to {most} printable characters", most=most)
    return text


def _kind(sign: str) -> str:
    """A letter for a sign: C for what cannot be printed, m for a mark upon the letter before it."""
    category = unicodedata.category(sign)
    if sign == " ":
        return " "
    if category[0] in "CZ" or _INVISIBLE.match(sign):
        return "C"
    return "m" if category in ("Mn", "Me") else category[0]


def skeleton(name: str) -> str:
    """What is left of a name if small differences are overlooked: equal where names look alike.

    >>> skeleton("Ännа") == skeleton("anna")  # the last letter of the first one is Cyrillic
    True
    """
    apart = unicodedata.normalize("NFKD", name).casefold()
    plain = (sign for sign in apart if unicodedata.category(sign)[0] not in "MZ")
    return "".join(plain).translate(_LIKE_LATIN).replace("rn", "m")


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """A name that looks like none of those that are taken: with a number behind it, if need be.

    >>> distinct_name("Ann", ["Ann", "Ben"])
    'Ann 2'
    """
    known = {skeleton(one) for one in taken}
    number, wanted = 1, name
    while skeleton(wanted) in known:
        number += 1
        behind = f" {number}"
        wanted = name[: MAX_NAME - len(behind)].rstrip() + behind
    return wanted


def distinct_names(names: Iterable[str]) -> list[str]:
    """The same for all names of a table, in the order of its seats; empty ones stay empty."""
    told: list[str] = []
    for name in names:
        told.append(name and distinct_name(name, filter(None, told)))
    return told
