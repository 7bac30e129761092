"""Balances as the documentation keeps them: figures and records, of which the pages are made when the documentation is.

GAME/data/figures.json, figures.parquet     the figures
GAME/data/records.jsonl.xz                  the records of the games that are shown, one after another

A game as a page has all its pictures and is some fifty times as large as what happened in it.
"""

from __future__ import annotations

import json
import lzma
import os
import shutil
from pathlib import Path
from typing import Any

from ludotheque.bots.process import Pool, serve_quietly
from ludotheque.core import registry
from ludotheque.core.errors import BadRecord
from ludotheque.core.message import Message
from ludotheque.core.record import Lines, loads, split
from ludotheque.lab import balance_files
from ludotheque.lab.store import StoreError, write_whole

FIGURES, RECORDS = Path("data", "figures.json"), Path("data", "records.jsonl.xz")


def keep(run: Path, folder: Path) -> None:
    """Write down what the pages of a balance can be made from. What was in the folder is removed.

    Args:
        run: the folder that `ludotheque balance` wrote.
        folder: where it is kept.

    Raises:
        OSError: a file cannot be read or written.
    """
    data = json.loads((run / FIGURES).read_text("utf-8"))
    text = "".join(
        (run / "replays" / f"{name}.jsonl").read_text("utf-8") for name in balance_files.names_of(data)
    )
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(run / "data", folder / "data")
    write_whole(folder / RECORDS, lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def kept(folder: Path) -> tuple[dict[str, Any], list[Lines]]:
    """The figures, and the records of the games that are shown.

    Raises:
        StoreError: they are damaged, do not belong together, or are of other rules.
        OSError: a file cannot be read.
    """
    try:
        data = json.loads((folder / FIGURES).read_text("utf-8"))
        records = [*split(loads(lzma.decompress((folder / RECORDS).read_bytes()).decode()))]
        whole = len(records) == len(balance_files.names_of(data))
        rules, game = int(data["rules"]), str(data["game"])
    except (ValueError, KeyError, TypeError, IndexError, lzma.LZMAError, EOFError, BadRecord):
        whole = False
    if not whole:
        raise StoreError(message=Message("cli.balance.damaged", {"folder": str(folder)}))
    if rules != registry.get(game).rules_version:
        said = {"folder": str(folder), "theirs": rules, "ours": registry.get(game).rules_version}
        raise StoreError(message=Message("cli.balance.rules", said))
    return data, records


def make_pages(folder: Path, out: Path) -> None:
    """Make the pages of a balance. What was there is removed.

    Args:
        folder: what `keep` wrote.
        out: where the pages go, with the figures and the records that they link to.

    Raises:
        StoreError: the figures or the records cannot be used.
        OSError: a file cannot be read or written.
    """
    data, records = kept(folder)
    shutil.rmtree(out, ignore_errors=True)
    for _ in balance_files.write(out, data, records):
        pass


def make_all(folder: Path, out: Path) -> None:
    """Make the pages of all balances that lie in a folder, in as many processes as there are processors. Errors as of `make_pages`."""
    found = sorted(each.parent.parent for each in folder.glob(f"*/{FIGURES}"))
    with Pool(os.cpu_count(), serve_quietly) as pool:
        for _ in pool.map(make_pages, found, [out / each.name for each in found]):
            pass
