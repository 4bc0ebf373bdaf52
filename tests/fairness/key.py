"""What a page does with its key: it signs, and tells the fingerprint in an invitation."""

import hashlib
import secrets
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kessel.fairness.keys import KEY_BYTES, key_bytes, key_text
from kessel.fairness.transcript import in_base32

_KEY = b"kessel key 1\n"
_FINGERPRINT_BYTES = 10


@dataclass(frozen=True, slots=True)
class Key:
    """A key pair, as only its owner has it."""

    secret: bytes = field(default_factory=lambda: secrets.token_bytes(KEY_BYTES), repr=False)

    @property
    def public(self) -> str:
        """What everybody may know."""
        return key_text(self._private().public_key().public_bytes_raw())

    def sign(self, message: bytes) -> str:
        """The signature of a message; the same each time."""
        return key_text(self._private().sign(message))

    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.secret)


def fingerprint(public: str) -> str:
    """A public key in 16 signs, for an invitation."""
    signs = in_base32(hashlib.sha256(_KEY + key_bytes(public)).digest()[:_FINGERPRINT_BYTES])
    return "-".join(signs[start : start + 4] for start in range(0, len(signs), 4))
