"""Sine, cosine, logarithm, arc tangent and lengths from `+ - * /` and square roots alone.

IEEE 754 fixes these to the last bit; the functions of `math` come from the platform's library and
may differ there. So a throw that uses only what is here is the same on every machine. Polynomials
and splitting of constants are those of Sun's fdlibm; `x * x` stands for `x ** 2`, which is `pow`.
"""

import math

_HALF_PI = 1.5707963267341256, 6.077100506506192e-11
"""π/2 in two parts; the first has 33 bits, so that small multiples of it are exact."""
_LN_2 = 0.6931471803691238, 1.9082149292705877e-10
_SIN = (
    -1.66666666666666324348e-01,
    8.33333333332248946124e-03,
    -1.98412698298579493134e-04,
    2.75573137070700676789e-06,
    -2.50507602534068634195e-08,
    1.58969099521155010221e-10,
)
_COS = (
    4.16666666666666019037e-02,
    -1.38888888888741095749e-03,
    2.48015872894767294178e-05,
    -2.75573143513906633035e-07,
    2.08757232129817482790e-09,
    -1.13596475577881948265e-11,
)
_LOG = (
    6.666666666666735130e-01,
    3.999999999940941908e-01,
    2.857142874366239149e-01,
    2.222219843214978396e-01,
    1.818357216161805012e-01,
    1.531383769920937332e-01,
    1.479819860511658591e-01,
)
_ATAN = (
    3.33333333333329318027e-01,
    -1.99999999998764832476e-01,
    1.42857142725034663711e-01,
    -1.11111104054623557880e-01,
    9.09088713343650656196e-02,
    -7.69187620504482999495e-02,
    6.66107313738753120669e-02,
    -5.83357013379057348645e-02,
    4.97687799461593236017e-02,
    -3.65315727442169155270e-02,
    1.62858201153657823623e-02,
)
_ATAN_HALF = 4.63647609000806093515e-01, 2.26987774529616870924e-17
"""The arc tangent of 1/2, in two parts."""


def sin(angle: float) -> float:
    """Sine; the error is below 2e-16 up to some thousands of turns."""
    return _turned(angle, 0)


def cos(angle: float) -> float:
    """Cosine."""
    return _turned(angle, 1)


def log(x: float) -> float:
    """The natural logarithm of a positive number."""
    share, exponent = math.frexp(x)
    if share < math.sqrt(0.5):
        share, exponent = 2.0 * share, exponent - 1
    f = share - 1.0
    half_square = 0.5 * f * f
    s = f / (2.0 + f)
    z = s * s
    rest = z * _polynomial(_LOG, z)
    low = s * (half_square + rest) + exponent * _LN_2[1]
    return low - half_square + f + exponent * _LN_2[0]


def atan2(y: float, x: float) -> float:
    """The angle of a direction, from -π to π; 0 for no direction at all."""
    up, right = abs(y), abs(x)
    if not up and not right:
        return 0.0
    angle = math.pi / 2 - _atan(right / up) if up > right else _atan(up / right)
    if x < 0.0:
        angle = math.pi - angle
    return -angle if y < 0.0 else angle


def length(*parts: float) -> float:
    """Of a vector; the squares are added in the order given."""
    square = 0.0
    for part in parts:
        square += part * part
    return math.sqrt(square)


def _turned(angle: float, quarters: int) -> float:
    """The sine of an angle and that many quarter turns."""
    n = round(angle / (_HALF_PI[0] + _HALF_PI[1]))
    head, rest = angle - n * _HALF_PI[0], n * _HALF_PI[1]
    x = head - rest
    tail = (head - x) - rest
    z = x * x
    if (n + quarters) % 2:
        value = 1.0 - (0.5 * z - (z * z * _polynomial(_COS, z) - x * tail))
    else:
        value = x - ((z * (0.5 * tail - z * x * _polynomial(_SIN[1:], z)) - tail) - z * x * _SIN[0])
    return -value if (n + quarters) % 4 > 1 else value


def _atan(x: float) -> float:
    """From 0 to 1."""
    if x < 0.4375:
        return _small_atan(x)
    high, low = _ATAN_HALF
    return high + (_small_atan((2.0 * x - 1.0) / (2.0 + x)) + low)


def _small_atan(x: float) -> float:
    z = x * x
    return x - x * (z * _polynomial(_ATAN, z))


def _polynomial(factors: tuple[float, ...], x: float) -> float:
    value = 0.0
    for factor in reversed(factors):
        value = value * x + factor
    return value
