"""Hatch's hook: the page is built whenever the package is built or installed."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import page


class PageBuildHook(BuildHookInterface[Any]):
    """Puts the built page into the server's static folder before files are collected."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if page.CLIENT.joinpath("package.json").is_file():
            page.build()
