"""The functions that are the same everywhere, against values that are exact."""

import math
from decimal import Decimal, getcontext
from random import Random

import pytest

from kessel.throws.arithmetic import atan2, cos, length, log, sin

getcontext().prec = 50
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")
COUNT = 2000
ULP = 2.0**-52


def exact_sin(x: Decimal) -> Decimal:
    x %= 2 * PI
    term = total = x
    k = 1
    while abs(term) > Decimal("1e-40"):
        term *= -x * x / ((k + 1) * (k + 2))
        total, k = total + term, k + 2
    return total


def angles() -> list[float]:
    rng = Random("angles")
    some = [rng.uniform(-100.0, 100.0) for _ in range(COUNT)]
    near = [k * math.pi / 4 + rng.uniform(-1e-6, 1e-6) for k in range(-40, 41)]
    return [0.0, math.pi, -math.pi, math.pi / 2, math.tau, *some, *near]


def off(found: float, exact: Decimal) -> float:
    return float(abs(Decimal(found) - exact))


def test_sine_and_cosine() -> None:
    for x in angles():
        assert off(sin(x), exact_sin(Decimal(x))) < 0.9 * ULP, x
        assert off(cos(x), exact_sin(Decimal(x) + PI / 2)) < 0.9 * ULP, x


def test_logarithm() -> None:
    rng = Random("logs")
    small = [rng.random() * 2.0 ** rng.randint(-60, 60) for _ in range(COUNT)]
    for x in [1.0, 2.0, 0.5, 2.0**-53, *(1.0 - rng.random() for _ in range(COUNT)), *small]:
        exact = Decimal(x).ln()
        assert off(log(x), exact) <= ULP * max(2.0**-60, abs(float(exact))), x
    assert log(1.0) == 0.0


def test_arc_tangent() -> None:
    rng = Random("directions")
    for _ in range(COUNT):
        x, y = rng.uniform(-1, 1), rng.uniform(-1, 1)
        angle, r = atan2(y, x), (Decimal(x) ** 2 + Decimal(y) ** 2).sqrt()
        # the sine of what is left between the angle and the direction
        sine, cosine = exact_sin(Decimal(angle)), exact_sin(Decimal(angle) + PI / 2)
        assert abs((sine * Decimal(x) - cosine * Decimal(y)) / r) < Decimal(2.2 * ULP), (y, x)
        assert abs(angle - math.atan2(y, x)) < 1e-6


@pytest.mark.parametrize(
    ("y", "x", "angle"),
    [
        (0.0, 1.0, 0.0),
        (0.0, -1.0, math.pi),
        (1.0, 0.0, math.pi / 2),
        (-1.0, 0.0, -math.pi / 2),
        (0.0, 0.0, 0.0),
    ],
)
def test_directions_along_the_axes_are_exact(y: float, x: float, angle: float) -> None:
    assert atan2(y, x) == angle


def test_lengths() -> None:
    assert length(3.0, 4.0) == 5.0
    assert length(-2.0, 3.0, 6.0) == 7.0
    assert length() == 0.0
    rng = Random("lengths")
    for _ in range(COUNT):
        parts = [rng.uniform(-1, 1) for _ in range(3)]
        x, y, z = map(Decimal, parts)
        exact = (x * x + y * y + z * z).sqrt()
        assert off(length(*parts), exact) < 1.5 * ULP * float(exact)


def test_known_answers_to_the_last_bit() -> None:
    found = [sin(0.7), cos(0.7), sin(-2.5), cos(100.0), log(0.3), log(7.0), atan2(0.3, -0.8)]
    assert [value.hex() for value in found] == [
        "0x1.49d6e694619b8p-1",
        "0x1.87996529f9d93p-1",
        "-0x1.326af0dcfcab0p-1",
        "0x1.b981dbf665fdfp-1",
        "-0x1.34378fcbda721p+0",
        "0x1.f2272ae325a57p+0",
        "0x1.643382c07913ap+1",
    ]
