"""The folder of a balance: figures as JSON and Parquet, games to look at again, and a page in each language.

games/standard/, games/standard-skill/, …   the games (`lab.store`)
data/figures.json, data/figures.parquet     the figures
replays/standard-12.html, .jsonl            games that the figures link to, as pages and as records
index.fr.html, index.en.html                the pages
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from ludotheque import __version__
from ludotheque.core import registry
from ludotheque.core.catalogue import LANGUAGES
from ludotheque.core.message import Message
from ludotheque.core.record import Lines, dumps
from ludotheque.core.things import of_game
from ludotheque.lab import balance, replay_page
from ludotheque.lab.balance_page import Page
from ludotheque.lab.figures import Figure, Played, along, columns, figures
from ludotheque.lab.matches import check, play
from ludotheque.lab.store import write_whole

Shown = tuple[str, int]
"""The file of a game, without ending, and the number of events before the moment to see."""
Chosen = tuple[int, bool, int]
"""A game that is shown: the number of the variant, whether it is one of the strong bot, and the number of the game."""


def data_of(played: Sequence[Played], against: str, command: str) -> dict[str, Any]:
    """All figures, as `data/figures.json` has them.

    Args:
        played: the variants with their games, the standard game first.
        against: the weak bot.
        command: what was typed.
    """
    first = played[0].variant.match
    found = figures(played)
    bars = [bar for number, each in enumerate(played) for bar in columns(number, each.rows)]
    chosen, links = links_of([*found, *bars], played)
    shown = links[len(found) :]
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
            _told(each)
            | {"lengths": [_bar(*bar) for bar in zip(bars, shown, strict=True) if bar[0].variant == number]}
            for number, each in enumerate(played)
        ],
        "things": _names(played),
        "figures": [_plain_figure(*each) for each in zip(found, links, strict=False)],
        "chosen": [[*each] for each in chosen],
    }


def _plain_figure(each: Figure, shown: list[Shown]) -> dict[str, Any]:
    told = asdict(each)
    del told["replays"]
    return told | {"found": each.found, "shown": [[*game] for game in shown]}


def _bar(each: Figure, shown: list[Shown]) -> dict[str, Any]:
    """A column of the histogram of lengths."""
    whole = {name: int(value) for name, value in each.more.items()}
    return whole | {"games": each.games, "shown": [[*game] for game in shown]}


def _told(each: Played) -> dict[str, Any]:
    table = check(each.variant.match)
    return {
        "name": each.variant.name,
        "typed": each.variant.typed,
        "options": dict(table.options),
        "components": table.journal.setup.digest,
        "seats": each.variant.match.seats,
        "games": len(each.rows),
        "distinct": each.distinct,
        "skilled": len(each.skilled),
        "known": each.known,
        "along": along(each.rows),
    }


def _names(played: Sequence[Played]) -> dict[str, Any]:
    """What each thing is called, as messages."""
    told: dict[str, Any] = {}
    for each in played:
        game = registry.get(each.variant.match.game)
        b = check(each.variant.match).journal.setup.box[0]
        for name in sorted({name for row in each.rows for name in row.measures.things}):
            told.setdefault(name, _plain(of_game(game).label(b, name)))
    return told


def _plain(text: Any) -> Any:
    if isinstance(text, Message):
        return {"key": text.key, "args": {name: _plain(value) for name, value in text.args.items()}}
    return text


# -- which games are shown --------------------------------------------------------------------------------------------


def links_of(found: Sequence[Figure], played: Sequence[Played]) -> tuple[list[Chosen], list[list[Shown]]]:
    """The games that are shown, as few as possible, and those of each figure, one for each of its links.

    First come the games that alone will do, then whichever shows most of the rest.
    """
    slots = [
        [(each.variant, each.skill, game) for game in games]
        for each in found
        for games in each.replays
        if games
    ]
    chosen = dict.fromkeys(games[0] for games in slots if len(games) == 1)
    open_ = [games for games in slots if chosen.keys().isdisjoint(games)]
    while open_:
        shows = Counter(game for games in open_ for game in games)
        chosen[min(shows, key=lambda game: (-shows[game], game))] = None
        open_ = [games for games in open_ if chosen.keys().isdisjoint(games)]
    names = [each.variant.name for each in played]
    links = []
    for each in found:
        shown = [
            next(game for game in games if (each.variant, each.skill, game) in chosen)
            for games in each.replays
            if games
        ]
        links.append(
            [
                (file_of((each.variant, each.skill, game), names), _moment(each, game, played))
                for game in shown
            ]
        )
    return sorted(chosen), links


def _moment(each: Figure, game: int, played: Sequence[Played]) -> int:
    """The event at which a game is opened: for a comeback when the winner was furthest behind, else the start."""
    return played[each.variant].rows[game].measures.behind_at if each.what == "comeback" else 0


def file_of(game: Chosen, names: Sequence[str]) -> str:
    """The name of a game's files, without ending. `names` are those of the variants."""
    variant, skill, number = game
    return f"{names[variant]}{'-skill' if skill else ''}-{number}"


# -- files ------------------------------------------------------------------------------------------------------------


def write(
    folder: Path,
    data: Mapping[str, Any],
    records: Iterable[Lines],
    go_on: Callable[[], None] = lambda: None,
) -> Iterator[Path]:
    """Write everything but the games, and give each file as it is written. Files of a run before that are no longer needed are removed.

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
    kept: set[Path] = set()
    for name, lines in zip(names_of(data), records, strict=True):
        page, record = replays / f"{name}.html", replays / f"{name}.jsonl"
        kept |= {page, record}
        text = dumps(lines)
        if not (page.exists() and record.exists() and record.read_text("utf-8") == text):
            write_whole(record, text.encode())
            write_whole(page, replay_page.page(lines, record.name).encode())
            yield page
        go_on()
    for left in [*replays.glob("*.html"), *replays.glob("*.jsonl")]:
        if left not in kept:
            left.unlink()
    write_whole(
        folder / "data" / "figures.json", (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()
    )
    write_whole(folder / "data" / "figures.parquet", _as_parquet(data))
    for language in LANGUAGES:
        path = folder / f"index.{language}.html"
        write_whole(path, Page(data, language).html().encode())
        yield path


def names_of(data: Mapping[str, Any]) -> list[str]:
    """The names of the files of the games that are shown, without ending."""
    names = [each["name"] for each in data["variants"]]
    return [file_of((variant, skill, number), names) for variant, skill, number in data["chosen"]]


def records_of(data: Mapping[str, Any], played: Sequence[Played]) -> Iterator[Lines]:
    """The records of the games that are shown, each played once more from its seed."""
    for variant, skill, number in data["chosen"]:
        where = played[variant].variant
        first = where.against(data["against"]) if skill else where.match
        match = next(islice(balance.games(first, number + 1), number, None))
        yield list(play(match, keep_record=True).record or ())


def _as_parquet(data: Mapping[str, Any]) -> bytes:
    import io

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
