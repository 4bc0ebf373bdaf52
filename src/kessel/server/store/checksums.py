"""A checksum beside everything that is kept, so that a damaged disk is never served as truth.

PostgreSQL computes the same ones in its statements. They find accidents, not attackers.
"""

import hashlib

LENGTH = 16


def of_entry(number: int, body: str) -> str:
    """Of an entry at its place in a log."""
    return _short(f"{number} {body}".encode())


def of_trajectory(trajectory: bytes) -> str:
    return _short(trajectory)


def _short(data: bytes) -> str:
    return hashlib.md5(data, usedforsecurity=False).hexdigest()[:LENGTH]
