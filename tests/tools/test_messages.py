"""Every message is explained in `docs/reference/protocol.md`."""

import re
from typing import get_args

from kessel.messages.client import ClientMessage
from kessel.messages.server import Message, ServerMessage
from tools.messages import HEADING, NEXT, PAGE, row, with_messages


def explained(page: str) -> dict[str, str]:
    """What the tables say of each type of message that is sent."""
    tables = page.partition(HEADING)[2].partition(NEXT)[0]
    return dict(re.findall(r"^\| `(\w+)` \| .*? \| (.+) \|$", tables, re.MULTILINE))


def test_every_message_is_explained() -> None:
    told = explained(PAGE.read_text(encoding="utf-8"))
    kinds = {*get_args(ClientMessage), *get_args(ServerMessage)}
    assert {kind.__struct_config__.tag for kind in kinds} == set(told)


def test_a_message_without_a_docstring_is_not_explained() -> None:
    class Bare(Message, frozen=True, tag="bare"):
        pass

    page = f"{HEADING}\n{row(Bare)}\n"
    assert explained(page) == {}


def test_a_table_that_was_edited_by_hand_is_made_again() -> None:
    page = PAGE.read_text(encoding="utf-8")
    edited = page.replace("| `pong` |", "| `gong` |")
    assert edited != page
    assert with_messages(edited) == page
