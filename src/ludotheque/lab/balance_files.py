"""The folder of a balance: figures as JSON and Parquet, games to look at again, and a page in each language.

games/standard/, games/standard-skill/, …   the games (`lab.store`)
data/figures.json, data/figures.parquet     the figures
replays/standard-12.html, .jsonl            games that the figures link to, as pages and as records
index.fr.html, index.en.html                the pages
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from ludotheque import __version__
from ludotheque.core import registry
from ludotheque.core.catalogue import LANGUAGES
from ludotheque.core.message import Message
from ludotheque.core.record import dumps
from ludotheque.core.things import of_game
from ludotheque.lab import balance, replay_page
from ludotheque.lab.balance_page import Page
from ludotheque.lab.figures import Figure, Played, along, figures, histogram
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
    chosen, links = links_of(found, played)
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
        "variants": [_told(each) for each in played],
        "things": _names(played),
        "figures": [_plain_figure(each, shown) for each, shown in zip(found, links, strict=True)],
        "chosen": [[*each] for each in chosen],
    }


def _plain_figure(each: Figure, shown: list[Shown]) -> dict[str, Any]:
    told = asdict(each)
    del told["replays"]
    return told | {"found": each.found, "shown": [[*game] for game in shown]}


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
        "lengths": histogram(each.rows),
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
    """The games that are shown, as few as possible, and those of each figure."""
    chosen = dict.fromkeys(
        (each.variant, each.skill, game) for each in found if not each.is_alike for game in each.replays
    )
    open_ = [each for each in found if each.replays and not _is_shown(each, chosen)]
    while open_:
        shows = Counter((each.variant, each.skill, game) for each in open_ for game in each.replays)
        chosen[min(shows, key=lambda game: (-shows[game], game))] = None
        open_ = [each for each in open_ if not _is_shown(each, chosen)]
    links = []
    for each in found:
        games = [game for game in each.replays if (each.variant, each.skill, game) in chosen]
        links.append(
            [
                (file_of((each.variant, each.skill, game), played), _moment(each, game, played))
                for game in (games[:1] if each.is_alike else games)
            ]
        )
    return sorted(chosen), links


def _is_shown(each: Figure, chosen: Mapping[Chosen, Any]) -> bool:
    return any((each.variant, each.skill, game) in chosen for game in each.replays)


def _moment(each: Figure, game: int, played: Sequence[Played]) -> int:
    """The event at which a game is opened: for a comeback when the winner was furthest behind, else the start."""
    return played[each.variant].rows[game].measures.behind_at if each.what == "comeback" else 0


def file_of(game: Chosen, played: Sequence[Played]) -> str:
    """The name of a game's files, without ending."""
    variant, skill, number = game
    return f"{played[variant].variant.name}{'-skill' if skill else ''}-{number}"


# -- files ------------------------------------------------------------------------------------------------------------


def write(
    folder: Path, data: Mapping[str, Any], played: Sequence[Played], go_on: Callable[[], None] = lambda: None
) -> Iterator[Path]:
    """Write everything but the games, and give each file as it is written. Files of a run before that are no longer needed are removed.

    Args:
        folder: the folder.
        data: what `data_of` gave.
        played: what it was made from.
        go_on: called after each game that was written.

    Raises:
        OSError: a file cannot be written.
    """
    replays = folder / "replays"
    for part in (folder / "data", replays):
        part.mkdir(parents=True, exist_ok=True)
    kept: set[Path] = set()
    for variant, skill, number in data["chosen"]:
        name = file_of((variant, skill, number), played)
        page, record = replays / f"{name}.html", replays / f"{name}.jsonl"
        kept |= {page, record}
        lines = record_of(played[variant], skill, number, data["against"])
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


def record_of(played: Played, skill: bool, number: int, against: str) -> tuple[dict[str, Any], ...]:
    """The record of a game, played once more from its seed."""
    first = played.variant.against(against) if skill else played.variant.match
    match = next(islice(balance.games(first, number + 1), number, None))
    return play(match, keep_record=True).record or ()


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
