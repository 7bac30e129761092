"""The folder of a balance: figures as JSON and Parquet, games to look at again, and a page in each language.

games/standard/, games/standard-skill/, …   the games (`lab.store`)
data/figures.json, data/figures.parquet     the figures
replays/standard-12.html, .jsonl            games that the figures link to, as pages and as records
index.fr.html, index.en.html                the pages

The documentation keeps less of it, and makes the pages when it is made itself. As a page a game has all its pictures and is some fifty times
as large as what happened in it.

GAME/data/figures.json, figures.parquet     the figures
GAME/data/records.jsonl.xz                  the records of the games that are shown, one after another
"""

from __future__ import annotations

import io
import json
import lzma
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from ludotheque import __version__
from ludotheque.bots.learnt.network import write_whole
from ludotheque.bots.process import Processes, serve_quietly
from ludotheque.core import registry
from ludotheque.core.catalogue import LANGUAGES
from ludotheque.core.errors import BadRecord
from ludotheque.core.message import Message
from ludotheque.core.record import Lines, dumps, loads, split
from ludotheque.core.things import of_game
from ludotheque.lab import replay_page
from ludotheque.lab.balance import VariantGames
from ludotheque.lab.balance_page import Page
from ludotheque.lab.figures import Figure, along, columns, figures
from ludotheque.lab.matches import check, play, series
from ludotheque.lab.store import StoreError

FIGURES, RECORDS = Path("data", "figures.json"), Path("data", "records.jsonl.xz")
SAID_OF_FIGURES = ("what", "name", "variant", "value", "low", "high", "none", "games", "skill", "more")

Shown = list[Any]
"""The file of a game, without ending, and the number of events before the moment to see."""
Chosen = tuple[int, bool, int]
"""A game that is shown: the number of the variant, whether it is one of the strong bot, and the number of the game."""


# -- figures ----------------------------------------------------------------------------------------------------------


def data_of(played: Sequence[VariantGames], against: str, command: str) -> dict[str, Any]:
    """All figures, as `data/figures.json` has them.

    Args:
        played: the variants with their games, the standard game first.
        against: the weak bot.
        command: what was typed.
    """
    first = played[0].variant.match
    found = figures(played)
    bars = [columns(number, each.games) for number, each in enumerate(played)]
    chosen, links = links_of([*found, *(bar for each in bars for bar in each)], played)
    shown = iter(links)  # first those of the figures
    told = [_plain_figure(each, next(shown)) for each in found]
    lengths = [[_plain_bar(bar, next(shown)) for bar in each] for each in bars]
    return {
        "ludotheque": __version__,
        "game": first.game,
        "rules": registry.get(first.game).rules_version,
        "bots": list(dict.fromkeys(map(str, first.levels))),
        "against": against,
        "seed": first.seed,
        "opening_random": first.opening,
        "greedy_near": first.near,
        "command": command,
        "corrected": "Holm (1979), in each of the families seats, things, variants",
        "variants": [
            _plain_variant(each) | {"lengths": bars} for each, bars in zip(played, lengths, strict=True)
        ],
        "things": _names(played),
        "figures": told,
        "chosen": [[*each] for each in chosen],
    }


def _plain_figure(each: Figure, shown: list[Shown]) -> dict[str, Any]:
    told = {name: getattr(each, name) for name in SAID_OF_FIGURES}
    return told | {"found": each.found, "shown": shown}


def _plain_bar(each: Figure, shown: list[Shown]) -> dict[str, Any]:
    """A column of the histogram of lengths."""
    return {**each.more, "games": each.games, "shown": shown}


def _plain_variant(each: VariantGames) -> dict[str, Any]:
    table = check(each.variant.match)
    return {
        "name": each.variant.name,
        "typed": each.variant.typed,
        "options": dict(table.options),
        "components": table.journal.setup.digest,
        "seats": each.seats,
        "games": len(each.games),
        "distinct": each.distinct,
        "skilled": len(each.skilled),
        "known": each.known,
        "along": along(each.games),
    }


def _names(played: Sequence[VariantGames]) -> dict[str, Any]:
    """What each thing is called, as messages."""
    told: dict[str, Any] = {}
    for each in played:
        label = of_game(registry.get(each.variant.match.game)).label
        b = check(each.variant.match).journal.setup.box[0]
        for name in sorted({name for game in each.games for name in game.measures.things}):
            told.setdefault(name, _plain(label(b, name)))
    return told


def _plain(text: Any) -> Any:
    if isinstance(text, Message):
        return {"key": text.key, "args": {name: _plain(value) for name, value in text.args.items()}}
    return text


