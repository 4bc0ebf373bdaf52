"""A hash chain: a secret whose parts are shown one after the other, each proving itself.

`link[n]` is 32 random bytes, `link[k-1]` the hash of `link[k]`, and the tip `link[0]` is published
first. A link says nothing about those that come after it.
"""

import hashlib
from dataclasses import dataclass, field

from kessel.errors import BadValue, KesselError

LINK_BYTES = 32
CHAIN_LINKS = 256
"""Links of a chain; a game that needs more goes on with a new chain."""
_MARK_EVERY = 16
"""Links between two that the owner keeps, so that none takes long to find."""
_LINK = b"kessel link 1\n"


class WrongLink(KesselError):
    """A link that does not belong to the chain whose tip was published."""

    code = "wrong_link"


@dataclass(frozen=True, slots=True)
class Chain:
    """A whole chain, as only its owner knows it."""

    secret: bytes
    """The last link."""
    length: int = CHAIN_LINKS
    _marks: tuple[bytes, ...] = field(init=False, repr=False, compare=False)
    """Every so many links, from the last one back."""

    def __post_init__(self) -> None:
        marks = [checked_link(self.secret)]
        for _ in range(self.length // _MARK_EVERY):
            marks.append(_hashed(marks[-1], _MARK_EVERY))
        object.__setattr__(self, "_marks", tuple(marks))

    @property
    def tip(self) -> str:
        """What is published before any link is shown, in hexadecimal."""
        return self.link(0).hex()

    def link(self, number: int) -> bytes:
        """The link to show the `number`th time, from 1."""
        if not 0 <= number <= self.length:
            raise BadValue(f"a chain of {self.length} links has no link {number}")
        mark, further = divmod(self.length - number, _MARK_EVERY)
        return _hashed(self._marks[mark], further)


@dataclass(frozen=True, slots=True)
class ShownChain:
    """A chain as everybody knows it: the newest link shown, and which one that was."""

    newest: bytes
    number: int = 0

    @classmethod
    def from_tip(cls, tip: str) -> "ShownChain":
        """A chain of which only the tip is known."""
        return cls(link_bytes(tip))

    def show(self, link: bytes, number: int) -> "ShownChain":
        """The chain once link `number` is shown; links between may have been left out."""
        gap = number - self.number
        if gap < 1:
            raise WrongLink(f"link {number} was shown already; the newest is {self.number}")
        if number > CHAIN_LINKS:
            raise WrongLink(f"a chain has {CHAIN_LINKS} links, not {number}")
        if _hashed(checked_link(link), gap) != self.newest:
            raise WrongLink(f"this is not link {number} of the chain that was published")
        return ShownChain(link, number)


def link_bytes(text: str) -> bytes:
    """A link or tip from its hexadecimal text: 64 lower-case digits and nothing else."""
    try:
        link = bytes.fromhex(text)
    except ValueError:
        link = b""
    if len(link) != LINK_BYTES or link.hex() != text:
        raise BadValue(f"a link is {2 * LINK_BYTES} lower-case hexadecimal digits, not {text!r}")
    return link


def link_before(link: str) -> str:
    """The link of a chain that was shown before this one, or its tip."""
    return _hashed(link_bytes(link), 1).hex()


def check_tip(tip: str | None) -> None:
    """Refuse what is no tip; a device without a chain has none."""
    if tip is not None:
        link_bytes(tip)


def _hashed(link: bytes, times: int) -> bytes:
    for _ in range(times):
        link = hashlib.sha256(_LINK + link).digest()
    return link


def checked_link(link: bytes) -> bytes:
    """A link, if it has the length of one."""
    if len(link) != LINK_BYTES:
        raise BadValue(f"a link of {len(link)} bytes; it has {LINK_BYTES}")
    return link
