"""An SQLite file for one server alone: nobody else on this machine reads it, no second server
writes it. The lock ends with the process, however that ends."""

import contextlib
import os
import struct
import sys
import time
from pathlib import Path
from typing import IO

from kessel.server.store.engine import BadDatabase

WAIT_SECONDS = 12.0
"""For a server that is still stopping; longer than that takes at most."""
LOOK_AGAIN = 0.1
OWNER_ONLY, OWNER_FOLDER = 0o600, 0o700
IS_LINUX = sys.platform == "linux"
LOCK_BYTE = 2**30 + 512
"""Behind those that SQLite itself locks: 512 from 1 GiB on, whose page never holds anything."""


def make_private(file: Path) -> None:
    """Let only the owner read and write it: it holds the secrets of games that are not over.
    SQLite gives the files beside it the same rights."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
    if file.stat().st_mode & 0o077:
        with contextlib.suppress(PermissionError):  # somebody else's file, lent to us by a group
            file.chmod(OWNER_ONLY)


def hold(file: Path, seconds: float = WAIT_SECONDS) -> IO[bytes]:
    """Be the only server of this database until what is returned is closed; refused if another
    server still has it after that time, by whatever path it came."""
    until = time.monotonic() + seconds
    while (lock := _taken(file)) is None:
        if time.monotonic() > until:
            raise BadDatabase(
                f"another server uses {file}: stop it, or give this one a folder with --data"
            )
        time.sleep(LOOK_AGAIN)
    return lock


def _taken(file: Path) -> IO[bytes] | None:
    """The file, or one beside it, with our lock on it; None if somebody else's is there."""
    place = file if IS_LINUX else Path(f"{file.resolve()}.lock")
    lock = place.open("r+b" if IS_LINUX else "ab")
    try:
        _lock(lock)
    except (BlockingIOError, PermissionError):
        lock.close()
        return None
    return lock


if sys.platform == "linux":
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        """One byte of the very file, whatever it is called, in the page that SQLite leaves to
        locks. The lock is the open file's: others that the process closes do not take it away."""
        wanted = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, LOCK_BYTE, 1, 0)
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, wanted)

elif sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # not passed on to workers
