"""A folder of games between bots: one row a game, in Parquet, written so that nothing that was played is lost.

    _run.json             what is played: the game, its options and components, the bots, the seed, the versions
    _tail.jsonl           the games since the last part, one a line; only while games are played, or after a crash
    part-00000.parquet …  10,000 games each, in the order of their numbers

A game is appended to the tail as it ends. A full part is written beside its place and then moved there, so a part is there whole or not
at all. Which part a game is in follows from its number alone, so a run that was interrupted ends with the same rows as any other.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from ludotheque import __version__, bots
from ludotheque.bots.learnt.network import write_whole
from ludotheque.bots.own import find
from ludotheque.core import registry
from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message
from ludotheque.lab import matches
from ludotheque.lab.folders import as_lines, must_be_free, must_be_same, owned, whole_lines
from ludotheque.lab.matches import Match, Result

FORMAT = 1
"""The version of what lies in such a folder."""
PART = 10_000
"""Games in a part."""
MAX_SEED = (1 << 62) - 1
"""The largest first seed: those of all games must fit into 63 bits."""
SETTINGS, TAIL = "_run.json", "_tail.jsonl"
WORDS = "cli.store"
"""How the keys of the errors begin."""
TEXT = ":text"
"""The end of the name of a further column that holds text; the others hold whole numbers."""
Cell = int | str
"""A value of a further column."""


class StoreError(LudothequeError):
    """Games cannot be written to or read from a folder. The text says why, and what to do."""


@dataclass(frozen=True)
class Kept:
    """What lies in a folder of games.

    Attributes:
        settings: what was played, as `_run.json` says it.
        results: the results in order.
        more: for each result its values of the further columns, named in `settings["more"]`; empty tuples if there are none.
    """

    settings: Mapping[str, Any]
    results: tuple[Result, ...]
    more: tuple[tuple[Cell, ...], ...]


def settings_of(match: Match, kind: str, **more: Any) -> dict[str, Any]:
    """What a folder says about matches like this one.

    Args:
        match: the first match.
        kind: what plays them, `simulate` or `tournament`.
        more: further settings.

    Raises:
        StoreError: the seed does not fit.
        BadMatch: the match cannot be played; the same errors as `matches.check`.
    """
    table = matches.check(match)
    if match.seed > MAX_SEED:
        raise StoreError(message=Message("cli.store.seed", {"most": MAX_SEED}))
    return {
        "kind": kind,
        "ludotheque": __version__,
        "game": match.game,
        "rules": registry.get(match.game).rules_version,
        "components": table.journal.setup.digest,
        "options": dict(table.options),
        "seats": match.seats,
        "opening_random": match.opening,
        "greedy_near": match.near,
        "seed": match.seed,
        "code": code_of(match.levels),
        **more,
    }


def code_of(levels: Sequence[str | bots.Bot]) -> dict[str, str]:
    """The hash of the file of each bot of your own, and of its weights: with others, it would play other games."""
    own = [level for level in dict.fromkeys(levels) if level not in bots.LEVELS]
    return {bots.name_of(level): _hash_of(find(level) if isinstance(level, str) else level) for level in own}


def _hash_of(bot: bots.Bot) -> str:
    try:
        file = inspect.getsourcefile(bot if inspect.isroutine(bot) else type(bot))
        content = Path(file).read_bytes() if file else b""
        content += getattr(bot, "content", b"")  # what else decides how it plays
    except (OSError, TypeError):
        return ""  # it has no file
    return hashlib.blake2b(content, digest_size=12).hexdigest()


class Store:
    """A folder that results are added to. Use it in a `with` statement.

    Attributes:
        folder: the folder.
        results: every result in it, in order.
        more: the values of the further columns of each result.
    """

    def __init__(
        self, folder: str | Path, settings: Mapping[str, Any], more: Sequence[str] = (), part: int = PART
    ) -> None:
        """Open a folder; make it if needed.

        Args:
            folder: the folder: new, empty, or of a run with the same settings, which is then continued.
            settings: what is played, see `settings_of`.
            more: the names of further columns: of whole numbers, or of text where the name ends in `TEXT`.
            part: the number of games in a part.

        Raises:
            StoreError: there is something else in the folder, another program writes to it, or pyarrow is missing.
            OSError: it cannot be read or written.
        """
        _need_pyarrow()
        self.folder = Path(folder)
        self._settings = {"format": FORMAT, "part": part, "more": list(more), **settings}
        self._lock = self._own()
        try:
            for left in self.folder.glob(".*.writing"):
                left.unlink()  # by a crash
            kept = read(self.folder)
            self.results = list(kept.results)
            self.more = list(kept.more)
            self._safe = 0  # how many lie in parts
            for number, path in _parts(self.folder):
                if self._safe == number * part:
                    self._safe += _rows_in(path)
            self._tail = self._open_tail()
        except BaseException:
            self._lock.close()
            raise

    def _own(self) -> IO[str]:
        """The open file of settings, locked; written first if the folder is new."""
        path = self.folder / SETTINGS
        self._begun = not path.exists()
        if self._begun:
            must_be_free(self.folder, StoreError, WORDS)
        self._made = [each for each in (self.folder, *self.folder.parents) if not each.exists()]
        self.folder.mkdir(parents=True, exist_ok=True)
        if self._begun:
            write_whole(path, (json.dumps(self._settings, ensure_ascii=False, indent=1) + "\n").encode())
        file = owned(path, StoreError, WORDS)
        try:
            _compare(self.folder, _settings(self.folder), self._settings)
        except BaseException:
            file.close()
            raise
        return file

    def _open_tail(self) -> IO[str]:
        """The tail with what is not in a part yet, open for more. A line that was cut off by a crash is left out."""
        lines = as_lines(map(self._row, range(self._safe, len(self.results))))
        write_whole(self.folder / TAIL, lines.encode())
        return (self.folder / TAIL).open("a", encoding="utf-8")

    def _row(self, number: int) -> list[Any]:
        return _row(number, self.results[number], self.more[number])

    def add(self, result: Result, more: Sequence[Cell] = ()) -> None:
        """Add the next result, with its values of the further columns. Raises `OSError` if it cannot be written."""
        self.results.append(result)
        self.more.append(tuple(more))
        self._tail.write(as_lines([self._row(len(self.results) - 1)]))
        self._tail.flush()
        if len(self.results) % self._settings["part"] == 0:
            self._write_parts()

    def _write_parts(self) -> None:
        size = self._settings["part"]
        while self._safe < len(self.results):
            first = self._safe - self._safe % size
            last = min(first + size, len(self.results))
            rows = list(map(self._row, range(first, last)))
            path = self.folder / f"part-{first // size:05}.parquet"
            write_whole(path, _as_parquet(rows, self._settings))
            self._safe = last
        self._tail.seek(0)
        self._tail.truncate()

    def close(self) -> None:
        """Write what is not in a part yet as the last part, and let go of the folder. Raises `OSError` if it cannot be written."""
        try:
            self._write_parts()
            (self.folder / TAIL).unlink(missing_ok=True)
        finally:
            self._let_go()

    def _let_go(self) -> None:
        with contextlib.suppress(OSError):  # what could not be flushed
            self._tail.close()
        self._lock.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, LudothequeError) and self._begun and not self.results:
            self._let_go()
            self._undo()
        elif isinstance(error, OSError):  # the disk is full, or gone: the tail has what was written
            self._let_go()
        else:
            self.close()

    def _undo(self) -> None:
        """Remove the folder of a run that was refused before its first game, for example because the cluster does not run."""
        for name in (TAIL, SETTINGS):
            (self.folder / name).unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # somebody else has put something there
            for folder in self._made:
                folder.rmdir()


def read(folder: str | Path) -> Kept:
    """Read a folder of games, also one that is being written or was left by a crash.

    Args:
        folder: the folder.

    Raises:
        StoreError: it is no such folder, was written by a later version, is damaged, or pyarrow is missing.
        OSError: it cannot be read.
    """
    _need_pyarrow()
    folder = Path(folder)
    settings = _settings(folder)
    rows: list[list[Any]] = []
    for number, path in _parts(folder):
        if len(rows) != number * settings["part"]:
            break  # the part before is missing or short
        rows.extend(_from_parquet(path, settings))
    rows.extend(_from_tail(folder / TAIL, len(rows)))
    return Kept(settings, tuple(map(_result, rows)), tuple(tuple(row[9:]) for row in rows))


def seed_of(folder: Path) -> int | None:
    """The seed of the games in a folder; None if it is no folder of games yet. Raises `StoreError` as `read` does."""
    return int(_settings(folder)["seed"]) if (folder / SETTINGS).is_file() else None


def _settings(folder: Path) -> dict[str, Any]:
    try:
        settings = dict(json.loads((folder / SETTINGS).read_text(encoding="utf-8")))
        written = int(settings["format"])
        whole = written != FORMAT or (
            settings["part"] > 0 and settings["seed"] >= 0 and isinstance(settings["more"], list)
        )
    except (FileNotFoundError, NotADirectoryError):
        raise StoreError(message=Message("cli.store.none", {"folder": str(folder)})) from None
    except (ValueError, KeyError, TypeError):
        whole = False
    if not whole:
        raise StoreError(message=Message("cli.store.damaged", {"file": str(folder / SETTINGS)}))
    if written != FORMAT:
        theirs = settings.get("ludotheque", "?")
        said = {"folder": str(folder), "format": written, "ours": FORMAT, "version": theirs}
        raise StoreError(message=Message("cli.store.format", said))
    return settings


def _compare(folder: Path, there: Mapping[str, Any], here: Mapping[str, Any]) -> None:
    """Raise `StoreError` where a folder's settings are not ours."""
    if there.get("ludotheque") != here["ludotheque"]:
        said = {"folder": str(folder), "theirs": there.get("ludotheque", "?"), "ours": here["ludotheque"]}
        raise StoreError(message=Message("cli.store.version", said))
    must_be_same(folder, there, here, StoreError, WORDS, _said)


