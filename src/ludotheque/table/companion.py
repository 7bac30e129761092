"""What helps people who have the real box on their table: setting up, "may I?", what a thing does, counting points.

A game's file `companion.toml` names rows of its rulebook and things of its box; the sentences are those of the rulebook. Its module
`companion.py`, if there is one, says how its pieces are set by hand (`lay`) and how its points are counted (`count`); see `ByHand`. A game
that has neither still has its start, its rules, and a board on which legal moves are played. `docs/box.md` describes both.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Literal, Protocol

import msgspec
from msgspec.structs import replace

from ludotheque.core import components as boxes
from ludotheque.core import packaged, rulebook
from ludotheque.core.errors import BadInput, BadPosition
from ludotheque.core.game import Game, Value
from ludotheque.core.message import Message
from ludotheque.scene import svg
from ludotheque.scene.model import Button, Layout, Piece, Scene
from ludotheque.table import views
from ludotheque.table.table import Table

FILE = "companion.toml"
_MODULE = "companion"
_END = re.compile(r"(?<=[.!?…»”]) (?=[^\W\d_a-zà-ÿœ]|[«“\d])")
"""Between two sentences of a row."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence: that of the first of its `rows`, or a message of the game with the arguments `n` (players) and `less` (one fewer).

    Attributes:
        rows: rows of the rulebook. In the file, a row alone stands for a line.
        say: the message's key, without the game's name.
        seats: the numbers of players for which it is said; all if empty.
    """

    rows: tuple[str, ...] = ()
    say: str = ""
    seats: tuple[int, ...] = ()


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to play that is set up in its own manner. The first one of a file is the usual one.

    Attributes:
        options: the options that differ from the defaults.
        seats: the numbers of players; those of the game if empty.
        label: the key of its name; the labels of its options say it if "".
        together: whether all win or lose together.
        at_once: whether all play at once: nobody begins.
        setup: how the table is set, step by step.
        begins: who begins.
        ends: how the game ends, and who wins.
    """

    options: dict[str, Any] = {}
    seats: tuple[int, ...] = ()
    label: str = ""
    together: bool = False
    at_once: bool = False
    setup: tuple[Line, ...] = ()
    begins: tuple[Line, ...] = ()
    ends: tuple[Line, ...] = ()


class Thing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing of the box that somebody may ask about.

    Attributes:
        name: the key of its name, or a proper name, which is the same in all languages.
        rows: what it does; the first row says it.
        group: the key of the heading under which it stands.
        sprite: a symbol of the game's `art/sprites.svg`; without one the picture of the first of its rows that has one is shown.
        tint: a palette name, see `scene.model.Piece`.
        mark: a short text drawn on it.
    """

    name: str
    rows: tuple[str, ...]
    group: str
    sprite: str = ""
    tint: str = "none"
    mark: str = ""


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a die: the key of what it shows, and how it is drawn."""

    name: str
    sprite: str
    tint: str = "none"
    mark: str = ""


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice of one kind: the key of their name, how many there are, their sides, and how often they may be rolled again in a turn (-1: at will)."""

    name: str
    count: int
    faces: tuple[Face, ...]
    rerolls: int = -1


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a player may announce.

    Attributes:
        name: the key of its name.
        do: the action in notation.
        rows: the rows that say when, and what it does.
        button: the button of the scene that says whether the cards support it, where the rules let people announce it without; "" for none.
        unlit: the key of what is said if the cards do not allow it; the reason of the rules if "".
        option: the option with which it can be announced at all; "" for always.
    """

    name: str
    do: str
    rows: tuple[str, ...]
    button: str = ""
    unlit: str = ""
    option: str = ""


class OnBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The board on which "may I?" is asked.

    Attributes:
        rows: the reconstructed rows that it shows, which the box on the table may contradict.
        hand: whether only the cards of the first seat are set, and announcements asked about.
        compose: the option with which people lay their own board; "" if the board is always the same.
        help: the key of a sentence that says how pieces are set; "" for the usual one.
    """

    rows: tuple[str, ...] = ()
    hand: bool = False
    compose: str = ""
    help: str = ""


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A colour in which somebody plays. The message `GAME.colour.TINT` is its name.

    Attributes:
        tint: a palette name, see `scene.model.Piece`.
        signs: what tells its pieces apart besides: marks, and the first words of their faces.
    """

    tint: str
    signs: tuple[str, ...] = ()


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer in a field of the pad: its id, the key of its name, how it is drawn."""

    id: str
    name: str
    sprite: str = ""
    tint: str = "none"
    mark: str = ""


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is written on the pad: a number from 0 to `most`, or one of the `choices`.

    Attributes:
        id: how `count` calls it.
        name: the key of its name.
        rows: the rows that it is about.
        choices: the answers, or the name of a list in `lists`; empty for a number.
        apart: whether no other field of these may have the same answer.
        option: the option with which it is asked at all; "" for always.
    """

    id: str
    name: str
    rows: tuple[str, ...] = ()
    sprite: str = ""
    tint: str = "none"
    most: int = 0
    choices: tuple[Choice, ...] | str = ()
    apart: bool = False
    option: str = ""


class Pad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pad on which points are counted: fields for the whole table, and fields for each player.

    Attributes:
        rows: the rows that say what is worth how much.
        lists: lists of answers that several fields share.
    """

    rows: tuple[str, ...] = ()
    table: tuple[Field, ...] = ()
    player: tuple[Field, ...] = ()
    lists: dict[str, tuple[Choice, ...]] = {}


class OnScreen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sentences of a row, from 1, that are about options or a screen, and say nothing about the box on the table: of its ruling and of its easy text."""

    ruling: tuple[int, ...]
    easy: tuple[int, ...] = ()


class Companion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `companion.toml` of a game.

    Attributes:
        colour: the colours of the players, in the order of the seats.
        shared_out: the numbers of players who take all colours, each as many.
        allowed: the rows that allow what may be done, by the last word of its message (`GAME.choice.hop_home`), or by what comes before its `_`.
        screen: by their ids, the rows that are in part about a game on a screen.
        screen_only: the rows that are about a game on a screen altogether.
    """

    way: tuple[Way, ...] = (Way(),)
    thing: tuple[Thing, ...] = ()
    dice: tuple[Dice, ...] = ()
    question: tuple[Question, ...] = ()
    board: OnBoard = OnBoard()
    pad: Pad | None = None
    colour: tuple[Colour, ...] = ()
    shared_out: tuple[int, ...] = ()
    allowed: dict[str, tuple[str, ...]] = {}
    screen: dict[str, OnScreen] = {}
    screen_only: tuple[str, ...] = ()


class Remark(msgspec.Struct, frozen=True):
    """What the pad adds to the points: a sentence, the rows behind it, and the seat that it is about (-1 for all)."""

    say: Message
    rows: tuple[str, ...] = ()
    seat: int = -1


class Counted(msgspec.Struct, frozen=True):
    """The points and ranks of the seats, as the game's own rules count them. Ranks begin with 1, and equal ones are shared."""

    points: tuple[int, ...]
    ranks: tuple[int, ...]
    remarks: tuple[Remark, ...] = ()


class ByHand(Protocol):
    """The module `companion.py` of a game; it may have some of these. `b` is the box, and `s` the state of the position: one record each."""

    def lay_out(self, table: Table) -> None:
        """Play, as an example, what people lay out before the first turn."""

    def begin(self, seats: int, position: dict[str, Any]) -> dict[str, Any]:
        """The position with which "may I?" begins, made from that of a new table."""

    def stock(self, b: Any, s: Any) -> tuple[Piece, ...]:
        """What can be laid on the table besides the pieces that are there."""

    def faces(self, b: Any, s: Any) -> dict[str, tuple[Piece, ...]]:
        """What pieces such as dice can show instead, by their ids: things that `lay` puts on the place where they lie."""

    def lay(self, b: Any, s: Any, position: dict[str, Any], thing: str, place: str) -> dict[str, Any]:
        """The position after somebody has put a piece or a thing of the stock on a place; on its own place: turned over, or to its next face.

        Where only a hand is set, it is also given `guessed`: the ids of the cards there that nobody has set, and that make way.
        Raises `BadPosition` where it cannot be.
        """

    def settled(self, position: dict[str, Any]) -> dict[str, Any]:
        """The position in which people go on after a move that was played here; the dice and cards to come are theirs."""

    def count(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, Value],
        table: Mapping[str, int | str],
        players: Sequence[Mapping[str, int | str]],
        components: Mapping[str, Any] | None,
    ) -> Counted:
        """The points for what is written on the pad, with the box of this component file (None: the printed one). Raises `BadInput` naming the field that cannot be: `table.first`, `players[1].jade`, or `players.T` where all together are wrong."""


