"""Breaks a game on purpose, one small change at a time, and looks whether the checks notice.

    python -m tests.mutating.trying                              mutants of every game, as many as there is time for
    python -m tests.mutating.trying billabong --share 2/40       a share of one game's
    python -m tests.mutating.trying billabong "rules/finish.py:next_racing:relational#1"     these mutants, or misreadings
    python -m tests.mutating.trying --few                        one mutant and one misreading of each game, as `make test` does

Each is tried in a process of its own that has imported nothing of the game yet. The first check that notices it ends the trial; a check
that goes on for ever notices, too. What no check notices has survived: it is printed with its change, unless `tests/GAME/equivalent.toml`
says why it changes nothing that can be noticed. The exit code is 1 if any survived, 2 if a check fails where nothing is changed.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import json
import os
import resource
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    os.environ["LUDOTHEQUE_RULES"] = "interpreted"  # before anything of the library is imported
    sys.path[:0] = [str(Path(__file__).resolve().parents[2] / folder) for folder in ("src", "tests")]

from tests.mutating import checking, loading
from tests.mutating.generating import ROOT, Mutant, folder, mutants
from tests.mutating.misreading import Misreading, misreadings
from tools import choosing

MEMORY = 8 << 30
"""Bytes that a trial may take; more is too many."""
PRINTED = 3000
CRASH = "a crash"
"""What stands for the check where a trial itself went wrong."""


@dataclass(frozen=True)
class Nothing:
    """A game with nothing changed."""

    game: str
    id: str = "nothing changed"


Change = Mutant | Misreading | Nothing


@dataclass(frozen=True)
class Verdict:
    """What became of a change: the check that noticed it and what that says, both "" if none did; and the processor seconds it took."""

    change: Change
    by: str
    says: str
    seconds: float


def games() -> list[str]:
    """The games with a `checks.py`."""
    return sorted(path.parent.name.replace("_", "-") for path in (ROOT / "tests").glob("*/checks.py"))


def equivalent(game: str) -> dict[str, str]:
    """The ids of mutants that change nothing that can be noticed, and why."""
    path = ROOT / "tests" / folder(game) / "equivalent.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def checks_for(change: Change) -> tuple[str, ...]:
    """What looks at it, in order."""
    return (change.by,) if isinstance(change, Misreading) else checking.ALL


# ------------------------------------------------------------------------------------------------ one process for each


@functools.cache
def prepare() -> None:
    """Import what every trial needs, but nothing of a game: then each begins with it. Pytest collects nothing, to load its plugins."""
    import pytest

    import ludotheque.table
    import ludotheque.testing

    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    with silence():
        pytest.main([*checking.PYTEST, "--collect-only", str(ROOT / "tests" / "depth.py")])
    assert Path(ludotheque.__file__).is_relative_to(ROOT), "another copy of the library is imported"
    assert not [name for name in sys.modules if name.startswith("ludotheque.games.")]


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Nothing is printed."""
    with (
        open(os.devnull, "w") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        yield


def noticed(change: Change, checks: Iterable[str]) -> dict[str, str]:
    """Import the game with the change, and look: the first check that notices, and what it says."""
    from ludotheque.core import registry

    rows: tuple[str, ...] = ()
    if isinstance(change, Mutant):
        loading.change(change.module, change.source())
        rows = change.rows
    elif isinstance(change, Misreading):
        loading.change(change.module, **{change.function: change.instead})
    try:
        registry.get(change.game)
    except Exception as error:
        return {"by": "importing", "says": f"{type(error).__name__}: {error}"}
    for check in checks:
        if says := checking.look(change.game, check, rows):
            return {"by": check, "says": says}
    return {"by": "", "says": ""}


def begin(change: Change, checks: Sequence[str], folder: Path) -> int:
    """Begin a trial in a process of its own; its number. What it notices it writes to a file of that name."""
    number = os.fork()
    if number:
        return number
    code = 1
    try:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        with silence():
            found = noticed(change, checks)
        (folder / str(os.getpid())).write_text(json.dumps(found), encoding="utf-8")
        code = 0
    except BaseException:
        (folder / str(os.getpid())).write_text(
            json.dumps({"by": CRASH, "says": traceback.format_exc(limit=-3)}), encoding="utf-8"
        )
        code = 0
    finally:
        os._exit(code)


def end(running: dict[int, Change], folder: Path) -> Verdict:
    """Wait for the next trial that ends."""
    number, status, used = os.wait4(-1, 0)
    change, seconds = running.pop(number), used.ru_utime + used.ru_stime
    told = folder / str(number)
    if told.exists():
        return Verdict(change, **json.loads(told.read_text(encoding="utf-8")), seconds=seconds)
    return Verdict(change, "the time", f"no end: {signal.strsignal(os.WTERMSIG(status))}", seconds)


def look_at(
    changes: Iterable[Change],
    checks: Sequence[str] | None = None,
    processes: int = 1,
    until: float | None = None,
) -> Iterator[Verdict]:
    """Try changes, several at a time; begin none after `until`, in seconds of the epoch."""
    prepare()
    running: dict[int, Change] = {}
    with tempfile.TemporaryDirectory(prefix="mutants-") as told:
        for change in changes:
            if until is not None and time.time() > until and not isinstance(change, Nothing):
                break
            if len(running) == processes:
                yield end(running, Path(told))
            running[begin(change, checks or checks_for(change), Path(told))] = change
        while running:
            yield end(running, Path(told))


# ------------------------------------------------------------------------------------------------ the command


def wrong(verdict: Verdict) -> str:
    """What is not as it should be, "" if all is."""
    change = verdict.change
    if isinstance(change, Nothing):
        return (
            f"{change.game}: {verdict.by} fails where nothing is changed: {verdict.says[:PRINTED]}"
            if verdict.by
            else ""
        )
    if verdict.by == CRASH:
        return f"{change.game}: trying {change.id} failed: {verdict.says}"
    if not verdict.by and isinstance(change, Mutant):
        return f"{change.game}: survived: {change.id}, line {change.line}\n{change.diff()}"
    if isinstance(change, Misreading) and change.says not in verdict.says:
        return f"{change.game}: {change.by} does not say {change.says!r} of {change.id}, but {verdict.says[:PRINTED] or 'nothing'!r}"
    return ""


def few(game: str) -> list[Change]:
    """One mutant and one misreading of a game, always the same as long as its functions keep their names."""
    return [
        *sorted(chosen(game), key=lambda each: choosing.drawn(f"{game} {each.id}"))[:1],
        *misreadings(game)[:1],
    ]


def named(game: str, ids: Sequence[str]) -> list[Change]:
    """The mutants and misreadings of these names."""
    return [each for each in (*mutants(game), *misreadings(game)) if each.id in ids]


def chosen(game: str, share: choosing.Share | None = None) -> list[Change]:
    """The mutants of a game, or a share of them, without those that are known to change nothing."""
    known = equivalent(game)
    return [
        each
        for each in mutants(game)
        if each.id not in known and (share is None or share.holds(f"{game} {each.id}"))
    ]


def score(game: str, verdicts: Sequence[Verdict], left: int) -> str:
    """How many mutants of a game were noticed, by what, and how long that took."""
    by = Counter(verdict.by for verdict in verdicts)
    survived, endless = by.pop("", 0), by["the time"]
    known, seconds = len(equivalent(game)), sum(verdict.seconds for verdict in verdicts)
    told = ", ".join(f"{check} {count}" for check, count in by.most_common())
    return (
        f"{game}: {by.total()} of {len(verdicts)} noticed ({endless} by the time), {survived} survived, {known} known to change nothing"
        + (f", {left} not tried" if left else "")
        + f"; {seconds / max(len(verdicts), 1):.1f} s each\n  {told}"
    )


def main(words: Sequence[str] | None = None) -> int:
    """See above."""
    parser = argparse.ArgumentParser(description="Break games on purpose, and look whether the tests notice.")
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="a game, such as billabong; all where none is named"
    )
    parser.add_argument("ids", metavar="ID", nargs="*", help="only these mutants or misreadings")
    parser.add_argument("--share", help="a share such as 2/40; commit/40 draws one by the commit")
    parser.add_argument("--few", action="store_true", help="one mutant and one misreading of each game")
    parser.add_argument("--minutes", type=float, help="begin no more after this time")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(words)
    share, until = None, None if asked.minutes is None else time.time() + 60 * asked.minutes
    if asked.share:
        kind, _, of = asked.share.partition("/")
        share = (
            choosing.share_of(choosing.commit(ROOT), int(of))
            if kind == "commit"
            else choosing.share(asked.share)
        )
    tried = {
        game: few(game) if asked.few else named(game, asked.ids) if asked.ids else chosen(game, share)
        for game in ([asked.game] if asked.game else games())
    }
    whole = not (asked.few or asked.ids)
    return max(try_game(game, changes, until, asked.processes, whole) for game, changes in tried.items())


def try_game(game: str, changes: Sequence[Change], until: float | None, processes: int, whole: bool) -> int:
    """Try changes of one game and print what became of them; first, of a `whole` share, whether anything fails where nothing is changed."""
    verdicts = []
    for verdict in look_at([Nothing(game), *changes] if whole else changes, processes=processes, until=until):
        if not whole:
            print(f"{verdict.change.id}: {verdict.by or 'nobody'}: {verdict.says[:PRINTED]}")
        if said := wrong(verdict):
            print(said, flush=True)
        if not isinstance(verdict.change, Nothing):
            verdicts.append(verdict)
        elif verdict.by:
            return 2
    print(score(game, verdicts, len(changes) - len(verdicts)), flush=True)
    return 1 if any(wrong(verdict) for verdict in verdicts) else 0 if verdicts or whole else 2


if __name__ == "__main__":
    sys.exit(main())
