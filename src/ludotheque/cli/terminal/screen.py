"""Output to the terminal and input from it. `plain` means no colours, no clearing, and drawings in ASCII."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from ludotheque.core.output import prepare, say_data, visible
from ludotheque.scene.svg import TINTS
from ludotheque.scene.text import Cell, Line, board_lines, signs_of

if TYPE_CHECKING:
    from rich.text import Text

    from ludotheque.cli.words import Words
    from ludotheque.scene.model import Layout, Scene

NARROWEST_SIDE = 20
"""The columns that the list of seats needs beside the board. With fewer it goes below."""

LONGEST_WAIT_LINES = 60
"""The lines that scroll earlier output out of sight if the terminal cannot be cleared."""

_HANGING = re.compile(r"\s*(?:(?:→|▸|>|\S{1,8} ) )?")
"""The start of a line under which its following lines are indented: spaces, a rule's number, an arrow."""

_SIGNS = {"~": "#4E9DB0", "│": "#4E9DB0"}

_TARGET, _TRACE = "bold green", "bold magenta"

Complete = Callable[[str], list[str]]
"""Returns what a text may become."""


def is_plain(asked: bool) -> bool:
    """Whether to write plainly: because it was asked for, the output is not a terminal, or the terminal can do no more."""
    return asked or not sys.stdout.isatty() or os.environ.get("TERM") in ("dumb", "unknown")


