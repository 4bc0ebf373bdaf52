"""What a hand does: the aim a player chooses, and the motion it gives to the dice it lets go.

The player chooses the aim; the shaken orientation and the tremor come from `Chance`, which no
player holds. Nothing here knows MuJoCo.
"""

import math
from dataclasses import asdict, dataclass, fields
from typing import Any

from kessel.errors import BadValue

AIM_RANGES: dict[str, tuple[float, float]] = {
    "x": (-0.15, 0.15),
    "y": (-0.15, 0.15),
    "side": (-math.pi, math.pi),
    "speed": (0.0, 3.0),
    "height": (0.070, 0.250),
    "spin": (0.0, 80.0),
}
"""Smallest and largest value of each field: what a hand over the box can do.

x, y: m, the point of the mat aimed at. side: rad, the bearing of the hand from that point, seen
from above, counter-clockwise from +x. speed: m/s, horizontal. height: m, of the lowest die above
the mat when it is let go (the rim is lower). spin: rad/s, tumbling.
"""

STRENGTHS: dict[str, dict[str, float]] = {
    "gentle": {"speed": 0.7, "height": 0.085, "spin": 12.0},
    "firm": {"speed": 1.6, "height": 0.130, "spin": 30.0},
    "wild": {"speed": 2.3, "height": 0.165, "spin": 50.0},
}
"""Three named throws; their speeds, heights and spins are those the materials are tuned with."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Where and how a hand throws; refused with what is allowed when a hand could not do it."""

    x: float = 0.0
    y: float = 0.0
    side: float = -math.pi / 2
    speed: float = 0.7
    height: float = 0.085
    spin: float = 12.0

    def __post_init__(self) -> None:
        for field in fields(self):
            _check(field.name, getattr(self, field.name))

    @classmethod
    def of_strength(
        cls, strength: str, *, x: float = 0.0, y: float = 0.0, side: float = 0.0
    ) -> "Aim":
        """One of the named strengths, aimed at a point from a side."""
        if strength not in STRENGTHS:
            raise BadValue(f"strength {strength!r}: there is {', '.join(STRENGTHS)}")
        return cls(x=x, y=y, side=side, **STRENGTHS[strength])

    @classmethod
    def from_json(cls, values: Any) -> "Aim":
        """Read an aim from a decoded JSON object; fields left out keep their defaults."""
        if not isinstance(values, dict) or set(values) - set(AIM_RANGES):
            raise BadValue(f"aim {values!r}: an object with {', '.join(AIM_RANGES)} is accepted")
        return cls(**values)

    def to_json(self) -> dict[str, float]:
        """The aim as a plain object that `from_json` reads back."""
        return asdict(self)


def _check(name: str, value: object) -> None:
    low, high = AIM_RANGES[name]
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not low <= value <= high:  # type: ignore[operator]
        raise BadValue(f"aim {name} = {value!r}: a number from {low:.4g} to {high:.4g} is accepted")
