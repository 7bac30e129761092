"""Error messages of the command line: one sentence, what to do next, and an exit code, never a traceback.

Exit codes: 0 success, 1 failure, 2 wrong arguments, 130 ended by Ctrl-C, 143 ended by SIGTERM.
"""

from __future__ import annotations

import errno
import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import click

from ludotheque.cli.helping import Command, complain, language, paragraphs, said, speak
from ludotheque.core.message import Message
from ludotheque.core.output import leave_output, leave_output_if_it_fails, prepare, say, visible
from ludotheque.core.reading import decoded

if TYPE_CHECKING:
    from ludotheque.cli.helping import Rows
    from ludotheque.cli.words import Text, Words

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where there is no room for a file."""

FAILED = 1
ASKED_WRONGLY = 2
INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells give it."""


class Problem(Exception):
    """Something to tell the person who typed the command. `code` is the exit code, `next_step` what they can do."""

    def __init__(self, text: Text, next_step: Text = "", code: int = FAILED) -> None:
        super().__init__(str(text))
        self.text = text
        self.next_step = next_step
        self.code = code


def must_be_free(files: Iterable[Path], then: Message) -> None:
    """Raise `Problem`, with what to do `then`, if one of the files that are to be written holds something: nothing is replaced."""
    taken = next((file for file in files if file.exists() and file.stat().st_size > 0), None)
    if taken is not None:
        raise Problem(Message("cli.play.save.taken", {"path": str(taken)}), then, ASKED_WRONGLY)


@contextmanager
def record_of(where: object) -> Iterator[None]:
    """What is wrong with a record is told with the name of its file."""
    from ludotheque.core.errors import BadRecord

    try:
        yield
    except BadRecord as error:
        why = error.message or error.text
        raise Problem(Message("cli.verify.wrong", {"path": str(where), "why": why})) from error


@contextmanager
def told() -> Iterator[None]:
    """Whatever goes wrong is said in a sentence, and ends the program with an exit code."""
    from ludotheque.cli.words import Words

    try:
        yield
    except Problem as problem:
        words = Words()
        stop(words.of(problem.text), words.of(problem.next_step), problem.code)
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    except BrokenPipeError:
        leave_output()  # its reader has closed it
        raise SystemExit(0) from None
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        from ludotheque.core.lazy import NeedsNumpy

        stop(NeedsNumpy().said_in(language()), "", FAILED)
    except OSError as error:
        leave_output_if_it_fails()
        where = f"{visible(str(error.filename))}: " if error.filename else ""
        stop(
            f"{where}{error.strerror or error}",
            Words()("cli.file.full" if error.errno in FULL else "cli.file.rights"),
            FAILED,
        )
    except ValueError as error:
        refused = _refused(error, Words())
        if refused is None:
            raise
        stop(*refused)


class Commands(Command, click.Group):
    """The group of all commands. It turns the library's errors into text and an exit code."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        prepare()
        speak("")
        try:
            raise SystemExit(super().main(*args, **{**kwargs, "standalone_mode": False}))
        except click.UsageError as error:
            complain(error)
            raise SystemExit(error.exit_code) from None
        except click.Abort:
            raise SystemExit(INTERRUPTED) from None

    def panels(self, ctx: click.Context) -> Iterator[tuple[str, Rows]]:
        yield from super().panels(ctx)
        yield (
            "Commands",
            [(name, said("".join(paragraphs(each.help)[:1]))) for name, each in self.commands.items()],
        )

    @told()
    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        return super().make_context(*args, **kwargs)  # options such as `--version` act here

    @told()
    def invoke(self, ctx: click.Context) -> Any:
        return super().invoke(ctx)


def need(extra: str) -> None:
    """Continue only if the packages of an extra are installed."""
    from ludotheque.cli import extras

    without = extras.missing(extra)
    if without is not None:
        raise Problem(without)


def _refused(error: ValueError, words: Words) -> tuple[str, str, int] | None:
    from ludotheque.core import errors

    if not isinstance(error, errors.LudothequeError):
        return None
    text = words.refusal(error)
    if isinstance(error, errors.UnknownGame):
        return text, "", FAILED if isinstance(error, errors.BrokenGame) else ASKED_WRONGLY
    if isinstance(error, errors.BadOption):
        return text, words("cli.option.help"), ASKED_WRONGLY
    if isinstance(error, errors.BadMatch):
        return text, "", ASKED_WRONGLY
    return text, "", FAILED


def stop(text: str, next_step: str = "", code: int = FAILED) -> NoReturn:
    """Print an error on standard error and exit with this code."""
    say(f"ludotheque: {text}", err=True)
    if next_step:
        say(next_step, err=True)
    raise SystemExit(code)


What = Literal["record", "position", "components"]


def read_text(path: Path, what: What) -> str:
    """The text of a file named on the command line; `-` is standard input."""
    said = {"path": str(path), "what": Message(f"cli.file.{what}")}
    try:
        return decoded(sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes())
    except FileNotFoundError:
        following = Message("cli.file.none.next")
        if what == "components":
            following = Message("cli.file.none.components", {"path": shlex.quote(str(path))})
        raise Problem(Message("cli.file.none", said), following, ASKED_WRONGLY) from None
    except IsADirectoryError:
        raise Problem(
            Message("cli.file.folder", said), Message("cli.file.folder.next"), ASKED_WRONGLY
        ) from None
    except UnicodeDecodeError as error:
        raise Problem(
            Message("cli.file.no_text", said | {"byte": error.start}),
            Message("cli.file.no_text.next"),
            FAILED,
        ) from error
