"""What is said where a framework is not installed."""

from kessel.errors import KesselError


class NoFramework(KesselError, ImportError):
    """The framework of an environment is not installed."""

    code = "no_framework"


def missing(room: str, extra: str) -> NoFramework:
    """The error of a file whose framework cannot be imported."""
    return NoFramework(f'kessel.envs.{room} needs more: pip install "kessel[{extra}]"')
