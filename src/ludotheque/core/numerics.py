"""Logarithms, exponentials and sines that are the same to the last bit on every machine, compiled or interpreted.

Libraries of C differ in the last bits, and a bot's tree differs after that. These functions use only what IEEE 754 defines: adding,
multiplying, dividing, comparing and rounding. They are within 3e-16 of the exact value, relative to it or to 1.
"""

from __future__ import annotations

import math

import numpy as np

from ludotheque.core.jit import compiled

LN2_HIGH, LN2_LOW = float.fromhex("0x1.62e42fefa38p-1"), float.fromhex("0x1.ef35793c7673p-45")
"""The natural logarithm of 2 in two parts, the first so short that its products with whole numbers up to 2048 are exact."""
QUARTER_HIGH, QUARTER_LOW = float.fromhex("0x1.921fb54442p+0"), float.fromhex("0x1.a308d313198a3p-41")
"""A quarter of a turn in radians in two parts, likewise up to 4096."""
LEAST, MOST = -745.2, 709.78271289338397
"""Below and above these `exp` is 0 and infinity."""
_SHIFT = 540
_POWERS = np.ldexp(1.0, np.arange(-_SHIFT, _SHIFT))


@compiled
def log(x: float) -> float:
    """The natural logarithm; negative infinity for 0, and no number for what is below."""
    if x <= 0.0 or x == math.inf:
        return x if x > 0.0 else (-math.inf if x == 0.0 else math.nan)
    rest, power = x, 0
    while rest < 1.0:
        rest, power = rest * 4294967296.0, power - 32
    while rest >= 4294967296.0:
        rest, power = rest / 4294967296.0, power + 32
    if rest >= 65536.0:
        rest, power = rest / 65536.0, power + 16
    if rest >= 256.0:
        rest, power = rest / 256.0, power + 8
    if rest >= 16.0:
        rest, power = rest / 16.0, power + 4
    if rest >= 4.0:
        rest, power = rest / 4.0, power + 2
    if rest >= 2.0:
        rest, power = rest / 2.0, power + 1
    if rest >= 1.4142135623730951:
        rest, power = rest / 2.0, power + 1
    ratio = (rest - 1.0) / (rest + 1.0)  # log(rest) = 2 artanh(ratio), and the ratio is at most 0.172
    square = ratio * ratio
    series = 1.0 / 21.0
    series = series * square + 1.0 / 19.0
    series = series * square + 1.0 / 17.0
    series = series * square + 1.0 / 15.0
    series = series * square + 1.0 / 13.0
    series = series * square + 1.0 / 11.0
    series = series * square + 1.0 / 9.0
    series = series * square + 1.0 / 7.0
    series = series * square + 1.0 / 5.0
    series = series * square + 1.0 / 3.0
    series = series * square
    return power * LN2_HIGH + (power * LN2_LOW + 2.0 * ratio * series + 2.0 * ratio)


@compiled
def exp(x: float) -> float:
    """The exponential function; 0 or infinity for what is beyond the range of floats."""
    if x > MOST:
        return math.inf
    if x < LEAST:
        return 0.0
    power = math.floor(x * 1.4426950408889634 + 0.5)
    rest = x - power * LN2_HIGH - power * LN2_LOW  # at most half the logarithm of 2
    series = 1.0 / 6227020800.0
    series = series * rest + 1.0 / 479001600.0
    series = series * rest + 1.0 / 39916800.0
    series = series * rest + 1.0 / 3628800.0
    series = series * rest + 1.0 / 362880.0
    series = series * rest + 1.0 / 40320.0
    series = series * rest + 1.0 / 5040.0
    series = series * rest + 1.0 / 720.0
    series = series * rest + 1.0 / 120.0
    series = series * rest + 1.0 / 24.0
    series = series * rest + 1.0 / 6.0
    series = series * rest + 0.5
    series = series * rest * rest + rest + 1.0
    half = power // 2
    return float(series * _POWERS[_SHIFT + half] * _POWERS[_SHIFT + power - half])


@compiled
def power(base: float, exponent: float) -> float:
    """A number greater than 0 to any power."""
    return exp(exponent * log(base))


@compiled
def sine(x: float) -> float:
    """The sine of an angle in radians, up to a thousand turns."""
    return _wave(x, 0)


@compiled
def cosine(x: float) -> float:
    """The cosine of an angle in radians, up to a thousand turns."""
    return _wave(x, 1)


@compiled
def _wave(x: float, ahead: int) -> float:
    """The sine of an angle that is so many quarters of a turn ahead of `x`."""
    quarters = math.floor(x * 0.6366197723675814 + 0.5)
    rest = x - quarters * QUARTER_HIGH - quarters * QUARTER_LOW  # at most an eighth of a turn
    square = rest * rest
    place = (quarters + ahead) % 4
    if place % 2 == 0:
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
