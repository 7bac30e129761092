"""Draws pieces with a pattern in characters, side by side: the cards of a hand, tiles with marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.scene.model import Piece, Token

WIDTH = 80
GAP = "   "
HOLE = "·"


def square(piece: Piece) -> list[str]:
    """The pattern of a piece: the initial of each token's sprite, in rows and columns one token's width apart."""
    if not piece.pattern:
        return []
    at = {_spot(token): token.sprite[:1].upper() for token in piece.pattern}
    reach = max(1, *(abs(number) for spot in at for number in spot))
    rows = range(-reach, reach + 1)
    return [" ".join(at.get((column, row), HOLE) for column in rows) for row in rows]


def _spot(token: Token) -> tuple[int, int]:
    return round(token.dx / token.size), round(token.dy / token.size)


def side_by_side(pieces: Sequence[Piece], order: Mapping[str, int]) -> list[str]:
    """The pieces' patterns under the numbers of their places, in as many rows as 80 columns need."""
    columns = [
        (str(order[piece.place]), square(piece)) for piece in sorted(pieces, key=lambda one: order[one.place])
    ]
    lines: list[str] = []
    while columns:
        wide = [max(len(title), *(len(line) for line in drawn), 1) for title, drawn in columns]
        fit = 1
        while fit < len(columns) and len(GAP) * (fit + 1) + sum(wide[: fit + 1]) <= WIDTH:
            fit += 1
        row, columns = columns[:fit], columns[fit:]
        lines.append(_line([title for title, _ in row], wide))
        lines += [
            _line([drawn[number] if number < len(drawn) else "" for _, drawn in row], wide)
            for number in range(max(len(drawn) for _, drawn in row))
        ]
    return lines


def _line(texts: Sequence[str], wide: Sequence[int]) -> str:
    return "  " + GAP.join(text.center(width) for text, width in zip(texts, wide, strict=False)).rstrip()