Answer = int | str


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is on the table, and what is done there: one of `lay`, `turn` and `act`, or nothing.

    Attributes:
        seats: the number of players.
        options: the options that differ from the defaults.
        position: the situation, see `docs/positions.md`; None for the beginning.
        lay: a thing and the place on which it is put.
        guessed: the pieces of a hand that nobody has set yet: they make way for what is laid. Only for a board with `hand`.
        turn: whose turn it is from now on.
        act: a legal action to play.
        path: the places that it passes.
        components: the text of a component file; None for the printed box.
        lang: the language in which an impossible situation is refused: browsers have no words for those.
    """

    seats: int
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    lay: tuple[str, str] | None = None
    guessed: tuple[str, ...] = ()
    turn: int | None = None
    act: int | None = None
    path: tuple[str, ...] = ()
    components: str | None = None
    lang: Literal["fr", "en"] = "en"


class Asked(msgspec.Struct, frozen=True):
    """Whether something may be announced now: its number in the file; if not, why."""

    number: int
    legal: bool
    reason: Message | None = None
    rules: tuple[str, ...] = ()


class OnTable(msgspec.Struct, frozen=True):
    """What is on the table, to be shown and asked about.

    Attributes:
        position: the situation.
        scene: the scene, with the choices of whoever acts.
        layout: the board.
        board: the board's drawing (SVG).
        stock: what can be laid besides.
        faces: what pieces can show instead, by their ids.
        sets: whether pieces can be set by hand.
        asked: the answers to the questions of the file.
    """

    position: dict[str, Any]
    scene: Scene
    layout: Layout
    board: str
    stock: tuple[Piece, ...]
    faces: dict[str, tuple[Piece, ...]]
    sets: bool
    asked: tuple[Asked, ...]


def of_game(game: Game) -> Companion:
    """A game's companion; that of any game if it has no file."""
    return _read(game.package)


@functools.cache
def _read(package: str) -> Companion:
    file = packaged.file_of(package, FILE)
    if file is None:
        return Companion()
    told = tomllib.loads(file.read_text("utf-8"))
    for way in told.get("way", ()):
        for part in ("setup", "begins", "ends"):
            way[part] = [{"rows": [line]} if isinstance(line, str) else line for line in way.get(part, ())]
    return msgspec.convert(told, Companion)


def by_hand(game: Game) -> Any:
    """The game's module `companion.py`; None if it has none."""
    if packaged.is_one_file(game.package) or find_spec(f"{game.package}.{_MODULE}") is None:
        return None
    return importlib.import_module(f"{game.package}.{_MODULE}")


def messages(game: Game) -> Iterator[str]:
    """The keys of the messages that the companion needs."""
    told = of_game(game)
    for way in told.way:
        lines = (*way.setup, *way.begins, *way.ends)
        yield from (f"{game.name}.{line.say}" for line in lines if line.say)
        yield from filter(None, [way.label])
    for thing in told.thing:
        yield from filter(lambda key: key.startswith(f"{game.name}."), (thing.name, thing.group))
    for dice in told.dice:
        yield from (dice.name, *(face.name for face in dice.faces))
    yield from filter(None, (key for each in told.question for key in (each.name, each.unlit)))
    yield from filter(None, [told.board.help])
    yield from (f"{game.name}.colour.{colour.tint}" for colour in told.colour)
    if told.pad is not None:
        for field in (*told.pad.table, *told.pad.player):
            yield field.name
        for choice in choices_of(told.pad):
            yield choice.name


def choices_of(pad: Pad) -> Iterator[Choice]:
    """Every answer that a pad offers."""
    for several in pad.lists.values():
        yield from several
    for field in (*pad.table, *pad.player):
        if not isinstance(field.choices, str):
            yield from field.choices


def rows_of(game: Game) -> Iterator[str]:
    """The rows that the companion names."""
    told = of_game(game)
    for way in told.way:
        for line in (*way.setup, *way.begins, *way.ends):
            yield from line.rows
    yield from (*told.screen, *told.screen_only)
    for thing in told.thing:
        yield from thing.rows
    for question in told.question:
        yield from question.rows
    yield from told.board.rows
    for allowing in told.allowed.values():
        yield from allowing
    if told.pad is not None:
        yield from told.pad.rows
        for field in (*told.pad.table, *told.pad.player):
            yield from field.rows


