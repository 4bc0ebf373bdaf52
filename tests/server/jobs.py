"""Work for the pools of tests: what a worker may do, and what it should not."""

import os
import signal
import time
from pathlib import Path

from kessel.errors import BadValue


def double(number: int) -> int:
    return 2 * number


def sleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def wait_for(sign: Path) -> None:
    """Is busy until there is that file."""
    while not sign.exists():
        time.sleep(0.01)


def known_or_wait(known: int, sign: Path, seconds: float = 0.0) -> int:
    """Takes some seconds in a known process; another one is busy until there is that file."""
    if os.getpid() == known:
        time.sleep(seconds)
    else:
        wait_for(sign)
    return os.getpid()


def stop_once(mark: Path) -> int:
    """Hangs as a stopped process does, but only the first time it is called."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGSTOP)
    return os.getpid()


def die_times(counted: Path, times: int) -> str:
    """Dies without a word so many times, then answers."""
    before = len(counted.read_bytes()) if counted.exists() else 0
    if before < times:
        with counted.open("ab") as file:
            file.write(b"x")
        os.kill(os.getpid(), signal.SIGKILL)
    return f"after {before}"


def refuse() -> None:
    raise BadValue("seven is too many")


class Stubborn(Exception):
    """Cannot be packed."""

    def __init__(self) -> None:
        super().__init__("stubborn")
        self.trouble = lambda: None


def fail_badly() -> None:
    raise Stubborn


def fail_once(mark: Path) -> int:
    """Fails as nobody foresaw, but only the first time it is called."""
    if not mark.exists():
        mark.touch()
        raise ZeroDivisionError
    return os.getpid()
