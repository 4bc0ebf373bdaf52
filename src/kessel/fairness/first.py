"""The first version of the proof, for games that began with it: a committed seed and nonces.

It binds every byte of a record to the dice and no player can cheat it, but the house can; the
second version takes its place. Old games still end with it, and their records are still read.
"""

import hashlib
import hmac
from collections.abc import Iterable

from kessel.errors import BadValue
from kessel.fairness.transcript import Transcript

SEED_BYTES = 32
NONCE_BYTES = 16
_THROW = b"kessel throw 1\n"
_NONCE = b"kessel nonce 1\n"


def commitment(seed: bytes) -> str:
    """What was published before the game: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(_checked(seed)).hexdigest()


def keeps_promise(seed: bytes, published: str) -> bool:
    """Whether a revealed seed is the one that was committed to."""
    return len(seed) == SEED_BYTES and hmac.compare_digest(commitment(seed), published)


def derived_nonce(transcript: Transcript, seat: int) -> bytes:
    """The nonce of a throw that no player's device makes: a bot's, or the table's for a seat."""
    return hashlib.sha256(_NONCE + transcript.digest + bytes((seat,))).digest()[:NONCE_BYTES]


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
