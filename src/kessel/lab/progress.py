"""A progress bar on one line of stderr; silent where stderr is not a terminal."""

import sys
import time
from typing import TextIO

WIDTH = 30
EVERY = 0.1
"""s between two drawings."""


class Bar:
    """Call it with how much of how much is done; leave its block to wipe the line."""

    def __init__(self, what: str, stream: TextIO | None = None) -> None:
        self._what = what
        self._stream = sys.stderr if stream is None else stream
        self._shown = self._stream.isatty()
        self._begun = time.monotonic()
        self._last = 0.0

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._stream.write("\r\033[K")
            self._stream.flush()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._shown or (now - self._last < EVERY and done < total):
            return
        self._last = now
        share = done / total if total else 1.0
        left = (now - self._begun) * (1.0 - share) / share if share else 0.0
        bar = "█" * round(WIDTH * share)
        self._stream.write(f"\r{self._what} {bar:<{WIDTH}} {share:4.0%}  {left:.0f} s left\033[K")
        self._stream.flush()
