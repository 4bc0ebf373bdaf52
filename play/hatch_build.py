"""Hatch's hook: the page is built, and the files of the wheel are named: data, no code."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "client"))

import page

OFFLINE = page.STATIC / "engine"
"""Scripts of the page, and beside them, large, what `client/engine.py served` puts there."""


class PlayBuildHook(BuildHookInterface[Any]):
    """An editable one is empty: kessel-dice finds the files in the checkout, too."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        page.build()
        if version != "editable":
            source = page.CLIENT.parent / "src"
            build_data["force_include"].update(
                {str(file): file.relative_to(source).as_posix() for file in files()}
            )


def files() -> Iterator[Path]:
    """The engine of portable dice, and the page."""
    for folder in page.DICE, page.STATIC:
        for file in sorted(folder.rglob("*")):
            offline = OFFLINE in file.parents and (file.parent, file.suffix) != (OFFLINE, ".js")
            if file.is_file() and not offline and file.name != page.STAMP:
                yield file
