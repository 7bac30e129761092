"""Draws a moment of a game to keep and to send: the board, with the winner above it and everybody's result below."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape

import msgspec

from ludotheque.core.catalogue import export
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.scene.art import sprites_of, symbols_in
from ludotheque.scene.model import Layout, Piece, Place, Scene, Standing
from ludotheque.scene.seats import called
from ludotheque.scene.svg import (
    INK,
    PAPER,
    SHAPES,
    Drawing,
    Name,
    draw_piece,
    draw_sign,
    draw_text,
    name_in,
    nested,
    words_with,
)

TALLEST = 1.4
"""How high a souvenir is at most, as a share of its width."""
LEAST = 0.3
"""How large the board is at least, however much is said above it, as a share of its size."""


class Caption(msgspec.Struct, frozen=True):
    """The text around a board that is shared.

    Attributes:
        title: the game.
        result: how it ended; None to leave it out.
        moment: how far the game is, for a game without a `result`; None to leave it out.
        why: why it is over; None to leave it out.
        day: when it ended; "" if that is unknown.
        site: where it is played; "" to leave it out.
    """

    title: Message
    result: Message | None = None
    moment: Message | None = None
    why: Message | None = None
    day: str = ""
    site: str = ""


def souvenir(
    game: Game,
    scene: Scene,
    layout: Layout,
    board: str,
    language: str,
    names: Sequence[Name],
    caption: Caption,
) -> str:
    """A moment of a game to keep and to send as SVG: the game and who won, the board, everybody's result in a line; nothing that lies beside the board.

    Where the board lies in it is written in `data-board`: left, top, width and height; what is written on it stands in a group of the class
    `on-board`, what is written large over it in one of the class `headline`. A sign that is neither a shape nor a piece's own number is
    left out: an outsider would not know what it stands for.
    """
    entries = export(language)
    players = [name_in(name, language, entries) for name in names]
    sprites = sprites_of(game)
    plain = tuple(
        piece if _tells(piece) else msgspec.structs.replace(piece, mark="") for piece in scene.pieces
    )
    drawn = msgspec.structs.replace(scene, pieces=plain)
    picture = _Souvenir(drawn, layout, symbols_in(sprites), words_with(language, entries, players))
    return picture.whole(board, sprites, scene, players, caption)


def _tells(piece: Piece) -> bool:
    """Whether a piece's sign tells an outsider something: a shape, or the number of a piece that is nobody's, unless it only says which key clicks it."""
    return piece.mark in SHAPES or (piece.mark.isdecimal() and piece.seat < 0 and not piece.hotkey)


class _Souvenir(Drawing):
    """A souvenir being drawn."""

    def whole(self, board: str, sprites: str, scene: Scene, names: Sequence[str], caption: Caption) -> str:
        """The board, with the winner above it and everybody's result below. `scene` is the one drawn, with all its signs."""
        width = self.layout.width
        self.letter = width / 40
        above, top = self.headline(caption)
        beneath, low = self.results(scene, names)
        foot = " · ".join(filter(None, (caption.day, caption.site)))
        low += (2.1 if foot else 0.6) * self.letter
        scale = max(LEAST, min(0.95, (TALLEST * width - top - low) / self.layout.height))
        left, wide, high = (1 - scale) * width / 2, scale * width, scale * self.layout.height
        height = top + high + low
        parts = [
            f'<g class="on-board" transform="translate({left:g} {top:g}) scale({scale:g})">',
            self.ground(board),
            *self.on_the_board(trace=False),
            f'</g><g transform="translate(0 {top + high:g})">',
            *beneath,
            "</g>",
        ]
        if foot:
            parts.append(
                draw_text(width / 2, height - 0.7 * self.letter, 0.9 * self.letter, foot, anchor="middle")
            )
        label = escape(
            ". ".join(filter(None, (self.words(caption.title), self.said(caption.result or caption.moment))))
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{label}" '
            f'data-board="{left:g} {top:g} {wide:g} {high:g}" font-family="system-ui, sans-serif"><defs>{nested(sprites)}</defs>'
            f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/><g class="headline">{"".join(above)}</g>{"".join(parts)}</svg>'
        )

    def said(self, message: Message | None) -> str:
        return "" if message is None else self.words(message)

    def headline(self, caption: Caption) -> tuple[list[str], float]:
        """The game, who won and why it is over, or how far it is; and how much room they take. Who won is largest, else the game."""
        parts: list[str] = []
        y = 0.7 * self.letter
        title, result = self.words(caption.title), self.said(caption.result)
        largest = [(title, 2.0, True), (result, 2.5, True)]
        if not result:
            largest = [(title, 2.5, True), (self.said(caption.moment), 1.6, False)]
        for text, share, bold in (*largest, (self.said(caption.why), 1.25, False)):
            size = share * self.letter
            for line in textwrap.wrap(text, int(0.94 * self.layout.width / (0.56 * size))):
                y += 1.22 * size
                parts.append(
                    draw_text(self.layout.width / 2, y - 0.28 * size, size, line, bold, anchor="middle")
                )
        return parts, y + 0.8 * self.letter

    def results(self, scene: Scene, names: Sequence[str]) -> tuple[list[str], float]:
        """A line for each seat, the first one first: sign, name, rank and what the seat has (only the first part if there is no room for
        all); in two columns where they are many. And how much room they take."""
        seats = sorted(scene.standings, key=lambda each: (each.rank or len(scene.standings), each.seat))
        columns = 2 if len(seats) > 4 else 1
        rows = -(-len(seats) // columns)
        room = (self.layout.width - 2 * self.margin) / columns
        line = 2.0 * self.letter
        told = [(self.called(seat, names), list(map(self.words, self.told(seat)))) for seat in seats]
        # A count of which a part is missing would not add up.
        if any(
            len(" · ".join((name, *has))) + 1 > self.letters(seat, room)
            for seat, (name, has) in zip(seats, told, strict=True)
        ):
            told = [
                (name, has[: 2 if seat.rank else 1]) for seat, (name, has) in zip(seats, told, strict=True)
            ]
        parts: list[str] = []
        for number, (standing, (name, has)) in enumerate(zip(seats, told, strict=True)):
            column, row = divmod(number, rows)
            x, y = self.margin + column * room, (row + 0.5) * line + 0.6 * self.letter
            parts += self.result(scene, standing, name, has, x, y, room)
        return parts, rows * line + 0.6 * self.letter

    def called(self, standing: Standing, names: Sequence[str]) -> str:
        return next(iter(names[standing.seat : standing.seat + 1]), "") or self.words(called(standing.seat))

    def told(self, standing: Standing) -> list[Message]:
        """A seat's rank, if it has one, and what the seat has."""
        rank = [Message("ui.rank", {"n": standing.rank})] if standing.rank else []
        return [*rank, *standing.lines]

    def letters(self, standing: Standing, room: float) -> int:
        """How many letters find room behind a seat's signs."""
        size = 1.2 * self.letter
        return int((room - (1.3 * len(_signs(standing)) + 0.5) * size) / (0.54 * size))

    def result(
        self,
        scene: Scene,
        standing: Standing,
        name: str,
        told: Sequence[str],
        x: float,
        y: float,
        room: float,
    ) -> list[str]:
        size = 1.2 * self.letter
        parts: list[str] = []
        figure = next(
            (each for each in scene.pieces if each.seat == standing.seat and each.mark == standing.mark), None
        )
        for sign, tint in zip(_signs(standing), standing.tints, strict=False):
            if sign not in SHAPES and figure is not None:
                at = Place("", x + 0.7 * size, y, 1.4 * size, 1.4 * size, figure.label)
                parts.append(
                    draw_piece(msgspec.structs.replace(figure, mark="", badge=""), at, self.symbols, "")
                )
            else:
                parts.append(draw_sign(sign, tint, x + 0.7 * size, y, 0.5 * size))
            x += 1.3 * size
        x += 0.5 * size
        letters = self.letters(standing, room)
        if len(name) > letters - 6:
            name = name[: letters - 7].rstrip() + "…"
        has = ""
        for each in filter(None, told):
            more = f"{has} · {each}" if has else each
            if len(name) + 2 + len(more) > letters:
                continue
            has = more
        bold = f'<tspan font-weight="700">{escape(name)}</tspan>'
        parts.append(
            f'<text x="{x:g}" y="{y + 0.36 * size:g}" font-size="{size:g}" fill="{INK}">{bold}'
            f"{'  ' if has else ''}{escape(has)}</text>"
        )
        return parts


def _signs(standing: Standing) -> list[str]:
    """The signs of a seat, one for each of its colours where it has as many."""
    return list(standing.mark) if len(standing.mark) == len(standing.tints) else [standing.mark]
