"""A process that is talked to in lines of JSON, with a deadline for every line; it ends with us.

Knows nothing of games. Two threads read and write, so that nothing a process does can block us.
"""

import atexit
import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from typing import Any, TypeAlias

from kessel.errors import KesselError

LONGEST_LINE = 64 * 1024
"""Characters of one line; a longer one is a fault."""
MOST_WAITING = 64
"""Lines kept that nobody asked for; a process that writes more has to wait."""
QUIT_SECONDS = 1.0
"""In which a process may end by itself."""

Json: TypeAlias = dict[str, Any]


class Fault(KesselError):
    """A process that does not do as agreed: it hangs, has died, or says what it must not."""

    code = "bot_fault"


def words_of(command: str) -> list[str]:
    """A command as its words; raises where there are none."""
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise Fault(f"{command!r} is no command: {error}") from None
    if not words:
        raise Fault("an empty command starts no bot")
    return words


class LinePipe:
    """One running process."""

    def __init__(self, command: str, *, quiet: bool = False) -> None:
        """Start it; with `quiet` its error output is thrown away, else it is ours."""
        try:
            self._process = subprocess.Popen(
                words_of(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if quiet else None,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            raise Fault(f"{command!r} cannot be started: {error.strerror}") from None
        self._said: queue.Queue[str] = queue.Queue(MOST_WAITING)
        self._to_say: queue.Queue[str | None] = queue.Queue()
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()
        atexit.register(self.kill)

    def send(self, message: Json) -> None:
        """Send one line; never waits."""
        self._to_say.put(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")

    def receive(self, seconds: float) -> Json:
        """The next line; raises Fault where none comes in time, or it is no JSON object."""
        try:
            line = self._said.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise Fault(f"no answer within {seconds:.3g} s") from None
        if not line.endswith("\n"):
            raise Fault(self._end_of(line))
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            raise Fault(f"not JSON: {line[:60]!r}") from None
        if not isinstance(said, dict):
            raise Fault(f"not a JSON object: {line[:60]!r}")
        return said

    def close(self) -> None:
        """Ask it to end, and end it where it does not."""
        self.send({"quit": True})
        self._to_say.put(None)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End it and whatever it started."""
        atexit.unregister(self.kill)
        self._to_say.put(None)
        if os.name != "nt":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()

    def _end_of(self, line: str) -> str:
        if len(line) >= LONGEST_LINE:
            return f"a line of more than {LONGEST_LINE} characters"
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f"it ended with exit code {self._process.wait(QUIT_SECONDS)}"
        return "it closed its output"

    def _read(self) -> None:
        """Lines as they come; a last one without an end stands for the end of the output."""
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            while True:
                try:
                    line = stdout.readline(LONGEST_LINE)
                except (OSError, ValueError):
                    line = ""
                self._said.put(line)
                if not line.endswith("\n"):
                    return

    def _write(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError, ValueError), self._process.stdin as stdin:
            while (line := self._to_say.get()) is not None:
                stdin.write(line)
                stdin.flush()
