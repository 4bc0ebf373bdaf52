"""Seeds as callers give them: whatever can be repeated is repeated by a number, text or bytes."""

import secrets
from typing import TypeAlias

from kessel.errors import BadValue
from kessel.throws.dice import SEED_BYTES

Seed: TypeAlias = int | str | bytes
"""What a throw or a game can be repeated by."""


def seed_text(seed: Seed | None) -> str:
    """A seed as text, the same for a number and its digits; a fresh one where none is given."""
    if seed is None:
        return secrets.token_hex(SEED_BYTES)
    if not isinstance(seed, int | str | bytes):
        raise BadValue(f"a seed is a whole number, text or bytes, not {seed!r}")
    return seed.hex() if isinstance(seed, bytes) else str(seed)
