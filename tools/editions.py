"""What the server says of each edition, `client/test/editions.json`, for the page's tests."""

import json

import msgspec

from kessel.views.editions import editions
from tools.made import ROOT, Generator

TARGET = ROOT / "client" / "test" / "editions.json"


def editions_json() -> str:
    """All editions without their arenas, one a line."""
    said = [msgspec.to_builtins(edition) for edition in editions()]
    lines = (json.dumps({k: v for k, v in one.items() if k != "arena"}) for one in said)
    return "[\n" + ",\n".join(lines) + "\n]\n"


GENERATOR = Generator("editions", lambda: {TARGET: lambda: editions_json().encode()})
