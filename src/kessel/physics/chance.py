"""The one source of chance in a throw: a stream of numbers made from 32 secret bytes.

SHAKE-256 over a label, the number of the attempt and the seed; nothing depends on a library's
generator, so a throw can be checked with any other program years later.
"""

import hashlib
import math

from kessel.errors import BadValue
from kessel.throws.arithmetic import cos, log, sin
from kessel.throws.dice import SEED_BYTES
from kessel.throws.pose import Quaternion

LABEL = b"kessel throw 1"


class Chance:
    """Uniform and normal numbers, drawn in order; each uniform one takes eight bytes."""

    def __init__(self, seed: bytes, attempt: int = 0) -> None:
        if len(seed) != SEED_BYTES:
            raise BadValue(f"a seed of {len(seed)} bytes: exactly {SEED_BYTES} are accepted")
        self._stream = hashlib.shake_256(LABEL + attempt.to_bytes(4, "little") + seed)
        self._bytes, self._at = b"", 0

    def uniform(self) -> float:
        """In [0, 1): the upper 53 bits of the next eight bytes, little-endian."""
        if self._at == len(self._bytes):
            self._bytes = self._stream.digest(max(1024, 2 * len(self._bytes)))
        word = int.from_bytes(self._bytes[self._at : self._at + 8], "little")
        self._at += 8
        return (word >> 11) * 2.0**-53

    def between(self, low: float, high: float) -> float:
        """Uniform in [low, high)."""
        return low + (high - low) * self.uniform()

    def below(self, count: int) -> int:
        """A whole number from 0 to count - 1."""
        return int(self.uniform() * count)

    def normal(self) -> float:
        """Standard normal (Box and Muller), cut at three sigmas as no hand trembles farther."""
        radius = math.sqrt(-2.0 * log(1.0 - self.uniform()))
        return max(-3.0, min(3.0, radius * cos(math.tau * self.uniform())))

    def rotation(self) -> Quaternion:
        """Uniform over all rotations (Shoemake 1992), w first."""
        u, v, w = self.uniform(), math.tau * self.uniform(), math.tau * self.uniform()
        a, b = math.sqrt(1.0 - u), math.sqrt(u)
        return b * cos(w), a * sin(v), a * cos(v), b * sin(w)
