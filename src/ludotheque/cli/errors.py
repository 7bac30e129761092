"""What the command line says when something is wrong: one sentence, what to do next, and an exit code, never a traceback.

Exit codes: 0 it went well, 1 it failed, 2 it was asked wrongly.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

FAILED = 1
ASKED_WRONGLY = 2


class Problem(Exception):
    """Something to tell the person who typed the command. `code` is the exit code, `next_step` what to do about it."""

    def __init__(self, text: str, next_step: str = "", code: int = FAILED) -> None:
        super().__init__(text)
        self.text = text
        self.next_step = next_step
        self.code = code


class Commands(TyperGroup):
    """The group of all commands: turns what the library refuses into words and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Problem as problem:
            stop(problem.text, problem.next_step, problem.code)
        except BrokenPipeError:
            sys.stderr.close()  # whoever read the output has enough
            raise typer.Exit(0) from None
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            stop(
                f"{where}{error.strerror or error}",
                "Check the path and your rights to it, then try again.",
                FAILED,
            )
        except ValueError as error:
            refused = _refused(error)
            if refused is None:
                raise
            stop(*refused)


def _refused(error: ValueError) -> tuple[str, str, int] | None:
    from ludotheque.core import errors

    if not isinstance(error, errors.LudothequeError):
        return None
    if isinstance(error, errors.UnknownGame):
        return error.text, "", ASKED_WRONGLY
    if isinstance(error, errors.BadOption):
        return error.text, "`ludotheque COMMAND --help` shows what can be asked.", ASKED_WRONGLY
    return error.text, "", FAILED


def stop(text: str, next_step: str = "", code: int = FAILED) -> NoReturn:
    """Say it on standard error and leave with the exit code."""
    typer.echo(f"ludotheque: {text}", err=True)
    if next_step:
        typer.echo(next_step, err=True)
    raise typer.Exit(code)


def read_text(path: Path, what: str) -> str:
    """The text of a file that was named on the command line; `-` is standard input."""
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Problem(f"{path}: there is no such {what}", "Check the path.", ASKED_WRONGLY) from None
    except IsADirectoryError:
        raise Problem(f"{path} is a folder, not a {what}", "Name a file.", ASKED_WRONGLY) from None
    except UnicodeDecodeError:
        raise Problem(
            f"{path}: is not UTF-8 text, so it is no {what}", "Name another file.", FAILED
        ) from None
