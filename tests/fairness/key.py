"""What a page does with its key: it signs."""

import secrets
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kessel.fairness.keys import KEY_BYTES, key_text


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