def sentences(text: str) -> list[str]:
    """The sentences of a row's text, as `screen` numbers them."""
    return _END.split(text)


def rows_beside(game: Game) -> tuple[rulebook.Row, ...]:
    """The rows of the rulebook as they hold for the box on the table: without what is about options or a screen."""
    told = of_game(game)
    return tuple(
        _beside(row, told.screen[row.id]) if row.id in told.screen else row
        for row in rulebook.rows(game)
        if row.id not in told.screen_only
    )


def _beside(row: rulebook.Row, screen: OnScreen) -> rulebook.Row:
    ruling, easy = _without(row.ruling, screen.ruling), _without(row.easy, screen.easy)
    return dataclasses.replace(
        row, ruling=ruling, easy=easy, reconstructed=row.reconstructed and bool(ruling)
    )


def _without(texts: Mapping[str, str], left_out: tuple[int, ...]) -> dict[str, str]:
    kept = {
        lang: " ".join(each for n, each in enumerate(sentences(text), 1) if n not in left_out)
        for lang, text in texts.items()
    }
    return {lang: text for lang, text in kept.items() if text}


def questions_beside(game: Game) -> tuple[rulebook.Question, ...]:
    """What people often ask, with the rows that answer it beside the box on the table."""
    there = {row.id for row in rows_beside(game)}
    return tuple(
        dataclasses.replace(each, rows=tuple(row for row in each.rows if row in there))
        for each in rulebook.questions(game)
        if not each.rows or not there.isdisjoint(each.rows)
    )


def start(game: Game, seats: int, way: int, components: Mapping[str, Any] | None = None) -> str:
    """A picture of the table as it is set for so many players (SVG), with the box that this content of a component file makes (None: the printed one).

    Raises `IndexError` for a way that there is not, `BadOption` if so many cannot play, `BadComponents`.
    """
    table = _laid_out(game, seats, of_game(game).way[way].options, components)
    scene = table.scene(())
    layout = views.layout(table.journal)
    panels = tuple(panel.id for panel in scene.panels if not panel.secret and panel.places)
    return svg.illustrate(game, scene, layout, views.board_svg(table.journal), svg.Marking(panels=panels))


def look(game: Game, order: Order) -> OnTable:
    """What is on the table after what is ordered. Raises `BadPosition` where a piece cannot be, `BadOption`, `BadComponents`, `Illegal` for an action that may not be."""
    hand, own = by_hand(game), own_box(order.components)
    position = _begun(game, order, hand, own) if order.position is None else _of(game, order.position)
    if order.turn is not None:
        position = {**position, "to_play": order.turn}
    table = Table.from_position(position, seed=0, components=own)
    if order.lay is not None:
        if not hasattr(hand, "lay"):
            raise BadPosition("lay", Message("error.box.not_set"))
        journal = table.journal
        more = {"guessed": order.guessed} if of_game(game).board.hand else {}
        laid = hand.lay(journal.setup.box[0], journal.state[0], table.position(), *order.lay, **more)
        table = Table.from_position(laid, seed=0, components=own)
    elif order.act is not None:
        table.play(order.act, path=order.path or None)
        after = table.position()
        after = hand.settled(after) if hasattr(hand, "settled") else after
        table = Table.from_position(after, seed=0, components=own)
    return _shown(game, table, hand)


def own_box(text: str | None) -> dict[str, Any] | None:
    """The content of somebody's component file; None for the printed box. Raises `BadComponents`."""
    return None if text is None else boxes.read_toml(text)


def _begun(game: Game, order: Order, hand: Any, own: Mapping[str, Any] | None) -> dict[str, Any]:
    """The position with which one begins."""
    position = _laid_out(game, order.seats, order.options, own).position()
    return hand.begin(order.seats, position) if hasattr(hand, "begin") else position


def _laid_out(
    game: Game, seats: int, options: Mapping[str, Any], components: Mapping[str, Any] | None
) -> Table:
    """The table before the first turn."""
    table, hand = Table(game, seats, options, seed=1, first=0, components=components), by_hand(game)
    if hasattr(hand, "lay_out"):
        hand.lay_out(table)
    return table


