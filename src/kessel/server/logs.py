"""Structured logs: each line of `hall/logs.py` as one JSON object on stderr."""

import json
import logging
import sys
import time
from typing import Any


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


def set_up_logs() -> None:
    """Send our own lines, and the web server's errors, to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name, wanted in (("kessel", "INFO"), ("uvicorn.error", "ERROR")):
        one = logging.getLogger(name)
        one.handlers = [handler]
        one.setLevel(wanted)
        one.propagate = False
        one.addFilter(_is_ours)


def _is_ours(record: logging.LogRecord) -> bool:
    """Not what a client did wrong: whoever attacks must not fill the log as well."""
    return not str(record.msg).startswith("Invalid")
