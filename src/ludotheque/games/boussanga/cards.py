"""Cards as patterns of tokens: how the deck is made, the backs as mirror images, the eight positions.

A frame is a text like `.../TTE/...`: three rows of three places, north first. A pattern is a list of (x, y, colour), with x to the east
and y to the south.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.games.boussanga.state import COLOURS, LETTERS, TURNS

FRAME = 3
Token = tuple[int, int, int]


def is_frame(text: str) -> bool:
    """Three rows of three places, of the letters T, E, A, F and the dot, with two tokens or more."""
    rows = text.split("/")
    fits = len(rows) == FRAME and all(len(row) == FRAME for row in rows)
    return fits and all(place in f".{LETTERS}" for row in rows for place in row) and len(pattern(text)) > 1


def pattern(frame: str) -> list[Token]:
    """The tokens of a frame, row by row."""
    return [
        (x, y, LETTERS.index(place))
        for y, row in enumerate(frame.split("/"))
        for x, place in enumerate(row)
        if place in LETTERS
    ]


def shifted(frame: str, steps: int) -> str:
    """The frame with every colour this many steps further: earth, water, air, fire, earth."""
    letters = {letter: LETTERS[(index + steps) % COLOURS] for index, letter in enumerate(LETTERS)}
    return "".join(letters.get(place, place) for place in frame)


def mirrored(frame: str) -> str:
    """The back of a transparent card: its front seen from behind."""
    return "/".join(row[::-1] for row in frame.split("/"))


def turned(tokens: Sequence[Token], turn: int) -> list[Token]:
    """The pattern an eighth of a turn clockwise, `turn` times, its corner at (0, 0); odd turns are √2 as large."""
    for _ in range(turn // 2):
        tokens = [(-y, x, colour) for x, y, colour in tokens]
    if turn % 2:
        tokens = [(x - y, x + y, colour) for x, y, colour in tokens]
    return cornered(tokens)


def cornered(tokens: Sequence[Token]) -> list[Token]:
    """The pattern moved so that its corner lies at (0, 0)."""
    west, north = min(x for x, _, _ in tokens), min(y for _, y, _ in tokens)
    return [(x - west, y - north, colour) for x, y, colour in tokens]


def positions(frame: str) -> list[list[Token]]:
    """The eight positions of a card, in eighths of a turn clockwise."""
    return [turned(pattern(frame), turn) for turn in range(TURNS)]


def same_card(one: str, other: str) -> bool:
    """Whether two frames show the same card, perhaps turned by quarters."""
    return sorted(cornered(pattern(one))) in [
        sorted(turned(pattern(other), turn)) for turn in range(0, TURNS, 2)
    ]