def _of(game: Game, position: Mapping[str, Any]) -> dict[str, Any]:
    """A position of this game and of no other."""
    if position.get("game", game.name) != game.name:
        raise BadPosition("game", Message("error.position.game", {"value": str(position["game"])[:40]}))
    return {**position, "game": game.name}


def _shown(game: Game, table: Table, hand: Any) -> OnTable:
    told, journal = of_game(game), table.journal
    scene = table.scene({0} if told.board.hand else range(table.seats))
    b, s = journal.setup.box[0], journal.state[0]
    buttons = [button for choices in scene.choices for button in choices.buttons]
    return OnTable(
        position=table.position(),
        scene=_open(replace(scene, last=None, choices=scene.choices[:1]), secrets=told.board.hand),
        layout=views.layout(journal),
        board=views.board_svg(journal),
        stock=tuple(hand.stock(b, s)) if hasattr(hand, "stock") else (),
        faces=hand.faces(b, s) if hasattr(hand, "faces") else {},
        sets=hasattr(hand, "lay"),
        asked=tuple(
            _asked(table, number, each, buttons)
            for number, each in enumerate(told.question)
            if not each.option or table.options.get(each.option)
        ),
    )


def _open(scene: Scene, *, secrets: bool) -> Scene:
    """A scene without what only one seat may look at, which nobody sets here; `secrets` keeps it."""
    if secrets:
        return scene
    closed = {place.id for panel in scene.panels if panel.secret for place in panel.places}
    return replace(
        scene,
        panels=tuple(panel for panel in scene.panels if not panel.secret),
        pieces=tuple(piece for piece in scene.pieces if piece.place not in closed),
    )


def _asked(table: Table, number: int, question: Question, buttons: Sequence[Button]) -> Asked:
    refusal = table.why_not(question.do, 0)
    if refusal is None or any(text.startswith(f"{question.do} ") for text in table.legal_actions(0).texts()):
        lit = all(button.lit for button in buttons if button.id == question.button)
        return Asked(number, legal=lit, reason=None if lit else Message(question.unlit), rules=question.rows)
    reason = Message(question.unlit) if question.unlit else refusal.message
    return Asked(number, legal=False, reason=reason, rules=refusal.rules)


def count(game: Game, order: Counting) -> Counted:
    """The points of a pad, by the game's own rules. Raises `BadInput` for a field that cannot be, or a game without a pad."""
    pad, hand = of_game(game).pad, by_hand(game)
    if pad is None or not hasattr(hand, "count"):
        raise BadInput("pad", Message("error.box.no_pad"))
    if len(order.players) not in game.seats:
        said = {"choices": ", ".join(map(str, game.seats)), "value": len(order.players)}
        raise BadInput("players", Message("error.why.choice", said))
    options = game.check_options(len(order.players), order.options)
    _check("table", pad, pad.table, order.table)
    for seat, written in enumerate(order.players):
        _check(f"players[{seat}]", pad, pad.player, written)
    own = own_box(order.components)
    found: Counted = hand.count(game, len(order.players), options, order.table, order.players, own)
    return found


class Counting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is written on a pad: for the whole table, and for each player. A field that is left out is empty; without `components` the box is the printed one."""

    players: tuple[dict[str, Answer], ...]
    table: dict[str, Answer] = {}
    options: dict[str, Any] = {}
    components: str | None = None


def _check(where: str, pad: Pad, fields: Sequence[Field], written: Mapping[str, Answer]) -> None:
    """Refuse what is not a field, or no answer to it."""
    by_id = {field.id: field for field in fields}
    taken: set[Answer] = set()
    for name, value in written.items():
        at, field = f"{where}.{name}", by_id.get(name)
        if field is None:
            raise BadInput(at, Message("error.why.unknown_key", {"known": ", ".join(by_id)}))
        several = pad.lists[field.choices] if isinstance(field.choices, str) else field.choices
        if several:
            ids = [choice.id for choice in several]
            if value not in ids:
                raise BadInput(
                    at, Message("error.why.choice", {"choices": ", ".join(ids), "value": str(value)[:40]})
                )
            if field.apart and value in taken:
                raise BadInput(at, Message("error.box.twice"))
            taken |= {value} if field.apart else set()
        elif not isinstance(value, int) or not 0 <= value <= field.most:
            said = {"low": 0, "high": field.most, "value": str(value)[:40]}
            raise BadInput(at, Message("error.why.range", said))