def links_of(
    found: Sequence[Figure], played: Sequence[VariantGames]
) -> tuple[list[Chosen], list[list[Shown]]]:
    """The games that are shown, as few as possible, and those of each figure, one for each of its links.

    First come the games that alone will do, then whichever shows most of the rest.
    """
    left = [slot for each in found for slot in _slots(each)]
    chosen = dict.fromkeys(slot[0] for slot in left if len(slot) == 1)
    while left := [slot for slot in left if chosen.keys().isdisjoint(slot)]:
        shows = Counter(game for slot in left for game in slot)
        chosen[min(shows, key=lambda game: (-shows[game], game))] = None
    names = [each.variant.name for each in played]
    links = [
        [
            [file_of(game, names), _moment(each, game, played)]
            for slot in _slots(each)
            for game in [next(game for game in slot if game in chosen)]
        ]
        for each in found
    ]
    return sorted(chosen), links


def _slots(each: Figure) -> list[list[Chosen]]:
    """For each link of a figure, the games that show it."""
    return [[(each.variant, each.skill, game) for game in games] for games in each.replays if games]


def _moment(each: Figure, game: Chosen, played: Sequence[VariantGames]) -> int:
    """The event at which a game is opened: for a comeback when the winner was furthest behind, else the start."""
    variant, _, number = game
    return played[variant].games[number].measures.behind_at if each.what == "comeback" else 0


def file_of(game: Chosen, names: Sequence[str]) -> str:
    """The name of a game's files, without ending. `names` are those of the variants."""
    variant, skill, number = game
    return f"{names[variant]}{'-skill' if skill else ''}-{number}"


def names_of(data: Mapping[str, Any]) -> list[str]:
    """The names of the files of the games that are shown, without ending."""
    names = [each["name"] for each in data["variants"]]
    return [file_of(game, names) for game in data["chosen"]]


def records_of(data: Mapping[str, Any], played: Sequence[VariantGames]) -> Iterator[Lines]:
    """The records of the games that are shown, each played once more from its seed."""
    for number, skill, game in data["chosen"]:
        variant = played[number].variant
        first = variant.against(data["against"]) if skill else variant.match
        match = next(islice(series(first, game + 1), game, None))
        yield list(play(match, keep_record=True).record or ())


# -- files ------------------------------------------------------------------------------------------------------------


def write(
    folder: Path,
    data: Mapping[str, Any],
    records: Iterable[Lines],
    go_on: Callable[[], None] = lambda: None,
) -> Iterator[Path]:
    """Write everything but the games, and give each page as it is written. Files of an earlier run that are no longer needed are removed.

    Args:
        folder: the folder.
        data: what `data_of` gave.
        records: the records of the games in `data["chosen"]`, in that order.
        go_on: called after each game that was written.

    Raises:
        OSError: a file cannot be written.
    """
    replays = folder / "replays"
    for part in (folder / "data", replays):
        part.mkdir(parents=True, exist_ok=True)
    needed: set[Path] = set()
    for name, lines in zip(names_of(data), records, strict=True):
        page, record = replays / f"{name}.html", replays / f"{name}.jsonl"
        needed |= {page, record}
        text = dumps(lines)
        if not (page.exists() and record.exists() and record.read_text("utf-8") == text):
            write_whole(record, text.encode())
            write_whole(page, replay_page.page(lines, record.name).encode())
            yield page
        go_on()
    for left in {*replays.glob("*.html"), *replays.glob("*.jsonl")} - needed:
        left.unlink()
    write_whole(folder / FIGURES, (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode())
    write_whole(folder / "data" / "figures.parquet", _as_parquet(data))
    for language in LANGUAGES:
        path = folder / f"index.{language}.html"
        write_whole(path, Page(data, language).html().encode())
        yield path


def _as_parquet(data: Mapping[str, Any]) -> bytes:
    import pyarrow as pa
    from pyarrow import parquet

    names = [each["name"] for each in data["variants"]]
    columns = ("what", "name", "value", "low", "high", "none", "games", "found", "skill")
    table = {column: [each[column] for each in data["figures"]] for column in columns}
    table["variant"] = [names[each["variant"]] for each in data["figures"]]
    for column in ("value", "low", "high", "none"):
        table[column] = pa.array(table[column], pa.float64())
    out = io.BytesIO()
    parquet.write_table(pa.table(table), out, compression="zstd")
    return out.getvalue()


# -- what the documentation keeps -------------------------------------------------------------------------------------


def keep(run: Path, folder: Path) -> None:
    """Write down what the pages of a balance can be made from. What was in the folder is removed.

    Args:
        run: the folder that `ludotheque balance` wrote.
        folder: where it is kept.

    Raises:
        OSError: a file cannot be read or written.
    """
    data = json.loads((run / FIGURES).read_text("utf-8"))
    text = "".join((run / "replays" / f"{name}.jsonl").read_text("utf-8") for name in names_of(data))
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
        whole = len(records) == len(names_of(data))
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
    for _ in write(out, data, records):
        pass


def make_all(folder: Path, out: Path) -> None:
    """Make the pages of all balances that lie in a folder, in as many processes as there are processors. Errors as of `make_pages`."""
    found = sorted(each.parent.parent for each in folder.glob(f"*/{FIGURES}"))
    with Processes(os.cpu_count(), serve_quietly) as pool:
        for _ in pool.map(make_pages, found, [out / each.name for each in found]):
            pass
