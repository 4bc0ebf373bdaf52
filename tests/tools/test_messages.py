"""Every message is explained on the pages that `make docs` makes of them."""

import re
from typing import get_args

from kessel.messages.client import ClientMessage
from kessel.messages.server import Message, ServerMessage
from tools import messages
from tools.reference import entry

EXPLAINED = re.compile(r"^## \w+ {#(\w+)}\n\n```python\n[^`]+\n```\n\n\w", re.MULTILINE)


def test_every_message_is_explained() -> None:
    for page, union in zip(messages.pages().values(), (ClientMessage, ServerMessage), strict=True):
        kinds = [kind.__struct_config__.tag for kind in get_args(union)]
        assert EXPLAINED.findall(page.partition("## Codes")[0]) == kinds


class Bare(Message, frozen=True, tag="bare"):
    pass


def test_a_message_without_a_docstring_is_not_explained() -> None:
    assert EXPLAINED.findall("\n".join(entry("Bare", __name__, "bare"))) == []
    assert EXPLAINED.findall("\n".join(entry("Pong", "kessel.messages.server", "pong")))