class Screen:
    """A terminal. `draws` is False if boards are only drawn on request."""

    def __init__(self, words: Words, plain: bool, draws: bool = True) -> None:
        from rich.console import Console

        self.words, self.plain, self.draws = words, plain, draws
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._console = Console(highlight=False, markup=False, emoji=False)
        self._unicode = "utf" in (sys.stdout.encoding or "").lower()
        self._readline = _readline() if self.interactive else None
        prepare()

    # -- writing ------------------------------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """The columns of the terminal."""
        return shutil.get_terminal_size((80, 24)).columns

    def say(self, text: str = "", style: str = "") -> None:
        """Print text, wrapped to the terminal."""
        for line in visible(text, lines=True).split("\n"):
            for part in self._wrapped(line, self.width) if self.interactive else [line]:
                self._write(part, style)
        sys.stdout.flush()

    def show(self, text: str) -> None:
        """Print something to be copied: on one line however long, and unchanged unless it could command the terminal."""
        say_data(text)

    def _write(self, line: str, style: str) -> None:
        if self.plain:
            print(visible(line))
        else:
            self._console.print(visible(line), style=style or None, soft_wrap=True)

    def _wrapped(self, line: str, width: int) -> list[str]:
        """The line wrapped to the width, its following lines indented under the first one's words."""
        start = _HANGING.match(line)
        indent = " " * (len(start[0]) if start else 0)
        return textwrap.wrap(line, max(width, 2 * len(indent), 20), subsequent_indent=indent) or [""]

    def clear(self) -> None:
        """Clear the screen if possible."""
        if not self.plain:
            print("\x1b[H\x1b[2J", end="", flush=True)

    def forget(self) -> None:
        """Make everything shown or typed so far unreadable, even by scrolling back."""
        if self.interactive and os.environ.get("TERM") not in ("dumb", "unknown"):
            print("\x1b[H\x1b[2J\x1b[3J", end="", flush=True)
        else:
            print("\n" * LONGEST_WAIT_LINES, flush=True)
        if self._readline is not None:
            self._readline.clear_history()

    def thinking(self, text: str) -> AbstractContextManager[object]:
        """Show that a bot is thinking."""
        return nullcontext() if self.plain else self._console.status(text, spinner="dots")

    # -- the board ----------------------------------------------------------------------------------------------------

    def board(
        self,
        scene: Scene,
        layout: Layout,
        side: Sequence[tuple[str, str]],
        traces: Sequence[Sequence[str]] = (),
        targets: Collection[str] = (),
    ) -> None:
        """The board, with `side` (text, style) beside it if it is as wide as its lines or high enough to fold them, else below."""
        ascii_only = self.plain or not self._unicode
        lines = board_lines(scene, layout, self.words.of, targets, traces, ascii_only)
        breadth = max((_length(line) for line in lines), default=0)
        room = self.width - breadth - 3
        folded = [(part, style) for words, style in side for part in self._wrapped(words, room)]
        whole = len(folded) == len(side)
        fits = room >= NARROWEST_SIDE and (whole or len(folded) < len(lines))
        if fits:
            lines += [Line(None, ())] * (len(folded) + 1 - len(lines))
        for number, line in enumerate(lines):
            words, style = folded[number - 1] if fits and 0 < number <= len(folded) else ("", "")
            if self.plain:
                self._write(f"{line}{' ' * (breadth + 3 - len(str(line)))}{words}".rstrip(), "")
            else:
                self._console.print(self._painted(line, breadth, words, style), soft_wrap=True)
        for words, style in () if fits else side:
            self.say(words, style)

    def _painted(self, line: Line, breadth: int, words: str, style: str) -> Text:
        from rich.text import Text

        text = Text()
        text.append(line.margin, style="dim")
        for cell in line.cells:
            text.append(visible(cell.text), style=_style(cell))
        text.append(" " * max(0, breadth + 3 - text.cell_len))
        return text.append(visible(words), style=style)

    def seats(self, scene: Scene, names: Sequence[str]) -> list[tuple[str, str]]:
        """The seats, whose turn it is, and their counters, as text and styles."""
        plain = self.plain or not self._unicode
        lines: list[tuple[str, str]] = []
        for standing in scene.standings:
            turn = standing.seat in scene.actors
            arrow = ("> " if plain else "▸ ") if turn else "  "
            signs = signs_of(standing, self.words.of, ascii_only=plain)
            lines.append((f"{arrow}{signs} {names[standing.seat]}", "bold" if turn else ""))
            counters = ", ".join(self.words.of(line) for line in standing.lines)
            if counters:
                lines.append((f"    {counters}", ""))
        return lines

    # -- reading ------------------------------------------------------------------------------------------------------

    def ask(self, prompt: str, complete: Complete | None = None) -> str:
        """Read a line. Raises `EOFError` at the end of input, and `KeyboardInterrupt` on Ctrl-C."""
        prompt = visible(prompt)
        if not self.interactive:
            print(prompt, end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            print(visible(line.rstrip("\n")), flush=True)
            return line.rstrip("\n")
        if self._readline is not None:
            self._readline.set_completer(_completer(complete or (lambda _: [])))
        return input(prompt)


def _length(line: Line) -> int:
    return len(line.margin) + sum(len(cell.text) for cell in line.cells)


def _style(cell: Cell) -> str:
    tone = TINTS.get(cell.tint, TINTS["none"])[0]
    if cell.highlight == "target" and not cell.tint:
        return _TARGET
    if cell.tint:
        moved = "underline " if cell.highlight else ""
        if cell.face == "blank":
            return f"{moved}bold {tone}"
        ink = "black" if cell.tint in ("yellow", "sky") else "white"
        return f"{moved}bold {ink} on {tone}"
    if cell.highlight:
        return _TRACE
    return _SIGNS.get(cell.text.strip()[:1], "dim")


def _readline() -> Any:
    """The module for line editing and completion; None if there is none."""
    try:
        import readline
    except ImportError:
        return None
    readline.set_completer_delims("")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    readline.parse_and_bind("set completion-query-items 300")
    return readline


def _completer(complete: Complete) -> Callable[[str, int], str | None]:
    found: list[str] = []

    def next_one(text: str, state: int) -> str | None:
        if state == 0:
            found[:] = complete(text)
        return found[state] if state < len(found) else None

    return next_one
