"""Logarithms, exponentials and sines that are the same to the last bit on every machine, compiled or interpreted.

Libraries of C differ in the last bits, and a bot's tree differs after that. These functions use only what IEEE 754 defines: adding,
multiplying, comparing and rounding. All but `power` are within 1e-15 of the exact value, relative to it or to 1, whichever is greater.
Logarithms and exponentials begin with a table (P. Tang, 1989 and 1990).
"""

from __future__ import annotations

import math
import struct
from decimal import Context, Decimal

from ludotheque.core import lazy
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np

_EXACT = Context(prec=40)
_PARTS = 64
_FAR = 1 << 20
"""What makes numbers positive before they are rounded towards 0."""

LEAST, MOST = -708.0, 709.0
"""Below and above these, `exp` is 0 and infinity."""

_LN2 = _EXACT.ln(Decimal(2))
_PER_PART = float(_PARTS / _LN2)
_PART_HIGH = math.floor(float(_LN2) * 2.0**30 / _PARTS) / 2.0**30
_PART_LOW = float(_LN2 / _PARTS - Decimal(_PART_HIGH))
_LN2_HIGH = math.floor(float(_LN2) * 2.0**40) / 2.0**40
_LN2_LOW = float(_LN2 - Decimal(_LN2_HIGH))
_ROOTS = lazy.table(
    "float64", (float(_EXACT.power(Decimal(2), Decimal(part) / _PARTS)) for part in range(_PARTS))
)
_POWERS = lazy.table("float64", (math.ldexp(1.0, power) for power in range(-1022, 1024)))

_INVERSES = lazy.table("float64", (round(1024 * 256 / (256 + part)) / 1024 for part in range(256)))
"""About 1 / x for x from 1 to 2, in 256 parts; the first is 1."""
_LOGARITHMS = lazy.table("float64", (float(-_EXACT.ln(Decimal(inverse))) for inverse in _INVERSES))
_ROUNDING = 6755399441055744.0
"""Adding 3 × 2**51 rounds a number to a whole one, which its lowest bits then hold."""
_ROUNDING_BITS = struct.unpack("q", struct.pack("d", _ROUNDING))[0]
_FRACTION, _ONE = (1 << 52) - 1, 1023 << 52


@compiled
def log(x: float) -> float:
    """The natural logarithm; negative infinity for 0, NaN for negative numbers and NaN."""
    if math.isnan(x):
        return x
    if x <= 0.0 or x == math.inf:
        return x if x > 0.0 else (-math.inf if x == 0.0 else math.nan)
    power = 0
    if x < 2.2250738585072014e-308:
        x, power = x * 18014398509481984.0, -54
    bits = np.float64(x).view(np.int64)
    power += int(bits >> 52) - 1023
    part = (bits >> 44) & 255
    between = np.int64((bits & _FRACTION) | _ONE).view(np.float64)  # from 1 to 2
    rest = between * _INVERSES[part] - 1.0  # at most 1/200 from 0
    square = rest * rest
    series = 0.3333333333333333 - 0.25 * rest + square * (0.2 - 0.16666666666666666 * rest)
    most = power * _LN2_HIGH + _LOGARITHMS[part]
    return float(most + (power * _LN2_LOW + rest + square * (rest * series - 0.5)))


@compiled
def exp(x: float) -> float:
    """The exponential function; 0 below -708, infinity above 709, NaN for NaN."""
    if math.isnan(x):
        return x
    if x > MOST:
        return math.inf
    if x < LEAST:
        return 0.0
    rounded = x * _PER_PART + _ROUNDING
    parts = rounded - _ROUNDING
    number = np.float64(rounded).view(np.int64) - _ROUNDING_BITS
    rest = x - parts * _PART_HIGH - parts * _PART_LOW  # at most half a part
    square = rest * rest
    series = rest + square * (
        0.5 + rest * 0.16666666666666666 + square * (0.041666666666666664 + rest * 0.008333333333333333)
    )
    scale = _ROOTS[number & 63] * _POWERS[(number >> 6) + 1022]
    return float(scale + scale * series)


@compiled
def power(base: float, exponent: float) -> float:
    """A number greater than 0 to any power. The error grows with the power; squares and roots need not be exact."""
    return exp(exponent * log(base))


_QUARTER_HIGH, _QUARTER_LOW = float.fromhex("0x1.921fb54442p+0"), float.fromhex("0x1.a308d313198a3p-41")


@compiled
def sine(x: float) -> float:
    """The sine of an angle in radians, up to a thousand turns; NaN beyond."""
    return _wave(x, 0)


@compiled
def cosine(x: float) -> float:
    """The cosine of an angle in radians, up to a thousand turns; NaN beyond."""
    return _wave(x, 1)


@compiled
def _wave(x: float, ahead: int) -> float:
    """The sine of an angle that is `ahead` quarters of a turn beyond `x`."""
    if not -6283.0 < x < 6283.0:
        return math.nan
    quarters = int(x * 0.6366197723675814 + (_FAR + 0.5)) - _FAR
    rest = x - quarters * _QUARTER_HIGH - quarters * _QUARTER_LOW  # at most an eighth of a turn
    square = rest * rest
    place = (quarters + ahead) & 3
    if place & 1 == 0:
        series = -1.0 / 1307674368000.0
        series = series * square + 1.0 / 6227020800.0
        series = series * square - 1.0 / 39916800.0
        series = series * square + 1.0 / 362880.0
        series = series * square - 1.0 / 5040.0
        series = series * square + 1.0 / 120.0
        series = series * square - 1.0 / 6.0
        series = series * square * rest + rest
    else:
        series = 1.0 / 20922789888000.0
        series = series * square - 1.0 / 87178291200.0
        series = series * square + 1.0 / 479001600.0
        series = series * square - 1.0 / 3628800.0
        series = series * square + 1.0 / 40320.0
        series = series * square - 1.0 / 720.0
        series = series * square + 1.0 / 24.0
        series = series * square - 0.5
        series = series * square + 1.0
    return series if place < 2 else -series