def _said(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).replace('"', "")


def _need_pyarrow() -> None:
    from importlib.util import find_spec

    if find_spec("pyarrow") is None:
        raise StoreError(message=Message("cli.extra.lab", {"command": 'pip install "ludotheque[lab]"'}))


# --------------------------------------------------------------------------------------------------- rows and files


def _row(number: int, result: Result, more: Sequence[Cell]) -> list[Any]:
    return [
        number,
        result.seed,
        list(result.levels),
        result.first,
        list(result.returns),
        list(result.ranking),
        result.ending,
        result.actions,
        result.trajectory,
        *more,
    ]


def _result(row: Sequence[Any]) -> Result:
    _, seed, levels, first, returns, ranking, ending, actions, trajectory = row[:9]
    return Result(
        seed, tuple(levels), first, tuple(returns), tuple(ranking), ending, actions, trajectory=trajectory
    )


def _schema(settings: Mapping[str, Any]) -> Any:
    import pyarrow as pa

    columns = [
        ("game", pa.int64()),
        ("seed", pa.int64()),
        ("bots", pa.list_(pa.string())),
        ("first", pa.int32()),
        ("returns", pa.list_(pa.float64())),
        ("ranking", pa.list_(pa.int32())),
        ("ending", pa.string()),
        ("actions", pa.int64()),
        ("trajectory", pa.string()),
        *(
            (name.removesuffix(TEXT), pa.string() if name.endswith(TEXT) else pa.int64())
            for name in settings["more"]
        ),
    ]
    return pa.schema(columns, {"ludotheque": json.dumps(settings, ensure_ascii=False)})


