"""What commands say of themselves, in the reader's language: `--help`, and what was typed wrongly.

Commands and options declare their help in English. `i18n/help.fr.po` has the French of each paragraph, of each word for what is to be
given, and of the sentences of click; it is read only where something is shown in French.
"""

from __future__ import annotations

import copy
import functools
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import click

from ludotheque.core import catalogue, po
from ludotheque.core.output import visible

if TYPE_CHECKING:
    from rich.panel import Panel
    from rich.text import Text

    Rows = Iterable[tuple[str, str]]

FIRST = 30
"""The most columns for names of options; what is longer goes on in the next line."""

_asked = ""


def speak(asked: str) -> None:
    """Choose the language of all that follows; empty for that of the environment."""
    global _asked
    _asked = asked


def language() -> str:
    """The language asked for with `--lang`, or else that of the environment."""
    return _asked or catalogue.environment()


@functools.cache
def french() -> Mapping[str, po.Entry]:
    """The French of all that may be said here, by the English."""
    return po.read((files("ludotheque.cli") / "i18n" / "help.fr.po").read_bytes())


def said(text: str) -> str:
    """A text in the reader's language; as it is if that has none."""
    return str(french().get(text, text)) if language() == "fr" else text


def counted(one: str, several: str, n: int) -> str:
    """The same for a text that depends on a number."""
    known = french().get(one) if language() == "fr" else None
    return known[n > 1] if isinstance(known, list) else one if n == 1 else several


for _module in (click.core, click.exceptions, click.formatting, click.parser, click.types):
    vars(_module).update(_=said, ngettext=counted)  # click asks these, which gettext has, for its sentences


def paragraphs(text: str | None) -> list[str]:
    """The paragraphs of a help text, each on one line: what the catalogue is asked for."""
    return [" ".join(paragraph.split()) for paragraph in (text or "").split("\n\n") if paragraph]


class Command(click.Command):
    """A command or group whose help is shown in the reader's language."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            for lang in (each for each in self.get_params(ctx) if each.name == "lang"):
                given, _, _ = self.make_parser(ctx).parse_args([*args])
                lang.handle_parse_result(ctx, given, [])  # before `--help`, whichever is typed first
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # click leaves it out of some
            raise

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [said(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from rich.console import Console
        from rich.padding import Padding

        console = Console(markup=False, emoji=False, highlight=False)
        with console.capture() as shown:
            console.print()
            console.print(Padding(_usage(self, ctx), (0, 1, 1, 1), expand=False))
            for text in paragraphs(self.help):
                console.print(Padding(said(text), (0, 1, 1, 1), expand=False))
            for title, rows in self.panels(ctx):
                console.print(_panel(said(title), rows))
            for text in paragraphs(self.epilog):
                console.print(Padding(said(text), (1, 1, 0, 1), expand=False))
        formatter.write(shown.get())

    def panels(self, ctx: click.Context) -> Iterator[tuple[str, Rows]]:
        """What there is to choose from, under titles."""
        params = self.get_params(ctx)
        for title, kind in (("Arguments", click.Argument), ("Options", click.Option)):
            if rows := [_row(each, ctx) for each in params if isinstance(each, kind)]:
                yield title, rows


def _row(param: Any, ctx: click.Context) -> tuple[str, str]:
    """The names of a parameter, and its help."""
    shown = copy.copy(param)
    shown.help = said(param.help)
    shown.metavar = param.metavar and said(param.metavar)
    if isinstance(param, click.Argument):
        return shown.metavar, shown.help + (f"  [{said('required')}]" if param.required else "")
    names, told = click.Option.get_help_record(shown, ctx) or ("", "")
    return names, told


def _panel(title: str, rows: Rows) -> Panel:
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column(max_width=FIRST, overflow="fold")
    table.add_column(overflow="fold")
    for name, told in rows:
        first, second = Text(name, "bold cyan"), Text(told)
        first.highlight_regex(r" [^-/ ]\S*$", "not bold yellow")
        second.highlight_regex(r"  \[.*\]$", "dim")
        table.add_row(first, second)
    return Panel(table, title=title, title_align="left", border_style="dim")


def _usage(command: click.Command, ctx: click.Context) -> Text:
    from rich.text import Text

    pieces = " ".join([ctx.command_path, *command.collect_usage_pieces(ctx)])
    return Text.assemble((said("Usage:"), "bold yellow"), (f" {pieces}", "bold"))


def complain(error: click.UsageError) -> None:
    """Say on standard error what was typed wrongly. It is shown as `output.visible` does: a file's name may be anything."""
    from rich.console import Console
    from rich.panel import Panel
    from rich.text import Text

    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show(sys.stdout)
        return
    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    if error.ctx is not None:
        hint = said("Try '{command} {option}' for help.")
        hint = hint.format(command=error.ctx.command_path, option=error.ctx.help_option_names[0])
        console.print(_usage(error.ctx.command, error.ctx), Text(hint, "dim"), sep="\n")
    told = Text(visible(error.format_message()), overflow="fold")
    console.print(Panel(told, title=said("Error"), title_align="left", border_style="red"))
