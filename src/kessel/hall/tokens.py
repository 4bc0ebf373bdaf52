"""Secrets: codes that let people in, and tokens that hold seats, of which only the hash is kept.

Both are made from a key, so that whoever asks twice with the same one gets the same again.
"""

import base64
import hashlib
import secrets

from kessel.rules.edition import MAX_PLAYERS

KEY_BYTES = TOKEN_BYTES = 24
CODE_BYTES, CODE_LETTERS = 8, 12


def new_key() -> str:
    """For somebody who brings none."""
    return secrets.token_urlsafe(KEY_BYTES)


def token_of(key: str, seat: int = 0) -> str:
    """The secret that holds a seat; at a table that is made with the key, one for each seat."""
    return base64.urlsafe_b64encode(_made_from(key, f"seat {seat}", TOKEN_BYTES)).decode()


def tokens_of(key: str) -> list[str]:
    """What a key makes for each seat of a table."""
    return [token_of(key, seat) for seat in range(MAX_PLAYERS)]


def code_of(key: str) -> str:
    """The code of the table that is made with a key: whoever knows it may come in."""
    made = base64.b32encode(_made_from(key, "table", CODE_BYTES))
    return made.decode().lower()[:CODE_LETTERS]


def _made_from(key: str, what: str, size: int) -> bytes:
    return hashlib.sha256(f"{what} {key}".encode()).digest()[:size]


def hashed(token: str) -> str:
    """What is kept of a token. It has 192 random bits, so a plain hash hides it."""
    return hashlib.sha256(token.encode()).hexdigest()
