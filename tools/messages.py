"""The pages of all messages, from `messages` and the reasons of the rules."""

from collections.abc import Mapping
from typing import Any, get_args

from kessel.messages.client import ClientMessage
from kessel.messages.errors import ERROR_CODES
from kessel.messages.server import ServerMessage
from kessel.rules.reasons import NOTES, REASONS, Rules
from tools.reference import entry

FURTHER = (
    "Any may have a `ref`, too. How they follow each other is in [the protocol](protocol.md).\n"
)


def pages() -> dict[str, str]:
    """The pages of both sides, made from the docstrings, by their places in the site."""
    return {
        "reference/messages-page.md": page("page", ClientMessage),
        "reference/messages-server.md": page("server", ServerMessage) + errors() + reasons(),
    }


def page(side: str, union: Any) -> str:
    lines = [f"# What the {side} sends\n", FURTHER]
    for one in get_args(union):
        lines += entry(one.__name__, one.__module__, one.__struct_config__.tag)
    return "\n".join(lines)


def errors() -> str:
    """What an `error` may say."""
    rows = (f"| `{code}` | {means} |\n" for code, means in ERROR_CODES.items())
    return "\n\n## Codes of errors {#errors}\n\n| code | meaning |\n|---|---|\n" + "".join(rows)


def reasons() -> str:
    """Why something happened: what `why` may be, without `why.` before it."""
    told = {**REASONS, "what did not happen": NOTES}
    rows = (f"| {kind} | {numbered(known)} |\n" for kind, known in told.items())
    return "\n## Reasons of events {#reasons}\n\n| event | reasons |\n|---|---|\n" + "".join(rows)


def numbered(known: Mapping[str, Rules]) -> str:
    """Each with the rules behind it."""
    return ", ".join(f"`{key}` ({', '.join(rules)})" for key, rules in known.items())
