"""The transcript: a running hash over the lines of a game, and its short form to compare aloud."""

import hashlib
from dataclasses import dataclass

DIGEST_BYTES = 32
_LINE = b"kessel line 1\n"
_BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's: no I, L, O or U, so that it can be read aloud."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A running hash over the lines of a game; two games with one digest are the same game."""

    digest: bytes = bytes(DIGEST_BYTES)

    def add(self, line: str) -> "Transcript":
        """The transcript with one more line."""
        return Transcript(hashlib.sha256(_LINE + self.digest + line.encode()).digest())

    @property
    def seal(self) -> str:
        """The digest in eight signs, for people to compare."""
        signs = in_base32(self.digest[:5])
        return f"{signs[:4]}-{signs[4:]}"


def in_base32(data: bytes) -> str:
    """Bytes in signs that can be read aloud; five bytes make eight of them."""
    bits = int.from_bytes(data, "big")
    return "".join(_BASE32[bits >> shift & 31] for shift in range(8 * len(data) - 5, -1, -5))
