"""`Scene` and its parts: what is on the table for an audience, as data.

A game's presenter builds scenes; the browser, `svg.py` and `text.py` draw them. The ids of places, pieces and buttons are texts, unique
within a scene. A piece keeps its id from one scene to the next, so that its move can be shown. Coordinates are in the layout's own
units, with y downwards.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ludotheque.core.message import Message


class Place(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Somewhere a piece can stand.

    Attributes:
        id: the place's id.
        x: the horizontal centre.
        y: the vertical centre.
        w: the width; the diameter of a circle.
        h: the height.
        label: what players call it.
        shape: `rect` or `circle`.
        column: its column in the text board; -1 leaves it out.
        row: its row in the text board, from 0 at the top; -1 leaves it out.
        sign: one to three characters that the text board shows while nothing stands there.
        side: a character for what runs along its west side, such as a stream or a fence.
        name: what texts call it in short, such as `d8`. The board shows it on request, and where a text names it; "" for places
            that texts call by their label.
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
    name: str = ""


class Part(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of a folded board: a rectangle of the board's picture, moved and turned.

    Attributes:
        x: the left edge of the rectangle, in the unfolded board.
        y: its upper edge.
        w: its width.
        h: its height.
        from_x: the point of it that is moved and turned about.
        from_y: the same, vertically.
        to_x: where that point lies on the folded board.
        to_y: the same, vertically.
        quarters: how many quarters it is turned clockwise, 0 to 3.
    """

    x: float
    y: float
    w: float
    h: float
    from_x: float
    from_y: float
    to_x: float
    to_y: float
    quarters: int = 0


