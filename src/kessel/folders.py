"""Where this system keeps a program's data and caches for its user."""

import os
import sys
from pathlib import Path

NAME = "kessel"


def data_folder() -> Path:
    """What the user would miss: games."""
    return _home("XDG_DATA_HOME", ".local/share", "Library/Application Support") / NAME


def cache_folder() -> Path:
    """What can be made again."""
    folder = _home("XDG_CACHE_HOME", ".cache", "Library/Caches") / NAME
    return folder / "Cache" if sys.platform == "win32" else folder


def _home(variable: str, usual: str, on_a_mac: str) -> Path:
    """Where programs have folders; a relative one of the XDG base directories is ignored."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / on_a_mac
    chosen = Path(os.environ.get(variable, ""))
    return chosen if chosen.is_absolute() else Path.home() / usual
