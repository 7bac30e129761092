"""The code on the sticker: as segno draws it, for each size of code."""

from __future__ import annotations

import pytest
import segno

from ludotheque.press.sticker import LONGEST, _path, _patterns, modules

FULL = (14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331)
"""How many bytes fill a code of each version."""


@pytest.mark.parametrize("version", range(1, 14))
def test_a_full_code_is_that_of_segno(version: int) -> None:
    """Only full ones: segno adds a byte of zeros before the bytes that fill up, which no reader minds."""
    link = ("https://x.org/" + "abcdefghij/" * 40)[: FULL[version - 1]]
    wanted = segno.make(link, error="m", version=version, mask=0, mode="byte", boost_error=False, micro=False)
    assert modules(link) == [list(row) for row in wanted.matrix]


def test_a_short_link_is_filled_up_as_the_standard_says() -> None:
    """Of 16 bytes, the link and its head take 10; EC and 11 in turn fill the others."""
    code, blank = modules("https://"), _patterns(1)
    bits = [
        code[row][column] ^ ((row + column) % 2 == 0) for row, column in _path(21) if blank[row][column] < 0
    ]
    held = int("".join(map(str, map(int, bits[:128]))), 2).to_bytes(16, "big")
    assert held.hex() == f"408{b'https://'.hex()}0ec11ec11ec11"


def test_a_link_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        modules("x" * (LONGEST + 1))
