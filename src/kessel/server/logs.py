"""The lines of `hall/logs.py` on stderr: for programs as JSON; in words, what is wrong, for
whoever plays on their own machine."""

import json
import logging
import sys
import time
from typing import Any

from kessel.terminal import shown


class JsonLines(logging.Formatter):
    """One object a line; what is passed as `extra={"about": {...}}` stands in it."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as JSON."""
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        entry: dict[str, Any] = {
            "at": f"{at}.{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        entry |= getattr(record, "about", {})
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry)


class Words(logging.Formatter):
    """One line for people, without the trace of an error."""

    def format(self, record: logging.LogRecord) -> str:
        """What happened, with what, and why."""
        about = getattr(record, "about", {})
        told = [record.getMessage(), ", ".join(f"{one} {value}" for one, value in about.items())]
        if record.exc_info and record.exc_info[1]:
            told.append(repr(record.exc_info[1]))
        return shown(" ".join(f"kessel: {': '.join(filter(None, told))}".split()))


def set_up_logs(in_words: bool = False) -> None:
    """Send our own lines, and the web server's errors, to stderr; in words only warnings."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Words() if in_words else JsonLines())
    for name, wanted in (("kessel", "WARNING" if in_words else "INFO"), ("uvicorn.error", "ERROR")):
        one = logging.getLogger(name)
        one.handlers = [handler]
        one.setLevel(wanted)
        one.propagate = False
        one.addFilter(_is_ours)


def _is_ours(record: logging.LogRecord) -> bool:
    """Not what a client did wrong: whoever attacks must not fill the log as well."""
    return not str(record.msg).startswith("Invalid")
