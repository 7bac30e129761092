"""What is printed of the box: the board, the tokens, the cards, a board for each player, and a score sheet.

Cards are so much smaller than the board that, as the rulebook describes, one held up before an eye covers the right cells: at 35 cm from the board
15 cm above it, and on the diagonal 20 cm.
"""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.games.boussanga.labels import SPRITES, TINTS, element, frame_of
from ludotheque.games.boussanga.scene import card_pattern
from ludotheque.games.boussanga.state import ALIGNED, COLOURS, MAX_SEATS
from ludotheque.scene.model import Piece
from ludotheque.scene.printed import Part, Printed, Say, face, inside, line, picture, used

UNIT = 0.21
"""A cell is 21 mm wide: the board then fits on one sheet."""
TOKEN, CARD = 17.5, 42.0
"""How wide tokens and cards are, in millimetres."""
ROOM, GAP = 43.0, 2.0
"""How wide the place for a card on a player's board is, and how far places are apart."""
REACH = 43.0
"""How far the drawing of a token reaches from the middle of its symbol."""
SYMBOLS = {"card", *(f"{sprite}{more}" for sprite in SPRITES for more in ("", "-glass", "-spot"))}


def printed(b: Any, contrast: bool, say: Say) -> Printed:
    """The tokens have two equal faces. A card's back is its front seen from behind, without the signs; in high contrast with them."""
    tokens = tuple(_tokens(colour, int(b["tokens_of"][colour])) for colour in range(COLOURS))
    cards = tuple(
        Part(
            Message("boussanga.print.card"),
            _card(frame_of(b, 0, card), 0),
            CARD,
            CARD,
            _card(frame_of(b, 1, card), 0 if contrast else 1),
        )
        for card in range(int(b["cards"]))
    )
    rows = tuple(
        Message("boussanga.print.score", {"what": element(colour), "n": int(b["value"][colour])})
        for colour in range(COLOURS)
    )
    return Printed(
        UNIT,
        (*tokens, *cards, _player_board(b, contrast, say)),
        advice=(Message("boussanga.print.advice"),),
        score=rows,
    )


def _tokens(colour: int, count: int) -> Part:
    drawn = face(Piece("", SPRITES[colour], "", element(colour), tint=TINTS[colour]), SYMBOLS)
    small = inside(drawn, TOKEN, REACH)
    return Part(Message("boussanga.print.token"), small, TOKEN, TOKEN, small, count, "disc")


def _card(frame: str, side: int) -> str:
    piece = Piece("", "card", "", Message("boussanga.print.card"), pattern=card_pattern(frame, side))
    return face(piece, SYMBOLS)


def _player_board(b: Any, contrast: bool, say: Say) -> Part:
    """A place for each card of a hand; below them the points zone, with a place for the tokens of each element and for the extra one."""
    places = max(int(b["places"]), COLOURS)
    width, height = places * (ROOM + GAP) + GAP, ROOM + 36.0
    paper, edge, hollow = ("#FFF", "#000", "#FFF") if contrast else ("#F3E9D6", "#BC9560", "#E4D5B8")
    drawn = [f'<rect width="{width:g}" height="{height:g}" fill="{paper}"/>']
    for place in range(int(b["places"])):
        x = GAP + place * (ROOM + GAP)
        drawn.append(
            f'<rect x="{x:g}" y="{GAP:g}" width="{ROOM:g}" height="{ROOM:g}" rx="3" fill="{hollow}" stroke="{edge}" stroke-width=".4"/>'
        )
    top = ROOM + 2 * GAP
    drawn.append(line(width / 2, top + 4, 4, say(Message("boussanga.print.points_zone")), bold=True))
    step = (width - GAP) / COLOURS
    for colour in range(COLOURS):
        left = GAP / 2 + colour * step
        y = top + 6 + TOKEN / 2
        kept, extra = left + 0.27 * step, left + 0.75 * step
        for x, dashes in ((kept, ""), (extra, ' stroke-dasharray="1.6 1.2"')):
            drawn.append(
                f'<circle cx="{x:g}" cy="{y:g}" r="{TOKEN / 2 + 0.5:g}" fill="{hollow}" stroke="{edge}" stroke-width=".4"{dashes}/>'
            )
        drawn.append(used(SPRITES[colour], kept - 6, y - 6, 12, TINTS[colour]))
        drawn.append(line(extra, y + 1.3, 4, f"{ALIGNED} → +1", bold=True))
        worth = say(Message("boussanga.print.worth", {"n": int(b["value"][colour])}))
        drawn.append(line(kept, y + TOKEN / 2 + 4.4, 3.3, worth))
        drawn.append(line(extra, y + TOKEN / 2 + 4.4, 3.3, say(Message("boussanga.print.extra"))))
    title = Message("boussanga.print.player_board")
    return Part(title, picture("".join(drawn), width, height), width, height, count=MAX_SEATS)
