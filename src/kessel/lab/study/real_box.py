"""A real box, measured with a phone and a ruler: drop and slide tests to parameters of the physics.

A rebound gives the damping of a contact, by drops in our own simulation; the angle at which a die
begins to slide gives its friction; the wall is measured as it is. Each comes with its uncertainty.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats  # type: ignore[import-untyped,unused-ignore]

from kessel.errors import BadValue

SURFACES = ("mat", "plastic", "dice")
LEAST = 3
"""Repetitions of a test, for an error."""
DAMPINGS = (0.05, 0.1, 0.15, 0.2, 0.28, 0.36, 0.44, 0.5, 0.6, 0.7)
REBOUNDS = (0.8072, 0.6554, 0.5379, 0.4443, 0.334, 0.2545, 0.1986, 0.1658, 0.1226, 0.0856)
"""With which share of its speed a die comes back, by damping: means over 300 heights from
 150 to 250 mm. A single one depends on when within a step the die arrives."""
READING_MM, READING_DEGREES = 1.0, 0.5
"""How well a picture and an angle are read, at best."""

PROTOCOL = """\
What you need: a phone that films in slow motion, a ruler in millimetres, tape, a board, the game.
Write a line for every test into a text file; # begins a remark. Ten of each kind are good.

1. Drops. Tape the ruler upright behind the place, and the phone level with it. Hold a die flat and
   let it go from about 200 mm, on the mat, on the smooth plastic of the box (its lid, or the rim),
   and on the top of a die that is stuck down with putty. From the film: how high was the underside
   of the die, and how high did it come back? Leave out drops after which it turned over.
       drop mat 200 13          drop plastic 205 22          drop dice 195 12
2. Slides. Lay a die on the mat, tape the mat to the board and lift one end slowly until the die
   begins to slide. The phone's level says the angle in degrees. Likewise the plastic; and a die
   on top of another that is stuck to the board.
       slide mat 35             slide plastic 6              slide dice 14
3. The wall. Its angle against the mat in degrees, and its height in millimetres, at three places.
       wall 72                  height 60

kessel study --measured FILE prints what it says about the box; with a folder and
--full --only drawn the figures of the study are worked out over boxes that fit it.
"""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A parameter with its standard error."""

    value: float
    error: float
    tests: int

    @property
    def interval(self) -> tuple[float, float]:
        """95%, by Student's t for so few tests."""
        reach = float(stats.t.ppf(0.975, self.tests - 1)) * self.error
        return self.value - reach, self.value + reach


def fitted(text: str) -> dict[str, Fitted]:
    """Parameters of `variants.Change` by name, out of the lines of a measurement."""
    tests = _read(text)
    if not tests:
        raise BadValue(
            "nothing is measured there: `kessel study --protocol` says what to write down"
        )
    found: dict[str, Fitted] = {}
    for (test, surface), values in tests.items():
        name = " ".join(filter(None, (test, surface)))
        if len(values) < LEAST:
            raise BadValue(f"{name}: {len(values)} of at least {LEAST} tests")
        parameter, value, error = _fit(test, surface, values)
        found[parameter] = Fitted(value, error, len(values))
    return found


def known(found: Mapping[str, Fitted]) -> dict[str, tuple[float, float]]:
    """Mean and standard error of each, as boxes are drawn by them."""
    return {name: (one.value, one.error) for name, one in found.items()}


def fitted_text(found: Mapping[str, Fitted]) -> str:
    """A table in Markdown."""
    lines = ["| parameter | fitted | 95% | tests |", "|---|---|---|---|"]
    for name, one in found.items():
        low, high = one.interval
        lines.append(f"| {name} | {one.value:.4g} | {low:.4g} to {high:.4g} | {one.tests} |")
    return "\n".join(lines)


def _read(text: str) -> dict[tuple[str, str], list[tuple[float, ...]]]:
    tests: dict[tuple[str, str], list[tuple[float, ...]]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        test, *rest = words
        surface = rest.pop(0) if test in ("drop", "slide") and rest else ""
        try:
            if test not in _LIMITS or (surface not in SURFACES) is (test in ("drop", "slide")):
                raise ValueError
            values = tuple(map(float, rest))
            if len(values) != (2 if test == "drop" else 1):
                raise ValueError
        except ValueError:
            raise BadValue(
                f"line {number}, {line.strip()!r}: a test is `drop mat 200 13` (mm from, mm back), "
                f"`slide mat 35` (degrees), `wall 72` (degrees) or `height 60` (mm), and what "
                f"dice fall and slide on is one of {', '.join(SURFACES)}"
            ) from None
        if not _possible(test, values):
            raise BadValue(f"line {number}, {line.strip()!r}: {_LIMITS[test]}")
        tests.setdefault((test, surface), []).append(values)
    return tests


def _possible(test: str, values: Sequence[float]) -> bool:
    if test == "drop":
        return 0.0 < values[1] < values[0] < math.inf
    return 0.0 < values[0] < (1000.0 if test == "height" else 90.0)


_LIMITS = {
    "drop": "a die comes back less high than it fell from, and both are more than 0 mm",
    "slide": "an angle is between 0 and 90 degrees",
    "wall": "an angle is between 0 and 90 degrees",
    "height": "a wall is between 0 and 1000 mm high",
}


def _mean(values: Sequence[float], reading: float) -> tuple[float, float]:
    """The mean, and its standard error, no smaller than by how well one can read."""
    spread = max(float(np.std(values, ddof=1)), reading)
    return float(np.mean(values)), spread / math.sqrt(len(values))


def _fit(test: str, surface: str, values: Sequence[tuple[float, ...]]) -> tuple[str, float, float]:
    """The parameter that a test tells, its value and its standard error."""
    if test == "drop":
        return f"{surface}_damping", *_damping(surface, values)
    readings = [reading for (reading,) in values]
    if test == "wall":
        return "wall_degrees", *_mean(readings, READING_DEGREES)
    if test == "height":
        return "wall_height", *_mean([one / 1000 for one in readings], READING_MM / 1000)
    mean, error = _mean([math.radians(one) for one in readings], math.radians(READING_DEGREES))
    slope = 1.0 / math.cos(mean) ** 2
    return f"{surface}_friction", math.tan(mean), slope * error


def _damping(surface: str, values: Sequence[tuple[float, ...]]) -> tuple[float, float]:
    rebounds = [math.sqrt(back / high) for high, back in values]
    reading = READING_MM / 2 / float(np.mean([math.sqrt(high * back) for high, back in values]))
    mean, error = _mean(rebounds, reading)
    if not REBOUNDS[-1] < mean < REBOUNDS[0]:
        raise BadValue(
            f"drop {surface}: dice come back at {mean:.0%} of their speed; the physics can do "
            f"{REBOUNDS[-1]:.0%} to {REBOUNDS[0]:.0%}"
        )
    damping = float(np.interp(mean, REBOUNDS[::-1], DAMPINGS[::-1]))
    place = int(np.searchsorted(DAMPINGS, damping, "right")) - 1
    slope = (REBOUNDS[place + 1] - REBOUNDS[place]) / (DAMPINGS[place + 1] - DAMPINGS[place])
    return damping, error / abs(slope)
