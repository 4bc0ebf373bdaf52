"""An SQLite file for one server alone: nobody else on this machine reads it, no second server
writes it. The lock ends with the process, however that ends."""

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import IO

from kessel.server.store.engine import BadDatabase

WAIT_SECONDS = 12.0
"""For a server that is still stopping; longer than that takes at most."""
LOOK_AGAIN = 0.1
OWNER_ONLY, OWNER_FOLDER = 0o600, 0o700


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
    server still has it after that time."""
    lock = (file.parent / f"{file.name}.lock").open("ab")
    until = time.monotonic() + seconds
    while not _taken(lock):
        if time.monotonic() > until:
            lock.close()
            raise BadDatabase(
                f"another server uses {file}: stop it, or give this one a folder with --data"
            )
        time.sleep(LOOK_AGAIN)
    return lock


if sys.platform == "win32":
    import msvcrt

    def _taken(lock: IO[bytes]) -> bool:
        lock.seek(0)
        try:
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _taken(lock: IO[bytes]) -> bool:
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # not passed on to workers
        except OSError:
            return False
        return True
