"""No error hides its cause: whatever a handler caught is named by the error that it raises instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "src" / "ludotheque"

ENOUGH = {
    "cli/errors.py: click.Abort": "that somebody pressed Ctrl-C is the cause, and the exit code says it",
    "cli/errors.py: BrokenPipeError": "whoever read the output has enough, nothing is wrong",
    "cli/errors.py: FileNotFoundError": "that is the cause, and it is said",
    "cli/errors.py: IsADirectoryError": "that is the cause, and it is said",
    "cli/errors.py: KeyboardInterrupt": "that somebody pressed Ctrl-C is the cause, and the exit code says it",
    "cli/terminal/keeping.py: RuntimeError": "that this user has no home is the cause, and it is said",
    "cli/rulebooks.py: BadComponents": "its field and why were written as JSON just before",
    "core/components.py: RecursionError": "that the file is nested too deep is the cause, and it is said",
    "core/components.py: ValueError": "that a number has too many digits is the cause, and it is said",
    "core/record.py: ValueError": "that a number has too many digits is the cause, and it is said",
    "games/banzai/actions.py: ValueError": "that the text is no number is the cause",
    "server/live/room.py: Lost": "that another process has the table is the cause, and it is said",
    "server/store/postgres.py: ImportError": "that the extra is missing is the cause, and it is said",
    "server/live/questions.py: IndexError": "that there is no such move any more is the cause, and it is said",
    "server/access/addresses.py: ValueError": "that the text is no network is the cause, and it is said with the text",
    "server/launch.py: KeyboardInterrupt": "that somebody pressed Ctrl-C is the cause, and the exit code says it",
    "server/access/newcomers.py: TimeoutError": "that the line is too long is the cause, and it is said",
    "server/thinking/advice.py: BotFailed": "the bots' pool has logged the cause, and whoever asked may ask again",
    "server/thinking/chances.py: BotFailed": "that nothing is decided at this moment is the cause, and it is said",
    "server/thinking/pool.py: TimeoutError": "that the time for it is over is the cause, and it is said",
    "server/thinking/chances.py: TookTooLong": "that the time for it is over is the cause, and it is said",
    "server/web/replays.py: TookTooLong": "that the time for it is over is the cause, and it is said",
    "server/web/notices.py: ValueError": "that this is no browser's subscription is the cause, and it is said",
    "server/web/people_api.py: Conflict": "that somebody else keeps the name is the cause, and it is said",
    "server/ops/hosting/tables.py: Elsewhere": "that another process has the table is the cause, and it is said",
    "server/web/notices.py: BadEndpoint": "more would tell whoever named the address about the host's network",
    "server/web/notices.py: Unreachable": "more would tell whoever named the address what answers there",
    "site/inside/backups.py: UNREAD": "that the file is no whole backup is the cause, and it is said",
    "site/inside/backups.py: (sqlite3.Error, StoreError, TypeError)": "that the file is no backup is the cause, and it is said",
    "site/inside/thinking.py: TimeoutError": "that the time for it is over is the cause, and it is said",
    "lab/cluster.py: ray.exceptions.WorkerCrashedError": "it only says that a process died, which is said",
    "train/course.py: BlockingIOError": "that another program has locked it is the cause, and it is said",
    "lab/tuning.py: (ValueError, TypeError, KeyError)": "the file that cannot be read is named, and what to do",
    "lab/folders.py: BlockingIOError": "that another program has locked it is the cause, and it is said",
    "lab/store.py: (FileNotFoundError, NotADirectoryError)": "that there is no such file is the cause, and it is said",
    "lab/workers.py: BrokenProcessPool": "it only says that a process died, which is said",
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


def test_a_hidden_cause_is_noticed() -> None:
    quiet = "try:\n    f()\nexcept OSError as error:\n    raise ValueError('could not') from error\n"
    assert list(silent(ast.parse(quiet))) == ["OSError"]
    assert list(silent(ast.parse(quiet.replace("'could not'", "f'could not: {error}'")))) == []
