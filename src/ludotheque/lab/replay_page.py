"""A game to look at again as one web page that needs no server: the board after each event, and what happened in words.

All pictures of a game share most of what they draw. So the page has each drawn thing once, and each moment as a list of their numbers; all of
it is deflated and written in base 64, which browsers unpack.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from ludotheque.core.catalogue import LANGUAGES, export, say
from ludotheque.core.message import Message
from ludotheque.scene import svg
from ludotheque.scene.art import sprites_of
from ludotheque.table import views
from ludotheque.table.replay import replay

TEXTS = ("title", "first", "back", "forward", "last", "moment", "moves", "saved", "other")
"""The texts of the page: `balance.replay.…`."""


def page(record: Sequence[dict[str, Any]], saved: str) -> str:
    """The page of a game.

    Args:
        record: the game's record.
        saved: the name of the file beside the page that holds it.

    Raises:
        BadRecord: the record is wrong.
    """
    journal = replay(list(record)).journal
    game, names = journal.game, list(journal.players)
    scenes = [*views.scenes(journal, range(journal.setup.seats))]
    layout, board = views.layout(journal), views.board_svg(journal)
    parts: dict[str, int] = {}
    told: dict[str, Any] = {"size": [layout.width, layout.height]}
    for language in LANGUAGES:
        entries = export(language)
        frames, sentences = [], []
        for scene in scenes:
            height, drawn = svg.drawn(game, scene, layout, board, language, names)
            frames.append([round(height, 1), *(parts.setdefault(each, len(parts)) for each in drawn if each)])
            sentences.append("" if scene.last is None else say(scene.last.message, language, entries))
        texts = {name: say(Message(f"balance.replay.{name}"), language, entries) for name in TEXTS}
        title = say(Message(f"{game.name}.title"), language, entries)
        told[language] = {"frames": frames, "said": sentences, "texts": texts, "game": title}
    told["parts"], told["sprites"] = list(parts), sprites_of(game)
    packed = zlib.compress(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    template = (files("ludotheque.lab") / "pages" / "replay.html").read_text("utf-8")
    return (
        template.replace("%DATA%", base64.b64encode(packed).decode())
        .replace("%SAVED%", escape(saved))
        .replace("%TITLE%", escape(told["en"]["game"]))
    )
