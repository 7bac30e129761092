"""`perft`: counts the sequences of actions, to compare two readings of the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from ludotheque.cli.errors import ASKED_WRONGLY, FAILED, Problem, read_text
from ludotheque.cli.options import (
    AsJson,
    ComponentFile,
    GameName,
    GameOptions,
    Option,
    options_of,
    own_components,
    report,
)
from ludotheque.core.message import Message


# Only errors have text here, and `options.Language` sets their language.
def perft(
    game: GameName,
    depth: Annotated[int, Option(min=0)],
    position: Annotated[Path | None, Option(metavar="FILE")] = None,
    seats: int | None = None,
    option: GameOptions = (),
    component_file: ComponentFile = None,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of DEPTH actions from the start or from a position, to compare two implementations of the rules.

    For example: `ludotheque perft billabong --depth 2 --option mode=duel --components FILE`.

    Options:
        depth: Number of actions in a sequence.
        position: Start from this position (JSON; see docs/positions.md).
        seats: Number of players, without --position. Default: the fewest that can play, but at least two.
    """
    from time import perf_counter

    from ludotheque.core import registry
    from ludotheque.core.perft import perft as count
    from ludotheque.table import Table

    found = registry.get(game)
    own = own_components(component_file)
    if position is None:
        options = options_of(found, option)
        table = Table(found, seats, options, seed=0, first=0, components=own)
    else:
        if seats is not None or option:
            name = "--seats" if seats is not None else "--option"
            raise Problem(
                Message("cli.perft.both", {"name": name}), Message("cli.perft.both.next"), ASKED_WRONGLY
            )
        table = Table.from_position(_position(position, game), components=own)
    began = perf_counter()
    counts = [count(found, table.journal.box, table.journal.state, level) for level in range(1, depth + 1)]
    seconds = perf_counter() - began
    facts = {
        "game": game,
        "seats": table.seats,
        "options": dict(table.options),
        "components": table.journal.setup.digest,
        "depth": depth,
        "count": counts[-1] if counts else 1,
        "counts": counts,
        "seconds": round(seconds, 3),
    }
    report(facts, (f"{level:3}  {total}" for level, total in enumerate(counts, 1)), as_json)


def _position(path: Path, game: str) -> dict[str, object]:
    text = read_text(path, "position")
    try:
        written = json.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a ValueError
        raise Problem(
            Message("cli.perft.no_json", {"path": str(path), "why": str(error)}),
            Message("cli.perft.no_json.next"),
            FAILED,
        ) from None
    if not isinstance(written, dict):
        raise Problem(
            Message("cli.perft.no_object", {"path": str(path)}), Message("cli.perft.no_json.next"), FAILED
        )
    if written.get("game") != game:
        raise Problem(
            Message("cli.perft.other", {"path": str(path), "other": str(written.get("game")), "game": game}),
            Message("cli.perft.other.next"),
            ASKED_WRONGLY,
        )
    return written
