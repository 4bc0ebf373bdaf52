"""A checksum beside everything that is kept, so that a damaged disk is never served as truth.

PostgreSQL computes the same ones in its statements. They find accidents, not attackers.
"""

import hashlib

LENGTH = 16


def of_entry(number: int, body: str) -> str:
    """Of an entry at its place in a log."""
    return of_trajectory(f"{number} {body}".encode())


def of_trajectory(trajectory: bytes) -> str:
    """Of the flight of a throw, or of any bytes."""
    return hashlib.md5(trajectory, usedforsecurity=False).hexdigest()[:LENGTH]
