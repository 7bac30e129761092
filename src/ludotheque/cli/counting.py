"""`perft`: how many sequences of actions there are, to compare two readings of the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.errors import ASKED_WRONGLY, FAILED, Problem, read_text
from ludotheque.cli.options import AsJson, GameName


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", min=0, help="How many actions a sequence has.")],
    position: Annotated[
        Path | None,
        typer.Option(
            "--position", metavar="FILE", help="Start from this position (JSON), see docs/positions.md."
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option("--seats", help="Players, without --position; the fewest by default.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of exactly so many actions from the beginning or from a position."""
    from time import perf_counter

    from ludotheque.core import registry
    from ludotheque.core.perft import perft as count
    from ludotheque.table import Table

    found = registry.get(game)
    if position is None:
        table = Table(found, seats, seed=0, first=0)
    else:
        if seats is not None:
            raise Problem(
                "--seats and --position were both given", "The position says how many play.", ASKED_WRONGLY
            )
        table = Table.from_position(_position(position, game))
    began = perf_counter()
    counts = [count(found, table.box, table.state, level) for level in range(1, depth + 1)]
    seconds = perf_counter() - began
    if as_json:
        total = counts[-1] if counts else 1
        typer.echo(
            json.dumps(
                {"game": game, "depth": depth, "count": total, "counts": counts, "seconds": round(seconds, 3)}
            )
        )
        return
    for level, total in enumerate(counts, 1):
        typer.echo(f"{level:3}  {total}")


def _position(path: Path, game: str) -> dict[str, object]:
    text = read_text(path, "position")
    try:
        written = json.loads(text)
    except json.JSONDecodeError as error:
        raise Problem(
            f"{path} is not JSON: {error}", "docs/positions.md shows what a position looks like.", FAILED
        ) from None
    if not isinstance(written, dict):
        raise Problem(
            f"{path}: a position is a JSON object", "docs/positions.md shows what one looks like.", FAILED
        )
    if written.get("game") != game:
        raise Problem(
            f"{path} is a position of {written.get('game')!r}, not of {game}",
            "Name that game.",
            ASKED_WRONGLY,
        )
    return written
