"""`--help` in the reader's language.

Commands and options declare their help in English. `i18n/help.fr.po` has the French of each paragraph, each word for what is to be given
and each title; it is read only where help is shown in French.
"""

from __future__ import annotations

import copy
import functools
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand

from ludotheque.core import po
from ludotheque.core.output import visible

LANGUAGE = "ludotheque.language"
"""Where a command's context keeps the language that was asked for."""

TITLES = (
    "ARGUMENTS_PANEL_TITLE",
    "OPTIONS_PANEL_TITLE",
    "COMMANDS_PANEL_TITLE",
    "DEFAULT_STRING",
    "ENVVAR_STRING",
    "REQUIRED_LONG_STRING",
)
"""What Typer writes around the help of options, by the names in `typer.rich_utils`."""
USAGE = "Usage:"
NARROW = 100
"""In a terminal with fewer columns help is written without a table."""

if TYPE_CHECKING:
    Base = TyperCommand
else:
    Base = object


def language_of(context: Any) -> str:
    """The language asked for with `--lang`, or else that of the environment."""
    from ludotheque.cli.options import environment_language

    return str(context.meta.get(LANGUAGE) or environment_language())


@functools.cache
def french() -> Mapping[str, str]:
    """The French of everything that help may say, by the English."""
    path = files("ludotheque.cli") / "i18n" / "help.fr.po"
    return {name: str(text) for name, text in po.read(path.read_bytes()).items()}


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a help text, each on one line: what the catalogue is asked for."""
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]


class Explained(Base):
    """A command or group whose help is shown in the reader's language.

    Attributes:
        words: what the help is translated with; None leaves it in English.
    """

    words: Mapping[str, str] | None = None

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        with visible_complaints():
            return super().make_context(*args, **kwargs)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        if shutil.get_terminal_size().columns < NARROW and not hasattr(self, "commands"):
            self._format_plainly(ctx, formatter)
            return
        if language_of(ctx) != "fr":
            super().format_help(ctx, formatter)
            return
        with _titles(french()):
            super(Explained, _translated(self, french())).format_help(ctx, formatter)

    def _format_plainly(self, ctx: Any, formatter: Any) -> None:
        """The same without columns, which would cut long words short, such as names of variables."""
        is_french = language_of(ctx) == "fr"
        said = _plain(_translated(self, french()) if is_french else self)
        super(Explained, said).format_help(ctx, formatter)
        if is_french:
            formatter.buffer[:] = [_titled(piece, french()) for piece in formatter.buffer]

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        if self.words is None:
            super().format_usage(ctx, formatter)
        else:
            pieces = " ".join(self.collect_usage_pieces(ctx))
            formatter.write_usage(ctx.command_path, pieces, f"{self.words[USAGE]} ")

    def get_params(self, ctx: Any) -> list[Any]:
        params: list[Any] = super().get_params(ctx)
        return params if self.words is None else [_translated_option(each, self.words) for each in params]


@contextmanager
def visible_complaints() -> Iterator[None]:
    """What is wrong with the words typed is told as `output.visible` shows it: a file's name may be anything."""
    try:
        yield
    except Exception as error:
        said = getattr(error, "message", None)
        if isinstance(said, str):
            error.message = visible(said)  # type: ignore[attr-defined]
        raise


class Command(Explained, TyperCommand):
    """A command of this program."""


def _plain(command: Any) -> Any:
    """A copy of a command that explains itself without a table."""
    said = copy.copy(command)
    said.rich_markup_mode = None
    return said


def _translated(command: Any, words: Mapping[str, str]) -> Any:
    """A copy of a command or a group that explains itself with these words."""
    said = copy.copy(command)
    said.words = words
    said.help = _text(said.help, words)
    said.epilog = _text(said.epilog, words)
    if hasattr(said, "commands"):
        said.subcommand_metavar = words[said.subcommand_metavar]
        said.commands = {name: _translated(each, words) for name, each in said.commands.items()}
    return said


def _translated_option(option: Any, words: Mapping[str, str]) -> Any:
    said = copy.copy(option)
    said.help = _text(said.help, words)
    said.metavar = words.get(said.metavar, said.metavar)
    said.get_help_record = lambda context: _record(option.__class__.get_help_record(said, context), words)
    return said


def _record(record: tuple[str, str] | None, words: Mapping[str, str]) -> tuple[str, str] | None:
    """The names and the help of an option, with what Typer adds in these words."""
    if record is None:
        return None
    from typer import rich_utils

    names, told = record
    for english in (rich_utils.ENVVAR_STRING, rich_utils.DEFAULT_STRING):
        told = told.replace(english.strip("[]").format(""), words[english].strip("[]").format(""))
    return names, told


def _text(text: str | None, words: Mapping[str, str]) -> str | None:
    return None if text is None else "\n\n".join(words.get(each, each) for each in paragraphs(text))


def _titled(piece: str, words: Mapping[str, str]) -> str:
    """A piece of plain help with the titles of these words."""
    from typer import rich_utils

    for name in TITLES:
        english = getattr(rich_utils, name)
        if piece.strip() == f"{english}:":
            piece = piece.replace(f"{english}:", f"{words[english]}\u00a0:")
    return piece


@contextmanager
def _titles(words: Mapping[str, str]) -> Iterator[None]:
    """Let Typer write its titles with these words."""
    from typer import rich_utils

    before = {name: getattr(rich_utils, name) for name in TITLES}
    try:
        for name, title in before.items():
            setattr(rich_utils, name, words[title])
        yield
    finally:
        for name, title in before.items():
            setattr(rich_utils, name, title)
