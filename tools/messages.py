"""The tables of all messages in `docs/reference/protocol.md`, from `messages`."""

import inspect
from typing import Any, get_args

from msgspec import structs

from kessel.messages.client import ClientMessage
from kessel.messages.server import ServerMessage
from tools.made import ROOT, Generator

PAGE = ROOT / "docs" / "reference" / "protocol.md"
HEADING = "## Every message\n"
NEXT = "\n## "


def with_messages(page: str) -> str:
    """The page with its tables made again."""
    before, heading, rest = page.partition(HEADING)
    assert heading, f"{PAGE.name} has no heading {HEADING}"
    _, following, after = rest.partition(NEXT)
    tables = "\n".join(
        (*table("page sends", ClientMessage), "", *table("server sends", ServerMessage))
    )
    made = "Made from the docstrings by `make generate`."
    return f"{before}{heading}\n{made}\n\n{tables}\n{following}{after}"


def table(title: str, union: Any) -> list[str]:
    return [f"| {title} | with | |", "|---|---|---|", *map(row, get_args(union))]


def row(message: Any) -> str:
    """A message by its type, its fields, and what it says; `ref` may be in all of them."""
    fields = [one.encode_name for one in structs.fields(message) if one.name != "ref"]
    said = " ".join(inspect.cleandoc(message.__doc__ or "").split())
    return f"| `{message.__struct_config__.tag}` | {', '.join(fields)} | {said} |"


GENERATOR = Generator(
    "messages", lambda: {PAGE: lambda: with_messages(PAGE.read_text(encoding="utf-8")).encode()}
)
