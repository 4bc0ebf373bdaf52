"""Hatch's hook: the page is built, and the files of the rooms that go into the wheel are named."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "client"))

import page

SOURCE = page.CLIENT.parent / "src"
ROOMS = ("hall", "messages", "physics", "proof", "server", "table", "views")
"""As in the other wheel's `exclude`, and in `kessel.extras`."""
OFFLINE = SOURCE / "kessel" / "server" / "static" / "engine"
"""Scripts of the page, and beside them, large, what `client/engine.py served` puts there."""


class PlayBuildHook(BuildHookInterface[Any]):
    """An editable one is empty: that of kessel-dice finds these rooms, too."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        page.build()
        if version != "editable":
            build_data["force_include"].update(
                {str(file): file.relative_to(SOURCE).as_posix() for file in files()}
            )


def files() -> Iterator[Path]:
    """Code, the engine of portable dice, and the page."""
    for room in ROOMS:
        for file in sorted((SOURCE / "kessel" / room).rglob("*")):
            offline = OFFLINE in file.parents and (file.parent, file.suffix) != (OFFLINE, ".js")
            foreign = offline or "__pycache__" in file.parts or file.name == page.STAMP
            if file.is_file() and not foreign:
                yield file
