"""The pictures of a game's rules page, drawn from situations that the rules accept.

A game may have a file `pictures.toml`: the goal in a few pictures, a turn shown step by step, and small pictures for rows of its rulebook.
Each picture is a position with moves; whether a move is legal, and where it leads, is asked of the rules, so that a picture cannot lie.
`docs/add-a-game.md` describes the file.
"""

from __future__ import annotations

import functools
import tomllib
from typing import Any

import msgspec

from ludotheque.core import packaged
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.scene import svg
from ludotheque.scene.model import EventView, Layout, Scene
from ludotheque.scene.turning import on_board
from ludotheque.table import views
from ludotheque.table.table import Table


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move drawn as an arrow.

    Attributes:
        text: the move in notation; "" for an arrow that is no move, such as the way round a board.
        path: the ids of the places that the arrow passes; by default the path that the rules know.
        refused: whether the rules refuse the move. The arrow is then crossed out.
    """

    text: str = ""
    path: tuple[str, ...] = ()
    refused: bool = False


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation, and what is shown of it. `around`, `panels`, `board`, `rings`, `notes` and `coming` are those of `scene.svg.Marking`.

    Attributes:
        position: the situation as `docs/positions.md` describes it, without `game`.
        play: moves played before the picture is taken, in notation.
        audience: the seats whose secrets are seen; none by default.
        moves: moves drawn as arrows, of the seat whose turn it is.
    """

    position: dict[str, Any]
    play: tuple[str, ...] = ()
    audience: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()
    around: tuple[str, ...] = ()
    panels: tuple[str, ...] = ()
    board: bool = True
    rings: tuple[str, ...] = ()
    notes: dict[str, str] = {}
    coming: dict[str, str] = {}


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence with its picture.

    Attributes:
        picture: the picture's name.
        fr: the sentence in French.
        en: the sentence in English.
        alt_fr: the picture in words, in French.
        alt_en: the picture in words, in English.
        easy_fr: the sentence in French that is easy to read, if there is one.
        easy_en: the same in English.
    """

    picture: str
    fr: str
    en: str
    alt_fr: str
    alt_en: str
    easy_fr: str = ""
    easy_en: str = ""

    def said(self, language: str, *, easy: bool) -> str:
        """The sentence in a language, easy to read if that is wished and there is one."""
        simple: str = getattr(self, f"easy_{language}") if easy else ""
        told: str = getattr(self, language)
        return simple or told


class OfRows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small picture beside rows of the rulebook."""

    picture: str
    rows: tuple[str, ...]
    alt_fr: str
    alt_en: str


class Pictures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `pictures.toml` of a game.

    Attributes:
        goal: what players are after, in about three pictures.
        turn: a turn, step by step.
        row: small pictures for rows of the rulebook.
        picture: the pictures by name.
    """

    goal: tuple[Shown, ...] = ()
    turn: tuple[Shown, ...] = ()
    row: tuple[OfRows, ...] = ()
    picture: dict[str, Picture] = {}


class BadPicture(LudothequeError):
    """A picture shows something that the rules do not say."""


def of_game(game: Game) -> Pictures:
    """The pictures of a game; empty if it has none."""
    return _read(game.package)


@functools.cache
def _read(package: str) -> Pictures:
    file = packaged.file_of(package, "pictures.toml")
    if file is None:
        return Pictures()
    told = tomllib.loads(file.read_text("utf-8"))
    drawn = told.get("picture", {})
    told["picture"] = {name: _completed(drawn, each) for name, each in drawn.items()}
    return msgspec.convert(told, Pictures)


def _completed(drawn: dict[str, Any], picture: dict[str, Any]) -> dict[str, Any]:
    """A picture with what it does not say itself taken from the picture that it is `like`."""
    own = {field: value for field, value in picture.items() if field != "like"}
    return {**drawn[picture["like"]], **own} if "like" in picture else own


def begun(game: Game) -> str:
    """A game's board as it may look at the beginning, as SVG."""
    table = Table(game, seed=1)
    layout, scene = views.layout(table.journal), table.scene(())
    return svg.illustrate(game, scene, layout, views.board_svg(table.journal), svg.Marking())


def draw(game: Game, name: str) -> str:
    """A picture of a game as SVG. Raises `KeyError` for an unknown name, and `BadPicture` if a move is not what the picture says."""
    picture = of_game(game).picture[name]
    table = Table.from_position({"game": game.name, **picture.position}, seed=1)
    for text in picture.play:
        table.play(text)
    arrows = tuple(_arrow(table, name, move) for move in picture.moves)
    marking = svg.Marking(
        picture.around, picture.panels, picture.board, arrows, picture.rings, picture.notes, picture.coming
    )
    layout, scene = views.layout(table.journal), table.scene(picture.audience)
    _must_exist(game, name, picture, scene, layout)
    return svg.illustrate(game, scene, layout, views.board_svg(table.journal), marking)


def _must_exist(game: Game, name: str, picture: Picture, scene: Scene, layout: Layout) -> None:
    """Refuse a picture that names a place or a panel that the scene lacks."""
    panels = {panel.id: panel for panel in scene.panels}
    board = {place.id for place in on_board(scene, layout)}
    held = {place.id for panel in panels.values() for place in panel.places}
    wanted = {*picture.around, *picture.coming, *(place for move in picture.moves for place in move.path)}
    missing = [*wanted - board, *(set(picture.rings) | set(picture.notes)) - board - held]
    missing += [panel for panel in picture.panels if panel not in panels]
    missing += set(picture.coming.values()) - {piece.place for piece in scene.pieces}
    if missing:
        raise BadPicture(f"{game.name}, picture {name}: there is no place {', '.join(sorted(missing))}")


def _arrow(table: Table, name: str, move: Move) -> svg.Arrow:
    """A move as an arrow along the path that the rules know."""
    path = move.path
    if move.text:
        why = table.why_not(move.text)
        if (why is not None) != move.refused:
            raise BadPicture(
                f"{table.game.name}, picture {name}: {move.text} is {'refused' if why else 'legal'}"
            )
    if move.text and not move.refused and not path:
        after = table.copy()
        after.play(move.text)
        seen = views.event_view(after.journal, (), len(table.events))
        own = {piece.id for piece in table.scene(()).pieces if piece.seat == seen.seat}
        moved = [motion.piece for motion in seen.motions]
        path = _way(next((piece for piece in moved if piece in own), moved[0]), seen) if moved else ()
    if len(path) < 2:  # an arrow has two ends
        raise BadPicture(f"{table.game.name}, picture {name}: {move.text} has no path to draw; give one")
    return svg.Arrow(tuple(path), move.refused)


def _way(piece: str, seen: EventView) -> tuple[str, ...]:
    """The places along which a piece moved."""
    way: list[str] = []
    for motion in seen.motions:
        if motion.piece == piece:
            way += motion.path[1:] if way and way[-1] == motion.path[0] else motion.path
    return tuple(way)
