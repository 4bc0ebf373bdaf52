"""What a player chooses of a throw: where a hand aims, from which side, and how hard.

Only what a hand can do; what chance adds to it is the dice's business.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from kessel.errors import BadValue

AimValues: TypeAlias = Mapping[str, float]
"""An aim as plain numbers with names: as answers, messages and logs carry it."""

AIM_RANGES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "x": (-0.15, 0.15),
        "y": (-0.15, 0.15),
        "side": (-math.pi, math.pi),
        "speed": (0.0, 4.0),
        "height": (0.075, 0.250),
        "spin": (0.0, 80.0),
    }
)
"""Smallest and largest value of each field: what a hand over the box can do.

x, y: m, the point of the mat aimed at. side: rad, the bearing of the hand from that point, seen
from above, counter-clockwise from +x. speed: m/s, of the hand as it lets go. height: m, of the
lowest die above the mat then (the rim is lower). spin: rad/s, tumbling.
"""

STRENGTHS: Mapping[str, AimValues] = MappingProxyType(
    {
        "gentle": MappingProxyType({"speed": 0.7, "height": 0.080, "spin": 12.0}),
        "firm": MappingProxyType({"speed": 1.8, "height": 0.085, "spin": 30.0}),
        "wild": MappingProxyType({"speed": 3.0, "height": 0.100, "spin": 50.0}),
    }
)
"""Three named throws; their speeds, heights and spins are those the materials are tuned with."""
KINDS = tuple(STRENGTHS)
USUAL = "firm"
"""The strength of a throw for which none is given."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Where and how a hand throws; what no hand could do is refused with what is allowed.

    >>> Aim.of_strength("firm", x=0.02)
    Aim(x=0.02, y=0.0, side=0.0, speed=1.8, height=0.085, spin=30.0)
    >>> Aim(speed=9.0)
    Traceback (most recent call last):
        ...
    kessel.errors.BadValue: aim speed = 9.0: a number from 0 to 4 is accepted
    """

    x: float = 0.0
    y: float = 0.0
    side: float = -math.pi / 2
    speed: float = 0.7
    height: float = 0.080
    spin: float = 12.0

    def __post_init__(self) -> None:
        check_aim({name: getattr(self, name) for name in AIM_RANGES})

    @classmethod
    def of_strength(
        cls, strength: str, *, x: float = 0.0, y: float = 0.0, side: float = 0.0
    ) -> "Aim":
        """One of the named strengths, aimed at a point from a side."""
        if not isinstance(strength, str) or strength not in STRENGTHS:
            raise BadValue(f"strength {strength!r}: there are {', '.join(STRENGTHS)}")
        return cls(x=x, y=y, side=side, **STRENGTHS[strength])

    @classmethod
    def from_json(cls, values: Any) -> "Aim":
        """Read an aim from a decoded JSON object; fields left out keep their defaults."""
        return cls(**_named(values))

    def to_json(self) -> dict[str, float]:
        """The aim as a plain object that `from_json` reads back."""
        return asdict(self)


def aim_values(aim: Aim | AimValues | None) -> AimValues:
    """An aim as plain numbers, whichever way it was given; none without one."""
    return aim.to_json() if isinstance(aim, Aim) else aim or {}


def nearest_strength(aim: Aim | AimValues | None) -> str:
    """The named strength whose speed is nearest to an aim's; the usual one without a speed."""
    speed = aim.speed if isinstance(aim, Aim) else _named(aim or {}).get("speed")
    if not isinstance(speed, int | float) or not math.isfinite(speed):
        return USUAL
    return min(STRENGTHS, key=lambda name: abs(STRENGTHS[name]["speed"] - speed))


def check_aim(aim: Any) -> None:
    """Raise unless a hand could throw so: an `Aim`, or values for some of its fields."""
    if isinstance(aim, Aim):
        return
    for name, value in _named(aim).items():
        low, high = AIM_RANGES[name]
        if value.__class__ is float and low <= value <= high:
            continue
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not low <= value <= high:
            raise BadValue(
                f"aim {name} = {value!r}: a number from {low:.4g} to {high:.4g} is accepted"
            )


def _named(values: Any) -> AimValues:
    if not isinstance(values, Mapping) or not AIM_RANGES.keys() >= values.keys():
        raise BadValue(f"aim {values!r}: an object with {', '.join(AIM_RANGES)} is accepted")
    return values
