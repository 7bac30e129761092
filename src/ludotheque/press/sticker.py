"""The code on the sticker for the lid: a QR code (ISO/IEC 18004) of bytes, with level M of error correction, versions 1 to 13.

Pages have no package for that, and readers take any of the eight masks, so the first one does.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from ludotheque.core.message import Message

LONGEST = 331
"""How many bytes a link may have."""
_CHECKS = (10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22)
"""For each version, how many bytes correct a block."""
_BLOCKS = (1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9)
"""For each version, how many blocks there are."""
_FORMAT = 0b101010000010010
"""Level M and the first mask, with the bits that correct them."""
_FINDER = (0b1111111, 0b1000001, 0b1011101, 0b1011101, 0b1011101, 0b1000001, 0b1111111)

Grid = list[list[int]]


def unfit(link: str) -> Message | None:
    """Why a sticker cannot lead to this address; None if it can."""
    spelt = link.isascii() and link.isprintable() and " " not in link
    if not spelt or not link.startswith(("http://", "https://")):
        return Message("error.why.link", {"value": link[:60]})
    if len(link) > LONGEST:
        return Message("error.why.link_long", {"limit": LONGEST, "value": len(link)})
    return None


def modules(link: str) -> Grid:
    """The rows of the code, 1 for each dark square. Raises `ValueError` for a link of more than `LONGEST` bytes."""
    data = link.encode()
    version = next((v for v in range(1, 14) if len(data) + 2 + (v > 9) <= _room(v)), None)
    if version is None:
        raise ValueError(f"a code holds {LONGEST} bytes, and this link has {len(data)}: give a shorter one")
    drawn = _patterns(version)
    bits = _bits(_interleaved(version, data))
    for row, column in _path(len(drawn)):
        if drawn[row][column] < 0:
            drawn[row][column] = next(bits, 0) ^ int((row + column) % 2 == 0)
    return drawn


def _whole(version: int) -> int:
    """How many bytes a code of this version has, those that correct included."""
    return sum(each.count(-1) for each in _patterns(version)) // 8


def _room(version: int) -> int:
    return _whole(version) - _CHECKS[version - 1] * _BLOCKS[version - 1]


def _interleaved(version: int, data: bytes) -> bytes:
    """The link in blocks, each with the bytes that correct it, one byte of each block in turn."""
    room, blocks = _room(version), _BLOCKS[version - 1]
    wide = 16 if version > 9 else 8
    number = ((4 << wide | len(data)) << 8 * len(data) | int.from_bytes(data, "big")) << 4
    held = number.to_bytes(len(data) + 1 + wide // 8, "big")
    held = (held + b"\xec\x11" * room)[:room]
    short, longer = divmod(room, blocks)
    parts, begin = [], 0
    for block in range(blocks):
        end = begin + short + (block >= blocks - longer)
        parts.append(held[begin:end])
        begin = end
    checks = [_checks(part, _CHECKS[version - 1]) for part in parts]
    mixed = [part[i] for i in range(short + 1) for part in parts if i < len(part)]
    return bytes(mixed + [check[i] for i in range(_CHECKS[version - 1]) for check in checks])


def _checks(part: bytes, count: int) -> list[int]:
    """The bytes that correct a block (Reed and Solomon)."""
    divisor, root = [1], 1
    for _ in range(count):
        divisor = [high ^ _times(low, root) for high, low in zip([*divisor, 0], [0, *divisor], strict=True)]
        root = _times(root, 2)
    rest = [0] * count
    for byte in part:
        factor = byte ^ rest[0]
        rest = [old ^ _times(each, factor) for old, each in zip([*rest[1:], 0], divisor[1:], strict=True)]
    return rest


@functools.cache
def _times(one: int, other: int) -> int:
    """The product in the field of 256 elements that QR codes use."""
    product = 0
    for bit in range(7, -1, -1):
        product = product << 1 ^ (product >> 7) * 0x11D
        product ^= (other >> bit & 1) * one
    return product


def _bits(data: bytes) -> Iterator[int]:
    return (byte >> bit & 1 for byte in data for bit in range(7, -1, -1))


def _path(size: int) -> Iterator[tuple[int, int]]:
    """The squares in the order in which bits lie: up and down in pairs of columns, from the right; the column of the marks is left out."""
    for pair, right in enumerate([*range(size - 1, 6, -2), 5, 3, 1]):
        for row in range(size) if pair % 2 else range(size - 1, -1, -1):
            yield row, right
            yield row, right - 1


def _patterns(version: int) -> Grid:
    """All that does not depend on the link; -1 elsewhere."""
    size = 17 + 4 * version
    grid = [[-1] * size for _ in range(size)]
    for at in range(size):
        grid[6][at] = grid[at][6] = 1 - at % 2
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        for row in range(max(0, top - 1), min(size, top + 8)):
            for column in range(max(0, left - 1), min(size, left + 8)):
                inside = 0 <= row - top < 7 and 0 <= column - left < 7
                grid[row][column] = _FINDER[row - top] >> (column - left) & 1 if inside else 0
    middles = _middles(version)
    for middle in middles:
        for other in middles:
            if grid[middle][other] < 0 or (6 in (middle, other) and 8 < max(middle, other) < size - 9):
                for row in range(-2, 3):
                    for column in range(-2, 3):
                        grid[middle + row][other + column] = int(max(abs(row), abs(column)) != 1)
    for bit in range(15):
        dark = _FORMAT >> bit & 1
        row = bit if bit < 6 else bit + 1 if bit < 8 else size - 15 + bit
        column = size - 1 - bit if bit < 8 else 15 - bit if bit < 9 else 14 - bit
        grid[row][8] = grid[8][column] = dark
    grid[size - 8][8] = 1
    if version > 6:
        rest = version
        for _ in range(12):
            rest = rest << 1 ^ (rest >> 11) * 0x1F25
        for bit in range(18):
            near, far = bit // 3, size - 11 + bit % 3
            grid[near][far] = grid[far][near] = (version << 12 | rest) >> bit & 1
    return grid


def _middles(version: int) -> list[int]:
    """The rows and columns of the small marks' middles."""
    if version == 1:
        return []
    count = version // 7 + 2
    step = (version * 8 + count * 3 + 5) // (count * 4 - 4) * 2
    return [6, *(10 + 4 * version - i * step for i in range(count - 2, -1, -1))]
