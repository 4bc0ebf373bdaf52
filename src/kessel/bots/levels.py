"""The opponents by name; loads nothing, so that whoever only names them need not load the bots."""

from collections.abc import Mapping
from types import MappingProxyType

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "beginner": "Alba",
        "gambler": "Bruno",
        "careful": "Cleo",
        "rule": "Dario",
        "exact": "Edda",
        "master": "Falk",
    }
)
"""What the opponent of each level is called, weakest first."""
LEVELS: tuple[str, ...] = tuple(NAMES)
"""The opponents by their levels, weakest first.

>>> from kessel import LEVELS
>>> LEVELS
('beginner', 'gambler', 'careful', 'rule', 'exact', 'master')
"""
USUAL_LEVEL = "rule"
"""Who plays if nobody chose."""
COACH = "coach"
"""The master as somebody at the near side of the box would throw: it advises, and takes no seat."""
AIMING = (LEVELS[-1], COACH)
"""Those that try throws before they choose one."""