def _as_parquet(rows: list[list[Any]], settings: Mapping[str, Any]) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    schema, out = _schema(settings), io.BytesIO()
    columns = [list(column) for column in zip(*rows, strict=True)]
    parquet.write_table(
        pa.table(columns, schema=schema) if rows else schema.empty_table(), out, compression="zstd"
    )
    return out.getvalue()


def _from_parquet(path: Path, settings: Mapping[str, Any]) -> list[list[Any]]:
    import pyarrow as pa
    from pyarrow import parquet

    try:  # with threads of Arrow's that read a Python file, one program in ten was aborted when it ended
        table = parquet.ParquetFile(pa.BufferReader(path.read_bytes())).read(use_threads=False)
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise StoreError(message=Message("cli.store.damaged", {"file": str(path)})) from error
    if table.schema.names != _schema(settings).names:
        raise StoreError(message=Message("cli.store.damaged", {"file": str(path)}))
    return [list(row) for row in zip(*(column.to_pylist() for column in table.columns), strict=True)]


def _from_tail(path: Path, begin: int) -> list[list[Any]]:
    """The games of the tail from number `begin` on, up to the first line that is not whole."""
    found: list[list[Any]] = []
    for row in whole_lines(path):
        if not isinstance(row, list) or not row or not isinstance(row[0], int) or row[0] > begin + len(found):
            break
        if row[0] == begin + len(found):
            found.append(row)
    return found


def _parts(folder: Path) -> list[tuple[int, Path]]:
    return sorted(
        (int(path.stem[5:]), path) for path in folder.glob("part-*.parquet") if path.stem[5:].isdecimal()
    )


def _rows_in(path: Path) -> int:
    from pyarrow import parquet

    return int(parquet.read_metadata(path).num_rows)