class Link(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A way from one part of a folded board to another. The browser draws it, and what goes from the one part to the other goes along it.

    Attributes:
        start: the index of the part that it leaves.
        end: the index of the part that it leads to.
        points: its points, in order, on the folded board.
    """

    start: int
    end: int
    points: tuple[tuple[float, float], ...]


class Fold(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The same board laid in less width or height: its parts beside each other.

    Each place of the layout lies in exactly one part; the parts of the picture that are left out are bare.

    Attributes:
        width: the width of the folded board, in the layout's units.
        height: its height.
        parts: its parts.
        links: the ways from part to part, where parts that belong together do not touch. Between the same two parts there may be several,
            beside each other, such as one for each lane.
    """

    width: float
    height: float
    parts: tuple[Part, ...]
    links: tuple[Link, ...]


class Road(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """How the links of folds are drawn: as the board's picture draws what they join.

    Attributes:
        palette: the class of the board's picture, by which its colours follow the theme.
        ground: the colour of the road, as the picture writes it in `fill`.
        edge: the colour of its two edges.
        edge_width: how wide an edge is, in the layout's units.
        lines: the colour of the dotted lines between its lanes.
        marks: the colour of the marks that show in which direction it leads.
    """

    palette: str
    ground: str
    edge: str
    edge_width: float
    lines: str
    marks: str


class Caption(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A word written beside the board, such as where a race begins.

    Attributes:
        text: the word.
        x: a point at the edge of what it names, in the layout's units.
        y: the same, vertically.
        out_x: the direction from there to where the word stands: -1, 0 or 1.
        out_y: the same, vertically.
        size: how high its letters are, in the layout's units. A quarter more than that is free there, also on folded boards.
    """

    text: Message
    x: float
    y: float
    out_x: float
    out_y: float
    size: float


class Layout(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The board: what never changes during a game.

    Attributes:
        id: the id of the board's picture.
        width: the board's width in its own units.
        height: the board's height.
        places: the places on the board.
        label: what players call the board.
        text_board: the board in characters, for boards that are not a grid: its lines, with a hole `{id}` for each place drawn. The
            `Piece.sign` of what stands there fills the hole, or else the place's own `sign`; all signs are equally wide.
        trays: where panels lie on a wide screen: `below` the board, `beside` it, or `either`, depending on the board's shape; `either` also
            lets them lie in a corner of the picture where no place is, on any screen, so its picture must be bare there.
        turns: whether the board may be turned left by a quarter to fit the screen. Nothing in its picture may then have a right way up.
        lies: whether a board higher than wide is turned left by a quarter on a phone held sideways, and nowhere else. Its words stay upright,
            as does all of its picture that has the class `upright`.
        unit: the usual size of a place, which panels are drawn to match; 0 for the size that most places have.
        folds: other ways to lay a board that `turns`. The browser takes one where its places are clearly larger than on the unfolded
            board; a way with fewer turns goes before a slightly larger one.
        road: how the links of its folds are drawn; None for plain lines.
        captions: words beside the board.
    """

    id: str
    width: float
    height: float
    places: tuple[Place, ...]
    label: Message
    text_board: tuple[str, ...] = ()
    trays: Literal["below", "beside", "either"] = "below"
    turns: bool = False
    lies: bool = False
    unit: float = 0.0
    folds: tuple[Fold, ...] = ()
    road: Road | None = None
    captions: tuple[Caption, ...] = ()


class Token(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A symbol in the pattern of a piece. Lengths are in widths of the piece.

    Attributes:
        sprite: a symbol of the game's `art/sprites.svg`.
        dx: the horizontal distance from the piece's centre.
        dy: the vertical distance from the piece's centre.
        size: the width. Tokens in a grid are `size` apart, so that the text board can tell rows and columns.
        label: what players call it.
        tint: a palette name, see `Piece`.
    """

    sprite: str
    dx: float
    dy: float
    size: float
    label: Message
    tint: str = "none"


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that stands on a place. Pieces on the same place are drawn as a heap.

    Attributes:
        id: the piece's id.
        sprite: a symbol of the game's `art/sprites.svg`.
        place: the id of its place.
        label: what players call it.
        face: which variant of the symbol is drawn: `<sprite>-<face>` if it exists, else `<sprite>`.
        tint: a palette name: `red`, `blue`, `yellow`, `green`, `plum`, `sky` or `none`.
        mark: a short text or shape shown with the tint, which is never the only difference.
        seat: its owner, or -1.
        order: its position in the heap, the highest on top.
        badge: a second symbol, drawn small over the upper right corner, such as a shield; "" for none. The label says the same in words.
        sign: the piece in characters, for the text board; "" for the default: its mark if that is a letter or a number, else the letter
        of its tint, or without a tint the first letter of its sprite.
        pattern: tokens drawn on the piece, such as those on a card. An `Overlay` lays them over the board.
        cover: for a piece that only its seat may look at: the face shown on a screen with several people until that seat asks to look
            ("" draws nothing). None if everybody may see it.
        hotkey: a key that clicks it, such as `1`.
        busy: whether something about it is still going on, such as a choice not yet made. The label says so too.
        above: whether it is drawn above the pieces on other places, as a pawn among cards is.
        risky: whether a click is allowed but would cost the player the game.
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
    """Something beside the board, with its places in a row.

    Attributes:
        id: the panel's id.
        kind: `hand`, `dice`, `tray`, `shown`, `score` or `prompt`. `shown` is for what a player shows everybody at the moment; it is
            drawn large.
        title: its heading.
        places: its places.
        lines: lines of text in it.
        seat: its owner, or -1.
        small: whether it is only looked at, such as another player's hand, and need not be large enough to tap.
        secret: whether only its seat may look at what lies in it. The pieces then have a `cover`.
        passing: whether it soon goes away for good, such as what is still to be placed: a screen shows only the acting seat's, where the
        board leaves room.
    """

    id: str
    kind: str
    title: Message
    places: tuple[Place, ...] = ()
    lines: tuple[Message, ...] = ()
    seat: int = -1
    small: bool = False
    secret: bool = False
    passing: bool = False


class Symbol(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A drawing that stands in a sentence or on a button, for what the words name.

    Attributes:
        sprite: a symbol of the game's `art/sprites.svg`.
        tint: a palette name, see `Piece`.
    """

    sprite: str
    tint: str = "none"


class Button(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something to press that is not on the table, such as "pass", a colour, or "keep the dice".

    Attributes:
        id: the button's id.
        label: the text on it.
        loud: whether it stands for a call made in a hurry, and is drawn large.
        lit: False if the player's own cards do not support it. It may still be pressed: a false call is legal.
        hotkey: a key that presses it.
        drawn: False if screens leave it out although it is legal, because something simpler has the same result.
        rests_ms: the time in milliseconds until it may be pressed again. While it rests, it is in no node of the choices.
        action: the action of a resting button, once it may be pressed; -1 for any other.
        symbol: what is drawn before the text.
        main: whether it is what is usually done while nothing else is chosen, such as "keep the dice". The big button does it then.
        bluff: whether it does nothing but fool others. Screens of people in a hurry keep it apart from what counts.
        hint: what it does and what follows, in a few words, for people who see it for the first time.
    """

    id: str
    label: Message
    loud: bool = False
    lit: bool = True
    hotkey: str = ""
    drawn: bool = True
    rests_ms: int = 0
    action: int = -1
    symbol: Symbol | None = None
    main: bool = False
    bluff: bool = False
    hint: Message | None = None


class Node(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A click in a graph of clicks.

    The label of an action is the message `Choices.keys[key]`. Its arguments are `first`, `before` and `last` (the labels of the first, the
    last but one and the last thing clicked), `all` (what is `chosen`, as `Choices.listed` calls it), and the `extra` of this node and of
    those before it.

    Attributes:
        click: the id of a place, piece or button.
        action: the legal action of stopping here; -1 if more clicks are needed.
        next: the indices of the nodes that may follow. Cycles are allowed.
        key: the index of the label's key in `Choices.keys`.
        extra: further arguments of the label; a message among them is put into words in its place.
        binds: whether this click commits the player to the first click. Later clicks may still be taken back and replaced, but the first
            cannot change any more this turn.
        leaves_marker: whether `Choices.marker` stands where the first thing clicked stood, while this is the last click.
        path: the places that the piece passes since the click before, for the trail that shows the move.
        hint: the index in `Choices.keys` of what to say if more clicks are needed after this one, with the arguments of the label; -1 for
            the default sentence.
        overlay: the index in `Choices.overlays` of what is laid over the board after this click; -1 for nothing.
        preview: the index in `Choices.previews` of what the action will do; -1 for nothing.
        effects: the index in `Choices.effects` of what places do to the piece chosen by this click; -1 for nothing.
        chosen: the ids shown as chosen after this click, if they are not simply those clicked so far (a second click on a die releases it).
        sign: one or two characters written where this click may be made next, such as its cost.
        raced: whether players race for this action, and only the quickest gets it.
    """

    click: str
    action: int = -1
    next: tuple[int, ...] = ()
    key: int = 0
    extra: dict[str, int | str | Message] = msgspec.field(default_factory=dict)
    binds: bool = False
    leaves_marker: bool = False
    path: tuple[str, ...] = ()
    hint: int = -1
    overlay: int = -1
    preview: int = -1
    effects: int = -1
    chosen: tuple[str, ...] | None = None
    sign: str = ""
    raced: bool = False


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The pattern of the piece clicked first, laid over the board. The player slides it, and turns it by clicking another node.

    The nodes with an overlay that follow the same click are the ways it may be turned, in order.

    Attributes:
        offsets: the distances (x, y) of its tokens, in their order, from the place that it is laid on, in the layout's units.
    """

    offsets: tuple[tuple[float, float], ...]


class Preview(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What an action will do, shown before it is played.

    Attributes:
        places: the ids of the places to outline.
        label: a few words about them.
    """

    places: tuple[str, ...]
    label: Message


class Effect(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a place does to the piece in hand, drawn there while the piece is chosen.

    Attributes:
        place: the id of the place.
        kind: `stops` whoever comes there, `returns` a piece that would stay there, `passes` for what the piece goes over, `bars` for
            where it cannot go.
        label: the same in a few words, for screen readers and for players who point at the place.
    """

    place: str
    kind: Literal["stops", "returns", "passes", "bars"]
    label: Message


class Choices(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The legal actions of a seat, as a graph of clicks.

    Every legal action is the action of at least one reachable node, and no other action is.

    Attributes:
        seat: the seat.
        nodes: the clicks.
        roots: the indices of the first clicks.
        keys: the message keys of labels and hints.
        buttons: buttons that may be clicked.
        more: whether graphs were left out to keep the scene small. The client asks for them by their first click.
        marker: the id of the piece that shows where a half-made move began, after a click that `leaves_marker`; "" for none.
        overlays: what nodes lay over the board.
        previews: what nodes show of their actions.
        effects: what places do to the pieces that nodes choose.
        quiet: whether the player has to find the placements. They are shown only on request, and the requests are counted.
        setup: whether pieces are being set up: they may be carried to their places, the last one may be taken up again, and a bot may set up
            the rest.
        legend: where the piece chosen goes in two ways, and one of them `leaves_marker`: what to call a place that it reaches in the other way,
            one that it reaches in this way, and one that takes several clicks. The board marks the three by their form; empty, if not.
        listed: where things are gathered, what they are called in a list, by their ids. Those called alike are counted: the message is said
            once, with their number as its argument `n`.
        again: whether what is gathered is to be thrown again: it bears a turning arrow, where other things bear a tick.
        asked: where a game is in a hurry, whether nothing hurries this seat now, and what it does cannot be taken back: even a single click is
            confirmed.
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
    effects: tuple[tuple[Effect, ...], ...] = ()
    quiet: bool = False
    setup: bool = False
    legend: tuple[Message, ...] = ()
    listed: dict[str, Message] = msgspec.field(default_factory=dict)
    again: bool = False
    asked: bool = False


class Motion(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A piece moving.

    In an event view, motions of the same piece follow one another, and different pieces move together. A piece that moves again after others
    in the list waits for them.

    Attributes:
        piece: the piece's id.
        path: the ids of the places it goes along, starting where it comes from.
        kind: `hop`, `slide`, `appear`, `vanish` or `flip`.
        after: whether it waits for the motions before it, which caused it.
    """

    piece: str
    path: tuple[str, ...]
    kind: str
    after: bool = False


class Moment(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that deserves a look before the game goes on: a card turned over, a capture, an arrival.

    It is shown beside the board while the others rest for a beat, and its places glow. In a game against the clock nobody rests.

    Attributes:
        title: what happened, in a few words.
        text: what it means, in a sentence; None if the title says it all.
        sprite: a symbol of the game's `art/sprites.svg`; "" for none.
        tint: a palette name, see `Piece`.
        places: the ids of the places that glow.
        gone: pieces that have left the board at once, such as a line that was completed: they are shown where they stood for a beat.
    """

    title: Message
    text: Message | None = None
    sprite: str = ""
    tint: str = "none"
    places: tuple[str, ...] = ()
    gone: tuple[Piece, ...] = ()


class EventView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What an audience saw of an event.

    The table fills in `turn`; a game leaves it out.

    Attributes:
        seat: who acted; -1 for chance, -2 for time.
        text: the notation.
        message: the sentence for the list of moves.
        motions: what moved.
        trace: the ids of the places that show where it happened.
        sound: one of `SOUNDS`; "" for the default.
        cry: what the seat called out, shown beside it.
        brief: what the line about the whole turn says of it after the player's name, as in `Léa: yellow runs 3 spaces (3 dice rolled again)`: a few
            words without a subject or a full stop, `()` to leave it out, None for the message.
        moment: what is shown of it on a card of its own; None for most events.
        turn: the number of the turn that it belongs to, from 1; 0 before the first turn.
        prepares: whether it only prepares what its seat does in the same turn, such as dice thrown again: the line about the turn says what
            was done first, and this after it, in brackets.
    """

    seat: int
    text: str
    message: Message
    motions: tuple[Motion, ...] = ()
    trace: tuple[str, ...] = ()
    sound: str = ""
    cry: Message | None = None
    brief: tuple[Message, ...] | None = None
    moment: Moment | None = None
    turn: int = 0
    prepares: bool = False


SOUNDS = (
    "call", "stop", "hop", "slide", "grab", "touch", "push", "feint", "dart", "gasp", "resume", "out", "win", "card",
)  # fmt: skip
"""The sounds that a game may use."""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A seat in the standings, the list beside the board.

    Attributes:
        seat: the seat.
        tints: its colours, as palette names.
        mark: the sign that tells it apart without its colour.
        lines: counters, such as points.
        rank: its rank, if the game ranks seats before the end; otherwise 0, and the table fills it in at the end.
        place: the id of the place on the board where the seat sits, beside which its calls are shown; "" if seats have none.
        room: how many lines of a narrow column all that may ever need: a phone keeps room for that many.
        out: whether the seat can no longer win, though it may still sit there and take part.
    """

    seat: int
    tints: tuple[str, ...]
    mark: str
    lines: tuple[Message, ...] = ()
    rank: int = 0
    place: str = ""
    room: int = 2
    out: bool = False


class AidRow(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of the player aid.

    Attributes:
        title: something to do.
        what: what it takes and what it gives.
        lit: whether the player's own cards allow it now.
        button: the id of the button that does it; "" for none.
        hotkey: the key of that button. On a screen that several people see, every call is always listed, so that the list reveals nothing.
    """

    title: Message
    what: Message
    lit: bool = False
    button: str = ""
    hotkey: str = ""


class Announcement(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A decision about a seat, shown large: who is out, who has won.

    Attributes:
        seat: the seat.
        title: the decision, in a word or two.
        why: the reason.
        rules: the ids of the rulebook rows behind it.
        crown: whether this seat has won the whole game.
    """

    seat: int
    title: Message
    why: Message
    rules: tuple[str, ...] = ()
    crown: bool = False


class Badge(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a badge of pieces means, see `Piece.badge`.

    Attributes:
        sprite: the symbol.
        name: what it says, in a word or two: the key beside the prompt has it.
        meaning: a sentence for whoever meets it for the first time.
    """

    sprite: str
    name: Message
    meaning: Message


class Scene(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    """Everything an audience sees.

    The table fills in `audience`, `actors`, `choices`, `last`, `ending` and `due_ms`; a game leaves them out.

    Attributes:
        game: the game's name.
        layout: the id of the layout.
        audience: the seats that see it; empty for a spectator.
        actors: the seats that may act now, without chance.
        prompt: what to do now, and who has to do it.
        standings: the seats, with ranks once the game is over.
        pieces: the pieces.
        panels: what lies beside the board.
        choices: the choices of those of the audience's seats that may act.
        last: the last event.
        ending: what ended the game, one of `Game.terminations`; empty while it goes on.
        why: why the game ended, for games that can say more than the words of their ending; None otherwise.
        now_ms: the time on the game's clock, in milliseconds.
        due_ms: when something happens by itself next, in milliseconds on the same clock; -1 if never.
        turn: how far the board and its places are turned about their centre, in degrees clockwise, so that the audience sits at its own
            side of the table. Pieces stay upright and panels stay where they are.
        places: places that come and go on the board, beside those of the layout; in its units, and turned with it.
        aid: the player aid.
        announcements: decisions to show as long as they are in the scene.
        symbol: what is drawn before the prompt instead of the mark of whose turn it is.
        goal: what players are after, where it depends on the box or the options; otherwise it is the message `<game>.goal`.
        badges: what the badges of pieces mean.
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
    why: Message | None = None
    now_ms: int = 0
    due_ms: int = -1
    turn: float = 0.0
    places: tuple[Place, ...] = ()
    aid: tuple[AidRow, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    symbol: Symbol | None = None
    goal: Message | None = None
    badges: tuple[Badge, ...] = ()
