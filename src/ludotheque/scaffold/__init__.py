"""Makes a new game: a small game that works from the first minute, to be changed into another one.

The files of a package are in `template/`, those of a game of one file in `one_file/`; the game is named `newgame` there. Names and titles are
put in by plain replacement of the words in `_words`.
"""

from __future__ import annotations

import importlib.util
import keyword
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib.resources import as_file, files
from pathlib import Path

from ludotheque.core import registry, rulebook
from ludotheque.core.errors import LudothequeError
from ludotheque.core.memory import is_taken
from ludotheque.core.message import Message

NAME = "newgame"
"""What the game is called in the template."""

RENAMED = {"gitignore": ".gitignore", "project.toml": "pyproject.toml"}
"""Files that are called otherwise in the template, where they would change how the library's own tools work."""

MAX_SEATS = 6
LONGEST_NAME = 30
LONGEST_TITLE = 60


class CannotMake(LudothequeError):
    """A game that cannot be made so: `message` says why, `next_step` what to do about it."""

    def __init__(self, message: Message, next_step: Message) -> None:
        super().__init__(message=message)
        self.next_step = next_step


FIELDS = ("seats", "first", "to_play", "left", "taken")
"""The fields of the new game's state: its first field, which bears the name of the game, must differ from them."""


def why_not_name(name: str) -> str:
    """Why a game cannot have this name, the end of a key `cli.new_game.name.`; "" if it can."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        return "letters"
    if len(name) > LONGEST_NAME:
        return "long"
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return "keyword"
    if name in registry.names() or name.replace("_", "-") in registry.names():
        return "game"
    if is_taken(name) or name in FIELDS:
        return "record"
    if name in sys.stdlib_module_names or importlib.util.find_spec(name) is not None:
        return "module"
    return ""


def seats_of(text: str) -> tuple[int, int]:
    """The fewest and the most players of `2-4` or `2`; `CannotMake` if they cannot be so many."""
    found = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", text.strip())
    fewest, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 2 <= fewest <= most <= MAX_SEATS:
        raise CannotMake(
            Message("cli.new_game.seats", {"text": text}),
            Message("cli.new_game.seats.next", {"most": MAX_SEATS}),
        )
    return fewest, most


def make(
    name: str,
    to: Path,
    *,
    title_fr: str = "",
    title_en: str = "",
    seats: tuple[int, int] = (2, 4),
    one_file: bool = False,
) -> Path:
    """Write a new game into the new folder `to / name`, as a package or in one file, and give that folder; `CannotMake` says why not.

    A game of one file has one language, and so one title.
    """
    if why := why_not_name(name):
        said = {"name": name, "most": LONGEST_NAME}
        raise CannotMake(Message(f"cli.new_game.name.{why}", said), Message("cli.new_game.name_next"))
    title = name.replace("_", " ").capitalize()
    titles = {
        "TITLE_FR": title_fr.strip() or title,
        "TITLE_EN": title_en.strip() or title_fr.strip() or title,
    }
    for each in titles.values():
        if not re.fullmatch(rf"[^\"\\{{}}\x00-\x1f]{{1,{LONGEST_TITLE}}}", each):
            raise CannotMake(
                Message("cli.new_game.title", {"title": each}),
                Message("cli.new_game.title.next", {"most": LONGEST_TITLE}),
            )
    if one_file and title_fr.strip() and title_en.strip():
        raise CannotMake(Message("cli.new_game.titles"), Message("cli.new_game.titles.next"))
    target = to / name
    if target.exists():
        raise CannotMake(
            Message("cli.new_game.taken", {"path": str(target)}), Message("cli.new_game.taken.next")
        )
    written = dict(_written("one_file" if one_file else "template", _words(name, titles, seats)))
    try:
        for path, text in written.items():
            file = target / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    except OSError:
        shutil.rmtree(target, ignore_errors=True)
        raise
    return target


def _words(name: str, titles: Mapping[str, str], seats: tuple[int, int]) -> dict[str, str]:
    """What stands in the template, and what is written instead."""
    return {
        **titles,
        "MIN_SEATS = 2\n": f"MIN_SEATS = {seats[0]}\n",
        "MAX_SEATS = 4\n": f"MAX_SEATS = {seats[1]}\n",
        NAME.upper(): prefix_of(name),
        NAME: name,
    }


def prefix_of(name: str) -> str:
    """How the ids of a game's rulebook rows begin: its first three letters, or more where another game begins so."""
    letters = name.replace("_", "").upper()
    taken = {
        row.id.split("-")[0] for game in registry.installed_games().values() for row in rulebook.rows(game)
    }
    return next((letters[:n] for n in range(3, len(letters)) if letters[:n] not in taken), letters)


def _written(folder: str, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The path and the text of each file."""
    with as_file(files("ludotheque.scaffold") / folder) as template:
        for path in sorted(template.rglob("*")):
            name = path.relative_to(template)
            if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in name.parts):
                yield _put(RENAMED.get(str(name), str(name)), words), _put(path.read_text("utf-8"), words)


def _put(text: str, words: Mapping[str, str]) -> str:
    return re.sub("|".join(map(re.escape, words)), lambda found: words[found[0]], text)
