"""Where this system keeps a program's data and caches for its user."""

import os
import sys
from pathlib import Path

NAME = "kessel"


def data_folder() -> Path:
    """What the user would miss: games."""
    if sys.platform == "win32":
        return _local_app_data() / NAME
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / NAME
    return _xdg("XDG_DATA_HOME", ".local/share") / NAME


def cache_folder() -> Path:
    """What can be made again."""
    if sys.platform == "win32":
        return _local_app_data() / NAME / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / NAME
    return _xdg("XDG_CACHE_HOME", ".cache") / NAME


def _local_app_data() -> Path:
    return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")


def _xdg(variable: str, usual: str) -> Path:
    """The folder of the XDG base directory specification, which ignores a relative one."""
    chosen = Path(os.environ.get(variable, ""))
    return chosen if chosen.is_absolute() else Path.home() / usual
