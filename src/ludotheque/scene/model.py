"""A scene: what is on the table for an audience, as data. A game fills it; the browser, `svg.py` and `text.py` draw it.

Ids of places, pieces and buttons are texts, unique within a scene, stable from one scene to the next (a piece that moves
keeps its id, so that it can be shown moving). Coordinates are in the layout's own units, y downwards.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ludotheque.core.message import Message


class Place(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Somewhere a piece may stand. `x`, `y` is the centre; `shape` is `rect` or `circle` (then `w` is the diameter).

    `column`, `row` place it on the character grid of the text drawing (row 0 on top); -1 leaves it out; `sign` is what is
    shown there while nothing stands on it, one to three characters; `side` one that runs along its west (a stream, a fence).
    """

    id: str
    x: float
    y: float
    w: float
    h: float
    label: Message
    shape: str = "rect"
    column: int = -1
    row: int = -1
    sign: str = "·"
    side: str = ""


class Layout(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What never changes during a game: the board's size, its picture (an asset named by `id`) and its places.

    `text_board` is the board in characters, for boards that are no grid: its lines, with a hole `{id}` for each place that is
    drawn, filled by what stands there (`Piece.sign`) or by the place's own `sign`; all of these are equally wide.
    `trays` says where panels lie on a wide screen: `below` the board, `beside` it, or `either` as the board is long or tall (on a
    narrow screen always below).
    `turns`: the board may be turned by a quarter to the left, to stand upright on a narrow screen or lie flat on a wide one (its
    picture too, so nothing in it has a right way up).
    `unit` is the usual size of a place, 0 where that is the size of most of them: what lies beside the board is drawn to match.
    """

    id: str
    width: float
    height: float
    places: tuple[Place, ...]
    label: Message
    text_board: tuple[str, ...] = ()
    trays: Literal["below", "beside", "either"] = "below"
    turns: bool = False
    unit: float = 0.0


class Token(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A sign drawn on a piece, a part of its pattern: a symbol `size` wide, its centre `dx`, `dy` from the piece's centre.

    Lengths are in widths of the piece. Tokens of a grid are `size` apart, so that the text drawing can tell rows and columns.
    """

    sprite: str
    dx: float
    dy: float
    size: float
    label: Message
    tint: str = "none"


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something standing on a place. `sprite` is a symbol of the game's `art/sprites.svg`; `face` a variant of it.

    The drawing uses the symbol `<sprite>-<face>` if there is one, else `<sprite>`. `tint` is a palette name (`red`, `blue`,
    `yellow`, `green`, `plum`, `sky`, `none`), `mark` a short text or shape sign shown with it (never colour alone), `seat`
    its owner or -1. Several pieces may share a place: they are drawn as a heap, `order` giving who lies on top.

    `badge` is another symbol, drawn small over the upper right corner (a shield: nobody may take it), "" for none; the label
    says the same in words. `sign` is the piece in characters; "" leaves it to the pen (the seat's number).
    `pattern` is drawn on the piece (the tokens on a card), and is what an `Overlay` lays over the board.
    `cover` belongs to what only its seat may look at: on a screen that several people see it stands for the face ("": the
    piece is not drawn) until that seat asks to look. None: everybody may see it.
    `hotkey` is a key that clicks it (`1`); `busy` says that something about it is still going on (somebody who has not chosen
    yet), and the label says so too. `above`: it is drawn over whatever lies on other places (a pawn among cards). `risky`: it may
    be clicked, and nobody should: that would cost the game.
    """

    id: str
    sprite: str
    place: str
    label: Message
    face: str = ""
    tint: str = "none"
    mark: str = ""
    seat: int = -1
    order: int = 0
    badge: str = ""
    sign: str = ""
    pattern: tuple[Token, ...] = ()
    cover: str | None = None
    hotkey: str = ""
    busy: bool = False
    above: bool = False
    risky: bool = False


class Panel(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something beside the board: `hand`, `dice`, `tray`, `shown`, `score`, `prompt`. Its places are laid out in a row.

    `shown` is what somebody shows at this moment, for all who see it to read: it is drawn large, and over nothing.

    `small`: it is only looked at (another's hand), and need not be as large as a finger. `secret`: only its seat may look at
    what lies in it (the pieces have a `cover`).
    """

    id: str
    kind: str
    title: Message
    places: tuple[Place, ...] = ()
    lines: tuple[Message, ...] = ()
    seat: int = -1
    small: bool = False
    secret: bool = False


class Button(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something to press that is not on the table (`pass`, a colour, `keep the dice`).

    `loud`: it is called out, in a hurry, and drawn large. `lit` is False where it may be pressed although one's own things do
    not carry it (a call that is not true). `hotkey` is a key that presses it. `drawn` is False where nobody would press it, as
    the same comes of something simpler: it is legal, and a screen leaves it out. A button that may be pressed again in `rests_ms`
    and not before is in no node of the choices: it then does `action`.
    """

    id: str
    label: Message
    loud: bool = False
    lit: bool = True
    hotkey: str = ""
    drawn: bool = True
    rests_ms: int = 0
    action: int = -1


class Node(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A click in a graph of clicks. `click` is a place, piece or button id; `action` the legal action done by stopping
    here, or -1 if more clicks are needed; `next` the indices of the nodes that may follow (cycles allowed).

    The label of an action is `Choices.keys[key]` with the arguments `first`, `before` and `last` (the labels of the first thing
    clicked, the last but one and the last) and `extra`, that of the clicks before it included.

    `binds` is True where a click on this node binds the player to the first click of the path: the clicks made after the
    first may still be taken back and others made, the first may no more be changed during this turn.

    `leaves_marker` is True where, while this click is the last one, `Choices.marker` stands where the first thing clicked stood.

    `path` are the places that the piece passes between the click before and this one, for the trail that shows the move.
    `hint` is the index in `Choices.keys` of what to say once this is clicked and more clicks are needed (how far the piece
    goes, and why), with the same arguments as the label; -1 leaves it to the house.
    `overlay` is the number in `Choices.overlays` of what is laid over the board after this click, -1 for nothing; `preview` the
    number in `Choices.previews` of what the action will do, -1 where nothing need be shown.
    `chosen` are the ids shown as chosen after this click, where they are not simply those clicked so far (a second click on
    a die gives it up again). `sign` is written where this may be clicked next: what going there costs, in a character or two.
    `raced`: people race for this action, and who is quickest gets it.
    """

    click: str
    action: int = -1
    next: tuple[int, ...] = ()
    key: int = 0
    extra: dict[str, int | str] = msgspec.field(default_factory=dict)
    binds: bool = False
    leaves_marker: bool = False
    path: tuple[str, ...] = ()
    hint: int = -1
    overlay: int = -1
    preview: int = -1
    chosen: tuple[str, ...] | None = None
    sign: str = ""
    raced: bool = False


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The pattern of the piece that was clicked first, laid over the board: it is slid, and turned by clicking another node.

    `offsets` are the distances x, y of its tokens, in their order, from the place it is laid on (a click that may follow), in
    the layout's units. Nodes with an overlay that follow the same click are the positions it may be turned to, in their order.
    """

    offsets: tuple[tuple[float, float], ...]


class Preview(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What an action will do, shown before it is done: `places` outlined, and a few words about them."""

    places: tuple[str, ...]
    label: Message


class Choices(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The legal actions of a seat, as a graph of clicks; `roots` are the indices of the first clicks.

    Every legal action is the action of at least one reachable node, and no other action is. `more` is True where some
    graphs were left out to keep the scene small: they are asked for by their first click. `marker` is the id of the piece
    that marks, after a click that `leaves_marker`, where a half-made move began ("" where none does). `quiet`: it is for the player to
    find where an overlay may be laid; it is shown only to who asks for it, and how often they asked is counted.
    """

    seat: int
    nodes: tuple[Node, ...]
    roots: tuple[int, ...]
    keys: tuple[str, ...]
    buttons: tuple[Button, ...] = ()
    more: bool = False
    marker: str = ""
    overlays: tuple[Overlay, ...] = ()
    previews: tuple[Preview, ...] = ()
    quiet: bool = False


class Motion(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A piece going along `path` (place ids, the first where it comes from): `hop`, `slide`, `appear`, `vanish`, `flip`.

    In the motions of an event view, a piece's own follow one another and different pieces go together; but a piece that moves
    again, after motions of others in the list, waits for them. So does a motion with `after`: what another one has caused.
    """

    piece: str
    path: tuple[str, ...]
    kind: str
    after: bool = False


class EventView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What an action looked like: words for the list of moves, motions to show, places for the trace it leaves.

    `sound` is what it sounds like, one of `SOUNDS` or "" for the house's own; `cry` what the seat called out, shown beside it.
    """

    seat: int
    text: str
    message: Message
    motions: tuple[Motion, ...] = ()
    trace: tuple[str, ...] = ()
    sound: str = ""
    cry: Message | None = None


SOUNDS = (
    "call", "stop", "hop", "slide", "grab", "touch", "push", "feint", "dart", "gasp", "resume", "out", "win", "card",
)  # fmt: skip
"""The names of the sounds that a game may ask for."""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A seat in the list beside the board: `lines` are counters (kangaroos home, points); `tints` its colours.

    `rank` is written by a game that ranks seats before its end; at the end the table does it. `place` is the place of the board
    where this seat sits, "" where seats have none: what it calls out is shown there.
    """

    seat: int
    tints: tuple[str, ...]
    mark: str
    lines: tuple[Message, ...] = ()
    rank: int = 0
    place: str = ""


class AidRow(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of the player aid: what there is to do, and what it takes and gives. `lit`: one's own things allow it now.

    `button` is the id of the button that does it, "" for none, and `hotkey` its key: where a screen lies open to several people,
    all have the same calls before them at all times, so that nothing tells of a hand.
    """

    title: Message
    what: Message
    lit: bool = False
    button: str = ""
    hotkey: str = ""


class Notice(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What has just been decided about a seat, told large: in a word, why, and the rows of the rulebook that say so.

    `crown`: this seat has won it all.
    """

    seat: int
    title: Message
    why: Message
    rules: tuple[str, ...] = ()
    crown: bool = False


class Scene(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    """Everything an audience sees. `choices` has one entry for each of the audience's seats that may act.

    `prompt` says what is expected, of whom. `actors` are the seats that may act (without chance). `rank` of the standings
    and `ending` (a termination's name) are set when the game is over. `due_ms` is the next instant at which something
    happens by itself, -1 if never, on the game's clock, `now_ms`. A game leaves `audience`, `actors`, `choices`, `last`,
    `ending` and `due_ms` to the table, which fills them in.

    `turn` is how many degrees, clockwise, the board and the places of its layout are shown turned about the layout's centre, so
    that an audience sits at its own side of the table; pieces stay upright, panels stay where they are. `places` are places of
    the board that come and go beside those of the layout, in its units and turned with it: where a thing lies that was laid down
    by hand, where people sit round a table that some have left. `aid` is the player aid. `notices` are there as long as what was
    decided is to be looked at.
    """

    game: str
    layout: str
    audience: tuple[int, ...] = ()
    actors: tuple[int, ...] = ()
    prompt: Message
    standings: tuple[Standing, ...]
    pieces: tuple[Piece, ...]
    panels: tuple[Panel, ...] = ()
    choices: tuple[Choices, ...] = ()
    last: EventView | None = None
    ending: str = ""
    now_ms: int = 0
    due_ms: int = -1
    turn: float = 0.0
    places: tuple[Place, ...] = ()
    aid: tuple[AidRow, ...] = ()
    notices: tuple[Notice, ...] = ()
