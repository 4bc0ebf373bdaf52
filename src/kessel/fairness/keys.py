"""Keys of devices: a signature tells that what was said came from whoever has the key.

Ed25519, in base64url without padding. A key is written in the one way there is, and is no point of
small order, for which anybody could sign: what one refuses all refuse. Who checks signatures can be
set from outside: a browser has no `cryptography`, but a check of its own.
"""

import base64
import hashlib
from collections.abc import Callable
from typing import TypeAlias

from kessel.errors import BadValue, KesselError
from kessel.fairness.transcript import in_base32

KEY_BYTES = 32
SIGN_BYTES = 64
_KEY = b"kessel key 1\n"
_FINGERPRINT_BYTES = 10
_PRIME = 2**255 - 19
_SMALL_ORDER = frozenset(
    {
        0,
        1,
        _PRIME - 1,
        0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
        0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
    }
)
"""The y of all points of small order."""

Checker: TypeAlias = Callable[[bytes, bytes, bytes], bool]
"""Whether a public key signed a message: key, message, signature."""


class WrongSign(KesselError):
    """A signature that is missing, or was not made for this by whom it should be."""

    code = "wrong_sign"


def _check_here(public: bytes, message: bytes, sign: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(sign, message)
    except (InvalidSignature, ValueError):
        return False
    return True


_checker: list[Checker] = [_check_here]


def check_by(checker: Checker) -> None:
    """Let signatures be checked by something else from now on."""
    _checker[:] = [checker]


def check_signature(public: str, message: bytes, sign: str) -> None:
    """Raise unless this key signed this message."""
    if not _checker[0](key_bytes(public), message, _bytes(sign, SIGN_BYTES, "a signature")):
        raise WrongSign("the signature does not fit what it should have been made for")


def key_bytes(public: str) -> bytes:
    """A public key from its text."""
    key = _bytes(public, KEY_BYTES, "a public key")
    y = int.from_bytes(key, "little") & (2**255 - 1)
    if y >= _PRIME or y in _SMALL_ORDER:
        raise BadValue(
            "a public key is a point of large order, written in its one way: {key}", key=public
        )
    return key


def check_key(public: str | None) -> None:
    """Refuse what is no public key; a device without one has none."""
    if public:
        key_bytes(public)


def fingerprint(public: str) -> str:
    """A public key in 16 signs, for an invitation."""
    signs = in_base32(hashlib.sha256(_KEY + key_bytes(public)).digest()[:_FINGERPRINT_BYTES])
    return "-".join(signs[start : start + 4] for start in range(0, len(signs), 4))


def key_text(data: bytes) -> str:
    """A key or a signature as it is written."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str, size: int, what: str) -> bytes:
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        data = b""
    if len(data) != size or key_text(data) != text:
        raise BadValue(f"{what} is {size} bytes in base64url without padding, not {text!r}")
    return data
