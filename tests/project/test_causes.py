"""No error hides its cause: it names whatever a handler caught, and its words have room for that."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.core import catalogue

SOURCES = Path(__file__).resolve().parents[2] / "src" / "ludotheque"

ENOUGH = {
    "cli/errors.py: click.Abort": "the exit code says that somebody pressed Ctrl-C",
    "cli/errors.py: BrokenPipeError": "the reader of the output has enough, and nothing is wrong",
    "cli/errors.py: FileNotFoundError": "the message says so",
    "cli/errors.py: IsADirectoryError": "the message says so",
    "cli/errors.py: KeyboardInterrupt": "the exit code says that somebody pressed Ctrl-C",
    "cli/terminal/keeping.py: RuntimeError": "the message says that this user has no home",
    "core/components.py: RecursionError": "the message says that the file is nested too deep",
    "core/components.py: ValueError": "the message says that a number has too many digits",
    "core/record.py: ValueError": "the message says that a number has too many digits",
    "games/banzai/actions.py: ValueError": "the message says that the text is no number",
    "server/live/room.py: Lost": "the message says that another process has the table",
    "server/store/postgres.py: ImportError": "the message says that the extra is missing",
    "server/live/questions.py: IndexError": "the message says that there is no such move any more",
    "scene/editor/opening.py: UNREADABLE": "the message says that this cannot be changed here",
    "server/access/addresses.py: ValueError": "the message says that the text is no network",
    "server/launch.py: KeyboardInterrupt": "the exit code says that somebody pressed Ctrl-C",
    "server/thinking/chances.py: BotFailed": "the message says that nothing is decided at this moment",
    "server/thinking/pool.py: TimeoutError": "the message says that the time for it is over",
    "server/thinking/chances.py: TookTooLong": "the message says that the time for it is over",
    "server/web/studying.py: TookTooLong": "the message says that the time for it is over",
    "server/web/notices.py: ValueError": "the message says that this is no browser's subscription",
    "server/web/people_api.py: Conflict": "the message says that somebody else keeps the name",
    "server/ops/hosting/tables.py: Elsewhere": "the message says that another process has the table",
    "server/web/notices.py: BadEndpoint": "more would tell a stranger about the host's network",
    "server/web/notices.py: Unreachable": "more would tell a stranger what answers at the address",
    "site/inside/backups.py: UNREAD": "the message says that the file is no whole backup",
    "site/inside/backups.py: (sqlite3.Error, StoreError, TypeError)": "the message says that the file is no backup",
    "site/inside/thinking.py: TimeoutError": "the message says that the time for it is over",
    "lab/cluster.py: ray.exceptions.WorkerCrashedError": "it only says that a process died, and so does the message",
    "train/course.py: BlockingIOError": "the message says that another program has locked it",
    "lab/tuning.py: (ValueError, TypeError, KeyError)": "the message names the unreadable file and says what to do",
    "lab/folders.py: BlockingIOError": "the message says that another program has locked it",
    "lab/store.py: (FileNotFoundError, NotADirectoryError)": "the message says that there is no such file",
    "lab/workers.py: BrokenProcessPool": "it only says that a process died, and so does the message",
}
"""Where the new error need not name the one that was caught, and why."""


def own(handler: ast.ExceptHandler) -> Iterator[ast.AST]:
    """The nodes of a handler, without those of handlers inside it."""
    waiting: list[ast.AST] = list(handler.body)
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.ExceptHandler)]


def silent(tree: ast.AST) -> Iterator[str]:
    """The errors that handlers replace without naming them."""
    for handler in ast.walk(tree):
        if not isinstance(handler, ast.ExceptHandler):
            continue
        for node in own(handler):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                said = {each.id for each in ast.walk(ast.Module(handler.body, [])) if isinstance(each, ast.Name)
                        and not (isinstance(node.cause, ast.Name) and each is node.cause)}  # fmt: skip
                if handler.name is None or handler.name not in said:
                    yield ast.unparse(handler.type) if handler.type else "everything"


def test_a_replaced_error_still_names_its_cause() -> None:
    found = {
        f"{path.relative_to(SOURCES).as_posix()}: {caught}"
        for path in SOURCES.rglob("*.py")
        if "template" not in path.parts
        if "except" in (text := path.read_text(encoding="utf-8"))
        for caught in silent(ast.parse(text))
    }
    assert found - set(ENOUGH) == set()


UNDONE = {
    "en": re.compile(
        r"could not|cannot be (?:read|written|loaded|kept|opened)|failed|has a problem|went wrong"
    ),
    "fr": re.compile(
        r"n’a pas pu|n’ont pas pu|impossible de|échoué|illisible|a rencontré un problème|problème est survenu"
    ),
}
PLAIN = {
    "error.mail.unsent": "a mail server's words may name its account; the log has the kind of error",
    "cli.verify.no_seed": "the words before it give the cause: the seed is not published yet",
}


@pytest.mark.parametrize("language", UNDONE)
def test_failures_say_why(language: str) -> None:
    words = catalogue.export(language)
    mute = {
        key
        for key, entry in words.items()
        if UNDONE[language].search(str(entry)) and "{why}" not in str(entry)
    }
    assert mute - set(PLAIN) == set()


def test_a_hidden_cause_is_noticed() -> None:
    quiet = "try:\n    f()\nexcept OSError as error:\n    raise ValueError('could not') from error\n"
    assert list(silent(ast.parse(quiet))) == ["OSError"]
    assert list(silent(ast.parse(quiet.replace("'could not'", "f'could not: {error}'")))) == []
