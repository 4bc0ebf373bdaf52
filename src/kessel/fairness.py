"""Committed seeds: nobody, neither house nor player, can have chosen the dice.

The house publishes the hash of a secret seed before the game, every thrower adds a nonce of its
own, and all that happened before is bound in by the transcript. After the game the seed is shown.
Knows no throwers, seats or tables: only bytes.
"""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from kessel.errors import BadValue

SEED_BYTES = 32
NONCE_BYTES = 16
_THROW = b"kessel throw 1\n"
_NONCE = b"kessel nonce 1\n"
_LINE = b"kessel line 1\n"


def commitment(seed: bytes) -> str:
    """What is published before the game: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(_checked(seed)).hexdigest()


def keeps_promise(seed: bytes, published: str) -> bool:
    """Whether a revealed seed is the one that was committed to."""
    return len(seed) == SEED_BYTES and hmac.compare_digest(commitment(seed), published)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A running hash over the lines of a game; two games with one digest are the same game."""

    digest: bytes = bytes(SEED_BYTES)

    def add(self, line: str) -> "Transcript":
        """The transcript with one more line."""
        return Transcript(hashlib.sha256(_LINE + self.digest + line.encode()).digest())

    def add_all(self, lines: Iterable[str]) -> "Transcript":
        """The transcript with more lines."""
        grown = self
        for line in lines:
            grown = grown.add(line)
        return grown

    def nonce(self, seat: int) -> bytes:
        """The nonce of a throw nobody's own device makes: a bot's, or the table's for a seat."""
        return hashlib.sha256(_NONCE + self.digest + bytes((seat,))).digest()[:NONCE_BYTES]


def throw_seed(
    seed: bytes, table: str, number: int, transcript: Transcript, nonces: Iterable[bytes]
) -> bytes:
    """All chance of one throw: HMAC of table, number, all that came before and every nonce."""
    name = table.encode()
    message = [_THROW, len(name).to_bytes(2, "big"), name, number.to_bytes(4, "big")]
    message.append(transcript.digest)
    for nonce in nonces:
        if len(nonce) != NONCE_BYTES:
            raise BadValue(f"a nonce of {len(nonce)} bytes; it has {NONCE_BYTES}")
        message.append(nonce)
    return hmac.digest(_checked(seed), b"".join(message), "sha256")


def _checked(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise BadValue(f"a seed of {len(seed)} bytes; it has {SEED_BYTES}")
    return seed
