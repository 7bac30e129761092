"""Positions of the day: situations of a game in which one action is far better than any other, from the file `puzzles.toml` in its folder.

The file is a list of tables `puzzle`, each with

- `position`: the situation, as `docs/positions.md` describes it, without the key `game`;
- `seat`: whose decision it is. Where all decide at the same time and unseen, others may have one too, which they have not made yet;
- `do`: the best action, in notation;
- `chances`: the seat's chances after it, in percent, and `other`: those after the best other action; both as a long search found them. In a
  game of speed they are the seat's chances to be in the game after the round, as bots played it on.

`python -m tools.puzzles GAME` looks for such positions. The sentence that says why is not in the file: it is what the game's advice says of
the action, or what the action does if that says it all.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, NoReturn

import msgspec

from ludotheque.core import packaged, registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.message import Message
from ludotheque.scene.first_game import Frame, among
from ludotheque.scene.model import Choices, Layout, Scene
from ludotheque.table import views
from ludotheque.table.table import Table

FILE = "puzzles.toml"
HEAD = """# Positions of the day, found by a search (`python -m tools.puzzles`): table/puzzles.py says what each key means.
"""
_KEYS = frozenset(("position", "seat", "do", "chances", "other"))


class BadPuzzles(ValueError):
    """A game's `puzzles.toml` cannot be used."""


class Puzzle(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A position of the day, ready for a page.

    Attributes:
        game: the game's name.
        number: which of the game's puzzles it is, from 0.
        of: how many the game has.
        seats: the number of players.
        seat: whose decision it is.
        options: the ways of playing, as the position names them.
        layout: the board.
        board: its drawing, as SVG: another position may lie on another one.
        scene: the situation as the seat sees it, with all its choices, but not what they will bring.
        best: the best action, an integer.
        frame: what happens once it is played, seen from where the seat sat before.
        why: why it is the best.
        merits: what speaks for other actions, by action; never advice to take one.
        timed: whether it is a game of speed, where chances are those to be in the game after the round.
        chances: the seat's chances after it, in percent.
        other: those after the best other action, in percent.
    """

    game: str
    number: int
    of: int
    seats: int
    seat: int
    options: Mapping[str, Any]
    layout: Layout
    board: str
    scene: Scene
    best: int
    frame: Frame
    why: Message
    merits: Mapping[int, Message]
    timed: bool
    chances: int
    other: int


def exists(game: Game) -> bool:
    """Whether the game has puzzles."""
    return packaged.file_of(game.package, FILE) is not None


@cache
def read(name: str) -> tuple[Mapping[str, Any], ...]:
    """The content of the `puzzles.toml` of the game with this name; empty if there is none. Raises `BadPuzzles`."""
    game = registry.get(name)
    file = packaged.file_of(game.package, FILE)
    if file is None:
        return ()
    try:
        found = tomllib.loads(file.read_text("utf-8"))["puzzle"]
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise BadPuzzles(f"{game.name}: {FILE} holds no list of tables `puzzle`: {error}") from error
    for number, told in enumerate(found):
        if told.keys() != _KEYS:
            _wrong(game, number, f"it needs the keys {', '.join(sorted(_KEYS))} and no others")
    return tuple(found)


def table_of(game: Game, number: int) -> Table:
    """The table at a puzzle. Raises `BadPuzzles` if its position is none."""
    told = read(game.name)[number]
    try:
        return Table.from_position({"game": game.name, **told["position"]}, seed=number)
    except LudothequeError as error:
        _wrong(game, number, str(error), error)


def puzzle(game: Game, number: int) -> Puzzle:
    """A puzzle of a game, by its number from 0. Raises `IndexError` if there is none, `BadPuzzles` if it cannot be played."""
    every = read(game.name)
    told, table = every[number], table_of(game, number)
    seat = int(told["seat"])
    if seat not in table.actors or (len(table.actors) > 1 and not game.simultaneous):
        _wrong(game, number, f"it is not the decision of seat {seat} alone")
    scene, wanted = table.scene({seat}), answers(table, seat)
    scene = msgspec.structs.replace(
        scene, choices=tuple(_unforeseen(among(each, wanted)) for each in scene.choices)
    )
    before, after = table.journal, table.copy()
    try:
        action = after.play(told["do"], seat).code
    except LudothequeError as error:
        _wrong(game, number, f"{told['do']!r}: {error}", error)
    event = views.event_view(after.journal, {seat}, len(table.events))
    view, reason = views.view(before, {seat}), why(table, seat, action)
    merits = {each: views.merit(before, view, seat, each) for each in wanted if each != action}
    return Puzzle(
        game=game.name,
        number=number,
        of=len(every),
        seats=table.seats,
        seat=seat,
        options=told["position"].get("options", {}),
        layout=views.layout(before),
        board=views.board_svg(before),
        scene=scene,
        best=action,
        frame=Frame(
            scene=msgspec.structs.replace(after.scene({seat}), choices=(), turn=scene.turn), events=(event,)
        ),
        why=reason,
        merits={
            each: said for each, said in merits.items() if said and said != reason and ".merit." in said.key
        },
        timed=game.timed,
        chances=int(told["chances"]),
        other=int(told["other"]),
    )


def _unforeseen(choices: Choices) -> Choices:
    """These choices without what they show of their actions: that would be half the answer."""
    replace = msgspec.structs.replace
    return replace(choices, nodes=tuple(replace(node, preview=-1) for node in choices.nodes), previews=())


def answers(table: Table, seat: int) -> list[int]:
    """The legal actions of a seat, as integers, without feints: those leave it with the same decision."""
    return [each for each in map(int, table.legal_actions(seat)) if not views.is_feint(table.journal, each)]


def why(table: Table, seat: int, action: int) -> Message:
    """What speaks for a legal action of a seat: the game's advice, or else what the action does."""
    said = views.merit(table.journal, views.view(table.journal, {seat}), seat, action)
    if said is not None:
        return said
    after = table.copy()
    after.play(action, seat)
    event = views.event_view(after.journal, {seat}, len(table.events))
    return event.moment.title if event.moment else event.message


def _wrong(game: Game, number: int, what: str, cause: Exception | None = None) -> NoReturn:
    raise BadPuzzles(f"{game.name}: puzzle {number + 1} of {FILE}: {what}") from cause
