"""Print and play over HTTP: a game's box as a PDF, and what is on its sheets."""

from __future__ import annotations

import asyncio
from typing import Literal
from urllib.parse import urlsplit

import msgspec
from starlette.responses import Response

from ludotheque.core import components
from ludotheque.core.errors import BadInput, LudothequeError
from ludotheque.core.game import Game
from ludotheque.press import printing, sticker
from ludotheque.press.preview import pictures
from ludotheque.press.printing import Choice, Only, Printout, Sheet
from ludotheque.server.room.refused import Refused
from ludotheque.server.thinking.print_worker import printed
from ludotheque.server.web.routes import Asking, Routes, answer, encode
from ludotheque.server.web.studying import studied

ROUTES = Routes()
HERE = ("localhost", "127.0.0.1", "::1")
"""What a machine calls itself: no phone finds it there."""


class Printing(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How a box is printed: the body of `POST /api/print/{game}`.

    Attributes:
        figures: whether parts that can stand are figures, to fold.
        only: what is printed: all, the rules, or the sticker for the lid.
        easy: whether the rulebook is in sentences that are easy to read.
        sheets: the numbers of the sheets that are printed; all of them if there are none.
        components: a component file, for another box than the printed one.
        link: the address to which the sticker for the lid leads; "" for a line on which one is written. Left out, it is that of the game on this server.
    """

    paper: Literal["a4", "letter"] = "a4"
    lang: Literal["fr", "en"] = "en"
    large: bool = False
    contrast: bool = False
    figures: bool = False
    only: Only = "all"
    easy: bool = False
    sheets: tuple[int, ...] = ()
    components: str | None = None
    link: str | None = None


class Sheets(msgspec.Struct, frozen=True):
    """What a print has: its sheets, the width and height of the board in millimetres if it has one, whether the sticker for the lid has a code, about
    how many minutes cutting takes, whether some parts can stand as figures, and how many bytes the file has."""

    sheets: tuple[Sheet, ...]
    board_mm: tuple[float, float] | None
    sticker: bool
    minutes: int
    stands: bool
    bytes: int


class Pictures(msgspec.Struct, frozen=True):
    """The pages of a print as SVG, bare backs too: as many as the file has."""

    pages: list[str]


class WrongFile(Refused):
    """A component file is wrong; the body says where."""

    def __init__(self, error: BadInput) -> None:
        super().__init__("error.bad_input", (), 422)
        self.message, self.wrong = Refused.of(error).message, error

    def as_json(self) -> dict[str, object]:
        """The body, with the field that is wrong and why, as when a file is checked."""
        said = super().as_json()
        return {**said, "error": {**said["error"], "field": self.wrong.field, "why": self.wrong.why}}


@ROUTES.post("/api/print/{game}", kind="application/pdf", refuses=(400, 404, 422, 503))
async def print_game(ask: Asking, asked: Printing) -> bytes:
    """A game's box as a PDF, to print and to play: on A4 or Letter, at its true size."""
    game = ask.game()
    choice = _choice(ask, game, asked)
    found = await _printout(ask, game, choice, asked.components)
    ask.attach(choice.file_name(game.name))
    return found.pdf


@ROUTES.post("/api/print/{game}/sheets", answers=Sheets, refuses=(400, 404, 422, 503))
async def print_sheets(ask: Asking, asked: Printing) -> Response:
    """What is on each sheet of that PDF."""
    game = ask.game()
    found = await _printout(ask, game, _choice(ask, game, asked), asked.components)
    return answer(
        Sheets(found.sheets, found.board_mm, found.sticker, found.minutes, found.stands, len(found.pdf))
    )


@ROUTES.post("/api/print/{game}/pictures", answers=Pictures, refuses=(400, 404, 422, 503))
async def print_pictures(ask: Asking, asked: Printing) -> Response:
    """What each page of that PDF looks like."""
    game = ask.game()
    found = await _printout(ask, game, _choice(ask, game, asked), asked.components)
    return answer(Pictures(await studied(ask.services, "error.print", pictures, found.pdf)))


def _choice(ask: Asking, game: Game, asked: Printing) -> Choice:
    """How the press prints it. Raises `Refused` for a link that a sticker cannot have."""
    link = _link(ask, game, asked.link)
    return Choice(
        asked.paper,
        asked.lang,
        asked.large,
        asked.contrast,
        link,
        asked.figures,
        asked.only,
        asked.easy,
        tuple(sorted(set(asked.sheets))),
    )


async def _printout(ask: Asking, game: Game, choice: Choice, components: str | None) -> Printout:
    """The print, which is kept for a while: a page asks first for its sheets and then for the file. Raises `Refused` for a sheet that it has not."""
    ask.services.replays.spend(await ask.who() or ask.address)
    if components is not None:
        await _check(game, components)
    whole = await _kept(ask, game, msgspec.structs.replace(choice, sheets=()), components)
    fault = printing.unfit(choice.sheets, len(whole.sheets))
    if fault:
        raise Refused.bad_input("sheets", fault.key, **fault.args)
    return await _kept(ask, game, choice, components) if choice.sheets else whole


async def _kept(ask: Asking, game: Game, choice: Choice, components: str | None) -> Printout:
    services = ask.services
    key = (f"print/{game.name}", encode(choice), components)
    found = services.shown.get(key)
    if found is None:
        found = await studied(services, "error.print", printed, game.name, choice, components)
        services.shown.put(key, found, len(found))
    return msgspec.msgpack.decode(found, type=Printout)


def _link(ask: Asking, game: Game, wanted: str | None) -> str:
    """Where the sticker leads. Raises `Refused` for a link that it cannot have."""
    if wanted is None:
        base = ask.base
        known = not ask.services.settings.in_page and urlsplit(base).hostname not in HERE
        return f"{base}/box/{game.name}" if known else ""
    fault = sticker.unfit(wanted) if wanted else None
    if fault:
        raise Refused.bad_input("link", fault.key, **fault.args)
    return wanted


async def _check(game: Game, file: str) -> None:
    try:
        await asyncio.to_thread(lambda: components.load(game, components.read_toml(file)))
    except BadInput as error:
        raise WrongFile(error) from error
    except LudothequeError as error:
        raise Refused.of(error) from error
