"""Secrets: codes that let people in, and tokens that hold seats, of which only the hash is kept."""

import base64
import hashlib
import secrets

TOKEN_BYTES = 24
CODE_BYTES, CODE_LETTERS = 8, 12


def new_token() -> str:
    """A secret that holds a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_code() -> str:
    """The code of a new table: whoever knows it may come in."""
    return base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower()[:CODE_LETTERS]


def hashed(token: str) -> str:
    """What is kept of a token. It has 192 random bits, so a plain hash hides it."""
    return hashlib.sha256(token.encode()).hexdigest()
